// "cafes in Monaco" as people type it.

/** What is looked for and where, cut at the last " in "; `location` is null where there is none. */
export function splitQuery(text: string): { readonly query: string; readonly location: string | null } {
  const [, query, location] = /^\s*(.*\S)\s+in\s+(\S.*?)\s*$/isu.exec(text) ?? []
  return query === undefined || location === undefined
    ? { query: text.trim(), location: null }
    : { query, location }
}
