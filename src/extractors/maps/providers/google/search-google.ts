// One page of a search on Google's map.
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { bboxContains, type Bbox } from '#kit/geo/geometry.ts'
import { checkFields, countFields } from './payload/fill-rates.ts'
import { findPlaces } from './payload/find-places.ts'
import { echoOf, type Echo } from './payload/search-echo.ts'
import { readPlace, tierOf } from './place/read-place.ts'
import {
  announcedRequests,
  formOf,
  PAGE_SIZE,
  searchAddress,
  searchPage,
  viewOf,
  GOOGLE,
  type SearchQuestion,
} from './request/addresses.ts'
import { byEngine, type ByEngine } from './request/by-engine.ts'
import type { GoogleClient, MapPage } from './request/google-client.ts'
import {
  MAX_RESULTS,
  markOf,
  readPosition,
  startOf,
  writePosition,
  type SearchPosition,
} from './request/search-cursor.ts'
import { GOOGLE_ATTRIBUTION } from './google-attribution.ts'

/** What a page is made from. */
export interface GoogleSearch {
  readonly client: GoogleClient
  /** The form of requests that pages of the map were seen to make; null before the first. */
  readonly form: { current: string | null }
  /** RFC 3339. */
  readonly now: string
}

/** The page and the engine that brought it. */
export interface GooglePage {
  readonly data: Omit<MapsSearchOutput, 'area'>
  readonly warnings: Warning[]
  readonly engine: 'http' | 'browser'
}

/**
 * `box`: where to look. Places outside of it are among the results, as the map gives them. Throws `validation_failed`,
 * `invalid_cursor`, `empty_content`, and what the client throws.
 */
export async function searchGoogle(
  input: MapsSearchInput,
  box: Bbox,
  { client, form, now }: GoogleSearch,
  context: ExtractContext,
): Promise<GooglePage> {
  const terms = termsOf(input)
  const position = input.cursor === undefined ? startOf(0) : readPosition(input.cursor, terms.length)
  const question: SearchQuestion = {
    ...viewOf(box),
    query: terms[position.term] ?? '',
    offset: position.offset,
    locale: { language: input.language ?? 'en', country: input.country?.toUpperCase() ?? null },
  }
  const { found, engine } = await byEngine(
    input.engine ?? 'auto',
    { client, isEscalated: false },
    async () => askByHttp(client, form, question, context),
    async () => client.browse(searchPage(question), ['/search'], context),
  )
  const arrays = findPlaces(found.data)
  const echo = echoOf(found.data, question.query)
  if (arrays.length === 0 && echo?.isAsked !== true) throw shapeless(found, echo)
  const language = input.language ?? null
  const places = arrays.flatMap((array) => readPlace(array, { fetchedAt: now, language }) ?? [])
  const counts = countFields('search', places)
  if (places.length > 0) context.report('fields', counts)
  checkFields(counts, arrays.length)
  const overlap = Math.min(input.overlap ?? 0, PAGE_SIZE - 1)
  const next = nextPosition(position, places, { terms: terms.length, engine, overlap })
  const outside = places.filter(({ location }) => !bboxContains(box, location)).length
  const thin = arrays.filter((array) => tierOf(array) === 'thin').length
  return {
    data: {
      provider: 'google',
      interpretation: { kind: 'text', categories: input.categories ?? [], terms },
      places,
      nextCursor: next.position === null ? null : writePosition(next.position),
      ...(overlap > 0 && next.position?.term === position.term ? { overlap } : {}),
      exhausted: next.exhausted,
      partialReason: echo?.isAsked === false ? otherWords(echo) : next.partialReason,
      attribution: [GOOGLE_ATTRIBUTION],
    },
    warnings: [
      ...(outside === 0 ? [] : [outsideWarning(outside)]),
      ...(thin === 0 ? [] : [thinWarning(thin)]),
    ],
    engine,
  }
}

/** The map searches by words: categories become theirs, one search for each. Throws `validation_failed`. */
export function termsOf({ query, categories = [], language }: MapsSearchInput): string[] {
  const words = query.trim() === '*' ? '' : query.trim()
  const labels = categories.map((id) => categoryLabel(id, language ?? null))
  const terms = labels.length === 0 ? [words] : labels.map((label) => `${words} ${label}`.trim())
  if (terms.every((term) => term !== '')) return [...new Set(terms)]
  const detail = 'The provider "google" searches by words: `*` needs `categories` beside it.'
  throw new SurveyorError('validation_failed', detail, {
    errors: [{ pointer: '/query', code: 'needs_words', detail: 'needs words, or categories beside `*`' }],
  })
}

/** Where our own form brings a stub, a page of the map shows the form that is used now, and sometimes the results. */
async function askByHttp(
  client: GoogleClient,
  form: GoogleSearch['form'],
  question: SearchQuestion,
  context: ExtractContext,
): Promise<MapPage> {
  const first = await client.get(searchAddress(question, form.current), context)
  const isAnswer = (page: MapPage): boolean => isAnswerTo(page, question.query)
  if (isAnswer(first)) return first
  const stub = shapeless(first, echoOf(first.data, question.query))
  if (stub.blockedBy !== undefined) throw stub
  const page = await client.get(searchPage(question), context)
  const announced = announcedRequests(page.text).search
  const learned = announced === null ? null : formOf(announced)
  if (learned !== null) {
    const answer = await client.get(searchAddress(question, learned), context)
    if (isAnswer(answer)) {
      form.current = learned
      return answer
    }
  }
  // What the page shows and announces is its first results.
  if (question.offset > 0) throw stub
  if (announced !== null && learned === null) {
    const answer = await client.get(new URL(announced, GOOGLE).href, context)
    if (isAnswer(answer)) return answer
  }
  if (isAnswer(page)) return page
  throw stub
}

/** An answer that repeats the words and has no places found none; one without them is no answer to a search. */
function isAnswerTo({ data }: MapPage, words: string): boolean {
  return findPlaces(data).length > 0 || echoOf(data, words)?.isAsked === true
}

/** What an answer is that is none. */
function shapeless(page: MapPage, echo: Echo | null): SurveyorError {
  if (page.data.length === 0) return page.wall()
  const detail =
    echo === null
      ? 'The answer to the search holds neither places nor the words asked for.'
      : otherWords(echo)
  return extractError('upstream_changed', detail)
}

function otherWords({ words }: Echo): string {
  return `The map answered to other words than those asked for: "${words.slice(0, MAX_QUOTED)}".`
}

const MAX_QUOTED = 80

interface Next {
  readonly position: SearchPosition | null
  readonly exhausted: boolean
  readonly partialReason: string | null
}

/** The end of a term is a page with nothing new. More results than `MAX_RESULTS` cannot be reached by paging. */
function nextPosition(
  { term, offset, seen, isCut: wasCut }: SearchPosition,
  places: MapsSearchOutput['places'],
  how: {
    readonly terms: number
    readonly engine: ByEngine<unknown>['engine']
    /** Rows at the end of a page that come again on the next one. */
    readonly overlap: number
  },
): Next {
  const { terms, engine, overlap } = how
  const marks = places.map(({ source }) => markOf(source.id))
  const isNew = marks.some((mark) => !seen.has(mark))
  if (isNew && engine === 'http' && offset + PAGE_SIZE < MAX_RESULTS) {
    const known = new Set([...seen, ...marks].slice(0, MAX_RESULTS))
    const position = { term, offset: offset + PAGE_SIZE - overlap, isCut: wasCut, seen: known }
    return { position, exhausted: false, partialReason: null }
  }
  const isCut = wasCut || isNew
  const position = term + 1 < terms ? startOf(term + 1, isCut) : null
  return {
    position,
    exhausted: !isCut && position === null,
    partialReason: !isNew ? null : engine === 'browser' ? FIRST_ONLY : TOO_MANY,
  }
}

const FIRST_ONLY = 'The page of the map shows its first results only.'
const TOO_MANY = `The map gives at most ${MAX_RESULTS} results of a search.`

function outsideWarning(count: number): Warning {
  return {
    code: 'outside_area',
    detail: 'Places lie outside of the area: the map gives what is near, too.',
    count,
  }
}

function thinWarning(count: number): Warning {
  return {
    code: 'thin_places',
    detail: 'Places came without review counts and with the hours of today alone; their details have both.',
    count,
  }
}
