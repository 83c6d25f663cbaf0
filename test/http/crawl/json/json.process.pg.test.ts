import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { JsonData } from '#extractors/json/request/options.ts'
import { startJsonCrawl } from '#test/support/crawl/start-json-crawl.ts'

const PATH = '/api/v1/json/extract'
type Answer = Omit<ExtractionAnswer, 'data'> & { readonly data: JsonData }

const WORDS = `<p>${'The axe is forged by hand, ground and oiled. '.repeat(6)}</p>`
const PRODUCT = `<html lang="en"><title>Axe</title>${WORDS}<p>Weight: <b>1.5 kg</b>. Made in Graz.</p>
  <script type="application/ld+json">{"@type":"Product","name":"Axe","offers":{"price":"19.90","priceCurrency":"EUR"},}</script>`
const SITE = {
  '/axe': PRODUCT,
  '/api.json': {
    type: 'application/json',
    body: '{"items":[{"name":"Axe","price":19.9},{"name":"Saw","price":7}]}',
  },
  '/wall': '<script>window._cf_chl_opt={}</script><p>Checking your browser.</p>',
  '/captcha': '<form><div class="h-captcha" data-sitekey="x"></div></form>',
  '/login': '<form><input type="password"></form><p>Sign in.</p>',
  '/consent': '<div id="gdpr-consent">We value your privacy.</div>',
  '/refused': { type: 'text/html', body: '<p>No.</p>', status: 403 },
  '/broken.json': { type: 'application/json', body: '<<<' },
}
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    madeIn: { type: 'string' },
    owner: { type: 'string' },
  },
  required: ['name'],
}

test('a page by schema and rules over POST, its sources over GET, a document as it is', async (t) => {
  const { crawl, site } = await startJsonCrawl(t, SITE)
  const posted = await crawl.call<Answer>('POST', PATH, {
    body: {
      url: `${site.origin}/axe`,
      schema,
      rules: { weight: { selector: 'b', type: 'number' } },
      found: false,
    },
  })
  assert.equal(posted.status, 200, posted.text)
  const { data, response, engine, warnings } = posted.json
  assert.deepEqual(data.value, { name: 'Axe', price: 19.9, madeIn: null, owner: null })
  assert.deepEqual([data.valid, data.errors, data.kind], [true, [], 'page'])
  assert.deepEqual(data.provenance['/price'], {
    source: 'jsonLd',
    path: '/jsonLd/0/offers/price',
    snippet: '19.90',
    confidence: 0.83,
  })
  assert.deepEqual(Object.keys(data.provenance), ['/name', '/price'])
  assert.deepEqual([response?.statusCode, engine.used], [200, 'http'])
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['json_ld_repaired'],
  )

  const query = new URLSearchParams({
    url: `${site.origin}/axe`,
    sources: 'jsonLd,meta',
    jsonPath: '$..price',
  })
  const listed = await crawl.call<Answer>('GET', `${PATH}?${query.toString()}`)
  assert.equal(listed.status, 200, listed.text)
  assert.deepEqual(listed.json.data.matches, [{ path: "$['jsonLd'][0]['offers']['price']", value: '19.90' }])
  assert.deepEqual(Object.keys(listed.json.data.found ?? {}), ['jsonLd', 'meta'])

  const document = await crawl.call<Answer>(
    'GET',
    `${PATH}?url=${encodeURIComponent(`${site.origin}/api.json`)}`,
  )
  assert.deepEqual(
    [document.json.data.kind, document.json.data.value],
    ['json', JSON.parse(SITE['/api.json'].body)],
  )
})

test('rules with fields make objects on every path in, three levels deep', async (t) => {
  const list = '<ul><li><b>Axe</b><i>19.90</i></li><li><b>Saw</b><i>7</i></li></ul>'
  const { crawl } = await startJsonCrawl(t, {})
  const html = `<main>${list}${WORDS}</main>`
  const rules = {
    shop: {
      selector: 'main',
      fields: {
        tools: {
          selector: 'li',
          multiple: true,
          fields: { name: { selector: 'b' }, price: { selector: 'i', type: 'number' } },
        },
      },
    },
  }
  const value = {
    shop: {
      tools: [
        { name: 'Axe', price: 19.9 },
        { name: 'Saw', price: 7 },
      ],
    },
  }
  const one = await crawl.call<Answer>('POST', PATH, { body: { html, rules, found: false } })
  assert.equal(one.status, 200, one.text)
  assert.deepEqual(one.json.data.value, value)

  const batch = await crawl.call<{ id: string }>('POST', '/api/v1/json/batch/extract', {
    body: { items: [{ html }], defaults: { rules, found: false } },
  })
  assert.equal(batch.status, 202, batch.text)
  const ended = await crawl.call('GET', `/api/jobs/${batch.json.id}?waitMs=20000`)
  assert.equal(ended.json['status'], 'succeeded', ended.text)
  const { json } = await crawl.call<{ items: { result: { data: JsonData } }[] }>(
    'GET',
    `/api/jobs/${batch.json.id}/result`,
  )
  assert.deepEqual(
    json.items.map(({ result }) => result.data.value),
    [value],
  )
})

test('what cannot be asked, and targets that give nothing, are errors with a place', async (t) => {
  const { crawl, site } = await startJsonCrawl(t, SITE)
  const refused = async (body: object, status: number, code: string, ...pointers: string[]) => {
    const answer = await crawl.call<Problem>('POST', PATH, { body: { url: `${site.origin}/axe`, ...body } })
    assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text)
    assert.deepEqual(answer.json.errors?.map(({ pointer }) => pointer) ?? [], pointers)
  }
  await refused({ schema: { type: 'objekt' } }, 422, 'schema_invalid', '/schema/type')
  await refused({ schema: { $ref: 'http://127.0.0.1:1/' } }, 422, 'schema_invalid', '/schema/$ref')
  await refused({ rules: { a: { selector: '>>' } } }, 422, 'validation_failed', '/rules/a/selector')
  await refused({ rules: { a: { selektor: 'b' } } }, 422, 'validation_failed', '/rules/a/selektor')
  await refused({ sources: ['jsonld'] }, 422, 'validation_failed', '/sources/0')
  await refused({ sources: ['xhr'] }, 503, 'browser_unavailable')
  await refused({ url: `${site.origin}/wall` }, 502, 'target_blocked')
  const walls = {
    '/wall': { provider: 'cloudflare', kind: 'challenge' },
    '/captcha': { provider: 'hcaptcha', kind: 'captcha' },
    '/login': { provider: null, kind: 'login' },
    '/consent': { provider: null, kind: 'consent' },
    '/refused': { provider: null, kind: 'status' },
  }
  for (const [path, blockedBy] of Object.entries(walls)) {
    const { json } = await crawl.call<Problem>('POST', PATH, { body: { url: site.origin + path } })
    assert.deepEqual(json.blockedBy, blockedBy, path)
    // The job that it ended says the same.
    const job = await crawl.call<{ error: Problem }>('GET', json.instance ?? '')
    assert.deepEqual(job.json.error.blockedBy, blockedBy)
  }
  await refused({ url: `${site.origin}/broken.json` }, 502, 'source_broken')
  await refused({ url: 'http://127.0.0.1:1/' }, 403, 'url_not_allowed', '/url')
  const gone = await crawl.call<Answer>('POST', PATH, { body: { url: `${site.origin}/gone`, schema } })
  assert.equal(gone.status, 200, gone.text)
  assert.deepEqual(
    gone.json.warnings.map(({ code }) => code),
    ['http_status'],
  )
  assert.equal(gone.json.data.valid, false)
})

test('the model of the operator fills what nothing else did, and what it made up is hardly believed', async (t) => {
  const answer = { name: 'Hatchet', madeIn: 'Graz', owner: 'Ann', price: 1 }
  const { crawl, site, modelCalls } = await startJsonCrawl(t, SITE, () => ({
    content: `Here it is:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``,
  }))
  const body = { url: `${site.origin}/axe`, schema, found: false }
  await crawl.call<Answer>('POST', PATH, { body })
  assert.equal(modelCalls.length, 0)
  const { json } = await crawl.call<Answer>('POST', PATH, { body: { ...body, sources: ['jsonLd', 'llm'] } })
  assert.deepEqual(json.data.value, { name: 'Axe', price: 19.9, madeIn: 'Graz', owner: 'Ann' })
  assert.deepEqual(json.data.provenance['/madeIn'], { source: 'llm', snippet: 'Graz', confidence: 0.7 })
  assert.deepEqual(json.data.provenance['/owner'], { source: 'llm', snippet: 'Ann', confidence: 0.2 })
  assert.equal(json.data.provenance['/name']?.source, 'jsonLd')
  const [call] = modelCalls
  assert.deepEqual([call?.path, call?.body.model], ['/v1/chat/completions', 'small'])
  assert.equal(call?.headers.authorization, 'Bearer the-key-of-the-operator')
  assert.match(call?.body.messages[1]?.content ?? '', /Made in Graz/)

  const free = await crawl.call<Answer>('POST', PATH, {
    body: { url: `${site.origin}/axe`, instructions: 'Who made it, and where?', found: false },
  })
  assert.deepEqual(free.json.data.value, answer)
  assert.equal(free.json.data.provenance['/madeIn']?.confidence, 0.7)
  assert.match(modelCalls.at(-1)?.body.messages[1]?.content ?? '', /^Who made it, and where\?/)
})

test('a model that fails costs its values only, and neither its address nor its key is told', async (t) => {
  const { crawl, site, modelCalls } = await startJsonCrawl(t, SITE, ({ body }) =>
    body.response_format === undefined ? { content: 'I would rather not.' } : { status: 400, content: '' },
  )
  const body = { url: `${site.origin}/axe`, schema, instructions: 'fill it' }
  const answer = await crawl.call<Answer>('POST', PATH, { body })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(modelCalls.length, 2)
  assert.deepEqual(answer.json.data.value, { name: 'Axe', price: 19.9, madeIn: null, owner: null })
  assert.deepEqual(
    answer.json.warnings.map(({ code }) => code),
    ['json_ld_repaired', 'model_failed'],
  )
  assert.doesNotMatch(answer.text, /the-key-of-the-operator|chat\/completions/)
})

test('a page that takes longer than it may is ended with a name, and others are read meanwhile', async (t) => {
  // Longer than what is read in the process of the worker.
  const large = `${PRODUCT}${'<p>One more of them.</p>'.repeat(60_000)}`
  const { crawl, site } = await startJsonCrawl(t, { ...SITE, '/large': large })
  const ask = async (path: string, timeoutMs = MAX_TIMEOUT_MS) =>
    crawl.call<Answer & Problem>('POST', PATH, {
      body: { url: `${site.origin}${path}`, timeoutMs, maxAgeMs: 0 },
      headers: { prefer: 'wait=120' },
    })
  assert.equal((await ask('/large')).status, 200)
  const [reader = 0, ...more] = childrenOf(process.pid, 'isolate-child')
  assert.deepEqual([reader > 0, more], [true, []])
  // A page that takes for ever, on a machine of any speed.
  process.kill(reader, 'SIGSTOP')
  const [ended, ...others] = await Promise.all([
    endedWhileRead(reader, async (timeoutMs) => ask('/large', timeoutMs)),
    ask('/axe'),
    ask('/api.json'),
  ])
  assert.deepEqual([ended.status, ended.json.code], [504, 'extract_timeout'])
  assert.deepEqual(
    others.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(childrenOf(process.pid, 'isolate-child'), [])
  assert.equal((await ask('/large')).status, 200)
})

/** The most that a request may ask for. */
const MAX_TIMEOUT_MS = 300_000

/** Asks with more time until the reader was ended: a slow machine may need more only to fetch the page. */
async function endedWhileRead<T>(reader: number, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
  for (let timeoutMs = 3_000; ; timeoutMs *= 2) {
    const answer = await ask(Math.min(timeoutMs, MAX_TIMEOUT_MS))
    if (timeoutMs > MAX_TIMEOUT_MS || !childrenOf(process.pid, 'isolate-child').includes(reader))
      return answer
  }
}

/** The processes that `parent` started with `word` on their command line. */
function childrenOf(parent: number, word: string): number[] {
  return readdirSync(`/proc/${parent}/task`)
    .flatMap((task) => readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word))
    .map(Number)
}
