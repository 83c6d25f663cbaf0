// Boosted trees as flat tables: how they are read, and how a row of numbers is scored.
import type { StoredForest } from './stored-model.ts'

export interface Forest {
  readonly start: number
  /** By node: the column that is compared, times 2^16, and the left child; -1 in a leaf. The right child comes next. */
  readonly nodes: Int32Array
  /** By node: rows with at most this go left; in a leaf the value that counts. */
  readonly limits: Float32Array
  readonly roots: Uint32Array
}

export function readForest(stored: StoredForest): Forest {
  const columns = new Int16Array(bytesOf(stored.columns))
  const lefts = new Uint16Array(bytesOf(stored.lefts))
  return {
    start: stored.start,
    nodes: Int32Array.from(columns, (column, node) =>
      column < 0 ? -1 : (column << 16) | (lefts[node] as number),
    ),
    limits: new Float32Array(bytesOf(stored.limits)),
    roots: new Uint32Array(bytesOf(stored.roots)),
  }
}

/** A buffer of its own, so that every table starts at its beginning. */
export function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64, 'base64')).buffer
}

/** The probability that the trees give a row. */
export function probabilityOf({ start, nodes, limits, roots }: Forest, row: Float32Array): number {
  let sum = start
  for (let tree = 0; tree < roots.length; tree += 1) {
    const root = roots[tree] as number
    let at = root
    for (let node = nodes[at] as number; node >= 0; node = nodes[at] as number)
      at = root + (node & 0xffff) + ((row[node >> 16] as number) > (limits[at] as number) ? 1 : 0)
    sum += limits[at] as number
  }
  return 1 / (1 + Math.exp(-sum))
}
