// The parts of the product as processes of their own on one test database, so that each can be killed and started again.
import type { TestContext } from 'node:test'
import { createTestDatabaseUrl } from '#test/support/database/database.ts'
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
}

/**
 * Short leases, so that the jobs of a killed process are soon taken over; a worker whose event loop is blocked for a
 * lease kills itself.
 */
const SHORT = { SURVEYOR_LEASE_MS: '2000', SURVEYOR_SWEEP_MS: '200' }
/** Several tests at once share a server that takes 60. */
const FEW_CONNECTIONS = { SURVEYOR_DATABASE_CONNECTIONS: '8' }

/** Nothing runs yet; every part gets `environment` beside what connects it to the others. */
export async function createProduct(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
): Promise<Product> {
  const [databaseUrl, workingDir, placesPort, crawlPort] = await Promise.all([
    createTestDatabaseUrl(t, []),
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
    ...SHORT,
    ...FEW_CONNECTIONS,
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
  }
}
