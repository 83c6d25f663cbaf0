import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JobAccepted } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker, resultOf } from '#test/support/crawl/test-worker.ts'

interface ServerEvent {
  readonly id: string | null
  readonly event: string
  readonly data: {
    readonly to?: string
    readonly event?: string
    readonly seq?: number
    readonly done?: number
  }
}

test('the stream tells every change of a job, with its progress, and ends with it', async (t) => {
  const crawl = await startTestCrawl(t)
  const { json } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
  const stream = crawl.call('GET', `/api/jobs/${json.id}/events`)
  const worker = await registerTestWorker(crawl)
  const { leaseToken } = await worker.claim()
  await crawl.call('POST', `/api/worker/jobs/${json.id}/progress`, {
    body: { leaseToken, progress: { done: 1, total: 2, message: null } },
  })
  await crawl.call('POST', `/api/worker/jobs/${json.id}/complete`, {
    body: { leaseToken, result: resultOf({ n: 1 }) },
  })
  const { status, headers, text } = await stream
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
  const events = parse(text)
  const states = events.filter(({ event }) => event !== 'progress').map(({ data }) => data.to)
  assert.equal(states[0], 'queued')
  assert.ok(states.includes('running'))
  assert.equal(states.at(-1), 'succeeded')
  assert.equal(events.find(({ event }) => event === 'progress')?.data.done, 1)

  const first = events.find(({ id }) => id !== null)
  const rest = await crawl.call('GET', `/api/jobs/${json.id}/events`, {
    headers: { 'last-event-id': first?.id ?? '' },
  })
  assert.deepEqual(
    parse(rest.text).filter(({ id }) => id !== null),
    events.filter(({ id }) => id !== null).slice(1),
  )
})

test('a cancel is a request while a worker has the job, and the end that the worker reports is the cancel', async (t) => {
  const crawl = await startTestCrawl(t)
  const begun = async () => {
    const { json } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
      body: { text: 'a' },
      headers: { prefer: 'respond-async' },
    })
    return json.id
  }
  const told = async (id: string) =>
    parse((await crawl.call('GET', `/api/jobs/${id}/events`)).text)
      .filter(({ event }) => event !== 'progress')
      .map(({ event, data }) => [event, data.event, data.to])
  const queued = await begun()
  await crawl.call('POST', `/api/jobs/${queued}/cancel`)
  assert.deepEqual((await told(queued)).at(-1), ['cancelled', 'cancelled', 'cancelled'])
  const worker = await registerTestWorker(crawl)
  const error = { ...problemOf(new SurveyorError('job_ended', 'Cancelled.')) }
  for (const [end, report] of [
    ['fail', { error }],
    ['complete', { result: resultOf({ n: 1 }) }],
  ] as const) {
    const id = await begun()
    const { leaseToken } = await worker.claim()
    await crawl.call('POST', `/api/jobs/${id}/cancel`)
    await crawl.call('POST', `/api/worker/jobs/${id}/${end}`, { body: { leaseToken, ...report } })
    assert.deepEqual((await told(id)).slice(-2), [
      ['cancel_requested', 'cancel_requested', 'running'],
      ['cancelled', 'cancelled', 'cancelled'],
    ])
  }
})

test('a stop of the service ends the stream', async (t) => {
  const crawl = await startTestCrawl(t)
  const { json } = await crawl.call<JobAccepted>('POST', '/api/v1/echo/extract', {
    body: { text: 'a' },
    headers: { prefer: 'respond-async' },
  })
  const response = await fetch(`${crawl.url}/api/jobs/${json.id}/events`)
  const [text] = await Promise.all([response.text(), crawl.stop()])
  assert.equal(parse(text).at(0)?.data.to, 'queued')
})

function parse(text: string): ServerEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
      return { id: field('id'), event: field('event') ?? '', data: JSON.parse(field('data') ?? 'null') }
    })
}
