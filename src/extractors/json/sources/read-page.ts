// Reads the sources of a page that a caller wants, each with its own bounds, and says what of them could not be had.
import type { Warning } from '#contract/crawl/result.ts'
import type { CapturedResponse } from '#extract/browser/visit.ts'
import type { LoadedTarget } from '#extract/page/load-target.ts'
import { attribute, lineText } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { linkTarget } from '#parsing/page/link-target.ts'
import { readMetadata } from '#parsing/page/page-metadata.ts'
import { readAppState } from '#parsing/page/app-state/app-state.ts'
import { boundJson, forbiddenKeyWarnings, RESULT_DEPTH, type JsonBounds } from '#parsing/json/bounded-json.ts'
import { readTables } from '#extractors/json/structured/html-table.ts'
import { readJsonLdBlocks } from '#parsing/page/json-ld.ts'
import { joinJsonLd } from '#extractors/json/structured/join-json-ld.ts'
import { parseJson } from '#parsing/json/parse-json.ts'
import { setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { readMicrodata } from '#parsing/page/microdata.ts'
import { readMicroformats } from '#extractors/json/structured/microformats/read-microformats.ts'
import { readOpenGraph, readTwitter } from '#extractors/json/structured/open-graph.ts'
import { readRdfa } from '#extractors/json/structured/rdfa/read-rdfa.ts'
import { microdataNode, microformatNode, rdfaNodes } from './as-nodes.ts'
import type { Found, FoundKey, PageSource } from './found.ts'

/** What the sources hold, and what of them could not be had. */
export interface PageFound {
  readonly found: Found
  readonly warnings: readonly Warning[]
}

/** For each source. */
const BOUNDS: JsonBounds = { depth: RESULT_DEPTH, values: 100_000, chars: 2_000_000 }
/** For all of them: a result must stay below what the service takes, with three bytes for a character. */
const MAX_SIZE = 6_000_000

/** Some servers put this before an answer, so that it cannot be loaded as a script. */
const GUARD_PREFIX = /^\s*(?:\)\]\}'[^\n]{0,20}\n|for\s{0,5}\(;;\);|while\s{0,5}\(1\);)/

const MAX_NAMES = 300
/** For robots, browsers and proofs of ownership: nothing about the content. */
const MACHINERY =
  /^(?:viewport|robots|googlebot|bingbot|generator|theme-color|color-scheme|referrer|csrf-.*|format-detection|msapplication-.*|apple-.*|mobile-web-app-.*|.*verif.*|.*validate.*|next-.*|fb:.*|al:.*|og:.*|twitter:.*|rating|handheldfriendly|x-.*|application-tilecolor)$/i

/** `base` is what relative addresses are relative to; null: not known, they stay as they are. */
export function readPage(
  document: HtmlDocument,
  base: string | null,
  sources: ReadonlySet<PageSource | 'xhr'>,
  maxRows: number,
  captured?: LoadedTarget['captured'],
): PageFound {
  const found: Found = {}
  const warnings: Warning[] = []
  let left = MAX_SIZE
  const warn = (code: string, detail: string, key: FoundKey): void => {
    warnings.push({ code, detail, pointer: `/found/${key}` })
  }
  const keep = (key: FoundKey, value: unknown, cut: boolean): void => {
    const bounded = boundJson(value, { ...BOUNDS, chars: Math.max(0, Math.min(BOUNDS.chars, left)) })
    left -= bounded.size
    found[key] = bounded.value
    warnings.push(...forbiddenKeyWarnings(bounded, `/found/${key}`))
    if (cut || bounded.cutAt !== null) {
      warnings.push({
        code: 'found_cut',
        detail: 'The page holds more than is given here.',
        pointer: `/found/${key}${bounded.cutAt ?? ''}`,
      })
    }
  }
  if (sources.has('jsonLd')) {
    const blocks = readJsonLdBlocks(document)
    const { nodes, cut } = joinJsonLd(blocks.values, base)
    keep('jsonLd', nodes, cut)
    if (blocks.broken > 0)
      warn(
        'json_ld_broken',
        `${blocks.broken} JSON-LD block(s) cannot be read, not even after repair.`,
        'jsonLd',
      )
    if (blocks.repaired > 0)
      warn(
        'json_ld_repaired',
        `${blocks.repaired} JSON-LD block(s) are no JSON as they stand and were repaired.`,
        'jsonLd',
      )
  }
  if (sources.has('microdata')) {
    const { items, cut } = readMicrodata(document, base)
    keep('microdata', items.map(microdataNode), cut)
  }
  if (sources.has('rdfa')) {
    const { nodes, cut } = readRdfa(document, base)
    keep('rdfa', rdfaNodes(nodes), cut)
  }
  if (sources.has('openGraph')) keep('openGraph', byName(readOpenGraph(document).properties), false)
  if (sources.has('twitter')) keep('twitter', readTwitter(document), false)
  if (sources.has('state')) {
    const { states, unread, cut } = readAppState(document, true)
    keep('state', states, cut)
    if (unread.length > 0)
      warn(
        'state_unread',
        `Scripts are never run, and this state is no plain JSON: ${unread.join(', ')}.`,
        'state',
      )
  }
  if (sources.has('tables')) {
    const { tables, pairs, cut } = readTables(document, maxRows, base)
    keep('tables', tables, false)
    keep('pairs', pairs, false)
    if (cut) warn('rows_truncated', 'Tables have more rows or columns than are given here.', 'tables')
  }
  if (sources.has('feeds')) keep('feeds', readMetadata(document, base).feeds, false)
  if (sources.has('microformats')) {
    const { items, cut } = readMicroformats(document, base)
    keep('microformats', items.map(microformatNode), cut)
  }
  if (sources.has('meta')) keep('meta', readMeta(document, base), false)
  if (sources.has('xhr') && captured !== undefined && captured.responses.length > 0) {
    const { bodies, unread } = readCaptured(captured.responses)
    keep('xhr', bodies, captured.isCut)
    if (unread > 0) warn('xhr_unread', `${unread} response(s) of scripts are no JSON.`, 'xhr')
  } else if (captured?.isCut === true) {
    warn('found_cut', 'The responses of scripts are more or larger than what is kept.', 'xhr')
  }
  return { found, warnings }
}

function byName(properties: readonly (readonly [string, string])[]): JsonObject {
  const record: JsonObject = {}
  const lists = new Map<string, JsonValue[]>()
  for (const [name, value] of properties) {
    const list = lists.get(name)
    if (list === undefined) lists.set(name, [value])
    else list.push(value)
  }
  for (const [name, values] of lists) setKey(record, name, values.length === 1 ? values[0] : values)
  return record
}

/** The JSON that scripts of a page fetched. `unread`: how many answers are no JSON. */
function readCaptured(responses: readonly CapturedResponse[]): {
  readonly bodies: readonly object[]
  readonly unread: number
} {
  const bodies = responses.flatMap(({ url, method, status, text }) => {
    const parsed = parseJson(text.replace(GUARD_PREFIX, ''), Infinity)
    return parsed.ok ? [{ url, method, status, body: parsed.values[0] }] : []
  })
  return { bodies, unread: responses.length - bodies.length }
}

/**
 * The head of a page in plain HTML: title, language, canonical address, and named metas outside of card formats. A
 * name that comes again is a list.
 */
function readMeta({ all }: HtmlDocument, base: string | null): JsonObject {
  const meta: JsonObject = {}
  let names = 0
  for (const element of all) {
    if (element.name === 'title' && !('title' in meta) && element.parent?.name !== 'svg') {
      const title = lineText(element, 2_000)
      if (title !== '') meta['title'] = title
    } else if (element.name === 'html') {
      const language = (attribute(element, 'lang') ?? attribute(element, 'xml:lang') ?? '').trim()
      if (language !== '' && !('language' in meta)) meta['language'] = language
    } else if (element.name === 'link' && !('canonical' in meta)) {
      const isCanonical = /(?:^|\s)canonical(?:\s|$)/i.test(attribute(element, 'rel') ?? '')
      const target = isCanonical ? linkTarget(attribute(element, 'href') ?? '', base) : null
      if (target !== null) meta['canonical'] = target
    } else if (element.name === 'meta' && names < MAX_NAMES) {
      const name = (attribute(element, 'name') ?? '').trim()
      const content = (attribute(element, 'content') ?? '').trim()
      if (name === '' || content === '' || MACHINERY.test(name)) continue
      names += 1
      const known = Object.hasOwn(meta, name) ? meta[name] : undefined
      setKey(meta, name, known === undefined ? content : again(known, content))
    }
  }
  return meta
}

function again(known: JsonValue, value: string): JsonValue {
  const values = Array.isArray(known) ? known : [known]
  return values.includes(value) ? known : [...values, value].slice(0, 100)
}
