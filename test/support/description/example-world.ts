// Both services with a worker, a site and a map: whatever an example names by a made-up id is there when it is sent.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import { discoverExtractors } from '#extract/discover.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { createFakeGoogle, serveFakeGoogle } from '#test/support/google/fake-google.ts'
import { startCrawlWorker } from '#test/support/crawl/start-crawl-worker.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { createPeerFetch } from '#worker/peer-fetch.ts'
import { exampleFile } from './example-files.ts'
import { startExampleSite } from './example-site.ts'

const EXTRACTORS = new URL('../../../src/extractors/', import.meta.url)
const MAP = 'data/osm/planetiler-monaco-latest.osm.pbf'

/** Why examples that need a map are left out; false where the map is there. */
export const NO_MAP = skipWithout(MAP)

/** What to do about an example that does not work. */
export const EXAMPLE_HINT =
  'An example must name something of test/support/description: an id of example-world.ts, an address or a file whose ending has a row in example-files.ts.'

export interface ExampleRequest {
  readonly service: 'crawl' | 'places'
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** A form in the place of the body: texts, and files by a name (`@a.pdf`) or by none (`@`). */
  readonly form?: readonly (readonly [field: string, value: string])[]
}

export interface ExampleAnswer {
  readonly status: number
  readonly mediaType: string
  readonly text: string
  readonly json: unknown
}

export interface ExampleWorld {
  readonly urls: Readonly<Record<ExampleRequest['service'], string>>
  /** Puts living things in the place of made-up ids, and sends it to where they live. */
  send(request: ExampleRequest): Promise<ExampleAnswer>
  /** The end of what a 202 promised: its `status`. */
  ended(request: ExampleRequest, accepted: unknown): Promise<unknown>
}

/** The place of docs/google.md. */
const EXAMPLE_CAFE = { fid: '0x12cdc28f7b1d2a11:0x2bc1', name: 'Café du Port', lat: 43.735, lng: 7.421 }

/** The data that a worker submits for `maps.search`, in place of `{…}` in the documents. */
export const SEARCH_DATA = {
  provider: 'osm-file',
  area: null,
  interpretation: { kind: 'all', categories: [], terms: [] },
  places: [],
  nextCursor: null,
  exhausted: true,
  partialReason: null,
  attribution: [],
}

const LEASE = /7c1f3b52[-0-9a-f]*…?/g
const ID = /\b(job|wrk|art|key|whe|whk|prm|prx|lse|pat|exc|sea|ses|plc|mrg|sch)_(?:01980f5e[-0-9a-f]*…?|…)/g
const SHA = '0'.repeat(64)
const BODY = Buffer.from('<p>kept</p>')

/** A page that a worker keeps. */
export const KEPT_PAGE = {
  key: 'p9Zl3S1Nn0Jq0kX8yq2wP7mB5tV4cR6dF1gH3jK9LsA',
  sha256: createHash('sha256').update(BODY).digest('hex'),
  bodyBytes: BODY.length,
  body: zstdCompressSync(BODY).toString('base64'),
}

const SECRET = makeSecret()

/** The signature headers that a receiver of signed calls requires. */
function signature({ path, body = '' }: ExampleRequest): Record<string, string> {
  if (path !== '/api/enrich/webhook') return {}
  const now = new Date()
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', now, body),
  }
}

async function formOf(path: string, fields: NonNullable<ExampleRequest['form']>): Promise<FormData> {
  const form = new FormData()
  for (const [field, value] of fields) {
    if (!value.startsWith('@')) form.append(field, value)
    else form.append(field, await exampleFile(path, value === '@' ? undefined : value.slice(1)))
  }
  return form
}

interface Made {
  readonly id: string
  readonly sessionId?: string
}

export async function startExampleWorld(t: TestContext): Promise<ExampleWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-examples-'))
  t.after(async () => rm(folder, { recursive: true, force: true }))
  const [site, extractors] = await Promise.all([startExampleSite(t), discoverExtractors(EXTRACTORS)])
  const hosts = ['example.org', 'example.com', '*.example.org', '*.example.com'].map(
    (name) => `${name}=127.0.0.1:${site.port}`,
  )
  const webhooks = { allow: ['127.0.0.0/8'], hosts, pollMs: 200 }
  const options = { extractors, webhooks }
  const crawl = await startTestCrawl(t, options)
  // Its jobs wait for a test that acts as the worker.
  const unserved = await startTestCrawl(t, options)
  const map = NO_MAP === false ? { mapProvider: 'osm-file', osmFile: sharedPath(MAP) } : {}
  const googleUrl = await serveFakeGoogle(t, createFakeGoogle({ places: [EXAMPLE_CAFE] }))
  const settings = { ...map, airbnbUrl: site.origin, googleEnabled: true, googleUrl }
  const peers = createPeerFetch({ settings, userAgent: 'Surveyor/test' })
  const concurrency = { light: 10, http: 4, browser: 1, parser: 1 }
  const host = { settings, dataDir: folder, peerFetch: peers.fetch }
  await startCrawlWorker(t, crawl, extractors, host, { hosts }, { concurrency })
  crawl.beforeStop(async () => peers[Symbol.asyncDispose]())
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, webhooks, callbackSecret: SECRET })

  const urlOf = ({ service, path, method }: ExampleRequest): string => {
    if (service === 'places') return places.url
    return /^\/api\/workers?\b/.test(path) || (method === 'POST' && /\/(?:cancel|pause|resume)$/.test(path))
      ? unserved.url
      : crawl.url
  }

  async function ask(url: string, method: string, path: string, body?: string | FormData, headers = {}) {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
    const json: unknown = /[/+]json$/.test(mediaType) ? JSON.parse(text) : null
    return { status: response.status, mediaType, text, json }
  }
  async function made(url: string, method: string, path: string, body: unknown = {}): Promise<Made> {
    const answer = await ask(url, method, path, JSON.stringify(body))
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.json as Made
  }

  await made(crawl.url, 'POST', '/api/cdn-report', { domain: 'example.org', outcome: 'ok' })

  /** For one request: each object is made when its id first occurs, and stays the same for the rest of the request. */
  let resume = async (): Promise<void> => undefined
  function things(url: string, { path }: ExampleRequest) {
    const known = new Map<string, Promise<string>>()
    const once = (kind: string, make: () => Promise<string>) => {
      const there = known.get(kind) ?? make()
      known.set(kind, there)
      return there
    }
    const search = async () => {
      // Only what failed is run again.
      const location = path.endsWith('/retry') ? 'No such place at all' : 'Monaco'
      // Held back, it runs until it is cancelled.
      const isHeld = path.endsWith('/cancel')
      if (isHeld) await made(url, 'POST', '/api/queue/pause')
      const { id } = await made(url, 'POST', '/api/search', { query: 'cafes', location })
      if (isHeld) resume = async () => void (await made(url, 'POST', '/api/queue/resume'))
      else await ask(url, 'GET', `/api/search/${id}?waitMs=30000`)
      return id
    }
    const makers: Readonly<Record<string, () => Promise<string>>> = {
      async job() {
        if (url === places.url) {
          await id('sea')
          const { json } = await ask(url, 'GET', '/api/jobs?limit=1')
          return (json as { items: Made[] }).items[0]?.id ?? ''
        }
        if (path.startsWith('/api/v1/sites/')) {
          return (await made(url, 'POST', '/api/v1/sites/crawl', { urls: ['http://example.org/'] })).id
        }
        const [target, input] =
          url === unserved.url
            ? (['/api/v1/maps/search', { query: `cafes ${Math.random()}` }] as const)
            : (['/api/v1/markdown/extract', { html: `<p>${Math.random()}</p>` }] as const)
        const { json } = await ask(url, 'POST', target, JSON.stringify(input), { prefer: 'respond-async' })
        const { id: job } = json as Made
        if (url === crawl.url) await ask(url, 'GET', `/api/jobs/${job}?waitMs=20000`)
        return job
      },
      async wrk() {
        const capabilities = {
          types: ['maps.search', 'maps.extract', 'markdown.extract'],
          concurrency: { light: 4, http: 4 },
        }
        const worker = { name: 'w', instanceId: `w-${Math.random()}`, version: '1', capabilities }
        const { workerId } = (await made(url, 'POST', '/api/worker/register', worker)) as unknown as {
          workerId: string
        }
        return workerId
      },
      async lease() {
        const [job, workerId] = [await id('job'), await id('wrk')]
        const claimed = await made(url, 'POST', `/api/worker/jobs/${job}/claim`, { workerId })
        return (claimed as unknown as { leaseToken: string }).leaseToken
      },
      async art() {
        const { json } = await ask(url, 'POST', '/api/v1/artifacts?kind=upload', 'bytes', {
          'content-type': 'text/plain',
        })
        const { id: upload } = json as Made
        if (url !== unserved.url) return upload
        // A worker reads what the input of its job names.
        const input = JSON.stringify({ artifactId: upload })
        const job = await ask(url, 'POST', '/api/v1/markdown/extract', input, { prefer: 'respond-async' })
        known.set('job', Promise.resolve((job.json as Made).id))
        return upload
      },
      key: async () => {
        const answer = await made(url, 'POST', '/api/keys', { name: 'made', scopes: ['jobs'] })
        return answer.id ?? (answer as unknown as { key: Made }).key.id
      },
      whe: async () => {
        const answer = await made(url, 'POST', '/api/webhook-endpoints', { url: 'http://example.com/hooks' })
        return (answer as unknown as { endpoint: Made }).endpoint.id
      },
      async whk() {
        const endpoint = await id('whe')
        await made(url, 'POST', `/api/webhook-endpoints/${endpoint}/test`)
        for (;;) {
          const { json } = await ask(url, 'GET', `/api/webhooks?endpointId=${endpoint}`)
          const [record] = (json as { items: { id: string; status: string }[] }).items
          if (record?.status === 'delivered') return record.id
        }
      },
      async prm() {
        const terms = { resource: `example ${Math.random()}`, concurrency: 1 }
        const answer = await made(url, 'POST', '/api/worker/permits', terms)
        return (answer as unknown as { permits: string[] }).permits[0] ?? ''
      },
      async prx() {
        const address = `http://user:password@proxy-${Math.random()}.example.com`
        const proxy = { url: address, group: 'eu', country: 'DE' }
        return (await made(url, 'POST', '/api/proxy', proxy)).id
      },
      async lse() {
        await id('prx')
        // A worker releases what its job has leased.
        const jobId = path.startsWith('/api/worker/') ? { jobId: await id('job') } : {}
        const answer = await made(url, 'POST', '/api/proxy/lease', jobId)
        return (answer as unknown as { leaseId: string }).leaseId
      },
      async pat() {
        // A link that three sites have is a candidate.
        const template = Array.from(`${Math.random()}`.slice(2), (digit) => 'abcdefghij'[Number(digit)]).join(
          '',
        )
        const seen = ['a', 'b', 'c'].map((domain) => ({
          signalId: `${template}-${domain}`,
          type: 'link_seen',
          url: `https://${domain}.example/${template}`,
          observedAt: new Date().toISOString(),
        }))
        await made(url, 'POST', '/api/signals', { signals: seen })
        await made(url, 'POST', '/api/discovery/rebuild')
        const { json } = await ask(
          url,
          'GET',
          '/api/discovery/candidates?status=candidate&kind=path&limit=500',
        )
        const { items } = json as { items: { id: string; template: string }[] }
        return items.find((pattern) => pattern.template === `/${template}`)?.id ?? ''
      },
      async exc() {
        const exclusion = { kind: 'host', value: `host${Math.random()}.example` }
        return (await made(url, 'POST', '/api/discovery/exclusions', exclusion)).id
      },
      sea: search,
      async ses() {
        const { json } = await ask(url, 'GET', `/api/search/${await id('sea')}`)
        return (json as Made).sessionId ?? ''
      },
      async plc() {
        const { json } = await ask(url, 'GET', `/api/places?sessionId=${await id('ses')}&limit=1`)
        return (json as { items: Made[] }).items[0]?.id ?? ''
      },
      async mrg() {
        const { json } = await ask(url, 'GET', `/api/places?sessionId=${await id('ses')}&limit=2`)
        const [first, second] = (json as { items: Made[] }).items
        const merge = await made(url, 'POST', '/api/merges', { placeId: first?.id, otherId: second?.id })
        return merge.id
      },
      async sch() {
        const repeated = { query: 'cafes', location: 'Monaco', schedule: { everyMs: 86_400_000 } }
        const { links } = (await made(url, 'POST', '/api/search', repeated)) as Made & {
          links: { self: string; schedule: string }
        }
        // Only then it can be run again.
        await ask(url, 'GET', `${links.self}?waitMs=30000`)
        return links.schedule.split('/').at(-1) ?? ''
      },
      async sha() {
        const { key, ...kept } = KEPT_PAGE
        const at = { key, holder: key, extractor: 'markdown' }
        await made(url, 'POST', '/api/worker/snapshots/lookups', {
          wishes: [{ ...at, maxAgeMs: 0, lead: true }],
        })
        const page = {
          finalUrl: 'https://example.org/',
          status: 200,
          headers: {},
          redirects: [],
          robots: { verdict: 'allowed', rule: null },
          vary: {},
          ...kept,
        }
        await made(url, 'POST', '/api/worker/snapshots', {
          reports: [{ ...at, url: page.finalUrl, outcome: 'kept', ageMs: 0, page }],
        })
        return kept.sha256
      },
    }
    const id = async (kind: string): Promise<string> => {
      const make = makers[kind]
      if (make === undefined) throw new Error(`no example knows how to make a ${kind}`)
      return once(kind, make)
    }
    return { id }
  }

  async function send(request: ExampleRequest): Promise<ExampleAnswer> {
    const answer = await sendOnce(request)
    // On a busy machine a parser may run out of time; the example is still valid.
    return answer.status === 504 ? send(request) : answer
  }

  async function sendOnce(request: ExampleRequest): Promise<ExampleAnswer> {
    const url = urlOf(request)
    const { id } = things(url, request)
    const whole = `${request.path} ${request.body ?? ''}`
    // The site speaks plain HTTP.
    let [path, body] = [request.path, request.body].map((text) =>
      text
        ?.replaceAll('https://example.', 'http://example.')
        .replaceAll('https%3A%2F%2Fexample.', 'http%3A%2F%2Fexample.'),
    )
    const fill = async (kind: string, pattern: RegExp | string) => {
      const value = await id(kind)
      path = path?.replaceAll(pattern, value)
      body = body?.replaceAll(pattern, value)
    }
    const kinds = new Set([...whole.matchAll(ID)].map(([, kind = '']) => kind))
    // First: it makes the job that names it.
    if (kinds.has('art')) await id('art')
    for (const kind of kinds) await fill(kind, new RegExp(ID.source.replace(/\(job.*?\)/, kind), 'g'))
    const needsLease = LEASE.test(whole) && kinds.has('job')
    LEASE.lastIndex = 0
    if (needsLease) await fill('lease', LEASE)
    if (whole.includes(SHA)) await fill('sha', SHA)
    if (request.path.startsWith('/api/v1/sessions/')) {
      const session = { html: '<p>x</p>', sessionId: request.path.split('/').at(-1) }
      await made(url, 'POST', '/api/v1/markdown/extract', session)
    }
    // Its examples name groups.
    if (request.path.startsWith('/api/proxy')) {
      await id('prx')
      await ask(url, 'POST', '/api/proxy/groups', JSON.stringify({ name: 'empty' }))
    }
    // Nobody waits in vain for something to do.
    if (/\/(?:claims|next)\b/.test(request.path)) await id('job')
    const sent = request.form === undefined ? body : await formOf(request.path, request.form)
    const answer = await ask(url, request.method, path ?? '', sent, {
      ...request.headers,
      ...signature(request),
    })
    await resume()
    resume = async () => undefined
    return answer
  }

  return {
    urls: { crawl: crawl.url, places: places.url },
    send,
    async ended(request, accepted) {
      const { id } = accepted as Made
      const path = id.startsWith('sea_') ? '/api/search' : '/api/jobs'
      for (;;) {
        const { json } = await ask(urlOf(request), 'GET', `${path}/${id}?waitMs=30000`)
        const { status } = json as { status: string }
        if (!['queued', 'running', 'scheduled'].includes(status)) return status
      }
    },
  }
}
