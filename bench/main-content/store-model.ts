// Trees and lexicons as the text that the generated table holds.
import type {
  StoredForest,
  StoredKindLexicon,
  StoredLexicon,
} from '#extractors/markdown/main-content/model/stored-model.ts'
import type { Model } from './boost-trees.ts'

const base64Of = (table: ArrayBufferView): string =>
  Buffer.from(table.buffer, table.byteOffset, table.byteLength).toString('base64')

/** `cuts` by column: the limits between bins. */
export function storeForest({ start, trees }: Model, cuts: readonly Float32Array[]): StoredForest {
  const roots: number[] = []
  const limits: number[] = []
  let nodes = 0
  for (const { column, bin, value } of trees) {
    roots.push(nodes)
    nodes += column.length
    column.forEach((at, node) =>
      limits.push((at < 0 ? value[node] : cuts[at]?.[bin[node] as number]) as number),
    )
  }
  return {
    start,
    columns: base64Of(Int16Array.from(trees.flatMap(({ column }) => [...column]))),
    limits: base64Of(Float32Array.from(limits)),
    lefts: base64Of(Uint16Array.from(trees.flatMap(({ left }) => [...left]))),
    roots: base64Of(Uint32Array.from(roots)),
  }
}

export function storeLexicon(lexicon: ReadonlyMap<number, number>): StoredLexicon {
  const sorted = [...lexicon].toSorted(([a], [b]) => a - b)
  return {
    hashes: base64Of(Int32Array.from(sorted, ([hash]) => hash)),
    values: base64Of(Float32Array.from(sorted, ([, value]) => value)),
  }
}

export function storeKindLexicon(lexicon: ReadonlyMap<number, Float32Array>): StoredKindLexicon {
  const sorted = [...lexicon].toSorted(([a], [b]) => a - b)
  const sixteenths = sorted.flatMap(([, values]) =>
    Array.from(values, (value) => Math.max(-128, Math.min(127, Math.round(value * 16)))),
  )
  return {
    hashes: base64Of(Int32Array.from(sorted, ([hash]) => hash)),
    sixteenths: base64Of(Int8Array.from(sixteenths)),
  }
}
