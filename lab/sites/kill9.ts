// A whole site with traps and a hostile robots.txt, while crawl and its worker are killed again and again: no page lost, none
// stored twice, all of them in the files of the crawl, and none asked for again but those under way at a kill. Then the same
// site with 1 % of its pages changed: how much of it is fetched.
import type { Options, Outcome } from '#lab/experiment.ts'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteCrawl, SitePage } from '#contract/crawl/sites/site.ts'
import { isTerminal } from '#contract/job.ts'
import { freePort } from '#test/support/programs/free-port.ts'
import { killPart, READY, startPart, type Part } from '#test/support/programs/product-part.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { generateSite } from '#test/support/sites/generated/generated-site.ts'

export const name = 'sites-kill9'
export const minutes = 4
export const about =
  'a site of 5,000 pages with traps while crawl and worker are killed: 0 lost, 0 stored twice; 1 % changed: at most 2 % fetched'

const PAGES = Number(process.env['LAB_SITE_PAGES'] ?? 5_000)
const KILLS = 4
const CHANGED = 0.01
const MAX_FETCHED = 0.02
const START_ATTEMPTS = 5
/** What the traps may bring beside the pages of the site. */
const ROOM_FOR_TRAPS = 500
/** Of one calendar and of one list with filters; the default of a crawl. */
const TRAP_BOUND = 200
/** Of a forum that is one page under ever new sessions: what is under way until that is learned. */
const SESSION_BOUND = 150
/** Longer than a busy machine keeps a process waiting: a worker that cannot renew its leases kills itself. */
const LEASE_MS = '15000'

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  await using stack = new AsyncDisposableStack()
  const scratch = stack.use(await startScratchDatabase([]))
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-sites-'))
  stack.defer(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const site = generateSite({ pages: PAGES })
  let kills = 0
  /** By path, how many kills there had been at each request. */
  const killsAt = new Map<string, number[]>()
  const server = createServer((request, response) => {
    const { url: path = '' } = request
    killsAt.set(path, [...(killsAt.get(path) ?? []), kills])
    if (request.url === '/robots.txt') hostileRobots(request, response)
    else site.respond(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: scratch.url,
    SURVEYOR_CRAWL_PORT: String(port),
    SURVEYOR_CRAWL_URL: url,
    SURVEYOR_LEASE_MS: LEASE_MS,
    SURVEYOR_SWEEP_MS: '200',
    SURVEYOR_EGRESS_ALLOW: '127.0.0.0/8',
    SURVEYOR_HOST_DELAY_MS: '0',
  }
  const { DATABASE_URL: _, ...worker } = settings
  /** Again where the machine is too busy to start it, as a supervisor does. */
  const start = async (part: Part, attempts = START_ATTEMPTS): Promise<ChildProcess> => {
    try {
      return (await startPart(part, READY[part], folder, part === 'worker' ? worker : settings)).process
    } catch (error) {
      if (attempts <= 1) throw error
      return start(part, attempts - 1)
    }
  }
  const running = new Map<Part, ChildProcess>()
  stack.defer(async () => void (await Promise.all([...running.values()].map(killPart))))
  for (const part of ['crawl', 'worker'] as const) running.set(part, await start(part))

  /** Asks again where crawl has just been killed. */
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    for (;;) {
      try {
        const response = await fetch(url + path, {
          method,
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        if (response.ok) return JSON.parse(await response.text())
        if (response.status < 500) throw new Error(`${path} answered ${response.status}`)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
      await sleep(200)
    }
  }
  const crawl = async (more: object): Promise<string> => {
    const body = { urls: [`${origin}/`], maxPages: PAGES + ROOM_FOR_TRAPS, ...more }
    return (await ask<{ jobId: string }>('POST', '/api/v1/sites/crawl', body)).jobId
  }
  const look = async (id: string) => ask<SiteCrawl>('GET', `/api/v1/sites/${id}`)
  const ended = async (id: string): Promise<SiteCrawl> => {
    for (;;) {
      const now = await look(id)
      say(`${now.manifest.counts.stored} pages stored, ${now.manifest.requests} requests, ${kills} kills`)
      if (isTerminal(now.status)) return now
      await sleep(500)
    }
  }

  const crawledAt = performance.now()
  const id = await crawl({ artifact: true })
  while (kills < KILLS) {
    // One kill for each part of the site.
    for (;;) {
      const { manifest, status } = await look(id)
      say(`${manifest.counts.stored} pages stored, ${kills} of ${KILLS} kills`)
      if (isTerminal(status) || manifest.counts.stored >= ((kills + 1) * PAGES) / (KILLS + 2)) break
      await sleep(100)
    }
    const part = kills % 2 === 0 ? 'worker' : 'crawl'
    const victim = running.get(part)
    kills += 1
    if (victim !== undefined) await killPart(victim)
    running.set(part, await start(part))
  }
  const first = await ended(id)
  const secs = (performance.now() - crawledAt) / 1_000
  const pages: SitePage[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`
    const part: { items: SitePage[]; nextCursor: string | null } = await ask(
      'GET',
      `/api/v1/sites/${id}/pages?limit=500${more}`,
    )
    pages.push(...part.items)
    cursor = part.nextCursor
  }
  const pathOf = (url: string) => url.slice(origin.length)
  const stored = pages.filter(({ state }) => state === 'stored').map(({ url }) => pathOf(url))
  const kept = new Set(stored)
  // A page whose copy came first is the duplicate of that.
  const copies = pages.filter(
    ({ reason, duplicateOf }) => reason === 'content' && kept.has(pathOf(duplicateOf ?? '')),
  )
  const found = new Set([...stored, ...copies.map(({ url }) => pathOf(url))])
  const expected = [...site.plan.pages.keys()]
  const lost = expected.filter((path) => !found.has(path))
  const twice = expected.filter((path) => (site.fetches.get(path) ?? 0) > 1)
  // What was under way at a kill is asked for again after it, and a redirect leads to its target; nothing else is.
  const targets = new Set(
    pages.flatMap(({ reason, duplicateOf }) => (reason === 'redirect' ? [pathOf(duplicateOf ?? '')] : [])),
  )
  const twiceWithoutKill = twice.filter((path) => {
    if (targets.has(path)) return false
    const requests = killsAt.get(path) ?? []
    return new Set(requests).size < requests.length
  })
  const inFiles: string[] = []
  for (const { href } of first.manifest.artifacts ?? []) {
    const text = await (await fetch(url + href)).text()
    for (const line of text.trimEnd().split('\n')) inFiles.push((JSON.parse(line) as SitePage).url)
  }
  const areFilesWhole = inFiles.length === pages.length && new Set(inFiles).size === pages.length
  const fetchesOf = (folder: string) =>
    [...site.fetches].reduce((sum, [path, n]) => (path.startsWith(folder) ? sum + n : sum), 0)
  const traps = {
    calendar: fetchesOf('/calendar/'),
    filters: fetchesOf('/shop/'),
    sessions: fetchesOf('/forum/'),
    loop: fetchesOf('/loop/'),
    disallowed: fetchesOf('/private/secret'),
  }
  // What was under way at a kill is asked for again.
  const isBounded =
    traps.calendar <= 2 * TRAP_BOUND &&
    traps.filters <= 2 * TRAP_BOUND &&
    traps.sessions <= SESSION_BOUND &&
    traps.disallowed === 0

  site.forgetFetches()
  const changed = site.change(CHANGED, new Date())
  const again = await ended(await crawl({ incremental: id }))
  const bodies = expected.reduce(
    (sum, path) => sum + (site.fetches.get(path) ?? 0) - (site.notModified.get(path) ?? 0),
    0,
  )
  return {
    id: name,
    pass:
      lost.length === 0 &&
      stored.length === kept.size &&
      first.status === 'succeeded' &&
      twiceWithoutKill.length === 0 &&
      areFilesWhole &&
      isBounded &&
      again.status === 'succeeded' &&
      bodies <= MAX_FETCHED * expected.length,
    figure: {
      expected: expected.length,
      found: expected.length - lost.length,
      lost: lost.slice(0, 5),
      stored: stored.length,
      storedTwice: stored.length - kept.size,
      fetchedTwice: twice.length,
      twiceWithoutKill: twiceWithoutKill.slice(0, 5),
      linesInFiles: `${inFiles.length} of ${pages.length}`,
      requests: first.manifest.requests,
      traps,
      leftOut: first.manifest.leftOut.map(({ reason, count }) => `${reason} ${count}`),
      kills,
      pagesPerSecond: Math.round((stored.length / secs) * 10) / 10,
      changed: changed.length,
      bodiesFetchedAgain: bodies,
      requestsAgain: again.manifest.requests,
      notModified: again.manifest.notModified,
      unchanged: again.manifest.counts.unchanged,
      load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/** Rules first, then more than anybody reads: lines without end, zeros, and a late rule that forbids everything. */
function hostileRobots(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/octet-stream' })
  response.write('User-agent: *\nDisallow: /private/\n')
  const { host = '' } = request.headers
  response.write(`Sitemap: http://${host}/sitemap_index.xml\nSitemap: http://${host}/feed.xml\n`)
  response.write(Buffer.alloc(400_000))
  response.write(`\nAllow: /${'*a'.repeat(50_000)}$\n`)
  response.end(`${'Disallow: /nowhere/*/x$\n'.repeat(40_000)}Disallow: /\n`)
}
