// The ways to split the text of a location into a name and what is around it.
import { distinct } from '#kit/distinct.ts'
import { searchFold, searchTokens } from '#kit/text/search-text.ts'

/** A name and the names of what lies around it; all are folded. */
export type NameReading = readonly [name: string, contexts: readonly string[]]

/** Each once, the most literal reading first: `Vaduz, Liechtenstein` as one name, then `vaduz` in `liechtenstein`. */
export function nameReadings(text: string): NameReading[] {
  const whole = searchFold(text)
  const parts = text
    .split(/[,、，;]/)
    .map(searchFold)
    .filter((part) => part !== '')
  const list: NameReading[] = [[whole, []]]
  const [first, ...contexts] = parts
  if (first !== undefined && contexts.length > 0) {
    list.push([first, contexts], [withoutNumbers(first), contexts])
    // From the large to the small: `Vaduz, Städtle 49`.
    const last = contexts.at(-1)
    if (last !== undefined) list.push([last, parts.slice(0, -1).toReversed()])
  }
  list.push([withoutNumbers(whole), []])
  const tokens = searchTokens(text)
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const name = tokens.slice(0, at).join(' ')
    const context = tokens.slice(at).join(' ')
    list.push([name, [context]], [withoutNumbers(name), [context]])
    // `prattville alabama usa`
    for (let middle = at + 1; middle < tokens.length; middle += 1) {
      list.push([name, [tokens.slice(at, middle).join(' '), tokens.slice(middle).join(' ')]])
    }
  }
  // `Triesenberg-Malbun`
  for (let at = 1; at < tokens.length; at += 1) {
    list.push([tokens.slice(at).join(' '), [tokens.slice(0, at).join(' ')]])
  }
  return distinct(list.filter(([name]) => name !== ''))
}

/** A postcode beside a name (`9490 Vaduz`, `LI-9490 Vaduz`) says nothing that the name does not. */
export function withoutNumbers(folded: string): string {
  return folded
    .replace(/^[a-z]{1,3} (?=\d)/, '')
    .split(' ')
    .filter((token) => !/\d/.test(token))
    .join(' ')
}
