// Two crawl replicas and three workers as processes of their own on one database, as a team runs them.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '#platform/db/database.ts'
import { killPart, startPart } from '#test/support/programs/product-part.ts'
import { openScratch, startScratchDatabase } from '#test/support/database/scratch-database.ts'

export interface Replica {
  readonly url: string
  readonly process: ChildProcess
}

export interface Cluster extends AsyncDisposable {
  readonly replicas: readonly [Replica, Replica]
  /** Over the schema of crawl. */
  readonly db: Database
}

const TOWN = fileURLToPath(new URL('../../../demo/town.osm', import.meta.url))
const WORKERS = 3

/**
 * The settings of both replicas and all workers. Leases are short, so that the jobs of a killed process come back soon.
 * They are long enough that a worker on a busy machine does not kill itself as hung (it does so after a lease without a
 * turn).
 */
const ENVIRONMENT = {
  SURVEYOR_LEASE_MS: '10000',
  SURVEYOR_SWEEP_MS: '500',
  SURVEYOR_CRAWL_PORT: '0',
  SURVEYOR_OSM_FILE: TOWN,
  SURVEYOR_LOG_LEVEL: 'info',
}

/** Ready when all three workers are registered. */
export async function startCluster(environment: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  await using failed = new AsyncDisposableStack()
  const scratch = failed.use(await startScratchDatabase([]))
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-cluster-'))
  failed.defer(async () => rm(folder, { recursive: true, force: true }))
  const settings = { ...ENVIRONMENT, ...environment, DATABASE_URL: scratch.url, SURVEYOR_DATA_DIR: folder }
  const start = async (part: string, ready: RegExp, more: Record<string, string> = {}) => {
    const started = await startPart(part, ready, folder, { ...settings, ...more })
    failed.defer(async () => killPart(started.process))
    return started
  }
  const replica = async (): Promise<Replica> => {
    const { process, line } = await start('crawl', /"crawl is ready"/)
    return { process, url: (JSON.parse(line) as { url: string }).url }
  }
  // One after the other: the first one migrates.
  const replicas = [await replica(), await replica()] as const
  const balancer = await startBalancer(replicas.map(({ url }) => Number(new URL(url).port)))
  failed.defer(async () => balancer.close())
  const crawl = { SURVEYOR_CRAWL_URL: balancer.url }
  await Promise.all(
    Array.from({ length: WORKERS }, async () => start('worker', /registered with crawl/, crawl)),
  )
  const db = failed.use(await openScratch(scratch.url, 'crawl', 4))
  const resources = failed.move()
  return { replicas, db, [Symbol.asyncDispose]: async () => resources.disposeAsync() }
}

/** Distributes connections to the servers in turn: for workers, this is the load balancer before the replicas. */
async function startBalancer(ports: readonly number[]): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server: Server = createServer((client) => {
    turn += 1
    handOn(client, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)])
  })
  const handOn = (client: Socket, [port, ...others]: readonly number[]): void => {
    if (port === undefined) return void client.destroy()
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    client.on('error', () => upstream.destroy())
    upstream.once('error', () => {
      if (upstream.connecting || upstream.bytesWritten === 0) handOn(client, others)
      else client.destroy()
    })
    upstream.once('connect', () => {
      client.pipe(upstream)
      upstream.pipe(client)
    })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
