// What a search would cost, before it runs: resolves its area, plans the first cells and looks at one page of some of them.
import { randomUUID } from 'node:crypto'
import type { MapsResolveOutput, MapsSearchOutput } from '#contract/places/maps.ts'
import type { Provider } from '#contract/places/place.ts'
import type { CreateSearchBody, SearchEstimate, SourceEstimate } from '#contract/places/search.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { itemAt } from '#kit/item-at.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { areaFilter } from '#places/planning/area-filter.ts'
import { planCells, type CellBox } from '#places/planning/cells.ts'
import { estimateOf, togetherOf, type CellSample } from '#places/planning/estimate.ts'
import { checkRequest, type CheckSearch } from '#places/searches/create-search.ts'
import { sourceRequests } from '#places/searches/sources/source-requests.ts'
import type { MapRequest, MapSource } from './map-source.ts'
import { pageInput } from './run-cell.ts'

/** What an estimate works with. `searchMaxSeconds` holds for a search without a budget of its own. */
export interface EstimateDeps {
  readonly db: Queryable
  readonly source: MapSource
  readonly checkSearch: CheckSearch
  readonly searchMaxSeconds: number
  readonly openReviews: boolean
}

/** Of whom asks: `signal` aborts when the caller has gone. */
interface EstimateCaller {
  readonly signal: AbortSignal
  readonly traceparent: string | null
}

/** The first index of a large extract takes minutes, and is there for the search afterwards. */
const TIMEOUT_MS = 300_000
const MAX_SAMPLES = 4
/** Searches of the same provider that tell how long a request takes. */
const KNOWN_SEARCHES = 50

/**
 * Stores nothing. Throws what the search would be refused with, what resolving its area ends with, and `extract_timeout`. Of
 * several providers those that cannot be estimated are named; where none can, what the first one ends with is thrown.
 */
export async function estimateSearch(
  deps: EstimateDeps,
  body: CreateSearchBody,
  caller: EstimateCaller,
): Promise<SearchEstimate> {
  await checkRequest(deps, body)
  const { providers } = body
  if (providers === undefined) return estimateSource(deps, body, caller)
  const requests = sourceRequests(body, deps.openReviews)
  const estimates: SourceEstimate[] = []
  const errors: { readonly provider: Provider; readonly error: unknown }[] = []
  await Promise.all(
    requests.map(async (request, at) => {
      try {
        estimates[at] = await estimateSource(deps, request, caller)
      } catch (error) {
        errors.push({ provider: itemAt(providers, at), error })
      }
    }),
  )
  const [first, ...others] = estimates.flatMap((estimate) => estimate)
  caller.signal.throwIfAborted()
  if (first === undefined) throw errors[0]?.error
  const failed = errors.map(({ provider, error }) => ({ provider, error: problemOf(error) }))
  return togetherOf([first, ...others], failed)
}

async function estimateSource(
  { db, source, searchMaxSeconds }: EstimateDeps,
  body: CreateSearchBody,
  caller: EstimateCaller,
): Promise<SourceEstimate> {
  const overtime = AbortSignal.timeout(TIMEOUT_MS)
  const signal = AbortSignal.any([caller.signal, overtime])
  const requestOf = <Input>(input: Input): MapRequest<Input> => ({
    input,
    idempotencyKey: randomUUID(),
    traceparent: caller.traceparent,
    signal,
    wasCancelled: () => signal.aborted,
  })
  try {
    const { query, location, provider, country } = body
    const resolved = await source.resolve(
      requestOf({
        query,
        ...(location === undefined ? {} : { location }),
        ...(provider === undefined ? {} : { provider }),
        ...(country === undefined ? {} : { country }),
      }),
    )
    const cells = planCells(resolved.area, resolved.limits.maxResults)
    const samples: CellSample[] = []
    let sampleMs = 0
    for (const box of isSparing(resolved) ? [] : evenly(cells)) {
      const startedAt = performance.now()
      samples.push(sampleOf(resolved, await source.search(requestOf(inputOf(body, resolved, box)))))
      sampleMs += performance.now() - startedAt
    }
    const known = await secondsOfRequest(db, resolved.provider)
    const measured = samples.length === 0 ? null : sampleMs / 1_000 / samples.length
    return {
      provider: resolved.provider,
      area: resolved.area,
      ...estimateOf({
        cells: cells.length,
        samples,
        pageSize: inputOf(body, resolved, null).limit ?? 1,
        maxResults: resolved.limits.maxResults,
        limit: body.limit ?? null,
        secondsOfRequest: known ?? measured,
        budget: {
          maxRequests: body.budget?.maxRequests ?? resolved.limits.maxRequests ?? null,
          maxSeconds: body.budget?.maxSeconds ?? searchMaxSeconds,
        },
      }),
      attribution: resolved.attribution,
    }
  } catch (error) {
    if (!overtime.aborted || caller.signal.aborted) throw error
    const detail = 'The area was not resolved within five minutes. The search itself would wait for longer.'
    throw new SurveyorError('extract_timeout', detail, { cause: error })
  }
}

/** A public server that bounds each search: looking at a page costs it as much as the search. */
function isSparing({ limits }: MapsResolveOutput): boolean {
  return limits.maxRequests !== undefined
}

function inputOf(
  request: CreateSearchBody,
  { provider, limits, area, understood }: MapsResolveOutput,
  bbox: CellBox,
) {
  const queryArea = understood?.location?.text ?? null
  const plan = { request, provider, pageSize: limits.pageSize, area, queryArea }
  return pageInput(plan, { bbox, nextCursor: null })
}

function sampleOf({ area }: MapsResolveOutput, answer: MapsSearchOutput): CellSample {
  const open = answer.places.slice(0, answer.places.length - (answer.closed ?? 0))
  const total = answer.progress?.total ?? null
  return {
    shown: open.length,
    inside: open.filter(({ location }) => areaFilter(area)(location)).length,
    isWhole: answer.exhausted,
    total: total === null ? null : Math.max(total - (answer.closed ?? 0), open.length),
  }
}

function evenly(cells: readonly CellBox[]): CellBox[] {
  if (cells.length <= MAX_SAMPLES) return [...cells]
  return Array.from(
    { length: MAX_SAMPLES },
    (_, i) => cells[Math.floor((i * cells.length) / MAX_SAMPLES)] ?? null,
  )
}

/** Of the latest searches, with the requests that they made at the same time; null before there is one. */
async function secondsOfRequest(db: Queryable, provider: string): Promise<number | null> {
  const [row] = await db.query<{ seconds: number | null }>(sql`
    select (sum(extract(epoch from completed_at - started_at)) / nullif(sum(requests), 0))::float8 as seconds
    from (select * from searches
          where provider = ${provider} and status in ('succeeded', 'partially_succeeded') and requests > 0
          order by id desc limit ${KNOWN_SEARCHES}) latest`)
  return row?.seconds ?? null
}
