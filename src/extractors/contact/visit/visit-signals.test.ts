import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/schema'
import { Signal } from '#contract/crawl/discovery/signal.ts'
import { extractContext, isolateHere, siteOf } from '#test/support/extract/extract-context.ts'
import { create } from '#extractors/contact/extract.ts'

const WORDS = `<p>${'We repair bicycles of all kinds, quickly and at a fair price. '.repeat(8)}</p>`
const page = (body: string): string => `<html lang="de-AT"><title>Rad</title>${WORDS}${body}</html>`
const SITE = {
  'https://rad.test/': page(
    '<a href="mailto:first@rad.test">a</a><a href="/kontakt">Kontakt</a><a href="/impressum">Impressum</a><a href="/preise?x=1">Preise</a>',
  ),
  'https://rad.test/kontakt': page('<a href="mailto:info@rad.test">b</a><a href="tel:+493023125000">c</a>'),
  'https://rad.test/impressum': { status: 404, body: Buffer.from(page('<a href="mailto:x@rad.test">x</a>')) },
  'https://rad.test/preise?x=1': { finalUrl: 'https://rad.test/', body: Buffer.from(page('')) },
}

/** What a visit of the site reports. */
async function signalsOf(input: object): Promise<Signal[]> {
  const reported: Signal[] = []
  const report = (kind: string, entry: unknown): void => {
    assert.equal(kind, 'signals')
    assert.ok(Check(Signal, entry), JSON.stringify(entry))
    reported.push(entry)
  }
  const { operations } = await create()
  const context = extractContext(siteOf(SITE).fetch, { isolate: isolateHere, report })
  await operations['enrich']?.({ url: 'https://rad.test/', ...input }, context)
  return reported
}

test('each page says what it brought, and links of which nothing is known are named', async () => {
  const signals = await signalsOf({})
  assert.deepEqual(
    signals.map(({ type, url, chosenBy }) => [type, url.replace('https://rad.test', ''), chosenBy]),
    [
      ['contact_found', '/', 'given'],
      ['link_seen', '/preise?x=1', undefined],
      ['contact_found', '/kontakt', 'link'],
      ['page_missing', '/impressum', 'link'],
      ['page_missing', '/preise?x=1', 'exploration'],
    ],
  )
  const [first, seen, contact] = signals
  assert.deepEqual(
    [first?.found, first?.newlyFound, first?.values?.emails],
    [{ emails: 1 }, {}, ['first@rad.test']],
  )
  assert.deepEqual([seen?.anchorText, seen?.language], ['Preise', 'de'])
  assert.deepEqual(contact?.newlyFound, { emails: 1, phones: 1 })
  assert.deepEqual(contact?.values, { emails: ['info@rad.test'], phones: ['+493023125000'] })
  assert.equal(new Set(signals.map(({ signalId }) => signalId)).size, signals.length)
})

test('nothing is reported of what a site shows to one caller', async () => {
  for (const own of [
    { headers: { 'x-own': '1' } },
    { cookies: [{ name: 'a', value: 'b' }] },
    { sessionId: 's' },
  ])
    assert.deepEqual(await signalsOf(own), [])
})
