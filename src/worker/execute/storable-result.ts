// Makes a result acceptable to crawl: content from a target must not cost the whole result.
import type { Warning } from '#contract/crawl/result.ts'
import { boundJson, forbiddenKeyWarnings } from '#parsing/json/bounded-json.ts'
import { MAX_DEPTH } from '#platform/http/input/json-body.ts'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'

/** The parts of a result that come from a target. */
export interface Storable {
  readonly data: unknown
  readonly provenance: Readonly<Record<string, unknown>>
  readonly warnings: readonly Warning[]
}

/** The levels above the data: the result, its completion, the list of completions and the body. */
const MAX_LEVELS = MAX_DEPTH - 4
const NO_LIMIT = { values: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY }

/**
 * `found` itself when crawl accepts it as it is, which is nearly always. Otherwise a copy without the keys that crawl
 * refuses, and with null for values that nest too deeply; the first of each is named in a warning.
 */
export function storable<Found extends Storable>(found: Found): Found {
  const warnings: Warning[] = [...found.warnings]
  const part = (value: unknown, name: string): unknown => {
    if (fits(value, MAX_LEVELS)) return value
    // In the form in which it will be sent; a value that is not JSON fails here as it would there.
    const bounded = boundJson(JSON.parse(JSON.stringify(value)), { ...NO_LIMIT, depth: MAX_LEVELS })
    warnings.push(...forbiddenKeyWarnings(bounded, name))
    if (bounded.cutAt !== null) {
      warnings.push({
        code: 'too_deep',
        detail: `What nests deeper than ${MAX_LEVELS} levels is null, here first.`,
        pointer: name + bounded.cutAt,
      })
    }
    return bounded.value
  }
  const data = part(found.data, '')
  const provenance = fieldsOf(part(found.provenance, '/provenance'))
  return data === found.data && provenance === found.provenance
    ? found
    : { ...found, data, provenance, warnings }
}

/** Whether `value` has no refused key and at most `depth` levels. */
function fits(value: unknown, depth: number): boolean {
  if (!isRecord(value)) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => fits(item, depth - 1))
  if (Object.hasOwn(value, '__proto__')) return false
  for (const key in value) if (!fits(value[key], depth - 1)) return false
  return true
}
