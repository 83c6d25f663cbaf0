// Opening hours by day: a specification for several days is as many, where a schema asks for one day in each.
import { isJsonObject, setKey, type JsonObject } from '#parsing/json/json-value.ts'
import type { PlainSchema } from '#extractors/json/schema/plain-schema.ts'
import type { ListItem } from './candidate-values.ts'
import { foldName, relatedNames } from '#extractors/json/mapping/names/field-names.ts'
import type { Filled } from './filled.ts'

/** `day` is the index of the day in the item; null for an item that stays as it is. */
export interface DayItem extends ListItem {
  readonly day: number | null
}

const KEY = 'dayOfWeek'
const DAYS = new Set([foldName(KEY), ...relatedNames(foldName(KEY)).map(([first]) => first)])

/** The item, once for each of its days. */
export function splitDays(item: ListItem, wanted: PlainSchema | null): DayItem[] {
  const days = isJsonObject(item.value) ? item.value[KEY] : null
  if (!isJsonObject(item.value) || !Array.isArray(days) || days.length === 0 || !asksForOne(wanted))
    return [{ ...item, day: null }]
  const { value } = item
  return days.slice(0, 7).map((name, day) => {
    const one: JsonObject = { ...value }
    setKey(one, KEY, name)
    return { value: one, pointer: item.pointer, day }
  })
}

function asksForOne(wanted: PlainSchema | null): boolean {
  for (const [name, schema] of wanted?.properties ?? [])
    if (DAYS.has(foldName(name)) && schema['type'] !== 'array' && schema['items'] === undefined) return true
  return false
}

/** The origins of what was filled from one of the days lead to that day. */
export function withDay(filled: Filled, pointer: string, day: number): Filled {
  const from = `${pointer}/${KEY}`
  const origins = filled.origins.map(
    ([at, origin]) => [at, origin.path === from ? { ...origin, path: `${from}/${day}` } : origin] as const,
  )
  return { ...filled, origins }
}
