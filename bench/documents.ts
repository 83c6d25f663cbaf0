// Documents: how near Markdown of each format is to what docling makes of its own test files, beside other libraries.
import { existsSync } from 'node:fs'
import { readDocument } from '#parsing/documents/read-document.ts'
import { documentMarkdown } from '#parsing/documents/write/document-markdown.ts'
import { haveDocuments, readPairs, type DocumentPair } from './documents/pairs.ts'
import { scoreMarkdown } from './documents/scores.ts'

export const name = 'documents'
export const about =
  'token, 4-gram and structure F1 against docling by format, beside mammoth, officeparser, xlsx, liteparse'

type Convert = (bytes: Uint8Array, filename: string) => Promise<string> | string
type Peers = Readonly<Record<string, Readonly<Record<string, Convert>>>>

const PEERS = new URL('documents-peers/documents-peers.mjs', import.meta.url)

const ours: Convert = async (bytes, filename) => {
  const options = {
    contentType: null,
    filename,
    base: null,
    wantsImages: false,
    pages: null,
    password: null,
    tables: true,
  }
  return documentMarkdown((await readDocument(bytes, options)).blocks)
}

/** Prints a table: the mean over the files of a format; a file that a library refuses counts as nothing found. */
export async function run(): Promise<void> {
  if (!haveDocuments()) {
    console.log('documents: skipped, the material is not here (../shared/data/docling)')
    return
  }
  const peers = await loadPeers()
  const formats = Map.groupBy(readPairs(), ({ format }) => format)
  console.log(line(['format', 'library', 'files', 'tokens', '4-grams', 'structure', 'ms/file', 'refused']))
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
  return [...sums.map((sum) => (sum / pairs.length).toFixed(3)), ms.toFixed(0), String(refused)]
}

async function loadPeers(): Promise<Peers> {
  if (!existsSync(new URL('node_modules/', PEERS))) {
    console.log('documents: without peers (run `npm ci` in bench/documents-peers to measure them too)')
    return {}
  }
  return ((await import(PEERS.href)) as { readonly peers: Peers }).peers
}

const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at < 2 ? cell.padEnd(at === 0 ? 8 : 20) : cell.padStart(10))).join('')
