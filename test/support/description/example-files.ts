// What the examples of the documents name, by the ending of its name: at any address of example.org, and as a file of a form.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { pdfOf, pdfText } from '#test/support/documents/make-documents.ts'

/** One kind of file. */
interface ExampleFile {
  /** The first one names the file of a form. */
  readonly endings: readonly string[]
  readonly mediaType: string
  /** The extractors whose forms bring it where their example names no file; a page is for all others. */
  readonly extractors: readonly string[]
  make(): Promise<Uint8Array> | Uint8Array
}

const WORDS = 'The axe is forged by hand, ground on a wet stone and oiled before it leaves the workshop. '
const PRODUCT = { '@type': 'Product', name: 'Axe', offers: { price: '19.90', priceCurrency: 'EUR' } }
const PAGE = `<!doctype html><html lang="en"><head><title>Axe</title>
  <link rel="service-desc" href="/openapi.yaml">
  <script type="application/ld+json">${JSON.stringify(PRODUCT)}</script></head>
  <body><main><article><h1>Axe</h1><p>${WORDS.repeat(6)}</p><h2>Care</h2><p>${WORDS.repeat(4)}</p>
  <ul><li><b>Axe</b> <i>19.90</i></li><li><b>Saw</b> <i>7</i></li></ul>
  <img src="/photo.jpg" width="640" height="480" alt="An axe"></article></main></body></html>`
const DESCRIPTION = `openapi: 3.0.3
info: {title: Tools, version: 1.0.0}
paths:
  /tools:
    get:
      operationId: listTools
      responses: {'200': {description: OK}}
`
/** A page of the site in its recorded shape. */
const LISTING = new URL('../../../src/extractors/airbnb/fixtures/listing-full.html', import.meta.url)

const FILES: readonly ExampleFile[] = [
  {
    endings: ['html'],
    mediaType: 'text/html; charset=utf-8',
    extractors: [],
    make: () => Buffer.from(PAGE),
  },
  {
    endings: ['listing.html'],
    mediaType: 'text/html; charset=utf-8',
    extractors: ['airbnb'],
    make: async () => readFile(LISTING),
  },
  {
    endings: ['yaml', 'yml', 'json'],
    mediaType: 'application/yaml',
    extractors: ['swagger'],
    make: () => Buffer.from(DESCRIPTION),
  },
  {
    endings: ['jpg', 'jpeg', 'png', 'webp'],
    mediaType: 'image/jpeg',
    extractors: ['image'],
    make: async () =>
      sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699' } })
        .jpeg()
        .toBuffer(),
  },
  {
    endings: ['pdf'],
    mediaType: 'application/pdf',
    extractors: ['pdf'],
    make: () => pdfOf([pdfText(72, 700, 'The Harbour', 'F2', 20)]),
  },
]

/** What stands at a path of example.org: rooms are listings, and all that ends otherwise is a page. */
export async function exampleAt(
  pathname: string,
): Promise<{ readonly mediaType: string; readonly body: Uint8Array }> {
  const { mediaType, make } = fileNamed(pathname.startsWith('/rooms/') ? 'listing.html' : pathname)
  return { mediaType, body: await make() }
}

/** A file that the extractor of `path` (`/api/v1/pdf/extract`) reads; `name` says its ending where a document shows it. */
export async function exampleFile(path: string, name?: string): Promise<File> {
  const extractor = /^\/api\/v1\/([^/?]+)/.exec(path)?.[1] ?? ''
  const { endings, make } =
    name === undefined
      ? (FILES.find(({ extractors }) => extractors.includes(extractor)) ?? fileNamed('html'))
      : fileNamed(name)
  return new File([Buffer.from(await make())], name ?? `example.${endings[0]}`)
}

function fileNamed(name: string): ExampleFile {
  const file = FILES.findLast(({ endings }) => endings.some((ending) => `.${name}`.endsWith(`.${ending}`)))
  return file ?? (FILES[0] as ExampleFile)
}
