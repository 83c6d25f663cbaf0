// Documents: how near Markdown of each format is to what docling makes of its own test files, beside other libraries.
import { existsSync } from 'node:fs'
import { allBlocks } from '#parsing/documents/model/document-blocks.ts'
import { readDocument } from '#parsing/documents/read-document.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'
import { haveDocuments, readPairs, tablesOf, type DocumentPair } from './documents/pairs.ts'
import { scoreMarkdown } from './documents/scores.ts'

export const name = 'documents'
export const about =
  'token, 4-gram and structure F1 and cells of tables against docling by format, beside mammoth, officeparser, xlsx, liteparse'

type Convert = (bytes: Uint8Array, filename: string) => Promise<string> | string
type Peers = Readonly<Record<string, Readonly<Record<string, Convert>>>>

const PEERS = new URL('documents-peers/documents-peers.mjs', import.meta.url)

const read = async (bytes: Uint8Array, filename: string): ReturnType<typeof readDocument> =>
  readDocument(bytes, {
    contentType: null,
    filename,
    base: null,
    wantsImages: false,
    pages: null,
    password: null,
    tables: true,
  })

const ours: Convert = async (bytes, filename) => documentMarkdown((await read(bytes, filename)).blocks)

/** Prints a table: the mean over the files of a format; a file that a library refuses counts as nothing found. */
export async function run(): Promise<void> {
  if (!haveDocuments()) {
    console.log('documents: skipped, the material is not here (../shared/data/docling)')
    return
  }
  const peers = await loadPeers()
  const formats = Map.groupBy(readPairs(), ({ format }) => format)
  console.log(
    line(['format', 'library', 'files', 'tokens', '4-grams', 'structure', 'cells', 'ms/file', 'refused']),
  )
  for (const [format, pairs] of formats) {
    for (const [library, convert] of Object.entries({ ours, ...peers[format] }))
      console.log(line([format, library, String(pairs.length), ...(await measured(pairs, convert))]))
  }
}

async function measured(pairs: readonly DocumentPair[], convert: Convert): Promise<string[]> {
  const sums = [0, 0, 0]
  let refused = 0
  const startedAt = performance.now()
  for (const { bytes, name: filename, markdown } of pairs) {
    let text = ''
    try {
      text = await convert(bytes, filename)
    } catch {
      refused += 1
      continue
    }
    const { tokens, fourGrams, structure } = scoreMarkdown(text, markdown)
    for (const [at, score] of [tokens, fourGrams, structure].entries()) sums[at] = (sums[at] ?? 0) + score
  }
  const ms = (performance.now() - startedAt) / pairs.length
  const cells = convert === ours ? await cellShare(pairs) : null
  return [
    ...sums.map((sum) => (sum / pairs.length).toFixed(3)),
    cells === null ? '–' : cells.toFixed(3),
    ms.toFixed(0),
    String(refused),
  ]
}

/** The share of the cells that docling has in its JSON which ours have at the same place; null without tables. */
async function cellShare(pairs: readonly DocumentPair[]): Promise<number | null> {
  let [cells, equal] = [0, 0]
  for (const { bytes, name: filename, json } of pairs) {
    const theirs = tablesOf(json)
    if (theirs.length === 0) continue
    const found: ReadonlyMap<string, string>[] = []
    try {
      for (const block of allBlocks((await read(bytes, filename)).blocks))
        if (block.kind === 'table')
          found.push(new Map(block.cells.map(({ row, column, text }) => [`${row} ${column}`, plain(text)])))
    } catch {
      // A file that is refused has none of the cells.
    }
    for (const [at, table] of theirs.entries()) {
      for (const { place, text } of table) {
        cells += 1
        if (found[at]?.get(place) === plain(text)) equal += 1
      }
    }
  }
  return cells === 0 ? null : equal / cells
}

const plain = (text: string): string => text.replace(/[\s\u00a0]+/g, '')

async function loadPeers(): Promise<Peers> {
  if (!existsSync(new URL('node_modules/', PEERS))) {
    console.log('documents: without peers (run `npm ci` in bench/documents-peers to measure them too)')
    return {}
  }
  return ((await import(PEERS.href)) as { readonly peers: Peers }).peers
}

const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at < 2 ? cell.padEnd(at === 0 ? 8 : 20) : cell.padStart(10))).join('')
