// Follows hints from a page to its descriptions, in order, and lists every requested address.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { kindOfText } from '#extractors/swagger/read/name-kind.ts'
import type { Inspection, InspectTask } from '#extractors/swagger/work/inspect-text.ts'
import type { Description, Reading } from '#extractors/swagger/work/read-description.ts'
import type { Answered, AskAddress } from './ask-address.ts'
import type { Attempt, AttemptOutcome, FoundBy, Hint } from '#extractors/swagger/hints/hint.ts'
import { linkHeaderHints } from '#extractors/swagger/hints/link-hints.ts'
import { API_CATALOG, prefixedPlaces, probePlaces } from './probe-places.ts'
import { addressOf } from '#extractors/swagger/hints/spec-address.ts'

/** A description and where it was found. */
export interface FoundDescription {
  /** Null for one that stands in a page. */
  readonly url: string | null
  /** The base of its relative addresses; null when unknown. */
  readonly base: string | null
  readonly foundBy: FoundBy
  readonly name: string | null
  readonly text: string
  readonly description: Description
}

/** How addresses are asked and texts are read, and how much of both. */
export interface FinderDeps {
  readonly ask: AskAddress
  /** `base` is what relative addresses in the text are relative to. */
  readonly read: (text: string, base: string | null) => Promise<Reading>
  readonly inspect: (task: InspectTask) => Promise<Inspection>
  readonly maxSpecs: number
  readonly maxProbes: number
}

/** A text that is loaded already; `url` is null when it was submitted without an address. */
export type StartText = Pick<Answered, 'text' | 'linkHeader'> & {
  readonly url: string | null
  readonly statusCode: number | null
}

/** The search of one job; `found` grows while it goes on. */
export interface Finder {
  readonly found: readonly FoundDescription[]
  readonly attempts: readonly Attempt[]
  /** The first description that could not be read, for when no other one is found. */
  readonly unreadable: () => SurveyorError | null
  /** Starts the search. Throws when the text itself is an unreadable description. */
  start(text: StartText): Promise<void>
  /** Asks the well-known places of the origin, one after the other, until one has a description. */
  probe(page: string): Promise<void>
}

/** A page that links to a page that links to a description; a longer path is not followed. */
const MAX_DEPTH = 2
/** Without the probes. */
const MAX_REQUESTS = 60
/** Failures or refusals in a row after which a host is left alone. */
const MAX_FAILURES = 3

/** The origin of a hint: the base of scripts and relative addresses, and the number of pages before it. */
interface Way {
  readonly base: string | null
  readonly depth: number
}

type Asked = Exclude<Hint, { readonly role: 'text' }>

/** Asks one address after the other, the likeliest first. */
export function createFinder({ ask, read, inspect, maxSpecs, maxProbes }: FinderDeps): Finder {
  const found: FoundDescription[] = []
  const attempts: Attempt[] = []
  const asked = new Set<string>()
  let unreadable: SurveyorError | null = null
  let requests = 0

  const readOrNothing = async (text: string, base: string | null): Promise<Reading> =>
    isMarkup(text) && kindOfText(text) === null
      ? { type: 'nothing', detail: 'a page, or other XML' }
      : read(text, base)

  const keep = (one: FoundDescription): void => {
    if (!found.some(({ text }) => text === one.text)) found.push(one)
  }

  const followText = async (
    { text, foundBy, name }: Hint & { role: 'text' },
    { base }: Way,
  ): Promise<void> => {
    try {
      const description = await readOrNothing(text, base)
      if (description.type === 'description') keep({ url: null, base, foundBy, name, text, description })
    } catch (error) {
      unreadable ??= asUnreadable(error)
    }
  }

  /** Reads the response of an address and follows its hints; answers what it was. */
  const examine = async (
    { url, text, linkHeader }: StartText,
    { role, foundBy, name }: Pick<Asked, 'role' | 'foundBy' | 'name'>,
    way: Way,
  ): Promise<{
    readonly outcome: AttemptOutcome
    readonly detail: string | null
    readonly next: () => Promise<void>
  }> => {
    const done = async (): Promise<void> => {}
    if (text === null) return { outcome: 'nothing', detail: 'no text', next: done }
    if (role === 'script') {
      const { hints } = await inspect({ kind: 'script', text, url: way.base })
      return { outcome: 'looked_into', detail: null, next: () => follow(hints, way) }
    }
    const reading = await readOrNothing(text, url)
    if (reading.type === 'description') {
      keep({ url, base: url, foundBy, name, text, description: reading })
      return { outcome: 'description', detail: null, next: done }
    }
    if (reading.type === 'index') {
      const hints = reading.entries.flatMap((entry): Hint[] => {
        const address = addressOf(entry.url, url)
        return address === null ? [] : [{ role: entry.role, url: address, foundBy, name: entry.name }]
      })
      return {
        outcome: 'index',
        detail: null,
        next: () => follow(hints, { base: url, depth: way.depth + 1 }),
      }
    }
    const inHeader = linkHeaderHints(linkHeader, url)
    if (role !== 'page' || !isMarkup(text)) {
      return {
        outcome: 'nothing',
        detail: reading.detail,
        next: () => follow(inHeader, { base: url, depth: way.depth + 1 }),
      }
    }
    const seen = await inspect({ kind: 'page', text, url })
    const { base } = seen
    const hints = [...inHeader, ...seen.hints]
    return { outcome: 'looked_into', detail: null, next: () => follow(hints, { base, depth: way.depth + 1 }) }
  }

  /** Says how it went; null for an address that was asked before. */
  const askFor = async (hint: Asked, way: Way): Promise<Attempt | null> => {
    const { url, foundBy } = hint
    if (asked.has(url)) return null
    asked.add(url)
    const finish = (outcome: AttemptOutcome, statusCode: number | null, detail: string | null): Attempt => {
      const attempt = { url, foundBy, outcome, statusCode, detail }
      attempts.push(attempt)
      return attempt
    }
    if (found.length >= maxSpecs) return finish('not_tried', null, 'There are enough descriptions.')
    if (requests >= MAX_REQUESTS) return finish('not_tried', null, 'There are too many traces.')
    const answer = await ask(url)
    if ('outcome' in answer) return finish(answer.outcome, answer.statusCode, answer.detail)
    try {
      const { outcome, detail, next } = await examine(answer, hint, way)
      const attempt = finish(outcome, answer.statusCode, detail)
      await next()
      return attempt
    } catch (error) {
      const refused = asUnreadable(error)
      unreadable ??= refused
      return finish('unreadable', answer.statusCode, refused.message)
    }
  }

  const follow = async (hints: readonly Hint[], way: Way): Promise<void> => {
    // Other pages, scripts and links in the text are tried last, when nothing better was found.
    for (const hint of hints.toSorted((a, b) => Number(isDetour(a)) - Number(isDetour(b)))) {
      if (hint.role === 'text') {
        if (found.length < maxSpecs) await followText(hint, way)
        continue
      }
      if (way.depth > MAX_DEPTH || (isDetour(hint) && found.length > 0)) continue
      let attempt = await askCounted(hint, way)
      if (attempt === null || way.base === null || !isNamedBySetUp(hint) || !isMissing(attempt)) continue
      for (const url of prefixedPlaces(hint.url, way.base)) {
        attempt = await askCounted({ ...hint, url }, way)
        if (attempt !== null && !isMissing(attempt)) break
      }
    }
  }

  const askCounted = async (hint: Asked, way: Way): Promise<Attempt | null> => {
    const attempt = await askFor(hint, way)
    if (attempt !== null && attempt.outcome !== 'not_tried') requests += 1
    return attempt
  }

  return {
    found,
    attempts,
    unreadable: () => unreadable,
    async start(text) {
      const { url, statusCode } = text
      if (url !== null) asked.add(url)
      const hint = { role: 'page', foundBy: 'body', name: null } as const
      const { outcome, detail, next } = await examine(text, hint, { base: url, depth: -1 })
      const failed = outcome !== 'description' && statusCode !== null && statusCode >= 400
      if (url !== null) {
        const said = failed ? ({ outcome: 'http_error', detail: null } as const) : { outcome, detail }
        attempts.push({ url, foundBy: 'body', statusCode, ...said })
      }
      await next()
    },
    async probe(page) {
      const catalog = addressOf(API_CATALOG, page)
      if (catalog === null) return
      let failures = 0
      for (const [at, url] of [catalog, ...probePlaces(page, maxProbes)].slice(0, maxProbes).entries()) {
        const isCatalog = at === 0
        const attempt = await askFor(
          {
            role: isCatalog ? 'index' : 'spec',
            foundBy: isCatalog ? 'api_catalog' : 'probe',
            name: null,
            url,
          },
          { base: page, depth: 0 },
        )
        if (found.length > 0 || attempt?.outcome === 'not_tried') return
        if (attempt !== null) failures = isRefusal(attempt) ? failures + 1 : 0
        if (failures === MAX_FAILURES) return
      }
    },
  }
}

const isDetour = ({ role, foundBy }: Hint): boolean =>
  role === 'page' || role === 'script' || foundBy === 'page_link'

/** By the settings of a documentation tool, or by a list that it loads. */
const isNamedBySetUp = ({ role, foundBy }: Asked): boolean => role === 'spec' && !NOT_SET_UP.has(foundBy)

const NOT_SET_UP: ReadonlySet<FoundBy> = new Set(['link', 'page_link', 'api_catalog', 'probe'])

/** Not there; an application may answer with a page to everything. */
const isMissing = ({ outcome, statusCode }: Attempt): boolean =>
  outcome === 'nothing' || (outcome === 'http_error' && statusCode === 404)

/** Throws errors that are not about the text: a defect, or the end of the time. */
function asUnreadable(error: unknown): SurveyorError {
  if (error instanceof SurveyorError && error.code !== 'extract_timeout') return error
  throw error
}

const isMarkup = (text: string): boolean => /^\ufeff?\s*</.test(text.slice(0, 1_000))

const isRefusal = ({ outcome, statusCode }: Attempt): boolean =>
  outcome === 'failed' || statusCode === 403 || statusCode === 429
