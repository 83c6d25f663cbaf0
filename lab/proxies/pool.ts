// T45: a pool under load: two proxies fail, one is banned by one domain, and holders are killed.
import type { Outcome } from '#lab/experiment.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Proxy } from '#contract/crawl/learned/proxy.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { startLocalProxy, type LocalProxy } from '#test/support/sites/local-proxies.ts'
import { startCrawl } from './parts/start-crawl.ts'

export const name = 'proxies-pool'
export const about =
  '50 clients, 10 proxies, two fail, one is banned by one domain, holders die by kill -9 (--seconds at most)'

const PROGRAM = `${import.meta.dirname}/programs/client.ts`
const PROCESSES = 5
const CLIENTS_EACH = 10
const LEASES = 2_000
const MAX_LEASES = 6
const TTL_MS = 10_000
/** What killed holders still have must be over by then. */
const GIVE_UP_MS = 60_000
/** A holder is killed after so many leases of all. */
const LEASES_PER_KILL = 120
const STRICT = 'strict.test'

interface Line {
  readonly domain: string
  readonly proxy: string
  readonly outcome: string
}

export async function run({ seconds = 300 }: { readonly seconds?: number }): Promise<Outcome> {
  const startedAt = performance.now()
  await using scratch = await startScratchDatabase(['jobs', 'keys', 'webhooks', 'blobs', 'crawl'])
  const db = await scratch.open(20)
  await using crawl = await startCrawl(scratch)
  /** From which ports the banned proxy connects. */
  const bannedSockets = new Set<number>()
  const site = createServer((request, response) => {
    const isBanned = request.headers.host === STRICT && bannedSockets.has(request.socket.remotePort ?? 0)
    response.writeHead(isBanned ? 403 : 200).end('page')
  })
  // Another proxy may get the port later.
  site.on('connection', (socket) => socket.once('close', () => bannedSockets.delete(socket.remotePort ?? 0)))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const sitePort = (site.address() as AddressInfo).port

  const proxies: (LocalProxy & { readonly id: string })[] = []
  const protocols = [
    'http',
    'socks5',
    'http',
    'socks5',
    'http',
    'socks5',
    'http',
    'socks5',
    'http',
    'socks5',
  ] as const
  for (const protocol of protocols) {
    const proxy = await startLocalProxy({
      protocol,
      credentials: 'user:secret',
      ...(proxies.length === 2 ? { onTunnel: (port: number) => void bannedSockets.add(port) } : {}),
    })
    const body = { url: proxy.url, maxConcurrency: MAX_LEASES }
    const added = await fetch(`${crawl.url}/api/proxy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    proxies.push(Object.assign(proxy, { id: ((await added.json()) as Proxy).id }))
  }
  const [failing, refusing, bannedProxy] = proxies
  if (failing === undefined || refusing === undefined || bannedProxy === undefined) throw new Error('too few')
  failing.fault = 'refuse'
  refusing.fault = 1

  const lines: Line[] = []
  const domains = [STRICT, 'open-a.test', 'open-b.test', 'open-c.test'].map(
    (domain) => `${domain}=${sitePort}`,
  )
  const children: ChildProcess[] = []
  /** Those that have leased: only they have something to lose. */
  const holders = new Set<ChildProcess>()
  let stopping = false
  let kills = 0
  const start = (slot: number): void => {
    const args = [PROGRAM, crawl.url, domains.join(','), String(CLIENTS_EACH), String(TTL_MS)]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    children[slot] = child
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [domain = '', proxy = '', outcome = ''] = line.split(' ')
      lines.push({ domain, proxy, outcome })
      holders.add(child)
      if (stopping || lines.length % LEASES_PER_KILL !== 0) return
      const victims = [...holders]
      if (victims[Math.floor(Math.random() * victims.length)]?.kill('SIGKILL') === true) kills += 1
    })
    child.once('exit', () => {
      holders.delete(child)
      if (!stopping) start(slot)
    })
  }
  for (let slot = 0; slot < PROCESSES; slot += 1) start(slot)

  const watch = watchLeases(db)
  const workFrom = performance.now()
  while (lines.length < LEASES && performance.now() - workFrom < seconds * 1_000) await sleep(50)
  const workMs = performance.now() - workFrom
  stopping = true
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(
    children.map(async (child) => (child.exitCode ?? child.signalCode) === null && once(child, 'exit')),
  )
  const heldAtEnd = await countActive(db)
  const giveUpAt = performance.now() + GIVE_UP_MS
  while ((await countActive(db)) > 0 && performance.now() < giveUpAt) await sleep(100)
  const heldLater = await countActive(db)
  const { mostLeased, mostOverdueMs, miscounted } = await watch.stop()

  const thirds = [0, 1, 2].map((third) => {
    const part = lines.slice((third * lines.length) / 3, ((third + 1) * lines.length) / 3)
    return share(part.filter(({ outcome }) => outcome === 'ok').length, part.length)
  })
  const late = lines.slice(lines.length / 2)
  const ofBanned = late.filter(({ proxy }) => proxy === bannedProxy.id)
  const elsewhere = ofBanned.filter(({ domain }) => domain !== STRICT)
  const [expired] = await db.query<{ n: number }>(
    sql`select count(*)::integer as n from proxy_leases where state = 'expired'`,
  )
  const states = await db.query<{ id: string; state: string }>(
    sql`select 'prx_' || id as id, state from proxies`,
  )
  const stateOf = (id: string): string => states.find((row) => row.id === id)?.state ?? 'gone'
  const figure = {
    leases: lines.length,
    leasesPerSecond: Math.round(lines.length / (workMs / 1_000)),
    successByThird: thirds,
    kills,
    expired: expired?.n ?? 0,
    mostLeased,
    allowed: MAX_LEASES,
    mostOverdueMs,
    heldAtEnd,
    heldLater,
    failing: [stateOf(failing.id), stateOf(refusing.id)],
    banned: {
      state: stateOf(bannedProxy.id),
      elsewhere: elsewhere.length,
      elsewhereOk: share(elsewhere.filter(({ outcome }) => outcome === 'ok').length, elsewhere.length),
      there: ofBanned.length - elsewhere.length,
    },
  }
  for (const proxy of proxies) await proxy.stop()
  site.closeAllConnections()
  site.close()
  const pass =
    mostLeased <= MAX_LEASES &&
    miscounted === 0 &&
    heldLater === 0 &&
    kills > 0 &&
    figure.expired > 0 &&
    (thirds[2] ?? 0) > 0.9 &&
    elsewhere.length > 0 &&
    figure.banned.elsewhereOk > 0.9 &&
    !['healthy', 'new'].includes(stateOf(failing.id)) &&
    ['healthy', 'degraded'].includes(stateOf(bannedProxy.id))
  return { id: name, pass, figure, secs: Math.round((performance.now() - startedAt) / 100) / 10 }
}

/** Looks all the time at how many leases each proxy has, and how long ones outlive their time. */
function watchLeases(db: Database): {
  stop(): Promise<{ mostLeased: number; mostOverdueMs: number; miscounted: number }>
} {
  const stopped = new AbortController()
  let mostLeased = 0
  let mostOverdueMs = 0
  let miscounted = 0
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      // One snapshot: the count of a proxy is that of its rows.
      const rows = await db.query<{ held: number; leased: number; overdueMs: number | null }>(sql`
        select count(l.id)::integer as held, p.leased,
          (extract(epoch from now() - min(l.expires_at)) * 1000)::float8 as "overdueMs"
        from proxies p left join proxy_leases l on l.proxy_id = p.id and l.state = 'active' group by p.id`)
      for (const { held, leased, overdueMs } of rows) {
        mostLeased = Math.max(mostLeased, held, leased)
        mostOverdueMs = Math.max(mostOverdueMs, Math.round(overdueMs ?? 0))
        if (held !== leased) miscounted += 1
      }
      await sleep(20)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await watching
      return { mostLeased, mostOverdueMs, miscounted }
    },
  }
}

async function countActive(db: Database): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::integer as n from proxy_leases where state = 'active'`,
  )
  return row?.n ?? 0
}

const share = (part: number, whole: number): number => Math.round((1_000 * part) / Math.max(1, whole)) / 1_000
