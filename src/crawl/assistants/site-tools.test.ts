import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/schema'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import type { ApiRequest, ToolContext } from '#platform/mcp/tool.ts'
import { CRAWL_TOOLS } from './crawl-tools.ts'
import { crawlSite } from './site-tools.ts'

const ID = newId('job')
const getJob = CRAWL_TOOLS.find(({ name }) => name === 'get_job')
const NOW = '2026-11-23T10:00:00.000Z'
const COUNTS = {
  queued: 0,
  fetching: 0,
  stored: 2,
  unchanged: 0,
  duplicate: 0,
  failed: 1,
  refused: 0,
  left_out: 0,
}

function contextOf(answers: Readonly<Record<string, unknown>>): {
  readonly context: ToolContext
  readonly asked: ApiRequest[]
} {
  const asked: ApiRequest[] = []
  const context: ToolContext = {
    async json(request) {
      asked.push(request)
      const answer = answers[`${request.method} ${request.path}`]
      assert.ok(answer !== undefined, `nothing answers ${request.path}`)
      return answer
    },
    file: async () => assert.fail('no file'),
    piece: async () => assert.fail('no piece'),
    signal: new AbortController().signal,
    progress: async () => {},
  }
  return { context, asked }
}

test('a crawl is started with a bound and answered at once', async () => {
  const { context, asked } = contextOf({
    'POST /api/v1/sites/crawl': { jobId: ID, id: ID, status: 'queued', links: { self: '/x' } },
  })
  const given = { url: 'https://a.test/', include: ['/docs/*'] }
  assert.deepEqual((await crawlSite.run(given, context)).data, { jobId: ID, status: 'queued' })
  assert.deepEqual(asked[0]?.body, { urls: ['https://a.test/'], maxPages: 50, include: ['/docs/*'] })
  assert.equal(Check(crawlSite.input, { ...given, maxPages: 1_001 }), false)
})

test('the pages of a crawl are listed with why some have no text', async () => {
  const page = {
    url: 'https://a.test/x',
    finalUrl: null,
    state: 'failed',
    reason: 'http_404',
    depth: 1,
    source: 'link',
    foundOn: 'https://a.test/',
    statusCode: 404,
    title: null,
    contentHash: null,
    duplicateOf: null,
    nearDuplicateOf: null,
    bytes: null,
    fetchedAt: NOW,
    jobId: null,
    error: null,
  }
  const crawl = {
    id: ID,
    status: 'succeeded',
    isPaused: false,
    urls: ['https://a.test/'],
    error: problemOf(new SurveyorError('target_dns_error', 'The host has no address.')),
    manifest: {
      complete: false,
      counts: COUNTS,
      requests: 3,
      notModified: 0,
      bytes: 9,
      leftOut: [{ reason: 'http_404', count: 1, examples: ['https://a.test/x'] }],
    },
    createdAt: NOW,
    startedAt: NOW,
    completedAt: NOW,
    links: {},
  }
  const none = {
    deliveries: 1,
    failures: 0,
    priority: 5,
    input: {},
    error: null,
    parentId: null,
    index: null,
  }
  const times = { scheduledFor: null, deadlineAt: null, createdAt: NOW, startedAt: NOW, completedAt: NOW }
  const lease = {
    workerId: null,
    leaseExpiresAt: null,
    cancelRequestedAt: null,
    cancelReason: null,
    retryOf: null,
  }
  const job = {
    id: ID,
    type: 'sites.crawl',
    status: 'succeeded',
    progress: null,
    children: null,
    metadata: {},
    links: {},
    ...none,
    ...times,
    ...lease,
  }
  const { context, asked } = contextOf({
    [`GET /api/v1/sites/${ID}`]: crawl,
    [`GET /api/v1/sites/${ID}/pages`]: { items: [page], nextCursor: 'c' },
    [`GET /api/jobs/${ID}`]: job,
  })
  assert.ok(getJob !== undefined)
  const { data } = await getJob.run({ jobId: ID, waitSeconds: 0, state: 'failed' }, context)
  assert.ok(Check(getJob.output, data))
  assert.deepEqual(data['pages'], [
    { url: 'https://a.test/x', title: null, state: 'failed', reason: 'http_404' },
  ])
  assert.deepEqual([data['complete'], data['leftOut'], data['nextCursor']], [false, { http_404: 1 }, 'c'])
  assert.deepEqual(data['warnings'], ['target_dns_error: The host has no address.'])
  assert.deepEqual(asked.at(-1)?.query, { limit: 50, state: 'failed', cursor: undefined })
})
