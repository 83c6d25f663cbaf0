import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/schema'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractFetch } from '#extract/context.ts'
import { extractContext, isolateHere, siteOf } from '#test/support/extract/extract-context.ts'
import { checkInput } from '#extractors/contact/request/check-input.ts'
import { create } from './extract.ts'
import { ContactData, type ContactInput } from '#extractors/contact/request/options.ts'

const WORDS = `<p>${'We repair bicycles of all kinds, quickly and at a fair price. '.repeat(8)}</p>`
const page = (body: string): string => `<html lang="de"><title>Rad</title>${WORDS}${body}</html>`
const LANDING =
  page(`<a href="/news/contact-lenses-are-now-worn-by-more-and-more-cyclists-of-all-ages">News</a>
  <a href="/ueber-uns">Über uns</a> <a href="/impressum">Impressum</a> <a href="/kontakt/">Kontakt</a>
  <a href="https://andere.test/kontakt">Kontakt</a> <a href="/preise">Preise</a>`)
const CONTACT = page('<a href="mailto:info@rad.test">Schreiben</a> <p>Tel.: 030 23125 000</p>')
const IMPRINT = page(`<p>Tel. +49 30 23125000, Fax: +49 30 23125001</p><p>info@rad.test</p>
  <p>USt-IdNr.: DE136695976</p><a href="/team">Team</a>`)
const SITE = {
  'https://rad.test/': LANDING,
  'https://rad.test/kontakt/': CONTACT,
  'https://rad.test/impressum': IMPRINT,
  'https://rad.test/ueber-uns': page('<p>Since 1974.</p>'),
  'https://rad.test/team': page('<p>Four people.</p>'),
}

async function enrich(
  input: ContactInput,
  fetch?: ExtractFetch,
): Promise<{ readonly data: ContactData; readonly urls: (string | null)[] }> {
  const { operations } = await create()
  // By words alone: what patterns add is tested in visit/.
  const asked = { strategy: 'links', ...input }
  const output = await operations['enrich']?.(asked, extractContext(fetch, { isolate: isolateHere }))
  const data: unknown = output?.data
  assert.ok(Check(ContactData, data))
  return { data, urls: data.pagesVisited.map(({ url }) => url) }
}

test('pages are visited by what their links promise, and each value has all of its pages', async () => {
  const { data, urls } = await enrich({ url: 'https://rad.test/' }, siteOf(SITE).fetch)
  assert.deepEqual(urls, [
    'https://rad.test/',
    'https://rad.test/kontakt/',
    'https://rad.test/impressum',
    'https://rad.test/ueber-uns',
    'https://rad.test/team',
  ])
  assert.deepEqual([data.domain, data.stopReason], ['rad.test', 'exhausted'])
  const [email] = data.emails ?? []
  assert.deepEqual(
    [email?.value, email?.type, email?.verification.domainMatch, email?.confidence],
    ['info@rad.test', 'role', true, 0.99],
  )
  assert.deepEqual(
    email?.sources.map(({ url, evidence }) => `${url} ${evidence}`),
    ['https://rad.test/kontakt/ mailto', 'https://rad.test/impressum text'],
  )
  assert.deepEqual(
    data.phones?.map(({ e164, isFax, confidence, sources }) => [e164, isFax, confidence, sources.length]),
    [
      ['+493023125000', false, 0.6, 2],
      ['+493023125001', true, 0.6, 1],
    ],
  )
  assert.deepEqual(
    data.companyIds?.map(({ value, checked }) => [value, checked]),
    [['DE136695976', true]],
  )
  // Looked for and not there.
  assert.deepEqual([data.people, data.hours], [[], []])
  const [landing, contact, imprint] = data.pagesVisited
  assert.deepEqual(
    [landing?.chosenBy, landing?.new, contact?.linkText, contact?.new],
    ['given', 0, 'Kontakt', 2],
  )
  assert.deepEqual([imprint?.found['emails'], imprint?.found['phones'], imprint?.new], [1, 2, 2])
})

test('the visit ends when every asked field has a sure value, when the budget is used, and at the depth', async () => {
  const satisfied = siteOf(SITE)
  const { data } = await enrich({ url: 'https://rad.test/', fields: ['emails'] }, satisfied.fetch)
  assert.deepEqual([data.stopReason, satisfied.asked.length], ['satisfied', 2])
  assert.equal('phones' in data, false)
  const budget = siteOf(SITE)
  const cut = await enrich({ url: 'https://rad.test/', maxPages: 3 }, budget.fetch)
  assert.deepEqual([cut.data.stopReason, budget.asked.length], ['budget', 3])
  const one = await enrich({ url: 'https://rad.test/', maxDepth: 0 }, siteOf(SITE).fetch)
  assert.deepEqual([one.data.stopReason, one.urls.length], ['exhausted', 1])
  const shallow = await enrich({ url: 'https://rad.test/', maxDepth: 1 }, siteOf(SITE).fetch)
  assert.equal(shallow.urls.includes('https://rad.test/team'), false)
})

test('a page that cannot be read is listed with its error, and the others are visited', async () => {
  const site = siteOf({
    ...SITE,
    'https://rad.test/impressum': { status: 404, body: Buffer.from(page('<p>x@rad.test</p>')) },
    'https://rad.test/ueber-uns': {
      finalUrl: 'https://andere.test/about',
      body: Buffer.from(page('<a href="mailto:a@andere.test">a</a>')),
    },
  })
  const refusing: ExtractFetch = async (request) => {
    if (request.url.endsWith('/kontakt/'))
      throw new SurveyorError('robots_disallowed', 'robots.txt does not allow it.')
    return site.fetch(request)
  }
  const { data } = await enrich({ url: 'https://rad.test/' }, refusing)
  assert.deepEqual(
    data.pagesVisited.map(({ status, error }) => [status, error]),
    [
      [200, null],
      [null, 'robots_disallowed'],
      [404, 'target_http_error'],
      [200, 'not_found'],
    ],
  )
  assert.deepEqual([data.emails, data.stopReason], [[], 'exhausted'])
})

test('a site that refuses a page is asked for no further one', async () => {
  const site = siteOf({ ...SITE, 'https://rad.test/kontakt/': { status: 429 } })
  const { data } = await enrich({ url: 'https://rad.test/' }, site.fetch)
  assert.deepEqual([data.stopReason, site.asked.length], ['blocked', 2])
  const challenge = '<script>window._cf_chl_opt={}</script><p>Checking your browser.</p>'
  const wall = siteOf({
    ...SITE,
    'https://rad.test/kontakt/': { status: 403, body: Buffer.from(challenge) },
  })
  const walled = await enrich({ url: 'https://rad.test/' }, wall.fetch)
  assert.deepEqual([walled.data.stopReason, wall.asked.length], ['blocked', 2])
  assert.equal(walled.data.pagesVisited[1]?.error, 'target_blocked')
})

test('credentials of the caller go to the origin of the named page only', async () => {
  const site = siteOf({
    'https://rad.test/': page(
      '<a href="https://www.rad.test/kontakt">Kontakt</a><a href="/impressum">Impressum</a>',
    ),
    'https://www.rad.test/kontakt': CONTACT,
    'https://rad.test/impressum': IMPRINT,
    'https://rad.test/team': page(''),
  })
  await enrich(
    { url: 'https://rad.test/', headers: { 'x-own': '1' }, cookies: [{ name: 'a', value: 'b' }] },
    site.fetch,
  )
  const sent = new Map(site.asked.map(({ url, headers }) => [url, [headers?.['x-own'], headers?.['cookie']]]))
  assert.deepEqual(sent.get('https://rad.test/'), ['1', 'a=b'])
  assert.deepEqual(sent.get('https://rad.test/impressum'), ['1', 'a=b'])
  assert.deepEqual(sent.get('https://www.rad.test/kontakt'), [undefined, undefined])
})

test('a submitted page is read alone, and people are left out where asked', async () => {
  const html = page(`<a href="mailto:anna.berg@rad.test">Anna</a><a href="mailto:info@rad.test">Info</a>
    <form action="/send"><textarea></textarea></form><a href="/kontakt">Kontakt</a>
    <script type="application/ld+json">{"@type":"Person","name":"Anna Berg","jobTitle":"Owner"}</script>`)
  const all = await enrich({ html, baseUrl: 'https://rad.test/x' })
  assert.deepEqual([all.urls, all.data.stopReason], [['https://rad.test/x'], 'exhausted'])
  assert.equal(all.data.emails?.length, 2)
  assert.deepEqual(
    [all.data.people?.[0]?.name, all.data.people?.[0]?.email, all.data.people?.[0]?.sources[0]?.evidence],
    ['Anna Berg', null, 'jsonld'],
  )
  assert.equal(all.data.forms?.[0]?.url, 'https://rad.test/send')
  const some = await enrich({ html: html.replaceAll('@rad.test', '@rad-berlin.de'), includePersonal: false })
  assert.deepEqual(
    [some.data.emails?.map(({ value }) => value), some.data.people],
    [['info@rad-berlin.de'], []],
  )
  assert.deepEqual([some.data.domain, some.data.emails?.[0]?.verification.domainMatch], [null, null])
})

test('lists that were cut say so', async () => {
  const many = Array.from({ length: 2_100 }, (_, at) => `<a href="mailto:a${at}@rad-berlin.de">a</a>`)
  const { operations } = await create()
  const warningsOf = async (html: string) =>
    (await operations['enrich']?.({ html }, extractContext(undefined, { isolate: isolateHere })))?.warnings
  assert.deepEqual(
    (await warningsOf(page(many.join(''))))?.map(({ code }) => code),
    ['contacts_cut'],
  )
  assert.deepEqual(await warningsOf(page(many.slice(0, 3).join(''))), [])
  const numbers = Array.from({ length: 2_100 }, () => '<a href="tel:+493023125000">a</a>')
  assert.equal((await warningsOf(page(numbers.join(''))))?.[0]?.code, 'contacts_cut')
})

test('asking mail servers is refused with its pointer', () => {
  checkInput({ url: 'https://rad.test/', strategy: 'both', verify: { mx: true } })
  for (const [input, pointer] of [[{ verify: { smtp: true } }, '/verify/smtp']] as const) {
    assert.throws(
      () => checkInput(input),
      (error: unknown) =>
        error instanceof SurveyorError &&
        error.code === 'not_built_yet' &&
        error.errors?.[0]?.pointer === pointer,
    )
  }
})
