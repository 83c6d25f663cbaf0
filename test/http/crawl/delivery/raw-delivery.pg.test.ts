// `delivery: raw`: the content of a result as the answer itself.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { ClaimedJob } from '#contract/worker.ts'
import { startTestCrawl, type Answer, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { registerTestWorker } from '#test/support/crawl/test-worker.ts'
import { partialExtractors, saveFile, serveJobs } from '#test/support/crawl/serve-jobs.ts'

const URL_OF_PAGE = 'https://pages.test/a'

type Work = (claim: ClaimedJob, crawl: TestCrawl) => Promise<{ data: unknown; artifacts?: ArtifactLink[] }>

/** Asks `extractor` with a worker that answers with `work`. */
async function start(t: TestContext, extractor: string, work: Work) {
  const crawl = await startTestCrawl(t, { extractors: await partialExtractors() })
  const served = await serveJobs(crawl, [`${extractor}.extract`], (claim) => work(claim, crawl))
  const path = `/api/v1/${extractor}/extract`
  const ask = async (body: object = {}, headers: Record<string, string> = {}) =>
    crawl.call<Problem>('POST', path, { body: { url: URL_OF_PAGE, delivery: 'raw', ...body }, headers })
  return { crawl, served, path, ask }
}

/** That nothing in it can run in a browser, and which job it is of. */
function assertSafe(headers: Headers, form: 'inline' | 'attachment', ending: string): void {
  assert.match(headers.get('x-job-id') ?? '', /^job_/)
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  const disposition = headers.get('content-disposition') ?? ''
  assert.match(disposition, new RegExp(`^${form}; filename="\\w+[\\w-]+\\.${ending}"$`))
}

const missing = (detail: RegExp, { status, json, headers }: Answer<Problem>): string => {
  assert.deepEqual([status, json.code], [422, 'validation_failed'])
  assert.deepEqual([json.errors?.[0]?.pointer, json.errors?.[0]?.code], ['/delivery', 'no_raw_content'])
  assert.match(json.errors?.[0]?.detail ?? '', detail)
  return headers.get('x-job-id') ?? ''
}

test('of a page the Markdown, whatever Accept says, with POST and by hand', async (t) => {
  const { crawl, path, ask } = await start(t, 'markdown', async ({ job }) => {
    const { formats } = job.input as { formats: string[] }
    return { data: formats.includes('markdown') ? { markdown: '# Grüße\n' } : { text: 'Grüße' } }
  })
  const byHand = `${path}?url=${encodeURIComponent(URL_OF_PAGE)}&delivery=raw`
  for (const { status, text, headers } of [
    await ask({}, { accept: 'application/json' }),
    await ask({ maxAgeMs: 0 }),
    await crawl.call('GET', byHand),
  ]) {
    assert.deepEqual([status, text], [200, '# Grüße\n'])
    assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.ok(headers.has('cache-status'))
    assertSafe(headers, 'attachment', 'md')
  }
  const jobId = missing(/`formats` does not ask for it/, await ask({ formats: ['text'] }))
  const { json } = await crawl.call<ExtractionAnswer>('GET', `/api/jobs/${jobId}/result`)
  assert.deepEqual(json.data, { text: 'Grüße' }, 'what was found is not lost')
  const { json: job } = await crawl.call<{ input: object }>('GET', `/api/jobs/${jobId}`)
  assert.ok(!('delivery' in job.input), 'the job is the same as for any delivery')
})

test('of structured data the value, or what was found where no value was asked for', async (t) => {
  const { ask } = await start(t, 'json', async ({ job }) => {
    const { schema } = job.input as { schema?: unknown }
    const found = { meta: { author: 'A' } }
    return {
      data:
        schema === undefined
          ? { value: null, valid: null, found }
          : { value: { name: 'Tea' }, valid: true, found },
    }
  })
  for (const [body, value] of [
    [{ schema: { type: 'object', properties: { name: { type: 'string' } } } }, { name: 'Tea' }],
    [{}, { meta: { author: 'A' } }],
  ] as const) {
    const { status, json, headers } = await ask(body)
    assert.deepEqual([status, json], [200, value])
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assertSafe(headers, 'inline', 'json')
  }
})

test('of an API description the document, also where it is a file, and only where there is one', async (t) => {
  const spec = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }
  const { ask } = await start(t, 'swagger', async (claim, crawl) => {
    const { maxSpecs } = claim.job.input as { maxSpecs: number }
    const one = { kind: 'openapi', spec, specArtifact: null }
    const others = { kind: 'graphql', spec: null }
    if (maxSpecs === 2) return { data: { specs: [one, one] } }
    if (maxSpecs === 3) return { data: { specs: [others] } }
    if (maxSpecs === 4) return { data: { specs: [{ kind: 'openapi' }] } }
    if (maxSpecs !== 5) return { data: { specs: [others, one] } }
    const mediaType = 'application/vnd.oai.openapi+json'
    const file = await saveFile(crawl, claim, JSON.stringify(spec), { kind: 'document', mediaType })
    return { data: { specs: [{ kind: 'openapi', spec: null, specArtifact: file }] }, artifacts: [file] }
  })
  for (const maxSpecs of [1, 5]) {
    const { status, json, headers } = await ask({ maxSpecs })
    assert.deepEqual([status, json], [200, spec], String(maxSpecs))
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.match(headers.get('x-job-id') ?? '', /^job_/)
  }
  missing(/2 were found/, await ask({ maxSpecs: 2 }))
  missing(/0 were found/, await ask({ maxSpecs: 3 }))
  missing(/`output: both`/, await ask({ maxSpecs: 4 }))
})

test('of images the bytes of the only one that was kept', async (t) => {
  const { ask } = await start(t, 'image', async (claim, crawl) => {
    const { maxImages } = claim.job.input as { maxImages: number }
    const artifacts: ArtifactLink[] = []
    for (let n = 0; n < maxImages; n += 1) {
      artifacts.push(
        await saveFile(crawl, claim, `image ${n}`, { mediaType: n === 0 ? 'image/webp' : 'image/png' }),
      )
    }
    return { data: { mode: 'download', images: [] }, artifacts: artifacts.slice(0, maxImages === 3 ? 0 : 2) }
  })
  const { status, text, headers } = await ask({ mode: 'download', maxImages: 1 })
  assert.deepEqual([status, text], [200, 'image 0'])
  assert.deepEqual([headers.get('content-type'), headers.get('content-length')], ['image/webp', '7'])
  assertSafe(headers, 'inline', 'webp')
  missing(/2 were kept/, await ask({ mode: 'download', maxImages: 2 }))
  missing(/0 were kept/, await ask({ mode: 'download', maxImages: 3 }))
})

test('a job that has not ended is 202, one that failed its problem', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: await partialExtractors() })
  const ask = async (prefer: string) =>
    crawl.call<Problem & { id: string }>('POST', '/api/v1/markdown/extract', {
      body: { url: URL_OF_PAGE, delivery: 'raw' },
      headers: { prefer },
    })
  const waited = await ask('wait=0')
  assert.equal(waited.status, 202)
  assert.equal(waited.headers.get('location'), `/api/jobs/${waited.json.id}`)
  await crawl.call('POST', `/api/jobs/${waited.json.id}/cancel`)
  const worker = await registerTestWorker(crawl)
  const answer = ask('wait=20')
  const { job, leaseToken } = await worker.claim(['markdown.extract'])
  const error = problemOf(new SurveyorError('empty_content', 'The page is empty.'))
  await crawl.call('POST', `/api/worker/jobs/${job.id}/fail`, { body: { leaseToken, error } })
  const { status, json, headers } = await answer
  assert.deepEqual([status, json.code, json.instance], [502, 'empty_content', `/api/jobs/${job.id}`])
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
})

test('under an Idempotency-Key, whose answers are kept, it is refused before there is a job', async (t) => {
  const { crawl, ask } = await start(t, 'markdown', async () => ({ data: { markdown: '# A' } }))
  for (let n = 0; n < 2; n += 1) {
    const { status, json } = await ask({}, { 'idempotency-key': 'k1' })
    assert.deepEqual([status, json.code, json.errors?.[0]?.pointer], [422, 'validation_failed', '/delivery'])
  }
  assert.deepEqual((await crawl.call<{ items: unknown[] }>('GET', '/api/jobs')).json.items, [])
  assert.equal((await ask()).text, '# A')
})

test('the description names the media types, and the operations without content of their own take no raw', async (t) => {
  const crawl = await startTestCrawl(t, { extractors: await partialExtractors() })
  interface Operation {
    responses: Record<string, { content: Record<string, { schema: object }> }>
    requestBody: { content: Record<string, { schema: { properties: { delivery: { enum: string[] } } } }> }
    parameters?: { name: string; schema: { enum: string[] } }[]
  }
  for (const document of ['/openapi.json', '/openapi-3.0.json']) {
    const { json } = await crawl.call<{ paths: Record<string, { post: Operation; get: Operation }> }>(
      'GET',
      document,
    )
    const described = (name: string, operation = 'extract') => {
      const { post, get } = json.paths[`/api/v1/${name}/${operation}`] ?? {}
      assert.ok(post !== undefined && get !== undefined)
      const forms = [post, get].map(({ responses }) => Object.keys(responses['200']?.content ?? {}))
      assert.deepEqual(forms[0], forms[1])
      assert.deepEqual(Object.keys(post.responses['202']?.content ?? {}), ['application/json'])
      const words = post.requestBody.content['application/json']?.schema.properties.delivery.enum
      assert.deepEqual(get.parameters?.find((one) => one.name === 'delivery')?.schema.enum, words)
      return [forms[0], words?.includes('raw')]
    }
    assert.deepEqual(described('markdown'), [['application/json', 'text/markdown'], true])
    assert.deepEqual(described('image'), [['application/json', 'image/*'], true])
    assert.deepEqual(described('json'), [['application/json'], true])
    assert.deepEqual(described('swagger'), [['application/json'], true])
    assert.deepEqual(described('maps', 'search'), [['application/json'], false])
  }
})
