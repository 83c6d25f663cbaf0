// `surveyor migrate`: migrates both schemas to the version of this program, for set-ups where the services must not.
import { createLogger } from '#platform/telemetry/logger.ts'
import type { CommandLine } from './command-line.ts'
import { commandSettings } from './command-settings.ts'
import { anyDatabase, migrateServices } from '#bin/product/database.ts'

/** Prints the names of the applied files. Answers the exit code. */
export async function runMigrate(line: CommandLine): Promise<number> {
  const settings = await commandSettings(line)
  const log = createLogger({ name: 'migrate', level: settings.logLevel ?? 'warn' })
  await using resources = new AsyncDisposableStack()
  const url = await anyDatabase({ settings, log, resources })
  const applied = await migrateServices(url, ['crawl', 'places'], log)
  console.log(applied.length === 0 ? 'The database is up to date.' : applied.join('\n'))
  return 0
}
