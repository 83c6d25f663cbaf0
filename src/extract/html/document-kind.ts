// Tells pages from other documents by their first bytes, then by what the server calls them.

export interface DocumentKind {
  /** `a page`, `a PDF document`. */
  readonly name: string
  /** What to do with it instead, as the end of a sentence; null where it can be read as a page. */
  readonly reader: string | null
}

const DOCUMENT = 'the docling extractor reads documents once it is built.'
const PICTURE = 'the image extractor reads pictures once it is built.'
const DATA = 'the json extractor reads data.'
const NOBODY = 'no extractor reads this kind.'

const PAGE: DocumentKind = { name: 'a page', reader: null }

/** By signature: it is right more often than the header. */
const SIGNATURES: readonly [readonly number[], DocumentKind][] = [
  [[0x25, 0x50, 0x44, 0x46, 0x2d], { name: 'a PDF document', reader: DOCUMENT }],
  [[0x50, 0x4b, 0x03, 0x04], { name: 'an office document or archive', reader: DOCUMENT }],
  [[0xd0, 0xcf, 0x11, 0xe0], { name: 'an old office document', reader: DOCUMENT }],
  [[0x89, 0x50, 0x4e, 0x47], { name: 'a picture', reader: PICTURE }],
  [[0xff, 0xd8, 0xff], { name: 'a picture', reader: PICTURE }],
  [[0x47, 0x49, 0x46, 0x38], { name: 'a picture', reader: PICTURE }],
  [[0x1f, 0x8b], { name: 'a compressed file', reader: NOBODY }],
]

export function documentKind(bytes: Uint8Array, contentType: string | null): DocumentKind {
  for (const [signature, kind] of SIGNATURES) {
    if (signature.every((byte, at) => bytes[at] === byte)) return kind
  }
  const start = new TextDecoder('latin1')
    .decode(bytes.subarray(0, 512))
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (
    /^(?:<!doctype html|<html|<head|<body)/i.test(start) ||
    type === 'text/html' ||
    type === 'application/xhtml+xml'
  )
    return PAGE
  if (type === 'application/json' || type.endsWith('+json') || type === 'application/x-ndjson')
    return { name: 'JSON', reader: DATA }
  if (type === 'application/pdf') return { name: 'a PDF document', reader: DOCUMENT }
  if (/^(?:application\/(?:msword|rtf|epub|vnd\.)|text\/csv)/.test(type))
    return { name: 'a document', reader: DOCUMENT }
  if (type.startsWith('image/') && type !== 'image/svg+xml') return { name: 'a picture', reader: PICTURE }
  if (/^(?:audio|video|font)\//.test(type)) return { name: `of the type ${type}`, reader: NOBODY }
  if (type.startsWith('text/') && !start.startsWith('<')) return { name: 'plain text', reader: null }
  if (start.startsWith('<') || type === '') return PAGE
  if (type === 'application/octet-stream' || type.startsWith('application/'))
    return { name: `of the type ${type}`, reader: NOBODY }
  return PAGE
}
