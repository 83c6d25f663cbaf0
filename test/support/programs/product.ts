// The parts of the product as processes of their own on one test database, so that each can be killed and started again.
import type { TestContext } from 'node:test'
import { createProductDatabaseUrl } from '#test/support/database/database.ts'
import { onServer } from '#test/support/database/on-server.ts'
import { freePort } from './free-port.ts'
import { READY, type Part } from './product-part.ts'
import type { Program } from './program.ts'
import { startSurveyor, temporaryFolder } from './surveyor.ts'

export interface Product {
  readonly placesUrl: string
  readonly crawlUrl: string
  readonly databaseUrl: string
  /** Starts a part; a service is ready when this resolves. */
  start(part: Part): Promise<Program>
  /** kill -9. What the part ran is free at once, as if its leases were over. */
  kill(part: Part, program: Program): Promise<void>
}

/** Leases are as long as ever: a worker that a busy machine keeps waiting for one kills itself. `kill` ends them at once. */
const FAST_SWEEP = { SURVEYOR_SWEEP_MS: '200' }
/** Whose jobs a part runs. */
const SCHEMA_OF_JOBS: Readonly<Record<Part, string | null>> = {
  crawl: null,
  worker: 'crawl',
  places: 'places',
}

/** Nothing runs yet; every part gets `environment` beside what connects it to the others. */
export async function createProduct(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<Product> {
  const [databaseUrl, workingDir, placesPort, crawlPort] = await Promise.all([
    createProductDatabaseUrl(t),
    temporaryFolder(t),
    freePort(),
    freePort(),
  ])
  const product = {
    placesUrl: `http://127.0.0.1:${placesPort}`,
    crawlUrl: `http://127.0.0.1:${crawlPort}`,
    databaseUrl,
  }
  const settings = {
    ...FAST_SWEEP,
    SURVEYOR_PLACES_PORT: String(placesPort),
    SURVEYOR_CRAWL_PORT: String(crawlPort),
    SURVEYOR_CRAWL_URL: product.crawlUrl,
    ...environment,
  }
  return {
    ...product,
    async start(part) {
      const own = part === 'worker' ? settings : { ...settings, DATABASE_URL: databaseUrl }
      const program = startSurveyor(t, [part], { workingDir, environment: own })
      await program.line(READY[part])
      return program
    },
    async kill(part, program) {
      program.child.kill('SIGKILL')
      await program.ended
      const schema = SCHEMA_OF_JOBS[part]
      if (schema === null) return
      await onServer(databaseUrl, async (client) =>
        client.query(
          `update ${schema}.jobs set lease_expires_at = now() - interval '1 ms' where lease_expires_at is not null`,
        ),
      )
    },
  }
}
