// A process that owns an embedded database until SIGTERM: what the tests start, kill and start again.
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts'
import { createLogger } from '#platform/telemetry/logger.ts'

const dataDir = process.argv[2] as string
const log = createLogger({ name: 'embedded-owner', level: 'warn' })

// Like the product: Ctrl-C reaches the whole group, and the owner decides when the server stops.
process.on('SIGINT', () => console.log('got SIGINT'))
const stopped = new Promise<void>((resolve) => {
  process.once('SIGTERM', () => resolve())
})

try {
  await using server = await startEmbeddedPostgres({ dataDir, log })
  console.log(`ready ${server.url}`)
  // A pending promise alone does not keep a process alive.
  const alive = setInterval(() => undefined, 60_000)
  await stopped
  clearInterval(alive)
} catch (error) {
  console.log(`refused: ${(error as Error).message}`)
  process.exitCode = 1
}
