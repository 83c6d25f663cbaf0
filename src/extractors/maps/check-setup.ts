// Whether the map that the settings choose can be used: the extract is whole, the servers answer.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { SetupCheck, SetupFindings } from '#extract/define-extractor.ts'
import { defaultProvider } from './providers/map-provider.ts'
import { overpassUrls } from '#extractors/maps/providers/overpass/server/overpass-endpoints.ts'

const ANSWER_WITHIN_MS = 10_000
const STATUS_BYTES = 64 * 1024

/** Throws what `checkSource` throws, and where no map server answers what the last of them could not be reached for. */
export async function checkSetup(setup: SetupCheck): Promise<SetupFindings> {
  const { settings, network } = setup
  const file = settings['osmFile']
  const exampleLocation = typeof file === 'string' && file !== '' ? await checkFile(file, setup) : null
  if (network !== null && defaultProvider(settings) === 'overpass') await checkServers(setup, network)
  return { exampleLocation }
}

/** The reader of extracts is loaded only where there is one. */
async function checkFile(file: string, setup: SetupCheck): Promise<string | null> {
  const { checkSource } = await import('#extractors/maps/providers/osm-file/files/check-source.ts')
  return (await checkSource(file, setup)).exampleLocation
}

/** One server that answers is enough, whatever it answers. */
async function checkServers(setup: SetupCheck, network: NonNullable<SetupCheck['network']>): Promise<void> {
  const { settings, signal } = setup
  const { fetch, peerFetch } = network
  const urls = overpassUrls(settings)
  const isNamed = typeof settings['overpassUrl'] === 'string' && settings['overpassUrl'] !== ''
  const ask = isNamed && peerFetch !== undefined ? peerFetch.bind(null, 'overpassUrl') : fetch
  const request = { maxBytes: STATUS_BYTES, deadlineMs: ANSWER_WITHIN_MS, signal } as const
  const answers = await Promise.allSettled(
    urls.map((url) => ask({ ...request, url: new URL('status', url).href, robots: 'ignore' })),
  )
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  const unreachable = errors.filter(
    (error): error is SurveyorError => error instanceof SurveyorError && error.code.startsWith('target_'),
  )
  const last = unreachable.at(-1)
  if (last === undefined || unreachable.length < urls.length) return
  const hosts = urls.map((url) => new URL(url).host).join(', ')
  throw new SurveyorError(
    last.code,
    `The map server ${hosts} cannot be reached: ${last.message} Is there a network?`,
  )
}
