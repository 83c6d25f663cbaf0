// Files for the examples of forms: what the path of the request reads, by the ending or by the extractor.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { pdfOf, pdfText } from '#test/support/documents/make-documents.ts'

/** A page of the site in its recorded shape. */
export const LISTING = new URL('../../../src/extractors/airbnb/fixtures/listing-full.html', import.meta.url)

type Maker = () => Promise<Uint8Array> | Uint8Array

const text =
  (words: string): Maker =>
  () =>
    Buffer.from(words)
const pdf: Maker = () => pdfOf([pdfText(72, 700, 'The Harbour', 'F2', 20)])
const png: Maker = async () =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
const page = text(
  `<!doctype html><html><head><title>Axe</title></head><body><main><h1>Axe</h1><p>${'By hand. '.repeat(40)}`,
)

const FILES: Readonly<Record<string, readonly [ending: string, Maker]>> = {
  pdf: ['pdf', pdf],
  image: ['png', png],
  airbnb: ['listing.html', async () => readFile(LISTING)],
  swagger: ['yaml', text('openapi: 3.0.3\ninfo: {title: Tools, version: 1.0.0}\npaths: {}\n')],
}

/** A file that the extractor of `path` (`/api/v1/pdf/extract`) reads; `name` says its ending where a document shows it. */
export async function exampleFile(path: string, name?: string): Promise<File> {
  const ending = name?.split('.').at(-1)
  const extractor = /^\/api\/v1\/([^/?]+)/.exec(path)?.[1] ?? ''
  const wanted =
    ending === undefined ? FILES[extractor] : Object.values(FILES).find(([known]) => known === ending)
  const [known, make] = wanted ?? ['html', page]
  return new File([Buffer.from(await make())], name ?? `example.${known}`)
}
