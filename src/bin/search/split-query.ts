// "cafes in Monaco" as people type it.

/** The subject and the place of a query, split at the last " in "; `location` is null without one. */
export function splitQuery(text: string): { readonly query: string; readonly location: string | null } {
  const all = text.trim()
  const last = [...all.matchAll(/\sin(?=\s)/giu)].at(-1)
  return last === undefined
    ? { query: all, location: null }
    : { query: all.slice(0, last.index).trimEnd(), location: all.slice(last.index + 3).trimStart() }
}
