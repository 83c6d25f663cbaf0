// `surveyor demo`: a whole search from an empty start to files, on the sample town, a given extract, or the network.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from '#config/settings.ts'
import { commandSettings } from '#bin/cli/command-settings.ts'
import { UsageError, type CommandLine } from '#bin/cli/command-line.ts'
import { serveTownSites } from '#bin/demo/serve-sites.ts'
import { runOneShot } from './one-shot.ts'
import { writeOutput } from '#bin/search/output-formats.ts'
import { foundContacts } from '#bin/search/found-contacts.ts'
import { contactTable, placeTable } from '#bin/search/place-table.ts'
import { createPlacesClient } from '#bin/search/places-client.ts'
import { createProgressBar } from '#bin/search/progress-bar.ts'
import { runSearch } from '#bin/search/run-search.ts'
import { splitQuery } from '#bin/search/split-query.ts'

const TOWN = fileURLToPath(new URL('../../demo/town.osm', import.meta.url))
const SITES = new URL('../../demo/sites/', import.meta.url)
const OUT_FOLDER = 'surveyor-out'
const ROWS_SHOWN = 20
/** More than the sample town has. */
const PLACES_READ = 200
const FORMATS = ['csv', 'geojson'] as const

/** Answers the exit code. Throws UsageError for words that make no query. */
export async function runDemo({ flags, settingsFile, words, options }: CommandLine): Promise<number> {
  const [text = '*', tooMany] = words
  if (tooMany !== undefined)
    throw new UsageError(`"${tooMany}" is one word too many; put the query in quotes.`)
  const online = options['online'] === true
  const { query, location } = online ? splitQuery(text) : { query: text, location: null }
  if (online && location === null) {
    throw new UsageError('--online needs a place to look in: surveyor demo --online "cafes in Monaco".')
  }
  const settings = await commandSettings({ flags, settingsFile })
  const onSampleTown = !online && settings.osmFile === null
  const say = (line: string): void => console.log(line)
  const bar = createProgressBar(process.stdout)
  return runOneShot({
    name: 'demo',
    // Its places are a sample and must not mix with those of the services.
    settings: { ...settings, dataDir: join(settings.dataDir, 'demo') },
    settingsFile,
    bar,
    service: 'places',
    url: null,
    ownSettings: async (resources) =>
      online ? { mapProvider: 'overpass' } : offlineSettings(settings, resources),
    async work(peer, signal) {
      const places = createPlacesClient(peer, signal)
      return runSearch({
        places,
        request: {
          query,
          ...(location === null ? {} : { location }),
          // The sample town has websites of its own; those of the world are not visited by a demo.
          ...(onSampleTown ? { include: ['contacts'] } : {}),
        },
        bar,
        say,
        signal,
        async deliver(search) {
          const { sessionId, counts } = search
          const shown = await places.listPlaces(sessionId, ROWS_SHOWN)
          say(`\n${placeTable(shown)}`)
          if (counts.kept > shown.length) say(`… and ${counts.kept - shown.length} more in the files`)
          say('')
          if (onSampleTown) say(`${contactTable(await foundContacts(places, search, PLACES_READ))}\n`)
          for (const format of FORMATS) {
            const file = join(OUT_FOLDER, `places.${format}`)
            await writeOutput(places, sessionId, { format, file, columns: null, language: null })
            say(`wrote ${file}`)
          }
        },
      })
    },
  })
}

/** The sample town and its websites, unless an extract is given. */
async function offlineSettings(
  settings: Settings,
  resources: AsyncDisposableStack,
): Promise<Partial<Settings>> {
  const { egressHosts } = resources.use(await serveTownSites(SITES))
  return {
    mapProvider: 'osm-file',
    osmFile: settings.osmFile ?? TOWN,
    egressHosts: [...settings.egressHosts, egressHosts],
  }
}
