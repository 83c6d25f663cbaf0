// Secrets planted everywhere, and then searched for everywhere: in answers, logs, metrics, webhooks and the database.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Health } from '#contract/health.ts'
import type { CreatedKey } from '#contract/key.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { createTestDatabaseUrl } from '#test/support/database/database.ts'
import { onServer } from '#test/support/database/on-server.ts'
import { readDescription } from '#test/support/http/openapi.ts'
import type { Program } from '#test/support/programs/program.ts'
import { runSurveyor, startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'
import { startTraceCollector } from '#test/support/telemetry/trace-collector.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'

const TOWN = fileURLToPath(new URL('../../../demo/town.osm', import.meta.url))

/** By what it is; each is a text of its own, so that a find says what leaked. */
const planted = new Map<string, string>()
function plant(what: string, secret = `plant-${randomBytes(18).toString('base64url')}`): string {
  planted.set(what, secret)
  return secret
}

test('what was planted is found nowhere', async (t) => {
  const site = await startSite(t)
  const collector = await startTraceCollector(t)
  const receiver = await startWebhookReceiver()
  t.after(async () => receiver[Symbol.asyncDispose]())
  const databaseUrl = await databaseOfOrdinaryUser(t)
  const admin = plant('admin key')
  const settings = {
    SURVEYOR_LOG_LEVEL: 'debug',
    SURVEYOR_KEY_PEPPER: plant('key pepper', `plant-${randomBytes(30).toString('base64url')}`),
    SURVEYOR_ADMIN_KEY: admin,
    SURVEYOR_WORKER_KEY: plant('worker key'),
    SURVEYOR_CRAWL_KEY: plant('key of places'),
    SURVEYOR_CALLBACK_SECRET: plant('callback secret', makeSecret()),
    SURVEYOR_BROWSER_URL: `ws://browser:${plant('password of the browser farm')}@127.0.0.1:1/`,
    SURVEYOR_LLM_URL: `http://model:${plant('password of the model')}@127.0.0.1:1/`,
    SURVEYOR_LLM_KEY: plant('key of the model'),
    SURVEYOR_BLOB_SECRET_ACCESS_KEY: plant('secret key of the blob store'),
    SURVEYOR_PHOTON_URL: `http://user:${plant('password of the geocoder')}@127.0.0.1:1/`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `api-key=${plant('key of the collector')}`,
    SURVEYOR_OSM_FILE: TOWN,
    SURVEYOR_HOST_DELAY_MS: '0',
    SURVEYOR_LEASE_MS: '2000',
    SURVEYOR_EGRESS_HOSTS: `site.test=127.0.0.1:${site.port}`,
    SURVEYOR_EGRESS_ALLOW: `127.0.0.1/32:${site.port},127.0.0.1/32:${receiver.port}`,
  }
  const workingDir = await temporaryFolder(t)
  const environment = { ...settings, DATABASE_URL: databaseUrl }
  const config = await runSurveyor(t, ['config'], { workingDir, environment })
  assert.match(config.output, /^adminKey +\*+/m)
  const slip = { SURVEYOR_CRAWL_URL: `http://user:${plant('password in a wrong setting')}@127.0.0.1/path` }
  const refused = await runSurveyor(t, ['config'], { workingDir, environment: slip })
  assert.match(refused.output, /^SURVEYOR_CRAWL_URL must be /m)
  const crawl = startSurveyor(t, ['crawl', '--crawl-port', '0'], { workingDir, environment })
  const crawlUrl = await readyUrl(crawl, 'crawl')
  const places = startSurveyor(t, ['places', '--places-port', '0', '--crawl-url', crawlUrl], {
    workingDir,
    environment,
  })
  const placesUrl = await readyUrl(places, 'places')
  const worker = startSurveyor(t, ['worker', '--crawl-url', crawlUrl], {
    workingDir,
    environment: settings,
  })
  await worker.line(/registered/)

  const seen: string[] = [config.output, refused.output]
  const ask = async (base: string, method: string, path: string, body?: unknown, headers: object = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Bearer ${admin}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    seen.push(`${method} ${path}: ${[...response.headers].join('; ')}\n${text}`)
    return {
      text,
      json: (/json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : null) as unknown,
    }
  }
  /** The only answers that hold a secret, once. */
  const made = async (base: string, path: string, body: unknown, what: string) => {
    const { json } = await ask(base, 'POST', path, body)
    seen.pop()
    return plant(what, (json as CreatedKey).secret)
  }

  const key = await made(crawlUrl, '/api/keys', { name: 'client', scopes: ['admin'] }, 'API key')
  await made(
    crawlUrl,
    '/api/webhook-endpoints',
    {
      url: `${receiver.url}/?token=${plant('token in the URL of an endpoint')}`,
      headers: { 'x-own': plant('header of an endpoint') },
    },
    'secret of an endpoint',
  )
  await made(
    placesUrl,
    '/api/webhook-endpoints',
    { url: receiver.url, secret: makeSecret() },
    'secret of an endpoint of places',
  )
  const webhook = {
    url: `${receiver.url}/asked?token=${plant('token in the URL of a request')}`,
    secret: plant('webhook secret of a request', makeSecret()),
    headers: { 'x-own': plant('webhook header of a request') },
  }
  const credentials = {
    headers: {
      'X-Token': plant('header for a target'),
      Authorization: `Bearer ${plant('bearer for a target')}`,
    },
    cookies: [{ name: 'session', value: plant('cookie for a target') }],
  }
  const httpAuth = { username: 'ann', password: plant('password for a target') }
  const briefly = { prefer: 'wait=1' }
  for (const [path, more] of [
    ['/page', {}],
    ['/missing', { failOnStatus: ['4xx'] }],
    ['/reset', {}],
  ] as const) {
    const url = `http://site.test${path}`
    const byAdmin = { url, ...credentials, ...more, webhook }
    await ask(crawlUrl, 'POST', '/api/v1/markdown/extract', byAdmin, briefly)
    const byKey = { ...briefly, 'x-api-key': key }
    await ask(crawlUrl, 'POST', '/api/v1/markdown/extract', { url, httpAuth, ...more }, byKey)
  }
  // Every mistake of a request is explained without repeating its values.
  await ask(crawlUrl, 'POST', '/api/v1/markdown/extract', {
    url: 'http://site.test/',
    httpAuth: { username: 1, password: plant('password of a wrong body') },
  })
  await ask(
    crawlUrl,
    'POST',
    '/api/v1/markdown/extract',
    `{"url": "http://site.test/", "headers": {"cookie": "${plant('cookie of a broken body')}"`,
  )
  await ask(crawlUrl, 'POST', '/api/v1/markdown/extract', {
    url: `http://user:${plant('password in a URL')}@site.test/`,
  })
  await ask(crawlUrl, 'POST', '/api/v1/markdown/batch/extract', {
    items: [{ url: 'http://site.test/page' }],
    defaults: { ...credentials, httpAuth },
  })
  await ask(crawlUrl, 'POST', '/api/keys', {
    name: 'x',
    scopes: ['jobs'],
    secret: plant('unknown field of a key'),
  })
  await ask(crawlUrl, 'POST', '/api/proxy/lease', {
    url: `http://user:${plant('password of a proxy')}@192.0.2.1:8080`,
  })
  await ask(crawlUrl, 'POST', '/api/v1/markdown/extract', { url: 'http://10.0.0.1/', ...credentials })
  for (const wrong of [
    plant('wrong key'),
    plant('mistyped key', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
  ]) {
    await ask(crawlUrl, 'GET', '/api/jobs', undefined, { authorization: `Bearer ${wrong}` })
    await ask(placesUrl, 'GET', '/api/jobs', undefined, { 'x-api-key': wrong, authorization: '' })
  }
  await ask(
    placesUrl,
    'POST',
    '/api/enrich/webhook',
    { type: 'webhook.test' },
    { 'webhook-signature': `v1,${plant('signature')}` },
  )
  const { json: search } = await ask(placesUrl, 'POST', '/api/search', { query: '*', webhook })
  await ask(placesUrl, 'GET', `/api/search/${(search as { id: string }).id}?waitMs=30000`)
  await receiver.received(5)

  // A retried job would have to be followed to its end.
  const { json: retried } = await ask(crawlUrl, 'GET', '/api/jobs?status=scheduled,queued,running')
  for (const { id } of (retried as { items: { id: string }[] }).items) {
    await ask(crawlUrl, 'POST', `/api/jobs/${id}/cancel`)
  }

  // All that can be read without an id, and each single job, record and key.
  for (const base of [crawlUrl, placesUrl]) {
    const { paths } = await readDescription(base)
    const readable = Object.keys(paths).filter((path) => 'get' in (paths[path] ?? {}))
    for (const path of readable.filter((each) => !each.includes('{'))) {
      // The one that would wait for work.
      await ask(base, 'GET', path === '/api/worker/jobs/next' ? `${path}?waitMs=0` : path)
    }
    for (const list of [
      '/api/jobs',
      '/api/webhooks',
      '/api/keys',
      '/api/webhook-endpoints',
      '/api/workers',
    ]) {
      if (!readable.includes(list)) continue
      await ask(base, 'GET', list, undefined, { accept: 'text/csv' })
      const { json } = await ask(base, 'GET', list)
      for (const { id } of (json as { items: { id: string }[] }).items) {
        for (const path of readable.filter((each) => each.startsWith(`${list}/{id}`))) {
          await ask(base, 'GET', path.replace('{id}', id))
        }
      }
    }
  }
  // What is not built is told in the log at its most talkative level.
  await ask(crawlUrl, 'POST', '/api/v1/enrich/contact', { website: 'site.test', verify: { smtp: true } })
  const { json: health } = await ask(crawlUrl, 'GET', '/health')
  const { checks } = health as Health
  assert.equal(checks?.['database']?.status, 'pass', 'an ordinary user of the database is enough')
  // Told with a heartbeat: the guard of the worker refused.
  for (;;) {
    const { text } = await ask(crawlUrl, 'GET', '/metrics')
    if (text.includes('surveyor_egress_blocked_total{reason="private"}')) break
  }
  for (const program of [worker, places, crawl]) {
    program.child.kill('SIGTERM')
    await program.ended
    seen.push(program.output())
  }
  assert.match(seen.join('\n'), /"level":"debug"/, 'at their most talkative')
  seen.push(...receiver.requests.map(({ body }) => body), JSON.stringify(collector.spans))
  assert.ok(collector.spans.length > 10 && seen.length > 60)
  assert.deepEqual(findings(seen), [])
  // The planted headers must still arrive at the target.
  assert.ok(site.received.some((text) => text.includes(planted.get('cookie for a target') as string)))
  const asked = receiver.requests.find(({ path }) => path.startsWith('/asked'))
  assert.equal(asked?.headers['x-own'], webhook.headers['x-own'])

  const rows = await everyRow(databaseUrl)
  assert.ok(rows.some((row) => row.includes('sealed:')) && rows.length > 100)
  // An address in a request belongs to the request, but is never shown; its path would reveal as much.
  const inRows = findings(rows).filter((what) => !/^(token|password) in (the|a) URL/.test(what))
  assert.deepEqual(inRows, [])
})

/** The planted secrets that occur in one of the texts. */
function findings(texts: readonly string[]): string[] {
  return [...planted].flatMap(([what, secret]) => {
    const parts = [
      secret,
      secret.replace(/^whsec_/, ''),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
    ]
    const found = texts.find((text) => parts.some((part) => text.includes(part)))
    if (found === undefined) return []
    const at = parts.map((part) => found.indexOf(part)).find((index) => index >= 0) ?? 0
    return [`${what}: …${found.slice(Math.max(0, at - 200), at)}`]
  })
}

/** A database whose owner is no superuser, with a password that is one of the secrets. */
async function databaseOfOrdinaryUser(t: TestContext): Promise<string> {
  const url = new URL(await createTestDatabaseUrl(t, []))
  const role = `ordinary_${randomBytes(6).toString('hex')}`
  const password = plant('password of the database')
  const database = url.pathname.slice(1)
  await onServer(url.href, async (client) => {
    await client.query(`create role ${role} login password '${password}'`)
    await client.query(`alter database ${database} owner to ${role}`)
  })
  const server = url.href
  t.signal.addEventListener('abort', () => {
    // After the database is gone, which is dropped by then or a moment later.
    void onServer(new URL('/postgres', server).href, async (client) =>
      client.query(`drop role if exists ${role}`),
    ).catch(() => undefined)
  })
  url.username = role
  url.password = password
  return url.href
}

async function everyRow(databaseUrl: string): Promise<string[]> {
  return onServer(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('crawl', 'places')`,
    )
    const rows: string[] = []
    for (const { name } of tables) {
      const { rows: found } = await client.query<{ row: string }>(`select t::text as row from ${name} as t`)
      rows.push(...found.map(({ row }) => `${name} ${row}`))
    }
    return rows
  })
}

async function readyUrl(program: Program, service: string): Promise<string> {
  const [line] = await program.line(new RegExp(`^.*"${service} is ready".*$`))
  return (JSON.parse(line) as { url: string }).url
}

/** Records the headers that it receives, without passing them on. */
async function startSite(t: TestContext) {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(JSON.stringify(request.headers))
    if (request.url === '/reset') return void response.destroy()
    const found = request.url === '/page'
    const text = '<p>The walk along the harbour is three kilometres long and open all year.</p>'.repeat(5)
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html' })
    response.end(found ? `<title>Page</title><article><h1>Harbour</h1>${text}</article>` : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received }
}
