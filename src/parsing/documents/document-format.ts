// Tells which reader a document needs: by its content first, then by its media type and its name.
import { mediaTypeEssence } from '#kit/http/media-type.ts'
import { ownValue } from '#kit/unknown-values.ts'
import type { Archive } from './archive/open-archive.ts'

export const DOCUMENT_FORMATS = [
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'xls',
  'odt',
  'ods',
  'odp',
  'epub',
  'html',
  'md',
  'asciidoc',
  'csv',
  'text',
  'image',
] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

export interface FormatHints {
  /** The Content-Type as received; null without one. */
  readonly contentType: string | null
  /** The file name, or the end of the address; null without one. */
  readonly filename: string | null
}

export const MEDIA_TYPES: Readonly<Record<Exclude<DocumentFormat, 'image'>, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  html: 'text/html',
  md: 'text/markdown',
  asciidoc: 'text/asciidoc',
  csv: 'text/csv',
  text: 'text/plain',
}

/** Those of which single pages, slides or sheets can be read. */
export const PAGED_FORMATS: ReadonlySet<string> = new Set<DocumentFormat>([
  'pdf',
  'pptx',
  'xlsx',
  'xls',
  'ods',
  'odp',
])

const BY_MEDIA_TYPE: Readonly<Record<string, DocumentFormat>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'md',
  'text/x-markdown': 'md',
  'text/asciidoc': 'asciidoc',
  'text/x-asciidoc': 'asciidoc',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
}
const BY_ENDING: Readonly<Record<string, DocumentFormat>> = {
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  md: 'md',
  markdown: 'md',
  qmd: 'md',
  adoc: 'asciidoc',
  asciidoc: 'asciidoc',
  asc: 'asciidoc',
  csv: 'csv',
  tsv: 'csv',
  txt: 'text',
  text: 'text',
  log: 'text',
}
const OPEN_DOCUMENT: readonly [string, DocumentFormat][] = [
  ['opendocument.text', 'odt'],
  ['opendocument.spreadsheet', 'ods'],
  ['opendocument.presentation', 'odp'],
  ['epub+zip', 'epub'],
]
/** The content type of the main part, macros or not, document or template. */
const OFFICE: readonly [RegExp, DocumentFormat][] = [
  [/wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled/i, 'docx'],
  [
    /presentationml\.(?:presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled\.main/i,
    'pptx',
  ],
  [/spreadsheetml\.(?:sheet|template)\.main|ms-excel\.(?:sheet|template)\.macroEnabled\.main/i, 'xlsx'],
]

/** The format of a zip by what is in it; null for an archive that is no document. */
export function archiveFormat(archive: Archive): DocumentFormat | null {
  const declared = archive.names.has('mimetype') ? (archive.text('mimetype') ?? '').slice(0, 200) : ''
  for (const [word, format] of OPEN_DOCUMENT) if (declared.includes(word)) return format
  const types = archive.names.has('[Content_Types].xml') ? (archive.text('[Content_Types].xml') ?? '') : ''
  for (const [pattern, format] of OFFICE) if (pattern.test(types)) return format
  if (archive.names.has('META-INF/container.xml')) return 'epub'
  return null
}

/** The format of text: what the server or the name says, else HTML where it looks like it, else plain text. */
export function textFormat(start: string, { contentType, filename }: FormatHints): DocumentFormat {
  const type = mediaTypeEssence(contentType)
  const ending = endingOf(filename)
  const looksHtml = /^\s*(?:<!doctype html|<html|<head|<body)/i.test(start.replace(/^\ufeff/, ''))
  const declared = ownValue(BY_MEDIA_TYPE, type)
  // Many servers send every text file as plain text, so that its name says more.
  if (declared !== undefined && declared !== 'html') return declared
  const named = ending === null ? undefined : BY_ENDING[ending]
  if (named !== undefined && (type === '' || type === 'text/plain' || type === 'application/octet-stream'))
    return named
  return declared === 'html' || looksHtml ? 'html' : (named ?? 'text')
}

/** In lower case; null for a name without one. */
export function endingOf(filename: string | null): string | null {
  return /\.([a-z0-9]{1,10})$/i.exec(filename ?? '')?.[1]?.toLowerCase() ?? null
}
