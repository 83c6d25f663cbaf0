// How often people viewed, liked, shared or answered a thing, as schema.org counts it: a list of counters by action.
import { pointerStep } from '#kit/json-pointer.ts'
import { listOf, isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { singular } from '#extractors/json/mapping/names/plain-words.ts'
import { fieldsOf, type Field } from './record.ts'

/** The actions that a noun counts, without `Action`. */
const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['view', 'view watch read'],
      ['read', 'read view'],
      ['watch', 'watch view'],
      ['play', 'play listen watch'],
      ['listen', 'listen'],
      ['like', 'like'],
      ['upvote', 'like'],
      ['favorite', 'like bookmark'],
      ['dislike', 'dislike'],
      ['comment', 'comment reply'],
      ['reply', 'reply comment'],
      ['answer', 'reply comment'],
      ['share', 'share'],
      ['follower', 'follow subscribe'],
      ['subscriber', 'subscribe follow'],
      ['download', 'download install'],
      ['install', 'install download'],
      ['user', 'use install'],
    ] as const
  ).map(([noun, actions]) => [noun, actions.split(' ')]),
)

/** The counter that a name such as `view_count` or `views` means by the key of its words, with its place in the node. */
export function interactionCount(node: JsonObject, key: string): Field | null {
  const fields = fieldsOf(node)
  const statistic = fields.get('interactionstatistic') ?? fields.get('interactioncount')
  if (statistic === undefined) return null
  const words = key.split(' ').filter((word) => word !== 'count')
  const [noun] = words
  const actions = words.length === 1 && noun !== undefined ? ACTIONS.get(singular(noun)) : undefined
  for (const action of actions ?? []) {
    for (const [index, counter] of listOf(statistic.value).slice(0, 20).entries()) {
      const at = Array.isArray(statistic.value) ? statistic.pointer + pointerStep(index) : statistic.pointer
      // `UserComments:2`, as microdata had it at first.
      const old =
        typeof counter === 'string' ? /^User(\w{2,20}?)s?:(\d{1,12})$/.exec(counter.replace(/\s/g, '')) : null
      if (old !== null && old[1]?.toLowerCase() === action) return { value: Number(old[2]), pointer: at }
      if (
        !isJsonObject(counter) ||
        actionOf(counter['interactionType'] ?? counter['name'] ?? null) !== action
      )
        continue
      const count = counter['userInteractionCount']
      if (count !== undefined && count !== null)
        return { value: count, pointer: `${at}/userInteractionCount` }
    }
  }
  return null
}

/** `view` for `https://schema.org/ViewAction`, also as the type of a node. */
function actionOf(type: JsonValue): string | null {
  const [given] = listOf(isJsonObject(type) ? (type['@type'] ?? type['@id'] ?? null) : type)
  return typeof given === 'string' ? (/(\w{2,30})Action$/.exec(given)?.[1]?.toLowerCase() ?? null) : null
}
