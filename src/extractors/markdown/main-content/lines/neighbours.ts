// Describes the lines around a line by numbers: those next to it one by one, and a window of them as a whole.
import type { DescribedPage } from './described-page.ts'
import { LINE_GROUP } from '#extractors/markdown/main-content/view/tags.ts'

const NEAR = [-3, -2, -1, 1, 2, 3]
/** Lines before and behind in the window. */
const WINDOW = 6

export const NEIGHBOUR_COLUMNS: readonly string[] = [
  ...NEAR.flatMap((by) => [`chars ${by}`, `linked ${by}`]),
  ...[-1, 1].flatMap((by) => [`tag ${by}`, `stops ${by}`, `together ${by}`]),
  'window chars',
  'window linked',
  'window worth',
]

/** Writes `NEIGHBOUR_COLUMNS` into `row` from `from` on; -1 beyond the first and the last line. */
export function writeNeighbours(page: DescribedPage, at: number, row: Float32Array, from: number): void {
  const { view, lines, tables, sums } = page
  const { orders } = lines
  const count = orders.length
  let k = from
  for (const by of NEAR) {
    const j = at + by >= 0 && at + by < count ? (orders[at + by] as number) : -1
    row[k++] = j < 0 ? -1 : (view.ownText[j] as number)
    row[k++] = j < 0 ? -1 : (view.ownLinks[j] as number) / (view.ownText[j] as number)
  }
  const { up } = tables
  const parent = up[orders[at] as number] as number
  for (let by = -1; by <= 1; by += 2) {
    const j = at + by >= 0 && at + by < count ? (orders[at + by] as number) : -1
    row[k++] = j < 0 ? -1 : (LINE_GROUP[view.tags[j] as number] as number)
    row[k++] = j < 0 ? -1 : (view.ownStops[j] as number)
    const other = j < 0 ? -1 : (up[j] as number)
    row[k++] = other < 0 ? 0 : other === parent ? 2 : up[other] === up[parent] ? 1 : 0
  }
  const first = Math.max(0, at - WINDOW)
  const end = Math.min(count, at + WINDOW + 1)
  const chars = (sums.chars[end] as number) - (sums.chars[first] as number)
  row[k++] = chars
  row[k++] = ((sums.links[end] as number) - (sums.links[first] as number)) / chars
  row[k++] = (sums.worth[end] as number) - (sums.worth[first] as number)
}
