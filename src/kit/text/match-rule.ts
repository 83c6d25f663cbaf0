// Whether a text fits a rule: as a whole, by its end, or by a glob. In time linear in the length of the text.

/** `nameSuffix`: of names with dots, where a suffix begins at one. `glob`: `*` stands for any text, also none. */
export type Match = 'exact' | 'suffix' | 'nameSuffix' | 'glob'

export function matchesRule(match: Match, rule: string, text: string): boolean {
  if (match === 'exact') return text === rule
  if (match === 'suffix') return text.endsWith(rule)
  if (match === 'nameSuffix') return text === rule || text.endsWith(`.${rule.replace(/^\./, '')}`)
  const [first = '', ...rest] = rule.split('*')
  const last = rest.pop()
  if (last === undefined) return text === rule
  if (!text.startsWith(first) || text.length < first.length + last.length) return false
  const end = text.length - last.length
  // The first place of each part leaves most room for the next: nothing has to be tried twice.
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return text.endsWith(last)
}
