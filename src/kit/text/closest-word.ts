// Finds the word that a misspelled one means.

/** Edits between two short texts (optimal string alignment), or `limit + 1` for more than `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let [aEnd, bEnd] = [a.length, b.length]
  while (aEnd > 0 && bEnd > 0 && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd -= 1
    bEnd -= 1
  }
  // What both begin with is no edit either. Most pairs have nothing else in common.
  let start = 0
  while (start < aEnd && start < bEnd && a.charCodeAt(start) === b.charCodeAt(start)) start += 1
  return distanceOf(a.slice(start, aEnd), b.slice(start, bEnd), limit)
}

function distanceOf(a: string, b: string, limit: number): number {
  let before: number[] = []
  let previous: number[] = []
  let row: number[] = []
  for (let j = 0; j <= b.length; j += 1) previous.push(j)
  let leastBefore = 0
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i
    let least = i
    let left = i
    const letter = a.charCodeAt(i - 1)
    const letterBefore = i > 1 ? a.charCodeAt(i - 2) : -1
    for (let j = 1; j <= b.length; j += 1) {
      const other = b.charCodeAt(j - 1)
      const above = (previous[j] ?? Infinity) + 1
      let best = Math.min(above, left + 1, (previous[j - 1] ?? Infinity) + (letter === other ? 0 : 1))
      if (j > 1 && letterBefore === other && letter === b.charCodeAt(j - 2)) {
        best = Math.min(best, (before[j - 2] ?? Infinity) + 1)
      }
      row[j] = best
      left = best
      if (best < least) least = best
    }
    // No row gets below the one before it, nor below the one before that and a swap.
    if (least > limit && leastBefore >= limit) return limit + 1
    leastBefore = least
    ;[before, previous, row] = [previous, row, before]
  }
  return Math.min(previous[b.length] ?? Infinity, limit + 1)
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
