// Reads a target that is data: JSON, lines of JSON, CSV, XML and feeds, each within bounds.
import type { Warning } from '#contract/crawl/result.ts'
import { extractError } from '#extract/errors.ts'
import { charsetWarnings, decodeHtml } from '#parsing/sniffing/charset.ts'
import { boundJson, forbiddenKeyWarnings, RESULT_DEPTH } from '#parsing/json/bounded-json.ts'
import { readJsonFeed } from '#parsing/feeds/read-json-feed.ts'
import { readXmlFeed } from '#parsing/feeds/read-xml-feed.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { MAX_JSON_DEPTH, parseJson, parseJsonLoosely } from '#parsing/json/parse-json.ts'
import { parseXml } from '#parsing/xml/parse-xml.ts'
import { readCsv } from '#parsing/csv/read-csv.ts'
import { xmlToJson } from './xml-to-json.ts'
import type { OpenedTarget } from './open-target.ts'

/** What a document is by its content. */
export type DataKind = 'json' | 'ndjson' | 'csv' | 'xml' | 'feed'

/** A document that is data, whole or cut to its bounds. */
export interface DataDocument {
  readonly kind: DataKind
  /** The document as JSON, bounded. */
  readonly value: JsonValue
  /** The same in the common shape of feeds; null when it is not a feed. */
  readonly feed: JsonValue
  readonly warnings: readonly Warning[]
}

const BOUNDS = { depth: RESULT_DEPTH, values: 400_000, chars: 6_000_000 }

type Read = Omit<DataDocument, 'value' | 'feed'> & { readonly value: unknown; readonly feed?: unknown }

/**
 * Null for a target that is not data (a page, a picture). Throws `source_broken` for data that is invalid in its
 * declared format, and `unsupported_document` for JSON that nests too deeply.
 */
export function readDocument(target: OpenedTarget, maxRows: number): DataDocument | null {
  if (target.body === null) return submitted(target, maxRows)
  const { type } = target.kind
  if (type !== 'json' && type !== 'csv' && type !== 'xml' && type !== 'text') return null
  const { text, charset, source } = decodeHtml(target.body, target.contentType)
  const read = readAs(type, text, target.url, maxRows)
  if (read === null) return null
  return bounded(read, charsetWarnings({ charset, charsetSource: source }))
}

function bounded(read: Read, more: readonly Warning[]): DataDocument {
  const value = boundJson(read.value, BOUNDS)
  const feed = read.feed === undefined ? null : boundJson(read.feed, BOUNDS).value
  const warnings = [...read.warnings, ...more, ...forbiddenKeyWarnings(value)]
  if (value.cutAt !== null)
    warnings.push({
      code: 'document_cut',
      detail: 'The document holds more than is given here.',
      pointer: value.cutAt,
    })
  return { kind: read.kind, value: value.value, feed, warnings }
}

/** A text that was given in the place of a page, if it is JSON; a page that was fetched has said what it is. */
function submitted({ html, response }: OpenedTarget, maxRows: number): DataDocument | null {
  const read = html === null || response !== null ? null : readAs('text', html, null, maxRows)
  return read === null ? null : bounded(read, [])
}

function readAs(
  type: 'json' | 'csv' | 'xml' | 'text',
  text: string,
  url: string | null,
  maxRows: number,
): Read | null {
  if (type === 'json') return jsonOf(text, maxRows)
  if (type === 'csv') return csvOf(text, maxRows)
  if (type === 'xml') return xmlOf(text, url)
  // Servers call many things plain text: what its name and its first letter say decides.
  const path = url === null ? '' : (URL.parse(url)?.pathname ?? '')
  if (/\.(?:csv|tsv)$/i.test(path)) return csvOf(text, maxRows)
  if (/\.(?:jsonl|ndjson|json)$/i.test(path)) return jsonOf(text, maxRows)
  if (!/^[[{]/.test(text.trimStart())) return null
  const strict = parseJson(text)
  return strict.ok || linesOf(text, maxRows) !== null ? jsonOf(text, maxRows) : null
}

function jsonOf(text: string, maxRows: number): Read {
  const clean = withoutGuards(text)
  const strict = parseJson(clean)
  if (strict.ok) {
    const value = strict.values[0] ?? null
    const feed = readJsonFeed(value)
    return feed === null
      ? { kind: 'json', value, warnings: [] }
      : { kind: 'feed', value, feed, warnings: feed.cut ? [rowsCut('items')] : [] }
  }
  const lines = linesOf(clean, maxRows)
  if (lines !== null) return lines
  if (strict.reason === 'too_deep') {
    throw extractError('unsupported_document', `The JSON nests deeper than ${MAX_JSON_DEPTH} levels.`)
  }
  const loose = parseJsonLoosely(clean)
  if (!loose.ok) throw extractError('source_broken', 'The target says that it is JSON, and it is none.')
  const [first, ...others] = loose.values
  const value = first === undefined || others.length > 0 ? [...loose.values] : first
  return {
    kind: 'json',
    value,
    warnings: [{ code: 'json_repaired', detail: 'The document is no JSON as it stands and was repaired.' }],
  }
}

/** Without the prefix that keeps other sites from running it, and without the call of JSONP. */
function withoutGuards(text: string): string {
  const bare = text
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^\)\]\}'?,?\s{0,9}\n/, '')
    .replace(/^(?:while\(1\);|for\(;;\);)/, '')
  const call = /^(?:\/\*\*\/\s?)?[\w$.]{1,100}\(/.exec(bare)
  if (call === null || !/\)\s?;?$/.test(bare.slice(-3))) return bare
  return bare.slice(call[0].length, bare.lastIndexOf(')'))
}

/** Null where the text is not one value to a line. */
function linesOf(text: string, maxRows: number): Read | null {
  const rows: JsonValue[] = []
  let bad = 0
  let cut = false
  for (let at = 0; at < text.length;) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    const line = text.slice(at, end).trim()
    at = end + 1
    if (line === '') continue
    if (rows.length >= maxRows) {
      cut = true
      break
    }
    const parsed = /^[[{"\dtfn-]/.test(line) ? parseJson(line) : null
    if (parsed !== null && parsed.ok) rows.push(parsed.values[0] ?? null)
    else bad += 1
    if (bad > 10 && bad > rows.length) return null
  }
  if (rows.length < 2 || bad >= rows.length) return null
  const warnings: Warning[] = cut ? [rowsCut('rows')] : []
  if (bad > 0)
    warnings.push({ code: 'rows_skipped', detail: `${bad} line(s) are no JSON and were left out.` })
  return { kind: 'ndjson', value: rows, warnings }
}

function csvOf(text: string, maxRows: number): Read {
  const { rows, cut } = readCsv(text, maxRows)
  return { kind: 'csv', value: rows, warnings: cut ? [rowsCut('rows or columns')] : [] }
}

function xmlOf(text: string, url: string | null): Read {
  const { root, cut, entities } = parseXml(text)
  if (root === null)
    throw extractError('source_broken', 'The target says that it is XML, and holds no element.')
  const feed = readXmlFeed(root, url)
  const warnings: Warning[] = []
  if (cut)
    warnings.push({
      code: 'document_cut',
      detail: 'The document has more elements than are read, or nests deeper.',
    })
  if (entities)
    warnings.push({
      code: 'xml_entities',
      detail: 'The document declares entities; they are not read, references to them stay as text.',
    })
  if (feed?.cut === true) warnings.push(rowsCut('items'))
  const value = xmlToJson(root)
  return feed === null ? { kind: 'xml', value, warnings } : { kind: 'feed', value, feed, warnings }
}

const rowsCut = (what: string): Warning => ({
  code: 'rows_truncated',
  detail: `The document has more ${what} than are given here.`,
})
