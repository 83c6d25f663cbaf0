// Contact enrichment: the contacts of a website, each with its pages and its confidence.
import { CONTACT_FIELDS } from '#contract/crawl/enrichment.ts'
import { defineExtractor } from '#extract/define-extractor.ts'
import { CONTACT_LIMITS, ContactData, ContactInput } from '#extractors/contact/request/options.ts'

/** A domain alone is meant as the site at it. */
const addressOf = (website: string): string =>
  /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(website) ? website : `https://${website.trim()}`

export default defineExtractor({
  name: 'contact',
  version: '1.0.0',
  summary: 'Finds the contacts of a business on its website.',
  enrichment: { fields: CONTACT_FIELDS, limits: CONTACT_LIMITS },
  operations: {
    enrich: {
      summary: 'Find the contacts of a website.',
      input: ContactInput,
      output: ContactData,
      pool: 'http',
      batch: true,
      path: '/api/v1/enrich/contact',
      batchPath: '/api/v1/enrich/contact/batch',
      example: { request: { url: 'https://example.org/', fields: ['emails', 'phones'], maxPages: 3 } },
      shorthand: { fields: ['website', 'domain'], addressOf },
    },
  },
  checkInput: async (input) => (await import('#extractors/contact/request/check-input.ts')).checkInput(input),
  load: () => import('./extract.ts'),
})
