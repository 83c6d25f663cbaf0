// `surveyor search`: one search, its places as a table or a file, and an exit code that says whether the result is
// complete.
import { commandSettings } from '#bin/cli/command-settings.ts'
import { textOption, type CommandLine } from '#bin/cli/command-line.ts'
import { checkWritable } from '#bin/cli/write-output.ts'
import { runOneShot } from './one-shot.ts'
import { MAX_ROWS, outputOf, writeOutput } from '#bin/search/output-formats.ts'
import { createPlacesClient } from '#bin/search/places-client.ts'
import { createProgressBar } from '#bin/search/progress-bar.ts'
import { runSearch } from '#bin/search/run-search.ts'
import { searchRequest } from '#bin/search/search-request.ts'

/** Answers the exit code: 0 complete, 3 not complete, others as in the help. Throws UsageError. */
export async function runSearchCommand(line: CommandLine): Promise<number> {
  const request = await searchRequest(line)
  const language = request.language ?? null
  const columns = textOption(line, 'columns')
  const output = outputOf(
    { format: textOption(line, 'format'), file: textOption(line, 'out'), columns, language },
    process.stdout,
  )
  if (output.file !== null) await checkWritable(output.file)
  const settings = await commandSettings(line)
  // stdout is only for the places, so that they can be piped.
  const say = (text: string): void => console.error(text)
  const bar = createProgressBar(process.stderr)
  return runOneShot({
    name: 'search',
    settings,
    settingsFile: line.settingsFile,
    bar,
    service: 'places',
    url: settings.placesUrl,
    async work(peer, signal) {
      const places = createPlacesClient(peer, signal)
      // A column that there is not is found before the search, not after it.
      if (columns !== null) await places.checkColumns(columns)
      return runSearch({
        places,
        request: {
          ...request,
          ...(settings.mapProvider === null || request.providers !== undefined
            ? {}
            : { provider: settings.mapProvider }),
        },
        bar,
        say,
        signal,
        async deliver({ sessionId, counts }) {
          await writeOutput(places, sessionId, output)
          if (output.file !== null) say(`wrote ${output.file}`)
          if (output.format === 'table' && counts.kept > MAX_ROWS) {
            say(`The table ends after ${MAX_ROWS} of ${counts.kept} places; --format csv has them all.`)
          }
        },
      })
    },
  })
}
