// What tests of discovery say and ask: signals of made-up sites, and the patterns that come of them.
import assert from 'node:assert/strict'
import type { Pattern } from '#contract/crawl/discovery/pattern.ts'
import type { Signal, SignalsAnswer } from '#contract/crawl/discovery/signal.ts'
import type { TestCrawl } from '#test/support/crawl/start-crawl.ts'

let last = 0

/** A visit of `/kontakt` of a German site that brought a new address, unless `over` says otherwise. */
export function signal(domain: string, over: Partial<Signal> = {}): Signal {
  last += 1
  return {
    signalId: `s${last}`,
    type: 'contact_found',
    url: `https://${domain}/kontakt`,
    language: 'de',
    found: { emails: 1 },
    newlyFound: { emails: 1 },
    observedAt: new Date().toISOString(),
    ...over,
  }
}

/** One signal for each of so many domains. */
export const signals = (count: number, prefix: string, over: Partial<Signal> = {}): Signal[] =>
  Array.from({ length: count }, (_, at) => {
    const domain = `${prefix}${at}.example`
    const path = over.url === undefined ? '/kontakt' : new URL(over.url, 'https://x.example').pathname
    return signal(domain, { ...over, url: `https://${domain}${path}` })
  })

/** Sends them, and learns from all that were ever sent. */
export async function learn(
  crawl: Pick<TestCrawl, 'call'>,
  sent: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
): Promise<SignalsAnswer> {
  const answer = await crawl.call<SignalsAnswer>('POST', '/api/signals', { body: { signals: sent }, headers })
  assert.equal(answer.status, 202, answer.text)
  const rebuilt = await crawl.call('POST', '/api/discovery/rebuild', { headers })
  assert.equal(rebuilt.status, 200, rebuilt.text)
  return answer.json
}

/** The pattern of a path in a language with its explanation, in whatever state it is. */
export async function patternOf(
  crawl: Pick<TestCrawl, 'call'>,
  template: string,
  language = 'de',
): Promise<Pattern | undefined> {
  for (const list of ['candidates', 'patterns']) {
    const path = `/api/discovery/${list}?limit=500&explain=true&kind=path&language=${language}`
    const { json, text, status } = await crawl.call<{ items: Pattern[] }>('GET', path)
    assert.equal(status, 200, text)
    const found = json.items.find((pattern) => pattern.template === template)
    if (found !== undefined) return found
  }
  return undefined
}

/** No learning but where a test asks for it. */
export const QUIET = { learnEveryMs: 3_600_000 }
