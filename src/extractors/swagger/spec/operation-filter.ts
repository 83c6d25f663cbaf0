// Which operations of a description a caller wants to see.
import { asList, asText, type JsonObject } from '#extractors/swagger/json/json-value.ts'

/** An operation is listed when every given field fits. */
export interface OperationFilter {
  /** Any of them; the case of the letters does not count. */
  readonly tags?: readonly string[]
  /** Patterns of paths: `*` is anything within a segment, `**` anything at all. */
  readonly paths?: readonly string[]
  /** Lower case. */
  readonly methods?: readonly string[]
}

/** Each part that is given must fit. `path` is null for a webhook, which has none. */
export function matchesOperation(
  filter: OperationFilter,
  operation: { readonly method: string; readonly path: string | null; readonly value: JsonObject },
): boolean {
  const { tags, paths, methods } = filter
  const { path } = operation
  if (methods !== undefined && !methods.includes(operation.method.toLowerCase())) return false
  if (paths !== undefined && (path === null || !paths.some((pattern) => matchesPath(pattern, path))))
    return false
  if (tags === undefined) return true
  const wanted = new Set(tags.map((tag) => tag.toLowerCase()))
  return asList(operation.value['tags']).some((tag) => wanted.has(asText(tag)?.toLowerCase() ?? ''))
}

/** Takes time of the order of both lengths multiplied at most: no pattern of a caller becomes a regular expression. */
export function matchesPath(pattern: string, path: string): boolean {
  /** Which offsets of `path` the tokens so far can reach. */
  let reached = new Uint8Array(path.length + 1)
  reached[0] = 1
  for (const token of pattern.match(/\*{1,2}|[^*]+/g) ?? []) {
    const next = new Uint8Array(path.length + 1)
    for (let at = 0; at <= path.length; at += 1) {
      if (token.startsWith('*')) {
        const further = at > 0 && next[at - 1] === 1 && (token === '**' || path[at - 1] !== '/')
        if (reached[at] === 1 || further) next[at] = 1
      } else if (reached[at] === 1 && path.startsWith(token, at)) next[at + token.length] = 1
    }
    reached = next
  }
  return reached[path.length] === 1
}
