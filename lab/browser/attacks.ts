// T41: pages that hang, crash, eat memory and disk, open windows and never end, in a browser of a worker.
import type { Outcome } from '#lab/experiment.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgress } from '#platform/egress/egress.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createBrowserPool, type BrowserPool } from '#worker/browser/browser-pool.ts'
import { createBrowserFinder } from '#worker/browser/find-browser.ts'
import { ATTACKS, endless, type Attack } from './parts/attacks.ts'
import { browserGroups, inGroups, profileBytes, zombies } from './parts/processes.ts'

export const name = 'browser-attacks'
export const about =
  'pages that hang, crash, eat memory and disk or never end: each ends within deadline + 5 s, leaves no process and no file'

const DEADLINE_MS = 6_000
const MAX_OVER_MS = 5_000
const MAX_DISK_BYTES = 10_000_000
const MAX_PAGE_BYTES = 50_000_000
const CHUNK = new Uint8Array(65_536).fill(120)

interface Ended {
  readonly as: string
  readonly overMs: number
  readonly nextMs: number | null
  readonly diskBytes: number
  readonly pass: boolean
}

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const site = await startSite()
  const settings = {
    allow: ['127.0.0.0/8'],
    hosts: [],
    contact: null,
    hostDelayMs: 0,
    hostConcurrency: 8,
    productVersion: '0',
  }
  const egress = createEgress({ settings, log: silentLogger })
  const pool = createBrowserPool({
    pages: 2,
    find: createBrowserFinder({ chromium: null, browserUrl: null }),
    openVisit: async (rules) => egress.openVisit(rules),
    log: silentLogger,
  })
  const groups = new Set<number>()
  const ended: Record<string, Ended> = {}
  await textOf(pool, `${site.origin}/plain`, 60_000)
  for (const [what, attack] of Object.entries(ATTACKS)) {
    for (const group of browserGroups()) groups.add(group)
    ended[what] = await endOf(pool, site.origin, what, attack)
  }
  for (const group of browserGroups()) groups.add(group)
  await pool[Symbol.asyncDispose]()
  await egress[Symbol.asyncDispose]()
  site.close()
  await reaped(groups)
  const left = { processes: inGroups(groups).length, zombies: zombies(groups), profileBytes: profileBytes() }
  const failed = Object.entries(ended).filter(([, { pass }]) => !pass)
  const figure = {
    attacks: Object.keys(ended).length,
    browsers: groups.size,
    maxOverMs: Math.max(...Object.values(ended).map(({ overMs }) => overMs)),
    maxDiskBytes: Math.max(...Object.values(ended).map(({ diskBytes }) => diskBytes)),
    endings: Object.fromEntries(Object.entries(ended).map(([what, { as }]) => [what, as])),
    left,
    failed: Object.fromEntries(failed),
  }
  const pass = failed.length === 0 && left.processes === 0 && left.zombies === 0 && left.profileBytes === 0
  return { id: name, pass, figure, secs: (performance.now() - startedAt) / 1000 }
}

/** The system takes some time to bury what was killed. */
async function reaped(groups: ReadonlySet<number>): Promise<void> {
  const endsAt = performance.now() + MAX_OVER_MS
  while (zombies(groups) + inGroups(groups).length > 0 && performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function endOf(pool: BrowserPool, origin: string, what: string, attack: Attack): Promise<Ended> {
  const diskBefore = profileBytes()
  let diskBytes = 0
  const watch = setInterval(() => (diskBytes = Math.max(diskBytes, profileBytes() - diskBefore)), 200)
  const startedAt = performance.now()
  const path = attack.page.startsWith('/') ? attack.page : `/${encodeURIComponent(what)}`
  const blow = attack.blow === undefined ? null : () => kill(attack.blow)
  const as = await textOf(pool, origin + path, DEADLINE_MS, blow).then(
    () => 'a page',
    (error: unknown) => String(Object(error).code ?? error),
  )
  const overMs = Math.round(performance.now() - startedAt - DEADLINE_MS)
  clearInterval(watch)
  const nextAt = performance.now()
  const next = await textOf(pool, `${origin}/plain`, 60_000).catch(() => '')
  const nextMs = next.includes('plain') ? Math.round(performance.now() - nextAt) : null
  const isRight = attack.endsIn === undefined || attack.endsIn.includes(as)
  const pass = isRight && overMs <= MAX_OVER_MS && nextMs !== null && diskBytes < MAX_DISK_BYTES
  return { as, overMs, nextMs, diskBytes, pass }
}

function kill(what: Attack['blow']): void {
  const groups = new Set(browserGroups())
  for (const pid of what === 'renderer' ? inGroups(groups, 'renderer') : groups) process.kill(pid, 'SIGKILL')
}

/** What the page shows; `before` is called once it is there. */
async function textOf(
  pool: BrowserPool,
  url: string,
  timeoutMs: number,
  before: (() => void) | null = null,
): Promise<string> {
  return pool.visit(
    {
      url,
      robots: 'ignore',
      headers: {},
      cookies: [],
      maxBytes: MAX_PAGE_BYTES,
      endsAtMs: performance.now() + timeoutMs,
    },
    { jobId: url, signal: new AbortController().signal },
    async (page) => {
      before?.()
      return page.html()
    },
  )
}

async function startSite(): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const what = decodeURIComponent(pathname.slice(1))
    if (pathname === '/endless-file') return endless(response, 'application/octet-stream', CHUNK)
    if (pathname === '/endless-page') return endless(response, 'text/html', CHUNK)
    if (pathname === '/redirect')
      return void response.writeHead(302, { location: `/redirect?${Math.random()}` }).end()
    response.setHeader('content-type', 'text/html')
    response.end(ATTACKS[what]?.page ?? '<p>plain')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
