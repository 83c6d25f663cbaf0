import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import type { JobAccepted } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { ClaimedJob, ClaimsAnswer, CompletionsAnswer } from '#contract/worker.ts'
import { newId } from '#kit/ids.ts'
import { HELD_LEASES, startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf, workerBody } from '#test/support/crawl/test-worker.ts'

interface Offers {
  readonly jobs: { readonly id: string; readonly type: string; readonly priority: number }[]
}

async function submit(crawl: TestCrawl, text = 'a'): Promise<string> {
  const { json } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
    body: { text },
    headers: { prefer: 'respond-async', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  })
  return json.id
}

test('next offers, claim locks, progress renews, complete ends', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const id = await submit(crawl)

  const offers = await crawl.call<Offers>('GET', '/api/worker/jobs/next?types=echo.extract&waitMs=5000')
  assert.deepEqual(offers.json.jobs, [{ id, type: 'echo.extract', priority: 5 }])
  assert.equal(offers.headers.get('cache-control'), 'no-store')
  const again = await crawl.call<Offers>('GET', '/api/worker/jobs/next?waitMs=0')
  assert.equal(again.json.jobs[0]?.id, id, 'an offer changes nothing')

  const claim = await crawl.call<ClaimedJob>('POST', `/api/worker/jobs/${id}/claim`, {
    body: { workerId: worker.id },
  })
  assert.equal(claim.status, 200)
  assert.deepEqual(claim.json.job.input, { text: 'a', times: 1 })
  assert.equal(claim.json.attempt, 1)
  assert.equal(claim.json.job.traceparent, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)
  const { leaseToken } = claim.json

  const taken = await crawl.call<Problem>('POST', `/api/worker/jobs/${id}/claim`, {
    body: { workerId: worker.id },
  })
  assert.equal(taken.status, 409)
  assert.equal(taken.json.code, 'job_already_claimed')

  const progress = await crawl.call('POST', `/api/worker/jobs/${id}/progress`, {
    body: { leaseToken, progress: { done: 1, total: 2, message: 'half' } },
  })
  assert.equal(progress.json['cancelRequested'], false)
  assert.ok(String(progress.json['leaseExpiresAt']) >= claim.json.leaseExpiresAt)
  assert.deepEqual((await crawl.call<Job>('GET', `/api/jobs/${id}`)).json.progress, {
    done: 1,
    total: 2,
    message: 'half',
  })

  const complete = () =>
    crawl.call('POST', `/api/worker/jobs/${id}/complete`, {
      body: { leaseToken, result: resultOf({ n: 1 }) },
    })
  assert.deepEqual((await complete()).json, { jobId: id, status: 'succeeded' })
  const repeated = await complete()
  assert.equal(repeated.status, 200, 'the same token may say it again')
  assert.deepEqual(repeated.json, { jobId: id, status: 'succeeded' })

  const late = await crawl.call<Problem>('POST', `/api/worker/jobs/${id}/claim`, {
    body: { workerId: worker.id },
  })
  assert.equal(late.status, 410)
  assert.equal(late.json.code, 'job_ended')
})

test('next answers 204 when the wait is over, and ends with its client', async (t) => {
  const crawl = await startTestCrawl(t)
  const { status, text } = await crawl.call('GET', '/api/worker/jobs/next?waitMs=50')
  assert.equal(status, 204)
  assert.equal(text, '')
  const client = new AbortController()
  const poll = crawl.call('GET', '/api/worker/jobs/next?waitMs=30000', { signal: client.signal })
  client.abort()
  await assert.rejects(poll)
})

test('a poll wakes up for a job that comes later, and ends when the service stops', async (t) => {
  const crawl = await startTestCrawl(t)
  const poll = crawl.call<Offers>('GET', '/api/worker/jobs/next?waitMs=30000')
  const id = await submit(crawl)
  assert.equal((await poll).json.jobs[0]?.id, id)
  const idle = crawl.call('GET', '/api/worker/jobs/next?types=other.kind&waitMs=30000')
  // Only a request that the server has begun to serve is ended by the stop; a later one is refused.
  const [ended] = await Promise.all([idle, crawl.call('GET', '/health').then(() => crawl.stop())])
  assert.equal(ended.status, 204)
})

test('what a worker says with a token that is not its own is refused', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const id = await submit(crawl)
  const { leaseToken } = await worker.claim()
  const error = problemOf(new SurveyorError('target_timeout', 'Too slow.'))
  const progress = { done: 1, total: null, message: null }
  for (const token of ['stale', randomUUID(), leaseToken.replace(/.$/, (c) => (c === 'a' ? 'b' : 'a'))]) {
    for (const [path, body] of [
      ['complete', { result: {} }],
      ['fail', { error }],
      ['progress', { progress }],
    ] as const) {
      const answer = await crawl.call<Problem>('POST', `/api/worker/jobs/${id}/${path}`, {
        body: { leaseToken: token, ...body },
      })
      assert.equal(answer.status, 409, `${path} with ${token}`)
      assert.equal(answer.json.code, 'lease_lost')
    }
  }
  const check = await crawl.call('GET', `/api/worker/jobs/${id}/cancel-check?leaseToken=${randomUUID()}`)
  assert.deepEqual([check.json['cancelled'], check.json['reason']], [true, 'lease_lost'])
  assert.equal((await crawl.call<Job>('GET', `/api/jobs/${id}`)).json.status, 'running')
})

test('a retryable failure is scheduled again, a final one ends the job', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const fail = async (code: 'target_timeout' | 'login_required') => {
    const id = await submit(crawl, code)
    const { leaseToken } = await worker.claim()
    const error = problemOf(new SurveyorError(code, 'No.'))
    const { json } = await crawl.call('POST', `/api/worker/jobs/${id}/fail`, {
      body: { leaseToken, error, retryAfterMs: 60_000 },
    })
    return { id, json }
  }
  const later = await fail('target_timeout')
  assert.equal(later.json['status'], 'scheduled')
  assert.ok(Date.parse(String(later.json['nextAttemptAt'])) > Date.now())
  const final = await fail('login_required')
  assert.deepEqual(final.json, { jobId: final.id, status: 'failed', nextAttemptAt: null })
})

test('a job that is unknown, and bodies that do not fit, are refused', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const id = newId('job')
  const unknown = await crawl.call<Problem>('POST', `/api/worker/jobs/${id}/claim`, {
    body: { workerId: worker.id },
  })
  assert.equal(unknown.status, 404)
  assert.equal((await crawl.call('GET', `/api/worker/jobs/${id}/cancel-check`)).status, 404)
  const known = await submit(crawl)
  const noToken = await crawl.call<Problem>('GET', `/api/worker/jobs/${known}/cancel-check`)
  assert.equal(noToken.status, 422)
  assert.equal(noToken.json.errors?.[0]?.pointer, '?leaseToken')
  for (const path of ['claim', 'progress', 'complete', 'fail']) {
    const { status, json } = await crawl.call<Problem>('POST', `/api/worker/jobs/${known}/${path}`, {
      body: {},
    })
    assert.equal(status, 422, path)
    assert.ok((json.errors?.length ?? 0) > 0)
  }
})

test('the array forms claim and end many jobs, each alone', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const ids = await Promise.all(['a', 'b', 'c'].map((text) => submit(crawl, text)))
  const { json: claimed } = await crawl.call<ClaimsAnswer>('POST', '/api/worker/claims', {
    body: { workerId: worker.id, max: [{ types: ['echo.extract'], count: 10 }], waitMs: 5_000 },
  })
  assert.deepEqual(claimed.jobs.map(({ job }) => job.id).toSorted(), ids.toSorted())
  const [a, b, c] = claimed.jobs as [ClaimedJob, ClaimedJob, ClaimedJob]
  const { status, json } = await crawl.call<CompletionsAnswer>('POST', '/api/worker/completions', {
    body: {
      completions: [
        { jobId: a.job.id, leaseToken: a.leaseToken, result: resultOf({ n: 1 }) },
        { jobId: b.job.id, leaseToken: 'stale', result: resultOf({ n: 2 }) },
        {
          jobId: c.job.id,
          leaseToken: c.leaseToken,
          error: problemOf(new SurveyorError('empty_content', 'Empty.')),
        },
      ],
    },
  })
  assert.equal(status, 200)
  assert.deepEqual(
    json.outcomes.map((outcome) => [outcome.jobId, outcome.status, outcome.error?.code ?? null]),
    [
      [a.job.id, 'succeeded', null],
      [b.job.id, null, 'lease_lost'],
      [c.job.id, 'failed', null],
    ],
  )
  const both = await crawl.call<Problem>('POST', '/api/worker/completions', {
    body: { completions: [{ jobId: b.job.id, leaseToken: b.leaseToken }] },
  })
  assert.equal(both.status, 422)
  assert.equal(both.json.errors?.[0]?.pointer, '/completions/0')
})

test('completions claim the next jobs in the same call, and lose no outcome when that claim fails', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const ids = [await submit(crawl), await submit(crawl, 'b'), await submit(crawl, 'c')]
  const registered = await crawl.call('POST', '/api/worker/register', { body: workerBody('other') })
  assert.equal(registered.json['claimsWithCompletions'], true)
  const max = [{ types: ['echo.extract'], count: 1 }]
  const complete = async ({ job, leaseToken }: ClaimedJob, claim?: unknown) =>
    crawl.call<CompletionsAnswer & Problem>('POST', '/api/worker/completions', {
      body: {
        completions: [{ jobId: job.id, leaseToken, result: resultOf({ n: 1 }) }],
        ...(claim === undefined ? {} : { claim }),
      },
    })
  const first = await worker.claim()
  const wrong = await complete(first, { workerId: worker.id, max: [{ types: ['echo.extract'], count: 0 }] })
  assert.deepEqual(
    [wrong.status, wrong.json.code, wrong.json.errors?.[0]?.pointer],
    [422, 'validation_failed', '/claim/max/0/count'],
  )
  const one = await complete(first, { workerId: worker.id, max })
  assert.deepEqual(
    one.json.outcomes.map(({ jobId, status }) => [jobId, status]),
    [[first.job.id, 'succeeded']],
  )
  const [second] = one.json.jobs ?? []
  assert.ok(second !== undefined && ids.includes(second.job.id) && second.job.id !== first.job.id)

  const stranger = await complete(second, { workerId: newId('wrk'), max })
  assert.deepEqual([stranger.json.outcomes[0]?.status, stranger.json.jobs], ['succeeded', []])
  const third = await worker.claim()
  assert.equal((await complete(third)).json.jobs, undefined, 'nothing was asked for')
  const empty = await complete(third, { workerId: worker.id, max })
  assert.deepEqual([empty.json.outcomes[0]?.status, empty.json.jobs], ['succeeded', []], 'it does not wait')
})

test('a large result is taken, one beyond the limit is not', async (t) => {
  const crawl = await startTestCrawl(t, { jobs: HELD_LEASES })
  const worker = await registerTestWorker(crawl)
  const id = await submit(crawl)
  const { leaseToken } = await worker.claim()
  const complete = (bytes: number) =>
    crawl.call<Problem>('POST', `/api/worker/jobs/${id}/complete`, {
      body: { leaseToken, result: resultOf({ text: 'x'.repeat(bytes) }) },
    })
  const tooLarge = await complete(32 * 1_048_576)
  assert.equal(tooLarge.status, 413)
  assert.equal(tooLarge.json.code, 'body_too_large')
  assert.equal((await complete(8 * 1_048_576)).status, 200)
})

test('a worker claims only what it registered', async (t) => {
  const crawl = await startTestCrawl(t)
  const able = await registerTestWorker(crawl)
  const id = await submit(crawl)
  const body = {
    ...workerBody('other'),
    capabilities: { types: ['json.extract'], concurrency: { light: 1 } },
  }
  const { json: other } = await crawl.call<{ workerId: string }>('POST', '/api/worker/register', { body })
  for (const [path, asked] of [
    [`/api/worker/jobs/${id}/claim`, {}],
    ['/api/worker/claims', { max: [{ types: ['echo.extract'], count: 1 }], waitMs: 0 }],
    ['/api/worker/claims', { max: [{ types: ['json.extract', 'echo.extract'], count: 1 }], waitMs: 0 }],
  ] as const) {
    const refused = await crawl.call<Problem>('POST', path, { body: { workerId: other.workerId, ...asked } })
    assert.deepEqual([refused.status, refused.json.code], [409, 'job_not_claimable'], path)
    assert.match(refused.json.detail, /registered/)
  }
  const own = { workerId: other.workerId, max: [{ types: ['json.extract'], count: 1 }], waitMs: 0 }
  assert.deepEqual((await crawl.call('POST', '/api/worker/claims', { body: own })).json, { jobs: [] })
  assert.equal((await able.claim()).job.id, id)
})

test('a reported failure has a code that is known, bounded words, and no status of its own', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const report = { type: 'https://evil.test/', title: 'Sign in again', status: 401, retryable: false }
  for (const [error, shown] of [
    [
      {
        ...report,
        code: 'target_timeout',
        detail: 'x'.repeat(50_000),
        requestId: 'req_mine',
        instance: '/x',
      },
      ['target_timeout', 504, 'The target took too long', 'x'.repeat(1_000)],
    ],
    [
      { ...report, code: 'unauthenticated', detail: 'Your key has ended.' },
      ['internal', 500, 'Internal error', 'The worker reports unauthenticated: Your key has ended.'],
    ],
    [
      { ...report, code: 'pwned', detail: 'y' },
      ['internal', 500, 'Internal error', 'The worker reports pwned: y'],
    ],
  ] as const) {
    for (const form of ['one', 'many'] as const) {
      const id = await submit(crawl)
      const { leaseToken } = await worker.claim()
      const ended =
        form === 'one'
          ? await crawl.call('POST', `/api/worker/jobs/${id}/fail`, { body: { leaseToken, error } })
          : await crawl.call('POST', '/api/worker/completions', {
              body: { completions: [{ jobId: id, leaseToken, error }] },
            })
      assert.equal(ended.status, 200)
      const { json: job } = await crawl.call<Job>('GET', `/api/jobs/${id}`)
      assert.deepEqual([job.error?.code, job.error?.status, job.error?.title, job.error?.detail], shown)
      assert.deepEqual(
        [job.error?.type, job.error?.requestId],
        [`urn:surveyor:problem:${shown[0]}`, undefined],
      )
      const result = await crawl.call('GET', `/api/jobs/${id}/result`)
      assert.deepEqual([result.status, result.headers.get('www-authenticate')], [shown[1], null])
    }
  }
})

test('a result with too many keys is refused before it is read, and the lease still counts', async (t) => {
  const crawl = await startTestCrawl(t)
  const worker = await registerTestWorker(crawl)
  const id = await submit(crawl)
  const { leaseToken } = await worker.claim()
  const data = Object.fromEntries(Array.from({ length: 250_001 }, (_, n) => [`k${n}`, 1]))
  for (const [path, body] of [
    [`/api/worker/jobs/${id}/complete`, { leaseToken, result: { data } }],
    ['/api/worker/completions', { completions: [{ jobId: id, leaseToken, result: { data } }] }],
  ] as const) {
    const { status, json } = await crawl.call<Problem>('POST', path, { body })
    assert.deepEqual([status, json.detail], [413, 'The body may have at most 250000 keys.'])
  }
  const error = problemOf(new SurveyorError('target_too_large', 'The result is larger than can be stored.'))
  const failed = await crawl.call('POST', `/api/worker/jobs/${id}/fail`, { body: { leaseToken, error } })
  assert.deepEqual([failed.status, failed.json['status']], [200, 'failed'])
})
