// Gradient-boosted trees on columns of small whole numbers: leaf by leaf, logistic loss, the same result on each run.

export interface Tree {
  /** Column of each node; -1 in a leaf. */
  readonly column: Int16Array
  /** Rows with at most this bin go left. */
  readonly bin: Uint8Array
  /** The left child; the right one is the next node. */
  readonly left: Uint16Array
  readonly value: Float64Array
}

export interface TreeOptions {
  readonly trees: number
  readonly leaves: number
  readonly rate: number
  /** Sum of weights that each leaf needs. */
  readonly minWeight: number
  /** Number of groups (domains) that each leaf needs. */
  readonly minGroups: number
  readonly lambda: number
  readonly rowShare: number
  readonly columnShare: number
  readonly seed: number
}

export interface Rows {
  /** Row by row, `width` columns each. */
  readonly bins: Uint8Array
  readonly width: number
  /** The same bins column by column. */
  readonly columns: Uint8Array
  readonly labels: Float32Array
  readonly weights: Float32Array
  readonly groups: Uint16Array
}

export interface Model {
  readonly start: number
  readonly trees: readonly Tree[]
}

const BINS = 64

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

/** Trains on the rows that `use` names. */
export function boostTrees(rows: Rows, use: Uint32Array, options: TreeOptions): Model {
  const { labels, weights } = rows
  const random = randomOf(options.seed)
  let positive = 0
  let all = 0
  for (const row of use) {
    positive += (labels[row] as number) * (weights[row] as number)
    all += weights[row] as number
  }
  const start = Math.log((positive + 1e-9) / (all - positive + 1e-9))
  const score = new Float64Array(labels.length).fill(start)
  const gradient = new Float64Array(labels.length)
  const hessian = new Float64Array(labels.length)
  const trees: Tree[] = []
  for (let round = 0; round < options.trees; round += 1) {
    for (const row of use) {
      const p = sigmoid(score[row] as number)
      gradient[row] = ((labels[row] as number) - p) * (weights[row] as number)
      hessian[row] = Math.max(1e-6, p * (1 - p)) * (weights[row] as number)
    }
    const sample = use.filter(() => random() < options.rowShare)
    const columns = Uint16Array.from({ length: rows.width }, (_, column) => column).filter(
      () => random() < options.columnShare,
    )
    const tree = growTree(rows, sample, columns, gradient, hessian, options)
    trees.push(tree)
    for (const row of use) score[row] = (score[row] as number) + valueOf(tree, rows, row)
  }
  return { start, trees }
}

/** The sum of a model's trees for a row, before the logistic function. */
export function scoreOf(model: Model, rows: Rows, row: number): number {
  let sum = model.start
  for (const tree of model.trees) sum += valueOf(tree, rows, row)
  return sum
}

function valueOf({ column, bin, left, value }: Tree, { bins, width }: Rows, row: number): number {
  const from = row * width
  let node = 0
  for (let at = column[0] as number; at >= 0; at = column[node] as number)
    node = (left[node] as number) + ((bins[from + at] as number) <= (bin[node] as number) ? 0 : 1)
  return value[node] as number
}

interface Split {
  readonly column: number
  readonly bin: number
  readonly gain: number
}

interface Leaf {
  readonly node: number
  /** Part of the sample, which is sorted by leaves. */
  readonly from: number
  readonly to: number
  readonly sums: Float64Array
  split: Split | null
}

function growTree(
  rows: Rows,
  sample: Uint32Array,
  columns: Uint16Array,
  gradient: Float64Array,
  hessian: Float64Array,
  options: TreeOptions,
): Tree {
  const size = options.leaves * 2
  const tree = {
    column: new Int16Array(size).fill(-1),
    bin: new Uint8Array(size),
    left: new Uint16Array(size),
    value: new Float64Array(size),
  }
  const { lambda, minGroups, rate } = options
  const sumUp = (from: number, to: number): Float64Array =>
    sumBins(rows, sample.subarray(from, to), columns, gradient, hessian)
  const leaf = (node: number, from: number, to: number, sums: Float64Array): Leaf => {
    let g = 0
    let h = 0
    for (let slot = 0; slot < BINS * 2; slot += 2) {
      g += sums[slot] as number
      h += sums[slot + 1] as number
    }
    tree.value[node] = (rate * g) / (h + lambda)
    return { node, from, to, sums, split: bestSplit(sums, columns, g, h, options) }
  }
  const open = [leaf(0, 0, sample.length, sumUp(0, sample.length))]
  let nodes = 1
  for (let leaves = 1; leaves < options.leaves;) {
    let best: Leaf | null = null
    for (const each of open) if ((each.split?.gain ?? 0) > (best?.split?.gain ?? 0)) best = each
    if (best === null || best.split === null) break
    const { from, to, sums } = best
    const { column, bin } = best.split
    const values = rows.columns.subarray(column * rows.labels.length, (column + 1) * rows.labels.length)
    const left = new Uint32Array(to - from)
    const right = new Uint32Array(to - from)
    let lefts = 0
    let rights = 0
    for (let at = from; at < to; at += 1) {
      const row = sample[at] as number
      if ((values[row] as number) <= bin) left[lefts++] = row
      else right[rights++] = row
    }
    if (
      !hasGroups(rows.groups, left.subarray(0, lefts), minGroups) ||
      !hasGroups(rows.groups, right.subarray(0, rights), minGroups)
    ) {
      best.split = null
      continue
    }
    const middle = from + lefts
    sample.set(left.subarray(0, lefts), from)
    sample.set(right.subarray(0, rights), middle)
    const isLeftSmall = lefts < rights
    const small = isLeftSmall ? sumUp(from, middle) : sumUp(middle, to)
    const large = sums.map((sum, at) => sum - (small[at] as number))
    // What is left of a bin without rows is a rounding error.
    for (let at = 1; at < large.length; at += 2)
      if ((large[at] as number) < 1e-9) large[at] = large[at - 1] = 0
    open.splice(open.indexOf(best), 1)
    tree.column[best.node] = column
    tree.bin[best.node] = bin
    tree.left[best.node] = nodes
    open.push(leaf(nodes, from, middle, isLeftSmall ? small : large))
    open.push(leaf(nodes + 1, middle, to, isLeftSmall ? large : small))
    nodes += 2
    leaves += 1
  }
  return {
    column: tree.column.slice(0, nodes),
    bin: tree.bin.slice(0, nodes),
    left: tree.left.slice(0, nodes),
    value: tree.value.slice(0, nodes),
  }
}

/** Row by row as column by column. */
export function transposed(bins: Uint8Array, width: number): Uint8Array {
  const count = bins.length / width
  const columns = new Uint8Array(bins.length)
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < width; column += 1)
      columns[column * count + row] = bins[row * width + column] as number
  return columns
}

/** Gradients and hessians of the rows by column and bin. */
function sumBins(
  { bins, width }: Rows,
  use: Uint32Array,
  columns: Uint16Array,
  gradient: Float64Array,
  hessian: Float64Array,
): Float64Array {
  const sums = new Float64Array(columns.length * BINS * 2)
  const count = columns.length
  for (let i = 0; i < use.length; i += 1) {
    const row = use[i] as number
    const from = row * width
    const g = gradient[row] as number
    const h = hessian[row] as number
    for (let at = 0; at < count; at += 1) {
      const slot = (at * BINS + (bins[from + (columns[at] as number)] as number)) * 2
      sums[slot] = (sums[slot] as number) + g
      sums[slot + 1] = (sums[slot + 1] as number) + h
    }
  }
  return sums
}

/** The split with the most gain; null where none leaves enough weight on both sides. */
function bestSplit(
  sums: Float64Array,
  columns: Uint16Array,
  allG: number,
  allH: number,
  { lambda, minWeight }: TreeOptions,
): Split | null {
  const worth = (g: number, h: number): number => (g * g) / (h + lambda)
  const before = worth(allG, allH)
  let best: Split | null = null
  for (let at = 0; at < columns.length; at += 1) {
    let g = 0
    let h = 0
    for (let bin = 0; bin < BINS - 1; bin += 1) {
      const slot = (at * BINS + bin) * 2
      if (sums[slot + 1] === 0) continue
      g += sums[slot] as number
      h += sums[slot + 1] as number
      if (h < minWeight) continue
      if (allH - h < minWeight) break
      const gain = worth(g, h) + worth(allG - g, allH - h) - before
      if (gain > (best?.gain ?? 1e-6)) best = { column: columns[at] as number, bin, gain }
    }
  }
  return best
}

function hasGroups(groups: Uint16Array, rows: Uint32Array, wanted: number): boolean {
  const seen = new Set<number>()
  for (const row of rows) {
    seen.add(groups[row] as number)
    if (seen.size >= wanted) return true
  }
  return false
}
