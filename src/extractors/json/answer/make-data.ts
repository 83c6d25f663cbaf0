// Makes the data of the answer: the value, its provenance, the matches of a path, and the data found.
import type { Warning } from '#contract/crawl/result.ts'
import { boundJson, RESULT_DEPTH } from '#parsing/json/bounded-json.ts'
import type { FoundNode } from '#extractors/json/expressions/json-path.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import type { BuiltValue } from './build-value.ts'
import type { JsonData } from '#extractors/json/request/options.ts'
import type { PreparedRequest } from '#extractors/json/request/prepare-request.ts'
import type { ReadTarget } from '#extractors/json/target/read-target.ts'

const MATCH_BOUNDS = { depth: RESULT_DEPTH, values: 100_000, chars: 2_000_000 }
/** The most origins in an answer: a table of thousands of rows has one for each cell. */
const MAX_ORIGINS = 20_000

/** Throws a WorkLimitError where the path takes too much work. */
export function makeData(
  target: ReadTarget,
  prepared: PreparedRequest,
  built: BuiltValue,
  showFound: boolean,
): { readonly data: JsonData; readonly warnings: readonly Warning[] } {
  const warnings = [...built.warnings]
  const matches = prepared.jsonPath?.find(target.data) ?? null
  if (matches?.cut === true)
    warnings.push({
      code: 'rows_truncated',
      detail: 'The path matches more than is given here.',
      pointer: '/matches',
    })
  if (built.provenance.size > MAX_ORIGINS)
    warnings.push({
      code: 'provenance_cut',
      detail: `Only ${MAX_ORIGINS} origins are given.`,
      pointer: '/provenance',
    })
  const data: JsonData = {
    url: target.url,
    kind: target.kind,
    value: built.value,
    valid: built.valid,
    errors: built.errors.map((error) => ({ ...error })),
    provenance: Object.fromEntries(
      [...built.provenance].slice(0, MAX_ORIGINS).map(([at, origin]) => [at, { ...origin }]),
    ),
    ...(matches === null ? {} : { matches: boundedMatches(matches.nodes, warnings) }),
    ...(showFound ? { found: shown(target, built.value) } : {}),
  }
  return { data, warnings }
}

/** Matches may be nested, so their total size is bounded. */
function boundedMatches(nodes: readonly FoundNode[], warnings: Warning[]): NonNullable<JsonData['matches']> {
  const { value, cutAt } = boundJson(
    nodes.map(({ path, value }) => ({ path, value })),
    MATCH_BOUNDS,
  )
  if (cutAt !== null)
    warnings.push({
      code: 'matches_cut',
      detail: 'The matches hold more than is given here.',
      pointer: `/matches${cutAt}`,
    })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a bounded list of matches is one
  return value as NonNullable<JsonData['matches']>
}

/** A document that is the value already is not given twice. */
function shown({ found, data }: ReadTarget, value: JsonValue): Record<string, unknown> {
  const { document, ...rest } = found
  return document === undefined || (value === data && value !== null) ? { ...rest } : { ...rest, document }
}
