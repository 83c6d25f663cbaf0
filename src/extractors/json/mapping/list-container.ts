// The object that holds a list: it knows how many things there are in all, and on which page of them this is.
import { isJsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import type { Found } from '#extractors/json/sources/found.ts'
import { recordOf, type PageRecord } from './record.ts'

/** Sources whose lists are parts of an object. */
const HOLDING = ['jsonLd', 'microdata', 'rdfa', 'state', 'document'] as const

/** The holder of the list that has its first item at `pointer`; null for a list at the top of its source. */
export function listContainer(found: Found, pointer: string): PageRecord | null {
  const steps = pointer.split('/').slice(1)
  if (/^(?:item|node)$/.test(steps.at(-1) ?? '')) steps.pop()
  const [first, ...place] = steps.slice(0, -2)
  const source = HOLDING.find((each) => each === first)
  if (source === undefined || place.length === 0) return null
  let at: JsonValue | undefined = found[source]
  for (const step of place.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (typeof at !== 'object' || at === null) return null
    at = Array.isArray(at) ? at[Number(step)] : Object.hasOwn(at, step) ? at[step] : undefined
  }
  const where = [source, ...place]
  return isJsonObject(at) ? recordOf(source, `/${where.join('/')}`, at, where.length) : null
}
