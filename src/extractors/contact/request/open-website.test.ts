import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/schema'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { ExtractContext, ExtractFetch, ExtractorOutput } from '#extract/context.ts'
import { create } from '#extractors/contact/extract.ts'
import { extractContext, isolateHere, targetAnswer } from '#test/support/extract/extract-context.ts'
import { ContactData, type ContactInput } from './options.ts'

const PAGE = `<html lang="de"><title>Bäckerei Korn GmbH</title><p>${'Brot und Brötchen, jede Nacht frisch gebacken. '.repeat(12)}</p>
  <a href="mailto:info@korn-brot.de">x</a><a href="mailto:hallo@gmail.com">x</a>`

async function enrich(
  input: ContactInput,
  fetch: ExtractFetch,
  more: Partial<ExtractContext> = {},
): Promise<{ readonly data: ContactData; readonly warnings: ExtractorOutput['warnings'] }> {
  const { operations } = await create()
  const asked: ContactInput = { maxPages: 1, ...input }
  const output = await operations['enrich']?.(asked, extractContext(fetch, { isolate: isolateHere, ...more }))
  const data: unknown = output?.data
  assert.ok(Check(ContactData, data))
  return { data, warnings: output?.warnings }
}

/** Answers at one address; at all others there is the error. */
function only(
  address: string,
  code: ErrorCode,
  finalUrl = address,
  html = PAGE,
): { readonly fetch: ExtractFetch; readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async fetch({ url }) {
      asked.push(url)
      if (url !== address) throw new SurveyorError(code, 'Nobody answers.')
      return targetAnswer(url, html, { finalUrl })
    },
  }
}

test('where nobody answers at a domain, www. and http are tried', async () => {
  const web = only('http://korn-brot.de/', 'target_tls_error')
  const { data } = await enrich({ url: 'https://korn-brot.de/' }, web.fetch)
  assert.deepEqual(web.asked, ['https://korn-brot.de/', 'https://www.korn-brot.de/', 'http://korn-brot.de/'])
  assert.deepEqual([data.domain, data.redirectedFrom, data.emails?.length], ['korn-brot.de', null, 2])
  const bare = only('https://korn-brot.de/', 'target_dns_error')
  await enrich({ url: 'https://www.korn-brot.de/' }, bare.fetch)
  assert.deepEqual(bare.asked, ['https://www.korn-brot.de/', 'https://korn-brot.de/'])
})

test('an answer of the site, a path and credentials are not tried elsewhere', async () => {
  for (const [input, code] of [
    [{ url: 'https://korn-brot.de/' }, 'robots_disallowed'],
    [{ url: 'https://korn-brot.de/kontakt' }, 'target_connect_error'],
    [{ url: 'https://korn-brot.de/', headers: { 'x-own': '1' } }, 'target_connect_error'],
    [{ url: 'http://korn-brot.de/' }, 'target_connect_error'],
  ] as const) {
    const web = only('http://nowhere.de/', code)
    await assert.rejects(enrich(input, web.fetch), { code })
    assert.equal(web.asked.length, 1)
  }
  // The error is that of the address which was named.
  const codes: ErrorCode[] = ['target_dns_error', 'target_connect_error']
  const fetch: ExtractFetch = async () => {
    throw new SurveyorError(codes.shift() ?? 'target_tls_error', 'Nobody answers.')
  }
  await assert.rejects(enrich({ url: 'https://korn-brot.de/' }, fetch), { code: 'target_dns_error' })
})

test('a redirect to another domain is said, and whether the page names the business', async () => {
  const web = only('https://korn.de/', 'target_dns_error', 'https://korn-brot.de/')
  const { data } = await enrich(
    { url: 'https://korn.de/', name: 'Baeckerei KORN', placeId: 'plc_7' },
    web.fetch,
  )
  assert.deepEqual([data.domain, data.redirectedFrom, data.placeId], ['korn-brot.de', 'korn.de', 'plc_7'])
  assert.equal(data.nameFound, false)
  const named = await enrich({ url: 'https://korn.de/', name: 'Bäckerei KORN Ltd.' }, web.fetch)
  assert.equal(named.data.nameFound, true)
  assert.equal('nameFound' in (await enrich({ url: 'https://korn.de/' }, web.fetch)).data, false)
})

test('a placeholder has no contacts and no pages, and the answer says so', async () => {
  const sale =
    '<title>korn.de is for sale</title><p>Buy this domain.</p><a href="mailto:sales@dealer.com">x</a><a href="/contact">Contact</a>'
  const web = only('https://korn.de/', 'target_dns_error', 'https://korn.de/', sale)
  const { data, warnings } = await enrich({ url: 'https://korn.de/', maxPages: 5 }, web.fetch)
  assert.deepEqual([data.emails, data.pagesVisited.length, data.stopReason], [[], 1, 'exhausted'])
  assert.ok(warnings?.some(({ code }) => code === 'parked_domain'))
  const dealer = only(
    'https://korn.de/',
    'target_dns_error',
    'https://www.hugedomains.com/domain_profile.cfm?d=korn.de',
  )
  assert.deepEqual((await enrich({ url: 'https://korn.de/' }, dealer.fetch)).data.emails, [])
})

test('a site that is not built yet has the contacts it gives; a suspended one only those of its host', async () => {
  const mails = async (html: string) => {
    const answer = await enrich(
      { url: 'https://korn.de/' },
      only('https://korn.de/', 'target_dns_error', 'https://korn.de/', html).fetch,
    )
    return [answer.data.emails?.map(({ value }) => value), answer.warnings?.map(({ code }) => code)]
  }
  const mail = '<a href="mailto:brot@korn.de">brot@korn.de</a>'
  const unfinished = `<title>Under construction</title><h1>Under construction</h1><p>Our website is under construction.</p>${mail}`
  assert.deepEqual(await mails(unfinished), [['brot@korn.de'], ['under_construction']])
  const suspended = `<title>Account Suspended</title><h1>Account Suspended</h1><p>Contact your hosting provider.</p>${mail}`
  assert.deepEqual(await mails(suspended), [[], ['parked_domain']])
})

test('name servers are asked once for each domain, and only where the caller wants it', async () => {
  const domains: string[] = []
  const acceptsMail = async (domain: string): Promise<boolean | null> => {
    domains.push(domain)
    return domain === 'gmail.com' ? true : null
  }
  const web = only('https://korn-brot.de/', 'target_dns_error')
  const { data } = await enrich({ url: 'https://korn-brot.de/', verify: { mx: true } }, web.fetch, {
    acceptsMail,
  })
  assert.deepEqual(domains.toSorted(), ['gmail.com', 'korn-brot.de'])
  assert.deepEqual(
    data.emails?.map(({ value, verification }) => [value, verification.mx]),
    [
      ['info@korn-brot.de', null],
      ['hallo@gmail.com', true],
    ],
  )
  const { data: unasked } = await enrich({ url: 'https://korn-brot.de/' }, web.fetch, { acceptsMail })
  assert.ok(unasked.emails?.every(({ verification }) => !('mx' in verification)))
  assert.equal(domains.length, 2)
})
