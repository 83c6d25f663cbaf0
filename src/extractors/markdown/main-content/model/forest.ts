// Boosted trees as flat tables: how they are read, and how a row of numbers is scored.
import type { StoredForest } from './stored-model.ts'

export interface Forest {
  readonly start: number
  readonly columns: Int16Array
  readonly limits: Float32Array
  readonly lefts: Uint16Array
  readonly roots: Uint32Array
}

export function readForest(stored: StoredForest): Forest {
  return {
    start: stored.start,
    columns: new Int16Array(bytesOf(stored.columns)),
    limits: new Float32Array(bytesOf(stored.limits)),
    lefts: new Uint16Array(bytesOf(stored.lefts)),
    roots: new Uint32Array(bytesOf(stored.roots)),
  }
}

/** A buffer of its own, so that every table starts at its beginning. */
export function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64, 'base64')).buffer
}

/** The probability that the trees give a row. */
export function probabilityOf({ start, columns, limits, lefts, roots }: Forest, row: Float32Array): number {
  let sum = start
  for (let tree = 0; tree < roots.length; tree += 1) {
    const root = roots[tree] as number
    let node = root
    for (let column = columns[node] as number; column >= 0; column = columns[node] as number) {
      const goesLeft = (row[column] as number) <= (limits[node] as number)
      node = root + (lefts[node] as number) + (goesLeft ? 0 : 1)
    }
    sum += limits[node] as number
  }
  return 1 / (1 + Math.exp(-sum))
}
