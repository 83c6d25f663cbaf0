// Puts the large first letter of a chapter, beside which its lines begin, back into its word.
import type { Piece } from '#parsing/documents/pdf/page/text-pieces.ts'

/** In sizes of the text: how large such a letter is, and how far its word stands from it. */
const MIN_SIZE = 1.8
const MAX_SIZE = 8
const MAX_GAP = 1.2
const MAX_CAPS = 20
const LETTER = /^[«“„"'’]?\p{Lu}[’']?$/u

export function withDropCaps(pieces: readonly Piece[]): readonly Piece[] {
  const caps = pieces.filter(({ text }) => LETTER.test(text))
  if (caps.length === 0 || caps.length > MAX_CAPS) return pieces
  const words = new Map<Piece, Piece>()
  for (const cap of caps) {
    const beside = pieces.filter((piece) => isBeside(cap, piece))
    const [first, second] = beside.toSorted((a, b) => b.baseline - a.baseline)
    // A letter beside one line is a large initial of that line or the name of a part.
    if (first === undefined || second === undefined || !/^\p{L}/u.test(first.text) || words.has(first))
      continue
    words.set(first, cap)
  }
  const taken = new Set(words.values())
  return pieces.flatMap((piece) => {
    if (taken.has(piece)) return []
    const cap = words.get(piece)
    return [cap === undefined ? piece : { ...piece, text: cap.text + piece.text }]
  })
}

/** A line of the text that the letter stands before: on its right, and not lower than it. */
function isBeside(cap: Piece, { left, baseline, size, text }: Piece): boolean {
  return (
    cap.size >= MIN_SIZE * size &&
    cap.size <= MAX_SIZE * size &&
    text.length > 3 &&
    left >= cap.right - 0.3 * size &&
    left - cap.right <= MAX_GAP * size &&
    baseline >= cap.baseline - 0.6 * size &&
    baseline <= cap.baseline + cap.size
  )
}
