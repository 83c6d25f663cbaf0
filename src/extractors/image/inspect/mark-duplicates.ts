// Finds copies of one picture among the images of a page, whatever their size, format and address.
import { hashBits, hashDistance, type HashBits } from '#extractors/image/pixels/difference-hash.ts'
import type { InspectedImage } from './inspect-image.ts'

/**
 * Of 64 bits. The same picture at 200 px and quality 50 differs by up to 11, different pictures in 99 % by more than 20
 * (anchors/content.md 6).
 */
const MAX_BITS = 10
/** Two crops of one picture are two pictures. */
const MAX_STRETCH = 1.05
/** Of 255, for the mean color, because the hash covers brightness alone. */
const MAX_COLOR_DISTANCE = 32

interface Candidate {
  readonly at: number
  readonly sha256: string
  readonly pixels: number
  /** Null for what cannot be known by its looks: not decoded, or too little in it. */
  readonly looks: {
    readonly hash: HashBits
    readonly ratio: number
    /** Red, green and blue of all of it together. */
    readonly color: readonly number[]
  } | null
}

/**
 * For each image the index of the one it duplicates, or null. Of equal pictures the one with the most pixels is the
 * original, the first of equal ones. Images with too little content count as duplicates only byte by byte.
 */
export function markDuplicates(images: readonly (InspectedImage | null)[]): (number | null)[] {
  const bestFirst = images
    .flatMap((image, at) => (image === null ? [] : [candidateOf(image, at)]))
    .toSorted((a, b) => b.pixels - a.pixels || a.at - b.at)
  const originals: Candidate[] = []
  const byContent = new Map<string, number>()
  const duplicateOf: (number | null)[] = images.map(() => null)
  for (const candidate of bestFirst) {
    const { at, sha256 } = candidate
    const same = byContent.get(sha256) ?? originals.find((original) => isCopy(original, candidate))?.at
    if (same === undefined) originals.push(candidate)
    else duplicateOf[at] = same
    byContent.set(sha256, same ?? at)
  }
  return duplicateOf
}

function candidateOf({ facts, looks }: InspectedImage, at: number): Candidate {
  const { width, height, sha256 } = facts
  return {
    at,
    sha256,
    pixels: (width ?? 0) * (height ?? 0),
    looks:
      looks === null || looks.flat
        ? null
        : {
            hash: hashBits(looks.dhash),
            ratio: (width ?? 1) / (height ?? 1),
            color: meanColor(looks.palette),
          },
  }
}

/** Which of two colors leads may change with the compression; their mean does not. */
function meanColor(palette: readonly { readonly hex: string; readonly share: number }[]): number[] {
  const total = palette.reduce((sum, { share }) => sum + share, 0)
  return [1, 3, 5].map((digit) =>
    palette.reduce(
      (sum, { hex, share }) => sum + (Number.parseInt(hex.slice(digit, digit + 2), 16) * share) / total,
      0,
    ),
  )
}

function isCopy({ looks: a }: Candidate, { looks: b }: Candidate): boolean {
  return (
    a !== null &&
    b !== null &&
    hashDistance(a.hash, b.hash) <= MAX_BITS &&
    Math.max(a.ratio, b.ratio) <= MAX_STRETCH * Math.min(a.ratio, b.ratio) &&
    a.color.every((value, i) => Math.abs(value - (b.color[i] ?? NaN)) <= MAX_COLOR_DISTANCE)
  )
}
