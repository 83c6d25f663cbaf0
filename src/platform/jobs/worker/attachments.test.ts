import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyorError } from '#contract/surveyor-error.ts'
import type { Peer, PeerRequest } from '#platform/egress/peer.ts'
import { createAttachments, type Attachments } from './attachments.ts'
import { createHttpTransport } from './transport-http.ts'

/** Longer than any test. */
const FOREVER_MS = 86_400_000

function openAttachments(lingerMs = FOREVER_MS): Attachments {
  const attachments = createAttachments(lingerMs)
  attachments.open(true)
  return attachments
}

test('nothing waits for a crawl that does not take it, nor what is too large', () => {
  const attachments = createAttachments(FOREVER_MS)
  assert.equal(attachments.offer('permitReleases', [1], 0), null)
  attachments.open(true)
  assert.equal(attachments.offer('snapshotReports', [1], 2_000_000), null)
  assert.equal(
    attachments.offer(
      'snapshotReports',
      Array.from({ length: 101 }, () => 1),
      0,
    ),
    null,
  )
  assert.equal(attachments.take(), null)
})

test('what no completions took along is sent by its owner', async () => {
  const attachments = openAttachments(1)
  assert.equal(await attachments.offer('permitReleases', [1], 0), false)
  assert.equal(attachments.take(), null)
})

test('what is taken fits into one call, and its owners learn what became of it', async () => {
  const attachments = openAttachments()
  const first = attachments.offer('permitReleases', ['a'], 0)
  const large = attachments.offer('snapshotReports', ['b'], 900_000)
  const second = attachments.offer('permitReleases', ['c'], 0)
  const later = attachments.offer('snapshotReports', ['d'], 900_000)
  const taken = attachments.take()
  assert.deepEqual(taken?.body, { permitReleases: ['a', 'c'], snapshotReports: ['b'] })
  const rest = attachments.take()
  assert.deepEqual(rest?.body, { snapshotReports: ['d'] })
  assert.equal(attachments.take(), null)
  taken.sent(true)
  rest.sent(false)
  assert.deepEqual(await Promise.all([first, large, second, later]), [true, true, true, false])
})

const REPORT = { jobId: 'job_1', leaseToken: 'token', result: {} }
const DONE = { outcomes: [{ jobId: 'job_1', status: 'succeeded', nextAttemptAt: null, error: null }] }

/** Reports one job over a crawl that answers like this, while a release waits to travel along. */
async function reportOver(answers: readonly { readonly status: number; readonly body: unknown }[]) {
  const bodies: unknown[] = []
  const rest = [...answers]
  const crawl: Pick<Peer, 'request'> = {
    async request({ body }: PeerRequest) {
      bodies.push(body)
      return { headers: {}, text: '', status: 500, body: null, ...rest.shift() }
    },
  }
  const attachments = openAttachments()
  const transport = createHttpTransport({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the transport makes no other call
    crawl: crawl as Peer,
    attachments,
    pressure: () => ({ cpu: null, memBytes: null, browsers: null }),
    refusals: { take: () => undefined, giveBack: () => undefined },
  })
  const travelled = attachments.offer('permitReleases', ['a'], 0)
  const outcomes = await transport
    .report([REPORT], new AbortController().signal)
    .catch((error: SurveyorError) => error.code)
  return { outcomes, travelled: await travelled, bodies }
}

const BARE = { completions: [REPORT] }
const FULL = { ...BARE, permitReleases: ['a'] }

test('a call that is refused with what it carried is repeated at once without it', async () => {
  const ok = { status: 200, body: { ...DONE, refused: [] } }
  assert.deepEqual(await reportOver([ok]), { outcomes: [null], travelled: true, bodies: [FULL] })
  for (const status of [400, 413, 422]) {
    const refusal = { type: 'x', title: 'x', status, code: 'body_too_large', detail: 'x', retryable: false }
    const twice = await reportOver([
      { status, body: refusal },
      { status: 200, body: DONE },
    ])
    assert.deepEqual(twice, { outcomes: [null], travelled: false, bodies: [FULL, BARE] })
  }
})

test('entries that were refused, or whose call failed, are sent again by their owner', async () => {
  const refused = [{ pointer: '/permitReleases/0', code: 'no_form_fits', detail: 'x' }]
  const named = await reportOver([{ status: 200, body: { ...DONE, refused } }])
  assert.deepEqual(named, { outcomes: [null], travelled: false, bodies: [FULL] })
  const failed = await reportOver([{ status: 502, body: null }])
  assert.deepEqual(failed, { outcomes: 'crawl_unavailable', travelled: false, bodies: [FULL] })
})

test('a report that was refused does not send the attachments of its call again', async () => {
  const refused = [{ pointer: '/completions/0/reports/cdn/0', code: 'no_form_fits', detail: 'x' }]
  const named = await reportOver([{ status: 200, body: { ...DONE, refused } }])
  assert.deepEqual(named, { outcomes: [null], travelled: true, bodies: [FULL] })
})

test('reports travel with the end of a job, of the kinds that crawl takes', async () => {
  const bodies: unknown[] = []
  const intervals = { heartbeatMs: 1, pollWaitMs: 1, cancelCheckMs: 1, leaseMs: 1 }
  const transport = createHttpTransport({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the transport makes no other call
    crawl: {
      async request({ path, body }: PeerRequest) {
        if (!path.endsWith('register')) bodies.push(body)
        const answer = path.endsWith('register')
          ? {
              workerId: 'wrk_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
              intervals,
              reportsWithCompletions: ['cdn'],
            }
          : DONE
        return { headers: {}, text: '', status: 200, body: answer }
      },
    } as unknown as Peer,
    pressure: () => ({ cpu: null, memBytes: null, browsers: null }),
    refusals: { take: () => undefined, giveBack: () => undefined },
  })
  const { signal } = new AbortController()
  const learned = { ...REPORT, reports: { cdn: [1], signals: [2] } }
  await transport.report([learned], signal)
  const capabilities = { types: ['a'], concurrency: {} }
  await transport.register({ name: 'a', instanceId: 'instance', version: '1', capabilities }, signal)
  await transport.report([learned], signal)
  assert.deepEqual(bodies, [BARE, { completions: [{ ...REPORT, reports: { cdn: [1] } }] }])
})
