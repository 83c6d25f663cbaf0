// Distinguishes pages from other documents by their first bytes, then by the Content-Type.
import { mediaTypeEssence } from '#kit/http/media-type.ts'

/** `page` and `text` can be read as a page; the others have their own readers. */
export type DocumentType =
  | 'page'
  | 'text'
  | 'json'
  | 'xml'
  | 'yaml'
  | 'csv'
  | 'picture'
  | 'pdf'
  | 'document'
  | 'other'

/** What a document is, in words for an error and for a choice of reader. */
export interface DocumentKind {
  readonly type: DocumentType
  /** `a page`, `a PDF document`. */
  readonly name: string
  /** The alternative reader, as the end of a sentence; null when it can be read as a page. */
  readonly reader: string | null
}

const DOCUMENT = 'the docling extractor reads documents.'
const PICTURE = 'the image extractor reads pictures.'
const DATA = 'the json extractor reads data.'
const NO_READER = 'no extractor reads this kind.'

const PAGE: DocumentKind = { type: 'page', name: 'a page', reader: null }
const TEXT: DocumentKind = { type: 'text', name: 'plain text', reader: null }
const JSON_DATA: DocumentKind = { type: 'json', name: 'JSON', reader: DATA }
const XML: DocumentKind = { type: 'xml', name: 'XML', reader: DATA }
const YAML: DocumentKind = { type: 'yaml', name: 'YAML', reader: null }
const CSV: DocumentKind = { type: 'csv', name: 'CSV', reader: DATA }
const PICTURE_FILE: DocumentKind = { type: 'picture', name: 'a picture', reader: PICTURE }
const PDF: DocumentKind = { type: 'pdf', name: 'a PDF document', reader: DOCUMENT }
/** Without the signature it may still be one, with something in front, or anything else. */
const DECLARED_PDF: DocumentKind = { ...PDF, name: 'declared as a PDF document' }
const OFFICE: DocumentKind = { type: 'document', name: 'an office document or archive', reader: DOCUMENT }
const OLD_OFFICE: DocumentKind = { type: 'document', name: 'an old office document', reader: DOCUMENT }
const COMPRESSED: DocumentKind = { type: 'other', name: 'a compressed file', reader: NO_READER }

/** By signature, at an offset: signatures are right more often than the header. */
const SIGNATURES: readonly [readonly number[], number, DocumentKind][] = [
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 0, PDF],
  [[0x50, 0x4b, 0x03, 0x04], 0, OFFICE],
  [[0xd0, 0xcf, 0x11, 0xe0], 0, OLD_OFFICE],
  [[0x89, 0x50, 0x4e, 0x47], 0, PICTURE_FILE],
  [[0xff, 0xd8, 0xff], 0, PICTURE_FILE],
  [[0x47, 0x49, 0x46, 0x38], 0, PICTURE_FILE],
  // RIFF….WEBP, and the brands of AVIF and HEIC in an ISO media file.
  [[0x57, 0x45, 0x42, 0x50], 8, PICTURE_FILE],
  [[0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69], 4, PICTURE_FILE],
  [[0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69], 4, PICTURE_FILE],
  [[0x49, 0x49, 0x2a, 0x00], 0, PICTURE_FILE],
  [[0x4d, 0x4d, 0x00, 0x2a], 0, PICTURE_FILE],
  [[0x1f, 0x8b], 0, COMPRESSED],
]

/** Long enough for a licence in a comment above the first element. */
const SNIFFED_BYTES = 2_048

/** `contentType` is the header as received; null without one. */
export function documentKind(bytes: Uint8Array, contentType: string | null): DocumentKind {
  for (const [signature, offset, kind] of SIGNATURES) {
    if (signature.every((byte, at) => bytes[offset + at] === byte)) return kind
  }
  const start = new TextDecoder('latin1')
    .decode(bytes.subarray(0, SNIFFED_BYTES))
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  const type = mediaTypeEssence(contentType)
  // Some servers call everything HTML. No page starts like an object, and no page has `<?xml` with a root other than
  // `html`.
  if (/^\{\s*"/.test(start)) return JSON_DATA
  const root = rootName(start)
  if (root === 'html' || root === 'head' || root === 'body' || /^<!doctype html/i.test(start)) return PAGE
  if (root !== null && /^(?:rss|feed|rdf:rdf|urlset|sitemapindex)$/.test(root)) return XML
  if (root === 'svg' && (start.startsWith('<?xml') || type === 'image/svg+xml')) return PICTURE_FILE
  if (start.startsWith('<?xml') && root !== null) return XML
  if (type === 'text/html' || type === 'application/xhtml+xml') return PAGE
  if (type === 'application/json' || type.endsWith('+json') || type === 'application/x-ndjson')
    return JSON_DATA
  if (type === 'application/jsonl' || type === 'text/json' || type === 'application/ndjson') return JSON_DATA
  if (type === 'application/pdf') return DECLARED_PDF
  if (type === 'text/csv' || type === 'text/tab-separated-values') return CSV
  if (/^(?:application|text)\/(?:x-)?yaml$|\+yaml$/.test(type)) return YAML
  if (type === 'image/svg+xml') return PICTURE_FILE
  if (/^(?:application|text)\/xml$|\+xml$/.test(type)) return XML
  if (/^application\/(?:msword|rtf|epub|vnd\.)/.test(type))
    return { type: 'document', name: 'a document', reader: DOCUMENT }
  if (type.startsWith('image/')) return PICTURE_FILE
  if (/^(?:audio|video|font)\//.test(type)) return other(type)
  if (type.startsWith('text/') && !start.startsWith('<')) return TEXT
  if (start.startsWith('<') || type === '') return PAGE
  if (type.startsWith('application/')) return other(type)
  return PAGE
}

const other = (type: string): DocumentKind => ({
  type: 'other',
  name: `of the type ${type}`,
  reader: NO_READER,
})

/** The name of the first element after declarations and comments, in lower case; null when none is within reach. */
function rootName(start: string): string | null {
  let at = 0
  // Each iteration advances, and a start of 2 KB allows few of them.
  while (start.startsWith('<?', at) || start.startsWith('<!', at)) {
    const end = start.startsWith('<!--', at) ? '-->' : '>'
    const found = start.indexOf(end, at)
    if (found < 0) return null
    at = found + end.length
    while (/\s/.test(start[at] ?? '')) at += 1
  }
  return /^<([a-z][\w:.-]*)/i.exec(start.slice(at, at + 60))?.[1]?.toLowerCase() ?? null
}
