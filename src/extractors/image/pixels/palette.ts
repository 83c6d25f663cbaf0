// The dominant colors of an image: its pixels gathered in OKLab, so that near means alike to the eye.
import type { SmallImage } from './small-image.ts'

/** OKLab (Björn Ottosson, bottosson.github.io/posts/oklab): lightness 0 to 1, green to red, blue to yellow. */
type Lab = readonly [l: number, a: number, b: number]

/** Euclidean; 0.02 is about what an eye can tell apart. */
const labDistance = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const linear = (value: number): number => {
  const c = value / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

const encoded = (value: number): number => {
  const c = Math.min(1, Math.max(0, value))
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055))
}

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

/** sRGB, 0 to 255 each. */
function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** `#rrggbb`; what sRGB cannot show is cut to what it can. */
function toHex([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${rgb.map((value) => encoded(value).toString(16).padStart(2, '0')).join('')}`
}
