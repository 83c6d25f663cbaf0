// The work of the json extractor: gets the target, reads its sources, and makes the value that was asked for.
import type { ExtractContext, ExtractorHost, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import type { Warning } from '#contract/result.ts'
import { boundJson, RESULT_DEPTH } from '#extract/structured/bounded-json.ts'
import type { FoundNode } from '#extract/structured/json-path.ts'
import type { JsonValue } from '#extract/structured/json-value.ts'
import { WorkLimitError } from '#extract/structured/work-limit.ts'
import { buildValue } from './build-value.ts'
import { modelOf, type Model } from './model/ask-model.ts'
import type { JsonData, JsonInput } from './options.ts'
import { prepareRequest, type PreparedRequest } from './prepare-request.ts'
import { readTarget, type ReadTarget } from './target/read-target.ts'

const MATCH_BOUNDS = { depth: RESULT_DEPTH, values: 100_000, chars: 2_000_000 }
/** Origins that are told: a table of thousands of rows has one for each cell. */
const MOST_ORIGINS = 20_000

export async function create(
  host: Pick<ExtractorHost, 'settings' | 'peerFetch'>,
): Promise<ExtractorInstance> {
  const model = modelOf(host)
  return { operations: { extract: (input, context) => extract(input as JsonInput, context, model) } }
}

async function extract(
  input: JsonInput,
  context: ExtractContext,
  model: Model | null,
): Promise<ExtractorOutput> {
  const prepared = prepareRequest(input, model !== null)
  const target = await readTarget(input, prepared, context)
  try {
    const { data, warnings } = await dataOf(input, prepared, target, { model, context })
    return { ...target.output, data, warnings: [...prepared.warnings, ...target.warnings, ...warnings] }
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error
    throw extractError('validation_failed', error.message, {
      errors: [{ pointer: '', code: 'too_much_work', detail: error.message }],
    })
  }
}

async function dataOf(
  input: JsonInput,
  prepared: PreparedRequest,
  target: ReadTarget,
  { model, context }: { readonly model: Model | null; readonly context: ExtractContext },
): Promise<{ readonly data: JsonData; readonly warnings: readonly Warning[] }> {
  const built = await buildValue(target, prepared, {
    model,
    instructions: input.instructions ?? null,
    context,
  })
  const warnings = [...built.warnings]
  const matches = prepared.jsonPath?.find(target.data) ?? null
  if (matches?.cut === true)
    warnings.push({
      code: 'rows_truncated',
      detail: 'The path matches more than is given here.',
      pointer: '/matches',
    })
  if (built.provenance.size > MOST_ORIGINS)
    warnings.push({
      code: 'provenance_cut',
      detail: `Only ${MOST_ORIGINS} origins are given.`,
      pointer: '/provenance',
    })
  const data: JsonData = {
    url: target.url,
    kind: target.kind,
    value: built.value,
    valid: built.valid,
    errors: built.errors.map((error) => ({ ...error })),
    provenance: Object.fromEntries(
      [...built.provenance].slice(0, MOST_ORIGINS).map(([at, origin]) => [at, { ...origin }]),
    ),
    ...(matches === null ? {} : { matches: boundedMatches(matches.nodes, warnings) }),
    ...(input.found === false ? {} : { found: shown(target, built.value) }),
  }
  return { data, warnings }
}

/** Matches may lie inside each other: what they come to is bounded as a whole. */
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
  return value as NonNullable<JsonData['matches']>
}

/** A document that is the value already is not given twice. */
function shown({ found, data }: ReadTarget, value: JsonValue): Record<string, unknown> {
  const { document, ...rest } = found
  return document === undefined || (value === data && value !== null) ? { ...rest } : { ...rest, document }
}
