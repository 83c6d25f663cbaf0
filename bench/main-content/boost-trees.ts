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
  /** By column, then by row. */
  readonly bins: readonly Uint8Array[]
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
  const { labels, weights, bins } = rows
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
    const columns = [...bins.keys()].filter(() => random() < options.columnShare)
    const tree = growTree(rows, sample, columns, gradient, hessian, options)
    trees.push(tree)
    for (const row of use) score[row] = (score[row] as number) + valueOf(tree, bins, row)
  }
  return { start, trees }
}

/** The sum of a model's trees for a row, before the logistic function. */
export function scoreOf(model: Model, bins: readonly Uint8Array[], row: number): number {
  let sum = model.start
  for (const tree of model.trees) sum += valueOf(tree, bins, row)
  return sum
}

function valueOf({ column, bin, left, value }: Tree, bins: readonly Uint8Array[], row: number): number {
  let node = 0
  for (let at = column[0] as number; at >= 0; at = column[node] as number) {
    const goesLeft = ((bins[at] as Uint8Array)[row] as number) <= (bin[node] as number)
    node = (left[node] as number) + (goesLeft ? 0 : 1)
  }
  return value[node] as number
}

interface Leaf {
  readonly node: number
  readonly rows: Uint32Array
  readonly sums: Float64Array
  split: { readonly column: number; readonly bin: number; readonly gain: number } | null
}

function growTree(
  rows: Rows,
  sample: Uint32Array,
  columns: readonly number[],
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
  const { lambda, minWeight, minGroups, rate } = options
  /** Gradients and hessians by column and bin. */
  const sumUp = (use: Uint32Array): Float64Array => {
    const sums = new Float64Array(columns.length * BINS * 2)
    const g = new Float64Array(use.length)
    const h = new Float64Array(use.length)
    use.forEach((row, i) => {
      g[i] = gradient[row] as number
      h[i] = hessian[row] as number
    })
    columns.forEach((column, at) => {
      const values = rows.bins[column] as Uint8Array
      const from = at * BINS * 2
      for (let i = 0; i < use.length; i += 1) {
        const slot = from + 2 * (values[use[i] as number] as number)
        sums[slot] = (sums[slot] as number) + (g[i] as number)
        sums[slot + 1] = (sums[slot + 1] as number) + (h[i] as number)
      }
    })
    return sums
  }
  const worth = (g: number, h: number): number => (g * g) / (h + lambda)
  const findSplit = (sums: Float64Array): Leaf['split'] => {
    let best: Leaf['split'] = null
    let allG = 0
    let allH = 0
    for (let slot = 0; slot < BINS * 2; slot += 2) {
      allG += sums[slot] as number
      allH += sums[slot + 1] as number
    }
    const before = worth(allG, allH)
    columns.forEach((column, at) => {
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
        if (gain > (best?.gain ?? 1e-6)) best = { column, bin, gain }
      }
    })
    return best
  }
  const leaf = (node: number, use: Uint32Array, sums: Float64Array): Leaf => {
    let g = 0
    let h = 0
    for (let slot = 0; slot < BINS * 2; slot += 2) {
      g += sums[slot] as number
      h += sums[slot + 1] as number
    }
    tree.value[node] = (rate * g) / (h + lambda)
    return { node, rows: use, sums, split: findSplit(sums) }
  }
  const open = [leaf(0, sample, sumUp(sample))]
  let nodes = 1
  for (let leaves = 1; leaves < options.leaves;) {
    let best: Leaf | null = null
    for (const each of open) if ((each.split?.gain ?? 0) > (best?.split?.gain ?? 0)) best = each
    if (best === null || best.split === null) break
    const { column, bin } = best.split
    const values = rows.bins[column] as Uint8Array
    const left = best.rows.filter((row) => (values[row] as number) <= bin)
    const right = best.rows.filter((row) => (values[row] as number) > bin)
    if (!hasGroups(rows.groups, left, minGroups) || !hasGroups(rows.groups, right, minGroups)) {
      best.split = null
      continue
    }
    const [small, large] = left.length < right.length ? [left, right] : [right, left]
    const smallSums = sumUp(small)
    const largeSums = best.sums.map((sum, at) => sum - (smallSums[at] as number))
    // What is left of a bin without rows is a rounding error.
    for (let at = 1; at < largeSums.length; at += 2)
      if ((largeSums[at] as number) < 1e-9) largeSums[at] = largeSums[at - 1] = 0
    open.splice(open.indexOf(best), 1)
    tree.column[best.node] = column
    tree.bin[best.node] = bin
    tree.left[best.node] = nodes
    open.push(leaf(nodes, left, small === left ? smallSums : largeSums))
    open.push(leaf(nodes + 1, right, small === right ? smallSums : largeSums))
    void large
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

function hasGroups(groups: Uint16Array, rows: Uint32Array, wanted: number): boolean {
  const seen = new Set<number>()
  for (const row of rows) {
    seen.add(groups[row] as number)
    if (seen.size >= wanted) return true
  }
  return false
}
