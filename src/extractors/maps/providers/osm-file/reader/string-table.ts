// The strings of a PBF block: located at once, decoded on demand.
import { PbfReader } from 'pbf'

/** The texts of a block by their index. */
export interface StringTable {
  /** Throws a RangeError for an index that the table does not have. */
  get(index: number): string
  /** The indexes of those strings that are in `wanted`. */
  indexesOf(wanted: ReadonlySet<string>): ReadonlySet<number>
}

const decoder = new TextDecoder()

/** `bytes` is the StringTable message. Bytes that are no UTF-8 become U+FFFD. */
export function stringTable(bytes: Uint8Array): StringTable {
  const pieces: Uint8Array[] = []
  const reader = new PbfReader(bytes)
  reader.readFields((tag, result, pbf) => {
    if (tag === 1) result.push(pbf.readBytes())
  }, pieces)
  if (reader.pos !== bytes.length) throw new RangeError('the string table is not complete')
  const decoded: (string | undefined)[] = []
  return {
    get(index) {
      const piece = pieces[index]
      if (piece === undefined) throw new RangeError(`string ${index} of ${pieces.length} is asked for`)
      return (decoded[index] ??= decoder.decode(piece))
    },
    indexesOf(wanted) {
      const lengths = new Set([...wanted].map((word) => word.length))
      const indexes = new Set<number>()
      pieces.forEach((piece, index) => {
        if (lengths.has(piece.length) && wanted.has(this.get(index))) indexes.add(index)
      })
      return indexes
    },
  }
}
