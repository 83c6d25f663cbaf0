// Makes the requested value from the data found: by the schema, by the rules, or the document itself.
import type { Warning } from '#contract/crawl/result.ts'
import { boundJson, RESULT_DEPTH } from '#parsing/json/bounded-json.ts'
import { elementText } from '#parsing/html/element-text.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { mapSchema } from '#extractors/json/mapping/map-schema.ts'
import { snippetOf, type Origin } from '#extractors/json/mapping/origin.ts'
import { recordOf } from '#extractors/json/mapping/record.ts'
import type { ModelAnswer, ModelQuestion } from '#extractors/json/model/ask-model.ts'
import { groundOrigin, groundText, hasMissing, mergeValues } from '#extractors/json/model/take-values.ts'
import type { PreparedRequest } from '#extractors/json/request/prepare-request.ts'
import { applyRules, type AppliedRules } from '#extractors/json/rules/apply-rules.ts'
import type { CompiledSchema, ValueProblem } from '#extractors/json/schema/compile-schema.ts'
import type { ReadTarget } from '#extractors/json/target/read-target.ts'

/** The value and what is said about it; `valid` is null where nothing says what would be valid. */
export interface BuiltValue {
  readonly value: JsonValue
  readonly valid: boolean | null
  readonly errors: readonly ValueProblem[]
  readonly provenance: ReadonlyMap<string, Origin>
  readonly warnings: readonly Warning[]
}

const VALUE_BOUNDS = { depth: RESULT_DEPTH, values: 300_000, chars: 4_000_000 }
const MAX_PAGE_TEXT = 200_000

/** The question for the model; its answer continues the building. */
export interface OpenQuestion {
  readonly question: Pick<ModelQuestion, 'schema' | 'text'>
}

/** `answer` is what the model said; null: it was not asked yet. */
export function buildValue(
  target: ReadTarget,
  prepared: PreparedRequest,
  answer: ModelAnswer | null,
): BuiltValue | OpenQuestion {
  const warnings: Warning[] = []
  const rules = prepared.rules === null ? null : applyRules(prepared.rules, target, prepared.patterns.check)
  if (target.document === null && prepared.rules?.some(({ selector }) => selector !== null) === true) {
    const detail = 'The target is data and no page: selectors find nothing in it, a jsonPath does.'
    warnings.push({ code: 'selector_on_data', detail, pointer: '/rules' })
  }
  for (const pointer of rules?.cut ?? [])
    warnings.push({ code: 'rows_truncated', detail: 'The rule matches more than is given here.', pointer })
  let known =
    prepared.schema === null
      ? withoutSchema(target, rules)
      : bySchema(target, prepared, prepared.schema, rules, warnings)
  if (prepared.askModel && (prepared.schema === null || hasMissing(known.value))) {
    if (answer === null)
      return { question: { schema: prepared.schema?.schema ?? null, text: textOf(target) } }
    warnings.push(...answer.warnings)
    if (answer.value !== null) known = withAnswer(known, answer.value, target, prepared)
  }
  if (!known.isDocument) {
    const bounded = boundJson(known.value, VALUE_BOUNDS)
    known = { ...known, value: bounded.value }
    if (bounded.cutAt !== null)
      warnings.push({
        code: 'value_cut',
        detail: 'The value is longer than is given here.',
        pointer: `/value${bounded.cutAt}`,
      })
  }
  if (prepared.schema === null) return { ...known, valid: null, errors: [], warnings }
  const errors = prepared.schema.validate(known.isDocument ? known.value : withoutNulls(known.value))
  return { value: known.value, provenance: known.provenance, valid: errors.length === 0, errors, warnings }
}

interface Known {
  readonly value: JsonValue
  readonly provenance: ReadonlyMap<string, Origin>
  /** The value is the target's own document: its nulls are its own. */
  readonly isDocument: boolean
}

function withoutSchema(target: ReadTarget, rules: AppliedRules | null): Known {
  if (rules !== null) return { value: rules.value, provenance: rules.provenance, isDocument: false }
  const value = target.kind === 'page' ? null : target.kind === 'feed' ? feedOf(target) : target.data
  return { value, provenance: new Map(), isDocument: true }
}

function feedOf({ found }: ReadTarget): JsonValue {
  return Array.isArray(found.feeds) ? (found.feeds[0] ?? null) : null
}

function bySchema(
  target: ReadTarget,
  { coerce }: PreparedRequest,
  schema: CompiledSchema,
  rules: AppliedRules | null,
  warnings: Warning[],
): Known {
  // A document that fits as it is needs no search.
  if (
    target.kind !== 'page' &&
    rules === null &&
    isContainer(target.data) &&
    schema.validate(target.data).length === 0
  ) {
    return { value: target.data, provenance: topOf(target.data), isDocument: true }
  }
  const mapped = mapSchema(schema.schema, target.found, {
    coerce,
    base: target.base,
    locale: target.locale,
    rules: rules === null ? null : recordOf('rules', '', rules.value, 0),
  })
  for (const { pointer, snippet } of mapped.mismatched) {
    warnings.push({
      code: 'value_not_used',
      detail: `What was found is not what the schema asks for: ${JSON.stringify(snippet)}.`,
      pointer: `/value${pointer}`,
    })
  }
  if (mapped.cut)
    warnings.push({
      code: 'schema_cut',
      detail: 'The schema asks for more fields than are looked for.',
      pointer: '/value',
    })
  const provenance = new Map<string, Origin>()
  for (const [at, origin] of mapped.provenance) provenance.set(at, pointedAt(origin, rules))
  return { value: mapped.value, provenance, isDocument: false }
}

/** A value of a rule is where the rule found it. */
function pointedAt(origin: Origin, rules: AppliedRules | null): Origin {
  if (origin.source !== 'rules' || rules === null || origin.path === undefined) return origin
  const { path, ...rest } = origin
  const own = rules.provenance.get(path)
  return own === undefined ? rest : { ...own, confidence: origin.confidence }
}

const isContainer = (value: JsonValue): boolean => typeof value === 'object' && value !== null

/** The parts of a document that is taken whole. */
function topOf(value: JsonValue): Map<string, Origin> {
  const parts: (readonly [string, JsonValue])[] = isJsonObject(value)
    ? Object.entries(value).map(([key, inner]) => [pointerStep(key), inner])
    : [['', value]]
  return new Map(
    parts
      .filter(([, inner]) => inner !== null)
      .slice(0, 1_000)
      .map(([pointer, inner]) => [
        pointer,
        {
          source: 'document',
          path: `/document${pointer}`,
          snippet: snippetOf(inner),
          confidence: 1,
        },
      ]),
  )
}

function textOf({ document, data }: ReadTarget): string {
  return document === null
    ? JSON.stringify(data).slice(0, MAX_PAGE_TEXT)
    : elementText(document.root, MAX_PAGE_TEXT)
}

/** The model's values where nothing else was found, each held against the text. */
function withAnswer(
  known: Known,
  answer: JsonObject,
  target: ReadTarget,
  { schema, coerce }: PreparedRequest,
): Known {
  const mapped =
    schema === null
      ? { value: answer as JsonValue, provenance: scalarOrigins(answer) }
      : mapSchema(
          schema.schema,
          {},
          { coerce, base: target.base, locale: null, rules: recordOf('llm', '', answer, 0) },
        )
  const { value, taken } = mergeValues(known.value, mapped.value)
  const text = groundText(textOf(target))
  const provenance = new Map(known.provenance)
  for (const [at, { path: _, ...origin }] of mapped.provenance) {
    if (taken.some((part) => at === part || at.startsWith(`${part}/`)))
      provenance.set(at, groundOrigin(origin, text))
  }
  return { value, provenance, isDocument: false }
}

function scalarOrigins(answer: JsonObject): Map<string, Origin> {
  const origins = new Map<string, Origin>()
  const visit = (value: JsonValue, at: string): void => {
    if (value === null || origins.size >= 2_000) return
    if (typeof value === 'object') {
      for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value))
        visit(inner, at + pointerStep(key))
    } else origins.set(at, { source: 'llm', snippet: String(value).slice(0, 200), confidence: 0 })
  }
  visit(answer, '')
  return origins
}

/** A field that was not found is absent for the validation: only a required one is missing. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([key, inner]) => [key, withoutNulls(inner)]),
  )
}
