// `surveyor reparse`: has places read its kept payloads again, and says what became different.
import { EXIT } from '#bin/cli/exit-codes.ts'
import { commandSettings } from '#bin/cli/command-settings.ts'
import { UsageError, type CommandLine } from '#bin/cli/command-line.ts'
import { createProgressBar } from '#bin/search/progress-bar.ts'
import { createPlacesClient, type PlacesClient } from '#bin/search/places-client.ts'
import { fieldsOf, numberOr } from '#kit/unknown-values.ts'
import { runOneShot } from './one-shot.ts'

const POLL_WAIT_MS = 2_000

/** Answers the exit code: 0 when all payloads were read, 1 when the run failed. Throws UsageError. */
export async function runReparseCommand(line: CommandLine): Promise<number> {
  if (line.words.length > 0) throw new UsageError('reparse takes no words: it reads everything that is kept.')
  const settings = await commandSettings(line)
  const bar = createProgressBar(process.stderr)
  return runOneShot({
    name: 'reparse',
    settings,
    settingsFile: line.settingsFile,
    bar,
    service: 'places',
    url: settings.placesUrl,
    async work(peer, signal) {
      const places = createPlacesClient(peer, signal)
      const job = await ended(places, bar)
      if (job.status !== 'succeeded') {
        bar.end(`The run ended as ${job.status}: ${job.error?.detail ?? 'places does not say why.'}`)
        return EXIT.failed
      }
      const counts = fieldsOf(await places.jobResult(job.id))
      const [read, changed, unread] = ['places', 'changed', 'unread'].map((name) => numberOr(counts[name], 0))
      bar.end(`${read} places read again, ${changed} of them changed, ${unread} payloads read as no place`)
      return 0
    },
  })
}

async function ended(places: PlacesClient, bar: ReturnType<typeof createProgressBar>) {
  const { id } = await places.reparse()
  for (;;) {
    const job = await places.getJob(id, POLL_WAIT_MS)
    if (job.completedAt !== null) return job
    const { done = null, total = null } = job.progress ?? {}
    const share = done === null || total === null || total === 0 ? null : done / total
    bar.update('reading kept payloads', share)
  }
}
