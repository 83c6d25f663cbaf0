import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractContext, targetAnswer } from '#test/support/extract/extract-context.ts'
import { create } from './extract.ts'

/** What a check of this answer gives and reports. */
async function checkOf(status: number, headers: Readonly<Record<string, string>>, remoteAddress?: string) {
  const reports: unknown[] = []
  const context = extractContext(
    async (request) => {
      assert.deepEqual([request.method, request.maxRedirects], ['HEAD', 0])
      return targetAnswer(request.url, '', {
        status,
        headers,
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
      })
    },
    { report: (kind, entry) => void reports.push([kind, Object(entry).outcome, Object(entry).url]) },
  )
  const { operations } = await create()
  const output = await operations['check']?.({ url: 'https://www.a.test/page?token=secret' }, context)
  return { data: Object(output?.data), reports }
}

test('one answer shows the provider, and is reported without the path', async () => {
  const headers = { 'cf-ray': '8f', server: 'cloudflare', 'set-cookie': '__cf_bm=secret' }
  const { data, reports } = await checkOf(301, headers, '104.16.0.1')
  assert.deepEqual(reports, [['cdn', 'ok', 'https://www.a.test']])
  assert.deepEqual(
    [data.domain, data.statusCode, data.outcome, data.providers[0].name, data.providers[0].confidence],
    ['www.a.test', 301, 'ok', 'cloudflare', 0.986],
  )
  assert.doesNotMatch(JSON.stringify(data), /secret/)
})

test('a wall is told by what the provider says of itself; a refused HEAD alone is none', async () => {
  const outcomeOf = async (...answer: Parameters<typeof checkOf>) => (await checkOf(...answer)).data.outcome
  assert.equal(await outcomeOf(403, { 'cf-mitigated': 'challenge' }), 'challenge')
  assert.equal(await outcomeOf(405, { 'x-amzn-waf-action': 'captcha' }), 'captcha')
  assert.equal(await outcomeOf(429, {}), 'rate_limited')
  assert.equal(await outcomeOf(401, {}), 'login')
  assert.equal(await outcomeOf(405, {}), 'ok')
  const refused = await checkOf(403, {})
  assert.deepEqual([refused.data.outcome, refused.reports], [null, []])
  await assert.rejects(checkOf(503, { 'retry-after': '60' }), { code: 'target_http_error' })
})
