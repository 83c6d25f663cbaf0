// Writes the marks of emphasis where every reader of Markdown takes them for marks, and leaves them out elsewhere.

/**
 * While a line is written, emphasis is held by characters that no page can show: only the whole line says which
 * neighbours a mark has, and these decide whether it is one.
 */
const MARKS = {
  strong: { open: '\ufdd0', close: '\ufdd1', written: '**' },
  emphasis: { open: '\ufdd2', close: '\ufdd3', written: '*' },
  deleted: { open: '\ufdd4', close: '\ufdd5', written: '~~' },
} as const
export type Emphasis = keyof typeof MARKS
const HELD = /[\ufdd0-\ufdd5]/
/** Pairs that still do not fit after as many rounds of moving are left out. */
const MAX_ROUNDS = 4

/** `text` as emphasised, until `writeEmphasis`; it has no blanks at its ends. */
export const holdEmphasis = (text: string, emphasis: Emphasis): string =>
  MARKS[emphasis].open + text + MARKS[emphasis].close

/** Whether a text holds emphasis of the kind. */
export const holdsEmphasis = (text: string, emphasis: Emphasis): boolean =>
  text.includes(MARKS[emphasis].open)

/** What stands between two marks; positions are those in the line without marks. */
interface Pair {
  readonly emphasis: Emphasis
  from: number
  to: number
  kept: boolean
  /** A blank is written outside the mark: what is struck out has to be seen so, and is apart from its neighbour on the page. */
  apart: { before: boolean; after: boolean }
}

/**
 * The line with its marks. A mark beside a letter must not have punctuation on its other side (CommonMark 6.2), so
 * punctuation at the ends of emphasis moves out of it; a mark that fits nowhere is left out. No word is lost or added.
 */
export function writeEmphasis(line: string): string {
  if (!HELD.test(line)) return line
  const { text, pairs, places } = readPairs(line)
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    untangle(pairs, text)
    const kept = pairs.filter((pair) => pair.kept)
    let moved = false
    const stars = placesOf(kept, true)
    const waves = placesOf(kept, false)
    for (const pair of kept) {
      const others = pair.emphasis === 'deleted' ? stars : waves
      const opens =
        pair.apart.before ||
        (others.has(pair.from) ? isSeparator(before(text, pair.from)) : opensAt(text, pair.from))
      const closes =
        pair.apart.after ||
        (others.has(pair.to) ? isSeparator(after(text, pair.to)) : closesAt(text, pair.to))
      if (opens && closes) continue
      moved = true
      if (round === MAX_ROUNDS) pair.kept = false
      else if (pair.emphasis === 'deleted')
        pair.apart = { before: !opens || pair.apart.before, after: !closes || pair.apart.after }
      else shrink(text, pair, opens, closes)
    }
    if (!moved) break
  }
  return write(
    text,
    pairs.filter(({ kept }) => kept),
    places,
  )
}

/** `places` are all positions of marks, in their order. */
function readPairs(line: string): { text: string; pairs: Pair[]; places: readonly number[] } {
  const pairs: Pair[] = []
  const places: number[] = []
  const open: Pair[] = []
  const pieces: string[] = []
  let length = 0
  let from = 0
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at)
    if (code < 0xfdd0 || code > 0xfdd5) continue
    const emphasis = IN_ORDER[(code - 0xfdd0) >> 1]
    if (emphasis === undefined) continue
    pieces.push(line.slice(from, at))
    length += at - from
    from = at + 1
    places.push(length)
    if ((code & 1) === 0) {
      const pair = {
        emphasis,
        from: length,
        to: length,
        kept: true,
        apart: { before: false, after: false },
      }
      open.push(pair)
      pairs.push(pair)
    } else {
      const pair = open.pop()
      if (pair !== undefined) pair.to = length
    }
  }
  pieces.push(line.slice(from))
  return { text: pieces.join(''), pairs: joined(pairs), places }
}

const IN_ORDER: readonly Emphasis[] = ['strong', 'emphasis', 'deleted']

/** `<b>S</b><b>aving</b>` is one word in bold. `pairs` are in the order of their beginnings. */
function joined(pairs: readonly Pair[]): Pair[] {
  const last = new Map<Emphasis, Pair>()
  return pairs.filter((pair) => {
    const previous = last.get(pair.emphasis)
    if (previous !== undefined && previous.to === pair.from) {
      previous.to = pair.to
      return false
    }
    last.set(pair.emphasis, pair)
    return true
  })
}

/** Leaves out what crosses another pair, and of marks that end and begin in one place those of the shorter text. */
function untangle(pairs: readonly Pair[], text: string): void {
  const around: Pair[] = []
  const ending = new Map<number, number>()
  const kept = pairs.filter((pair) => pair.kept).toSorted((a, b) => a.from - b.from || b.to - a.to)
  for (const pair of kept) {
    while ((around.at(-1)?.to ?? Infinity) <= pair.from) around.pop()
    if (pair.to <= pair.from || pair.to > (around.at(-1)?.to ?? Infinity)) pair.kept = false
    else around.push(pair)
  }
  const stars = kept.filter((pair) => pair.kept && pair.emphasis !== 'deleted')
  for (const { from, to } of stars) ending.set(to, Math.max(ending.get(to) ?? 0, to - from))
  const begun = new Map<number, number>()
  for (const { from, to } of stars) begun.set(from, Math.max(begun.get(from) ?? 0, to - from))
  for (const pair of stars) {
    const length = pair.to - pair.from
    const ends = ending.get(pair.from)
    const begins = begun.get(pair.to)
    // Where both are as long, the one that ends stays.
    if (ends !== undefined && (begun.get(pair.from) ?? length) <= ends) pair.kept = false
    if (begins !== undefined && (ending.get(pair.to) ?? length) < begins) pair.kept = false
  }
  dropEarlyEnds(
    stars.filter((pair) => pair.kept),
    placesOf(
      kept.filter((pair) => pair.kept),
      false,
    ),
    text,
  )
}

/**
 * In `***a*b*c***` the mark before `c` would end what the three began: a reader pairs what is left of three with any mark
 * that may end something (rule of three, CommonMark 6.2).
 */
function dropEarlyEnds(stars: readonly Pair[], waves: ReadonlySet<number>, text: string): void {
  const begun = new Map<number, number>()
  for (const { from } of stars) begun.set(from, (begun.get(from) ?? 0) + 1)
  const around: Pair[] = []
  for (const pair of stars) {
    while ((around.at(-1)?.to ?? Infinity) <= pair.from) around.pop()
    const ofThree = around.some(({ from }) => from < pair.from && (begun.get(from) ?? 0) > 1)
    const last = before(text, pair.from)
    const mayEnd =
      waves.has(pair.from) || !(isBlank(last) || (isSeparator(last) && isLetter(after(text, pair.from))))
    if (ofThree && mayEnd) pair.kept = false
    else around.push(pair)
  }
}

const placesOf = (pairs: readonly Pair[], stars: boolean): ReadonlySet<number> =>
  new Set(pairs.flatMap(({ emphasis, from, to }) => ((emphasis !== 'deleted') === stars ? [from, to] : [])))

const before = (text: string, at: number): string =>
  at === 0
    ? ''
    : /[\udc00-\udfff]/.test(text.charAt(at - 1))
      ? text.slice(Math.max(0, at - 2), at)
      : text.charAt(at - 1)

const after = (text: string, at: number): string => {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

const isBlank = (char: string): boolean => char === '' || /^\s$/.test(char)
/** A letter to every reader: some count symbols (`®`, `€`) as punctuation, as the standard does, and some do not. */
const isLetter = (char: string): boolean => !isBlank(char) && !/^[\p{P}\p{S}]$/u.test(char)
/** A blank or punctuation to every reader. */
const isSeparator = (char: string): boolean => isBlank(char) || /^[\p{P}!-/:-@[-`{-~]$/u.test(char)

function opensAt(text: string, at: number): boolean {
  const next = after(text, at)
  return !isBlank(next) && (isLetter(next) || isSeparator(before(text, at)))
}

function closesAt(text: string, at: number): boolean {
  const last = before(text, at)
  return !isBlank(last) && (isLetter(last) || isSeparator(after(text, at)))
}

/** Moves the marks that do not fit to the nearest letters inside; past a link, code or an element they cannot move. */
function shrink(text: string, pair: Pair, opens: boolean, closes: boolean): void {
  if (!opens) moveStart(text, pair)
  if (!closes) moveEnd(text, pair)
  if (pair.from >= pair.to) pair.kept = false
}

function moveStart(text: string, pair: Pair): void {
  for (;;) {
    const next = after(text, pair.from)
    if (pair.from >= pair.to || isLetter(next)) return
    if (/^[![<`$~&_*]$/.test(next)) {
      pair.kept = false
      return
    }
    pair.from += next === '\\' ? 2 : next.length
  }
}

function moveEnd(text: string, pair: Pair): void {
  const fixed = /[[<`$]/.test(text.slice(pair.from, pair.to))
  for (;;) {
    const last = before(text, pair.to)
    if (pair.from >= pair.to || isLetter(last)) return
    if (fixed && !isBlank(last) && !/^[,.;:?…'"’”»–—]$/u.test(last)) {
      pair.kept = false
      return
    }
    pair.to -= last.length
    if (text.charAt(pair.to - 1) === '\\') pair.to -= 1
  }
}

/** Ends before beginnings, inner ends first, outer beginnings first. */
function write(text: string, pairs: readonly Pair[], places: readonly number[]): string {
  const ends = new Map<number, string>()
  const starts = new Map<number, string>()
  const apart = new Set<number>()
  for (const { emphasis, from, to, apart: blanks } of pairs.toSorted(
    (a, b) => a.from - b.from || b.to - a.to,
  )) {
    const { written } = MARKS[emphasis]
    starts.set(from, (starts.get(from) ?? '') + written)
    ends.set(to, written + (ends.get(to) ?? ''))
    if (blanks.before) apart.add(from)
    if (blanks.after) apart.add(to)
  }
  const out: string[] = []
  let at = 0
  for (const place of [...new Set([...places, ...starts.keys(), ...ends.keys()])].toSorted((a, b) => a - b)) {
    out.push(text.slice(at, place))
    const marks = (ends.get(place) ?? '') + (apart.has(place) ? ' ' : '') + (starts.get(place) ?? '')
    if (marks === '') joinPieces(out, text.charAt(place - 1), text.charAt(place))
    else out.push(marks)
    at = place
  }
  out.push(text.slice(at))
  return out.join('')
}

/** Two harmless pieces may have a meaning when joined: `]` and `(`, `!` and `[`, two code spans. */
export function joinPieces(pieces: string[], end: string, start: string): void {
  if (end === ']' && (start === '(' || start === ':')) pieces.push('\\')
  else if (end === '!' && start === '[') pieces.push(`${(pieces.pop() ?? '').slice(0, -1)}\\!`)
  else if (end === '`' && start === '`') pieces.push(' ')
}
