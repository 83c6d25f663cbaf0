// Counts what the characters of the lines of a page say: lengths, words, digits, capitals, signs, ends of sentences.

/** Tables by `element.order` of the element that starts the line. */
export interface LineTexts {
  readonly words: Uint32Array
  readonly digits: Uint32Array
  readonly capitals: Uint32Array
  readonly commas: Uint32Array
  /** Signs that code, prices and menus have and sentences lack: brackets, slashes, pipes, arrows, currency. */
  readonly signs: Uint32Array
  /** The code of the first and the last character that is no white space; 0 in an empty line. */
  readonly first: Uint16Array
  readonly last: Uint16Array
  /** Of all characters but white space: equal lines have equal ones. */
  readonly hash: Int32Array
}

export const lineTexts = (elements: number): LineTexts => ({
  words: new Uint32Array(elements),
  digits: new Uint32Array(elements),
  capitals: new Uint32Array(elements),
  commas: new Uint32Array(elements),
  signs: new Uint32Array(elements),
  first: new Uint16Array(elements),
  last: new Uint16Array(elements),
  hash: new Int32Array(elements),
})

const SPACE = 1
const LETTER = 2
const CAPITAL = 3
const DIGIT = 4
const COMMA = 5
/** Part of a word, and no sign: `don't`, `well-known`, `3.5`. */
const JOINT = 6
const STOP = 7
const STOP_SIGN = 8
const SIGN = 9
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (code <= 32) return SPACE
  if (/[a-z]/.test(char)) return LETTER
  if (/[A-Z]/.test(char)) return CAPITAL
  if (/\d/.test(char)) return DIGIT
  if (char === ',') return COMMA
  if (char === '.') return STOP
  if (char === '!' || char === '?') return STOP_SIGN
  return "'-_".includes(char) ? JOINT : SIGN
})

/** What `countText` found in the last text. */
export const counted = { chars: 0, stops: 0 }

/**
 * Adds one text to its line. `counted` has its characters, with runs of white space as one and wide (CJK) ones as two, and
 * its ends of sentences, until the next call.
 */
export function countText(text: string, line: number, texts: LineTexts): void {
  const { length } = text
  let chars = 0
  let stops = 0
  let words = 0
  let digits = 0
  let capitals = 0
  let commas = 0
  let signs = 0
  let space = true
  let inWord = false
  let last = 0
  let hash = texts.hash[line] as number
  for (let i = 0; i < length; i += 1) {
    const code = text.charCodeAt(i)
    const kind = code < 128 ? (KINDS[code] as number) : code === 0xa0 ? SPACE : LETTER
    if (kind === SPACE) {
      if (!space) chars += 1
      space = true
      inWord = false
      continue
    }
    if (last === 0 && texts.first[line] === 0) texts.first[line] = code
    last = code
    space = false
    chars += 1
    hash = (Math.imul(hash, 31) + code) | 0
    switch (kind) {
      case CAPITAL:
        capitals += 1
        if (!inWord) words += 1
        inWord = true
        break
      case DIGIT:
        digits += 1
        if (!inWord) words += 1
        inWord = true
        break
      case COMMA:
        commas += 1
        inWord = false
        break
      case STOP:
        if (endsSentence(text, i + 1)) stops += 1
        break
      case STOP_SIGN:
        if (endsSentence(text, i + 1)) stops += 1
        signs += 1
        inWord = false
        break
      case SIGN:
        signs += 1
        inWord = false
        break
      case LETTER:
        // Scripts without blanks have a word each two characters or so; one each is near enough.
        if (!inWord || code >= 0x2e80) words += 1
        inWord = true
        if (code >= 0x06d4) {
          if (isWide(code)) chars += 1
          if (isStop(code)) stops += 1
        }
        break
      default:
    }
  }
  if (space && chars > 0) chars -= 1
  counted.chars = chars
  counted.stops = stops
  if (last === 0) return
  texts.hash[line] = hash
  texts.last[line] = last
  texts.words[line] = (texts.words[line] as number) + words
  if (digits > 0) texts.digits[line] = (texts.digits[line] as number) + digits
  if (capitals > 0) texts.capitals[line] = (texts.capitals[line] as number) + capitals
  if (commas > 0) texts.commas[line] = (texts.commas[line] as number) + commas
  if (signs > 0) texts.signs[line] = (texts.signs[line] as number) + signs
}

/** A full stop ends a sentence only before white space, a closing quote or the end; those of other scripts always do. */
function endsSentence(text: string, at: number): boolean {
  if (at >= text.length) return true
  const next = text.charCodeAt(at)
  return next <= 32 || next === 0x22 || next === 0x201d || next === 0x2019 || next === 0xa0
}

const isStop = (code: number): boolean =>
  code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x0964 || code === 0x06d4

const isWide = (code: number): boolean =>
  code >= 0x1100 &&
  (code <= 0x11ff ||
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xff60))
