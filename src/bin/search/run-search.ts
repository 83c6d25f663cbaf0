// One search from its request to its end on the screen: progress, result, and attribution.
import type { Search } from '#contract/places/search.ts'
import { EXIT } from '#bin/cli/exit-codes.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { PlacesClient } from './places-client.ts'
import type { ProgressBar } from './progress-bar.ts'
import type { SearchRequest } from './search-request.ts'

/** A search, and what becomes of its places. */
export interface SearchRun {
  readonly places: PlacesClient
  readonly request: SearchRequest
  readonly bar: ProgressBar
  /** Writes a line for the person at the terminal. */
  say(text: string): void
  /** Shows and writes the places; called for every search that did not fail. */
  deliver(search: Search): Promise<void>
  /** The person wants it to end. */
  readonly signal: AbortSignal
}

/** The map gave no answer: there is no network, or its server is unreachable. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'target_dns_error',
  'target_connect_error',
  'target_timeout',
  'target_tls_error',
])

const POLL_MS = 200

/** Answers the exit code: `complete` only when the map has no more than the delivered places. */
export async function runSearch(run: SearchRun): Promise<number> {
  const { places, request, bar, say } = run
  const created = await places.createSearch(request)
  const search = await cancelledAtStop(run, created.id, searchEnd(run, created.id))
  const { status, counts, reasons, error, attribution } = search
  bar.end(`${status}: ${counts.kept} places, ${counts.new} of them new`)
  for (const { provider, status: ended, counts: own } of search.sources ?? [])
    say(`${provider}: ${ended}, ${own.kept} places`)
  for (const line of [...understoodLines(search), ...noteLines(search)]) say(line)
  if (status === 'failed') {
    say(`The search failed: ${error?.detail ?? reasons[0]?.detail ?? 'places does not say why.'}`)
    return UNREACHABLE.has(error?.code ?? '') ? EXIT.unreachable : EXIT.failed
  }
  await run.deliver(await cancelledAtStop(run, search.id, contactsRead(run, search)))
  // Several files of one source are named one by one, and are owed one line.
  for (const line of new Set(
    attribution.map(({ text, license, url }) => `data: ${text}, ${license} (${url})`),
  ))
    say(line)
  if (search.complete === true) return EXIT.complete
  for (const { detail, count } of reasons)
    say(`not complete: ${detail}${count > 1 ? ` (${count} times)` : ''}`)
  if (reasons.length === 0) say(`not complete: the search ended as ${status}.`)
  return EXIT.incomplete
}

/** Services that go on running must not go on for nobody, and those of this program not at their next start. */
async function cancelledAtStop<T>({ places, signal }: SearchRun, id: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (signal.aborted) await places.cancelSearch(id).catch(() => undefined)
    throw error
  }
}

/** The search once no website of its places is being visited any more; at once where it asked for no contacts. */
async function contactsRead({ places, bar, signal }: SearchRun, ended: Search): Promise<Search> {
  const { contacts } = ended
  if (contacts === undefined) return ended
  const total = contacts.pending + contacts.enriched + contacts.failed
  for (let search = ended; ;) {
    const { pending = 0, enriched = 0, failed = 0 } = search.contacts ?? {}
    if (pending === 0) {
      bar.end(
        `contacts: ${enriched} of ${total} websites read${failed === 0 ? '' : `, ${failed} could not be`}`,
      )
      return search
    }
    bar.update('reading websites', (total - pending) / total, `${total - pending} of ${total}`)
    await systemClock.sleep(POLL_MS, signal)
    search = await places.getSearch(ended.id, 0)
  }
}

/** Long-polls in small steps, so that the bar moves. */
async function searchEnd({ places, bar, request }: SearchRun, id: string): Promise<Search> {
  const what = request.query === '*' ? 'every place' : `"${request.query}"`
  const where = typeof request.location === 'string' ? ` in ${request.location}` : ''
  for (;;) {
    const search = await places.getSearch(id, POLL_MS)
    if (search.status !== 'queued' && search.status !== 'running') return search
    const { progress, counts } = search
    const share = progress.share ?? (progress.total === null ? null : progress.done / progress.total)
    bar.update(progress.message ?? `searching ${what}${where}`, share, `${counts.kept} found`)
  }
}

/** Of these the lines on how the query was understood speak. */
const OF_QUERY: ReadonlySet<string> = new Set(['query_corrected', 'query_words_ignored'])

/** What to know of an area that is not what its name says, and of the data. */
function noteLines({ warnings }: Pick<Search, 'warnings'>): string[] {
  const told = warnings.filter(({ code }) => !OF_QUERY.has(code))
  const counted = told.map(({ detail, count = 1 }) => (count > 1 ? `${detail} (${count} times)` : detail))
  return counted.map((text) => `note: ${text}`)
}

/** Empty where there is nothing to say: the query was `*`, or nobody knows. */
function understoodLines({ understood }: Pick<Search, 'understood'>): string[] {
  if (understood === null || understood.kind === 'all') return []
  const { categories, qualifiers, names, location, corrections, ignored, suggestions } = understood
  const kinds = categories.map(({ label }) => label).join(' or ')
  const named = names.map((name) => `"${name}"`).join(', ')
  const parts = [kinds, ...qualifiers.map(({ label }) => label), named === '' ? '' : `named ${named}`]
  const where = location === null ? '' : ` in ${location.text}`
  const read = parts.filter((part) => part !== '').join(', ')
  return [
    ...(read === '' ? [] : [`looked for: ${read}${where}`]),
    ...corrections.map(({ from, to }) => `"${from}" was read as "${to}"`),
    ...(ignored.length === 0 ? [] : [`without effect: ${ignored.map(({ text }) => `"${text}"`).join(', ')}`]),
    ...suggestions.map(
      ({ query, count }) => `try "${query}"${count === null ? '' : `, which finds ${count}`}`,
    ),
  ]
}
