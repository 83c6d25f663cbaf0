// Small text rules that several rings need.

/** `value` with U+0000 and lone surrogates replaced: PostgreSQL can store neither. */
export function storableText(value: string): string {
  return (value.includes('\u0000') ? value.replaceAll('\u0000', '\uFFFD') : value).toWellFormed()
}

/** `text` without trailing `characters`. Not `/[…]+$/`, whose search restarts at each character of a run. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** `text` without leading and trailing `characters`. */
export function trimOf(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start += 1
  return trimEndOf(text.slice(start), characters)
}

/** `text` up to the first `separator`; all of it without one. */
export function textBefore(text: string, separator: string): string {
  const at = text.indexOf(separator)
  return at === -1 ? text : text.slice(0, at)
}

/** The non-empty lines of `text`, trimmed. */
export function filledLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * Lower case, accents and punctuation folded, single spaces: the form in which names are compared. Only combining marks
 * of Latin, Greek and Cyrillic are removed, because a Japanese or Hindi mark makes another letter.
 */
export function foldText(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** Edits between two short texts (optimal string alignment), or `limit + 1` for more than `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let left = i
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const above = (previous[j] ?? Infinity) + 1
      let best = Math.min(above, left + 1, (previous[j - 1] ?? Infinity) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? Infinity) + 1)
      }
      row.push(best)
      left = best
    }
    before = previous
    previous = row
  }
  return previous[b.length] ?? limit + 1
}

/** The candidate that `word` most likely means (at most a third of it wrong), or null. */
export function closestWord(word: string, candidates: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(word.length / 3))
  let best: { word: string; distance: number } | null = null
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), limit)
    if (distance <= limit && (best === null || distance < best.distance)) best = { word: candidate, distance }
  }
  return best?.word ?? null
}
