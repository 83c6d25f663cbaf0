// The authors that a line of a page names: who is credited with the text, and not with pictures, translation or editing.
import { AFTER, AND, LABELS, LEADS, NO_NAME, NO_PERSON } from './byline-words.ts'

const MAX_NAMES = 6

const alternatives = (lines: readonly string[]): string =>
  [...new Set(lines.flatMap((line) => line.split('|')))]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[/.]/g, String.raw`\$&`))
    .join('|')

/** A piece ends where another thing is said. */
const SEPARATOR = /[|•·\n»«]|\s[-–—]\s|\s\/\s|[()（）[\]【】]|[;；]|(?<=\p{Ll}{3})\.\s/u
const LABEL = new RegExp(
  String.raw`^(?:${alternatives(LABELS)})(?:\s?(?:und|and|et|y|e|og|och|i|&|\/|en|·|・)\s?[^\s:：\t]{2,14})?(?:\(s\)|\/a|\/in|\/r|a)?(?:\s*[:：/／]\s*|\t|　)`,
  'iu',
)
const LEAD = new RegExp(String.raw`^(?:${alternatives(LEADS)})(?:\s*[:：]\s*|\s+)`, 'iu')
const GAP = /\t|[,，、] ?|\d(?:st|nd|rd|th)?\.? (?:[ap]\.?m\.? |uhr |h )?/giu
/** Italian for `by`, and the beginning of many names and towns. */
const BEHIND_DATE = /^da\s+/
const LABEL_LINE = new RegExp(String.raw`^(?:${alternatives([...LABELS, ...LEADS])})\s*[:：]?$`, 'iu')
const BEHIND = new RegExp(String.raw`^(.{2,60}?)[\s,，]+(?:${alternatives(AFTER)})(?![\p{L}\p{M}])`, 'iu')
const NEXT_NAME = new RegExp(String.raw`^\s*(,\s*)?(?:(?:${AND})\s+|[、，،]\s*|\t,?\s*)?`, 'u')
const JOINED = new RegExp(String.raw`^\s*(?:,\s*)?(?:(?:${AND})\s|[、，،&]|\t?,\t)`, 'u')

const LAST_OF_LIST = new RegExp(String.raw`^,? (?:${AND}) \p{Lu}`, 'u')

const PARTICLE = 'de|van|von|der|den|la|le|du|di|da|do|dos|das|del|della|bin|ibn|al|el|zu|ter|ten|af|av|y|e'
const CAPITAL = String.raw`(?:(?:d|l|de|dell|al|el)['’-])?\p{Lu}[\p{L}\p{M}.'’-]*`
/** Of two to five words that begin with a capital letter, as names of people are written. */
const FULL_NAME = new RegExp(
  String.raw`^${CAPITAL}(?: (?:(?:${PARTICLE}) ){0,3}${CAPITAL}){1,4}(?![\p{L}\p{M}]| \p{Lu})`,
  'u',
)
/** Of two to four characters in Chinese and Korean, of up to ten with a blank between them in Japanese. */
const EAST_ASIAN =
  /^(?:[\p{Script=Han}々]{2,4}|[\p{Script=Hangul}]{2,5}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー・]{2,10}(?:[ 　][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,8})?)(?![\p{L}\p{M}])/u
/** Scripts without capital letters: two to four words, or one behind a colon. */
const UNCASED =
  /^(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{M}‌'’.״׳-]{2,25}(?: [\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{M}‌'’.״׳-]{2,20}){0,3}(?![\p{L}\p{M}])/u
/** Words of those scripts that stand before a day or a place. */
const SMALL_WORDS = / (?:في|من|در|از|ใน|על|ב|में|को|ने)$/u

/** A name of one word. */
const ALONE = /^(\p{Lu}[\p{L}\p{M}'’-]{2,20})(?=\t|$)/u

/** Names behind `By`, `Text:` and their like in other languages, in the order of the line; none for other lines. */
export function creditsIn(line: string): string[] {
  for (const piece of line.split(SEPARATOR)) {
    const names = creditsOfPiece(piece.trim())
    if (names.length > 0) return names
  }
  return []
}

/** The text without what leads to a name. */
export const withoutLead = (text: string): string =>
  announcesAuthor(text) ? '' : text.replace(LABEL, '').replace(LEAD, '')

const isOwnElement = (text: string, lead: string): boolean => lead.endsWith('\t') && text.length > lead.length

/** Whether the line only announces an author: `Author`, `Written by`. */
export const announcesAuthor = (line: string): boolean => line.length <= 30 && LABEL_LINE.test(line)

function creditsOfPiece(piece: string): string[] {
  // `5 min · Text: Ada`, `Foto: Ben, Text: Ada`: a credit begins behind a comma or in an element of its own.
  for (const start of startsOf(piece)) {
    const rest = piece.slice(start)
    const label = LABEL.exec(rest)?.[0]
    const lead = label ?? LEAD.exec(rest)?.[0] ?? (start > 0 ? BEHIND_DATE.exec(rest)?.[0] : undefined)
    if (lead !== undefined) {
      const names = namesAt(rest.slice(lead.length), label !== undefined)
      if (names.length > 0) return names
      // `by\tAda\t`: a name of one word in an element of its own.
      const alone = ALONE.exec(rest.slice(lead.length))?.[1]
      if (
        alone !== undefined &&
        isOwnElement(rest, lead) &&
        !NO_PERSON.has(alone.toLowerCase()) &&
        !NO_NAME.test(alone)
      )
        return [alone]
    }
    const named = BEHIND.exec(rest)?.[1]
    const before = named === undefined ? [] : namesAt(named.replaceAll('\t', ' '), true)
    if (named !== undefined && before.length > 0 && before.join(' ').length + 4 >= named.trim().length)
      return before
  }
  return []
}

/** Behind a comma, in an element of its own, and behind a date: `on 4 May 2026 by Ada Lovelace`. */
function startsOf(piece: string): number[] {
  const starts = [0]
  for (const { index, 0: gap } of piece.matchAll(GAP)) if (starts.length < 12) starts.push(index + gap.length)
  return starts
}

/** The names that a text begins with. */
export function namesAt(text: string, mayBeOneWord: boolean): string[] {
  const names: string[] = []
  let rest = text.trimStart()
  while (names.length < MAX_NAMES) {
    const name = nameAt(rest, mayBeOneWord)
    if (name === null) break
    names.push(personOf(name))
    rest = rest.slice(name.length)
    // After a comma alone there may be an agency or a town; what joins two people is a word, or an element for each.
    if (!JOINED.test(rest) && !isList(rest)) break
    rest = rest.slice(NEXT_NAME.exec(rest)?.[0].length ?? 0)
  }
  return names
}

/** `, Ben Kern and Cy Young`: a list that a word ends. */
function isList(text: string): boolean {
  let rest = text
  for (let count = 0; count < MAX_NAMES; count += 1) {
    const comma = /^, ?/.exec(rest)?.[0]
    const name = comma === undefined ? null : nameAt(rest.slice(comma.length), false)
    if (comma === undefined || name === null) return false
    rest = rest.slice(comma.length + name.length)
    if (LAST_OF_LIST.test(rest)) return true
  }
  return false
}

/** The name as it is written at the beginning of a text; null for other words. */
function nameAt(text: string, mayBeOneWord: boolean): string | null {
  const cased = FULL_NAME.exec(text)?.[0]
  if (cased !== undefined) {
    const words = cased.split(' ')
    const other = words.findIndex((word) => NO_PERSON.has(word.toLowerCase().replace(/[.,]/g, '')))
    // `Text: Ada Lovelace Foto: Ben`: what a colon follows is no name.
    const colon = /^\s?[:：]/.test(text.slice(cased.length)) ? words.length - 1 : words.length
    const count = Math.min(other < 0 ? words.length : other, colon)
    if (count < 2) return null
    const name = words.slice(0, count).join(' ')
    return /^\p{Lu}{2,6}$/u.test(words[0] ?? '') && count === 2 && /^\p{Lu}{2,4}$/u.test(words[1] ?? '')
      ? null
      : withoutEnd(name)
  }
  const eastern = EAST_ASIAN.exec(text)?.[0]
  if (eastern !== undefined) return eastern.replace(/(?:記者|记者|기자|さん|氏)$/u, '')
  const uncased = UNCASED.exec(text)?.[0]
  if (uncased === undefined) return null
  const name = uncased.replace(SMALL_WORDS, '')
  return name.includes(' ') || mayBeOneWord ? name : null
}

/** A name without the mark behind it; the point of an initial is part of it. */
function withoutEnd(name: string): string {
  const last = name.at(-1) ?? ''
  return ".'’-".includes(last) && !/(?:^|[\s.])\p{Lu}\.$/u.test(name) ? name.slice(0, -1) : name
}

/** Whether a text is the name of a person, or several of them, and nothing else. */
export function isOnlyNames(text: string): boolean {
  const names = namesAt(text, false)
  const letters = (value: string): number => value.replace(/[^\p{L}]/gu, '').length
  return names.length > 0 && letters(names.join('')) + 3 * (names.length - 1) >= letters(text)
}

/** `ADA LOVELACE` as other pages write it. */
export function personOf(name: string): string {
  if (name !== name.toUpperCase() || name === name.toLowerCase() || !/\p{Lu}{4}/u.test(name)) return name
  return name.replace(/\p{Lu}[\p{L}\p{M}]+/gu, (word) =>
    word.length <= 2 ? word : word.slice(0, 1) + word.slice(1).toLowerCase(),
  )
}
