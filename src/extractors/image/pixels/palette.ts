// The dominant colors of an image: its pixels gathered in OKLab, so that near means alike to the eye.
import type { SmallImage } from './small-image.ts'
import { labDistance, toHex, toLab, type Lab } from './oklab.ts'

/** One of the dominant colors. */
export interface PaletteColor {
  /** `#rrggbb` */
  readonly hex: string
  /** The share of the visible image; all shares add up to at most 1. */
  readonly share: number
}

interface Cluster {
  readonly color: Lab
  readonly weight: number
}

const MAX_COLORS = 8
const ROUNDS = 8
/** Steps of a grid in OKLab: what falls into one cell is one color to begin with. */
const CELL = 1 / 48
/** Two closer colors are shades of one: about three times the smallest visible difference (0.02). */
const ALIKE = 0.06
const MIN_SHARE = 0.01

/** None for an image that is all transparent. The same pixels always give the same colors. */
export function readPalette(image: SmallImage): PaletteColor[] {
  const cells = gather(image)
  const total = cells.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return []
  return merged(refined(cells, seeds(cells)))
    .map(({ color, weight }) => ({ hex: toHex(color), share: Math.round((1_000 * weight) / total) / 1_000 }))
    .filter(({ share }) => share >= MIN_SHARE)
    .toSorted((a, b) => b.share - a.share)
}

/** Mean color and weight of every cell of the grid; a transparent pixel weighs as much as can be seen of it. */
function gather({ rgba }: SmallImage): Cluster[] {
  const sums = new Map<number, [l: number, a: number, b: number, weight: number]>()
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4)
    if (alpha === 0) continue
    const weight = alpha / 255
    const [l, a, b] = toLab(red, green, blue)
    const key = cell(l) * 1_000_000 + cell(a + 0.5) * 1_000 + cell(b + 0.5)
    const sum = sums.get(key) ?? [0, 0, 0, 0]
    sums.set(key, [sum[0] + l * weight, sum[1] + a * weight, sum[2] + b * weight, sum[3] + weight])
  }
  return [...sums.values()].map(([l, a, b, weight]) => ({
    color: [l / weight, a / weight, b / weight],
    weight,
  }))
}

const cell = (value: number): number => Math.floor(value / CELL)

/**
 * The heaviest cell, then repeatedly the cell that is both heavy and far from all chosen ones, so that small accents
 * count.
 */
function seeds(cells: readonly Cluster[]): Lab[] {
  const chosen: Lab[] = []
  const distances = cells.map(() => 1)
  while (chosen.length < MAX_COLORS) {
    let best = -1
    let bestWorth = 0
    cells.forEach(({ weight }, i) => {
      const distance = distances[i] ?? 0
      const worth = distance < ALIKE ? 0 : weight * distance ** 2
      if (worth > bestWorth) [best, bestWorth] = [i, worth]
    })
    const color = cells[best]?.color
    if (color === undefined) break
    chosen.push(color)
    cells.forEach((one, i) => (distances[i] = Math.min(distances[i] ?? 1, labDistance(one.color, color))))
  }
  return chosen
}

/** Lloyd's iterations: each cell to its nearest color, each color to the middle of its cells. */
function refined(cells: readonly Cluster[], start: readonly Lab[]): Cluster[] {
  let clusters: Cluster[] = start.map((color) => ({ color, weight: 0 }))
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = clusters.map((): [number, number, number, number] => [0, 0, 0, 0])
    for (const { color, weight } of cells) {
      const sum = sums[nearest(clusters, color)]
      if (sum === undefined) continue
      sum[0] += color[0] * weight
      sum[1] += color[1] * weight
      sum[2] += color[2] * weight
      sum[3] += weight
    }
    clusters = sums
      .filter(([, , , weight]) => weight > 0)
      .map(([l, a, b, weight]) => ({ color: [l / weight, a / weight, b / weight], weight }))
  }
  return clusters
}

function nearest(clusters: readonly Cluster[], color: Lab): number {
  let best = 0
  let bestDistance = Infinity
  clusters.forEach((cluster, i) => {
    const distance = labDistance(cluster.color, color)
    if (distance < bestDistance) [best, bestDistance] = [i, distance]
  })
  return best
}

/** Shades of one color become one, the lighter weight joining the heavier. */
function merged(clusters: readonly Cluster[]): Cluster[] {
  const kept: Cluster[] = []
  for (const cluster of clusters.toSorted((a, b) => b.weight - a.weight)) {
    const at = kept.findIndex(({ color }) => labDistance(color, cluster.color) < ALIKE)
    const near = kept[at]
    if (near === undefined) kept.push(cluster)
    else {
      const weight = near.weight + cluster.weight
      const mix = (i: 0 | 1 | 2): number =>
        (near.color[i] * near.weight + cluster.color[i] * cluster.weight) / weight
      kept[at] = { color: [mix(0), mix(1), mix(2)], weight }
    }
  }
  return kept
}
