// `surveyor start`: runs the whole product on one machine until it is told to stop.
import type { Settings } from '#config/settings.ts'
import { createLogger } from '#platform/telemetry/logger.ts'
import { checkSetup } from './check-setup.ts'
import { commandSettings } from '#bin/cli/command-settings.ts'
import type { CommandLine } from '#bin/cli/command-line.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { STOP_MARGIN_MS } from './run-service.ts'
import { announceProduct } from '#bin/product/running-product.ts'
import { runUntilStopped } from '#bin/product/run-until-stopped.ts'

const SILENT_MS = 1_000

/** Runs until a signal stops it. Answers the exit code. */
export async function runStart(line: CommandLine): Promise<number> {
  const settings = await commandSettings(line)
  const log = createLogger({ name: 'surveyor', level: settings.logLevel ?? 'warn' })
  return runUntilStopped({
    log,
    say: (text) => console.log(text),
    stopWithinMs: settings.stopGraceMs + STOP_MARGIN_MS,
    async start(resources, { signal, onStopNow }) {
      const progress = sayOnce((message) => console.log(`${message} …`))
      const found = await checkSetup({ settings, log, signal, readsAll: true, network: false, progress })
      const product = await startProduct({
        settings,
        settingsFile: line.settingsFile,
        log,
        resources,
        signal,
        onStopNow,
      })
      resources.use(await announceProduct(settings, product))
      console.log(welcome(settings, product, found.exampleLocation))
    },
  })
}

/** Writes each message once, if it lasts longer than a moment. */
function sayOnce(say: (message: string) => void): (message: string) => void {
  const startedAt = performance.now()
  let said = ''
  return (message) => {
    if (message === said || performance.now() - startedAt < SILENT_MS) return
    said = message
    say(message)
  }
}

/** `exampleLocation` is null when the map is not a file, or the file names no settlement. */
function welcome(
  settings: Settings,
  { placesUrl, crawlUrl, keyed }: RunningProduct,
  exampleLocation: string | null,
): string {
  const { workers, dataDir, osmFile, adminKey } = settings
  // An extract without a named settlement is searched as a whole.
  const location = exampleLocation ?? (osmFile === null ? 'Monaco' : undefined)
  const body = JSON.stringify({ query: 'cafe', location }).replaceAll("'", String.raw`'\''`)
  // The line names the variable and not the key, because terminals and logs keep what is printed.
  const variable = adminKey === null ? '$SURVEYOR_KEY' : '$SURVEYOR_ADMIN_KEY'
  const key = keyed.includes('places') ? ` -H "authorization: Bearer ${variable}"` : ''
  return [
    `places  ${placesUrl}`,
    `crawl   ${crawlUrl}  (${workers} worker${workers === 1 ? '' : 's'})`,
    `data    ${settings.databaseUrl === null ? dataDir : 'in the database of DATABASE_URL'}`,
    ...keyed.map((service) =>
      adminKey === null
        ? `key     ${service} asks for one: surveyor keys list --service ${service}`
        : `key     ${service} asks for one, such as that of SURVEYOR_ADMIN_KEY`,
    ),
    '',
    `curl -s ${placesUrl}/api/search -H 'content-type: application/json'${key} -d '${body}'`,
    '',
    'Ctrl-C stops all of it.',
  ].join('\n')
}
