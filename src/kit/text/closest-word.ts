// Finds the word that a misspelled one means.

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
