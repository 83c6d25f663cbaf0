// The data found on a page, by source: every list and record in one plain form, so that a path or a schema reads all of
// them alike.
import type { JsonValue } from '#parsing/json/json-value.ts'

/** The sources that are read by default, in order of trust. */
export const PAGE_SOURCES = [
  'jsonLd',
  'microdata',
  'rdfa',
  'openGraph',
  'twitter',
  'state',
  'tables',
  'feeds',
  'microformats',
  'meta',
] as const
/** `xhr` is what scripts fetch in a browser, `llm` a model endpoint of the operator. */
export const SOURCES = [...PAGE_SOURCES, 'xhr', 'llm'] as const

/** One of `PAGE_SOURCES`. */
export type PageSource = (typeof PAGE_SOURCES)[number]
/** One of `SOURCES`, as a request names it. */
export type SourceName = (typeof SOURCES)[number]

/** Only the sources that hold something. */
export interface Found {
  /** Nodes, `@graph` unpacked and `@id` joined. */
  jsonLd?: JsonValue
  /** Items as nodes: `@type`, `@id` and their properties. */
  microdata?: JsonValue
  rdfa?: JsonValue
  /** By name with its prefix; a name that comes again is a list. */
  openGraph?: JsonValue
  twitter?: JsonValue
  /** By the id of the script or the name of the variable. */
  state?: JsonValue
  /** `{caption, id, headers, rows}` each. */
  tables?: JsonValue
  /** Names and values of definition lists and tables of two columns. */
  pairs?: JsonValue
  /** Feeds that the page links; with what they hold where they were fetched. */
  feeds?: JsonValue
  microformats?: JsonValue
  meta?: JsonValue
  /** The JSON that scripts of the page fetched: `{url, method, status, body}` each. */
  xhr?: JsonValue
  /** The parsed target, when it is data and not a page. */
  document?: JsonValue
}

/** A source as the answer names it. */
export type FoundKey = keyof Found
