// What a caller is told about a refused URL: all that the URL itself shows, and nothing of what a name resolves to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf, problemOf, reportOf, SurveyorError } from '#contract/surveyor-error.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { CLOSED_V4, CLOSED_V6 } from './address-ranges.ts'
import { createDial } from './dial.ts'
import { createGuard } from './guard.ts'
import { OPAQUE_DETAIL, refusalDetail } from './refusal-words.ts'

const guard = createGuard({ allow: [], hosts: [], log: silentLogger })

for (const [url, words] of [
  ['http://10.0.0.1/', /address is private; .*SURVEYOR_EGRESS_ALLOW/],
  ['http://[::ffff:192.168.1.1]/', /address is private/],
  ['http://127.0.0.1/', /loopback of this machine; .*SURVEYOR_EGRESS_ALLOW/],
  ['http://169.254.169.254/latest', /metadata service of a cloud, which no setting opens/],
  ['http://192.0.2.1/', /not on the public internet/],
  ['http://[fe80::1]/', /not on the public internet/],
  ['http://me:secret@example.org/', /user name or a password/],
  ['http://example.org:22/', /its port .*SURVEYOR_EGRESS_ALLOW/],
] as const) {
  test(`${url} is told why`, () => {
    assert.throws(
      () => guard.checkUrl(new URL(url)),
      (error) =>
        error instanceof SurveyorError && error.code === 'url_not_allowed' && words.test(error.message),
    )
  })
}

test('every range that is closed has words', () => {
  for (const reason of [...Object.values(CLOSED_V4), ...Object.values(CLOSED_V6), 'not_global_unicast']) {
    assert.notEqual(refusalDetail(reason), OPAQUE_DETAIL, reason)
  }
  assert.equal(refusalDetail('own_address'), OPAQUE_DETAIL)
})

test('a name that resolves to a private address is answered as one that there is not', async () => {
  const dial = createDial({ guard, resolveName: async () => ['10.0.0.1'] })
  await assert.rejects(dial('internal.example', 80), {
    code: 'target_dns_error',
    message: 'The name of the target does not resolve to a public address.',
  })
})

test('only an operator is told where such a name leads, and a problem document does not hold it', async () => {
  for (const [address, words] of [
    ['10.0.0.1', /^internal\.example resolves to 10\.0\.0\.1, .* is private; .*SURVEYOR_EGRESS_ALLOW\.$/],
    ['127.0.0.1', /loopback of this machine; .*SURVEYOR_EGRESS_ALLOW/],
    ['169.254.169.254', /metadata service of a cloud, which no setting opens\.$/],
    ['fec0::1', /not on the public internet/],
  ] as const) {
    const dial = createDial({ guard, resolveName: async () => ['93.184.215.14', address] })
    const error: unknown = await dial('internal.example', 80).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof SurveyorError)
    assert.match(error.operatorDetail ?? '', words)
    assert.equal('operatorDetail' in problemOf(error), false)
    assert.equal(reportOf(error).operatorDetail, error.operatorDetail)
    assert.equal(errorOf(reportOf(error)).operatorDetail, undefined)
  }
})

test('of a name that there is not, operators are told no more than others', async () => {
  const missing = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  const dial = createDial({ guard, resolveName: async () => Promise.reject(missing) })
  await assert.rejects(dial('internal.example', 80), { code: 'target_dns_error', operatorDetail: undefined })
})
