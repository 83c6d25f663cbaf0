// `surveyor start`: runs the whole product on one machine until it is told to stop.
import { loadSettings } from '#config/load-settings.ts'
import type { Settings } from '#config/settings.ts'
import { createLogger } from '#platform/log/logger.ts'
import type { CommandLine } from './command-line.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { STOP_MARGIN_MS } from './run-service.ts'
import { runUntilStopped } from './run-until-stopped.ts'

export async function runStart({ flags, settingsFile }: CommandLine): Promise<number> {
  const { settings, warnings } = await loadSettings({ flags, file: settingsFile })
  for (const warning of warnings) console.error(warning)
  const log = createLogger({ name: 'surveyor', level: settings.logLevel ?? 'warn' })
  const stopNow: (() => void)[] = []
  return runUntilStopped({
    log,
    say: (text) => console.log(text),
    stopWithinMs: settings.stopGraceMs + STOP_MARGIN_MS,
    stopNow: () => {
      for (const stop of stopNow) stop()
    },
    async start(resources, { signal }) {
      const onStopNow = (stop: () => void) => void stopNow.push(stop)
      console.log(
        welcome(settings, await startProduct({ settings, settingsFile, log, resources, signal, onStopNow })),
      )
    },
  })
}

function welcome(settings: Settings, { placesUrl, crawlUrl }: RunningProduct): string {
  const { workers, dataDir } = settings
  return [
    `places  ${placesUrl}`,
    `crawl   ${crawlUrl}  (${workers} worker${workers === 1 ? '' : 's'})`,
    `data    ${settings.databaseUrl === null ? dataDir : 'in the database of DATABASE_URL'}`,
    '',
    `curl -s ${placesUrl}/api/search -H 'content-type: application/json' -d '{"query":"cafe","location":"Monaco"}'`,
    '',
    'Ctrl-C stops all of it.',
  ].join('\n')
}
