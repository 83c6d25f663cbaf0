// Turns the loaded target into queryable data: a page with the content of its sources, or a document of data.
import type { Warning } from '#contract/crawl/result.ts'
import type { ExtractorOutput } from '#extract/context.ts'
import { extractError, pageError, statusError } from '#extract/errors.ts'
import { attribute } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { pageEvidence, pageIn } from '#extract/page/load-page.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { isBibliographic } from '#extractors/json/mapping/names/field-names.ts'
import type { JsonInput } from '#extractors/json/request/options.ts'
import type { PreparedRequest } from '#extractors/json/request/prepare-request.ts'
import type { Found } from '#extractors/json/sources/found.ts'
import { readPage } from '#extractors/json/sources/read-page.ts'
import type { FetchedFeeds } from './fetch-feeds.ts'
import type { OpenedTarget } from './open-target.ts'
import { readDocument, type DataDocument, type DataKind } from './read-document.ts'

/** What paths, rules and schemas are applied to. */
export interface ReadTarget {
  readonly kind: 'page' | DataKind
  readonly url: string | null
  readonly base: string | null
  /** BCP 47 of the texts; null where neither the caller nor the page says it. */
  readonly locale: string | null
  readonly document: HtmlDocument | null
  readonly found: Found
  /** The data that paths are applied to, and its name in `found`. */
  readonly data: JsonValue
  readonly dataPointer: string
  readonly warnings: readonly Warning[]
  readonly output: Pick<ExtractorOutput, 'engine' | 'quality' | 'response'>
}

/** Throws what reading and judging throw, and `empty_content` for a page that holds neither content nor data. */
export function readTarget(target: OpenedTarget, input: JsonInput, prepared: PreparedRequest): ReadTarget {
  const document = readDocument(target, prepared.maxRows)
  return document === null ? page(target, input, prepared) : data(target, document, input)
}

/** A page with what the feeds hold that it links. */
export function withFeeds(target: ReadTarget, { feeds, warnings }: FetchedFeeds): ReadTarget {
  const found = { ...target.found, feeds }
  return { ...target, found, data: found, warnings: [...target.warnings, ...warnings] }
}

function data(target: OpenedTarget, document: DataDocument, input: JsonInput): ReadTarget {
  const statusWarnings = classifyStatus(target.statusCode)
  const found: Found = {
    document: document.value,
    ...(document.feed === null ? {} : { feeds: [document.feed] }),
  }
  return {
    kind: document.kind,
    url: target.url,
    base: target.url,
    locale: input.locale ?? null,
    document: null,
    found,
    data: document.value,
    dataPointer: '/document',
    warnings: [...statusWarnings, ...document.warnings],
    output: {
      engine: target.engine,
      quality: {
        score: statusWarnings.length === 0 ? 1 : 0.8,
        signals: statusWarnings.map(() => 'http_error'),
      },
      ...(target.response === null ? {} : { response: target.response }),
    },
  }
}

function page(target: OpenedTarget, input: JsonInput, prepared: PreparedRequest): ReadTarget {
  const { tree } = target
  // Frameworks leave their state in pages that scripts have yet to draw: a shell may hold everything.
  const loaded = pageEvidence(
    { ...pageIn(target), ...(tree === undefined ? {} : { tree }) },
    { shell: 'warning' },
  )
  const { document, base, url, quality } = loaded
  const { found, warnings } = readPage(document, base, prepared.sources, prepared.maxRows, target.captured)
  if (quality.problem !== null && isEmpty(found)) throw pageError(quality.problem)
  return {
    kind: 'page',
    url,
    base,
    locale: input.locale ?? languageOf(document),
    document,
    found,
    data: { ...found },
    dataPointer: '',
    warnings: [...loaded.warnings, ...warnings],
    output: {
      engine: loaded.engine,
      quality: { score: quality.score, signals: [...quality.signals] },
      ...(loaded.response === null ? {} : { response: loaded.response }),
    },
  }
}

/** Nothing but what the head of any page says. */
function isEmpty(found: Found): boolean {
  return Object.entries(found).every(
    ([key, value]) =>
      (key === 'meta' && !Object.keys(value ?? {}).some((name) => isBibliographic(name))) ||
      key === 'feeds' ||
      typeof value !== 'object' ||
      value === null ||
      Object.keys(value).length === 0,
  )
}

function languageOf({ all }: HtmlDocument): string | null {
  const html = all.find(({ name }) => name === 'html')
  const tag =
    html === undefined
      ? ''
      : (attribute(html, 'lang') ?? attribute(html, 'xml:lang') ?? '').trim().replace('_', '-')
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}$/i.test(tag) ? tag : null
}

/** Throws `login_required`, `target_blocked` and `target_http_error`; another error status is a warning. */
function classifyStatus(status: number | null): readonly Warning[] {
  if (status === null || (status < 300 && status !== 206)) return []
  if (status === 401 || status === 407)
    throw extractError('login_required', `The target answers ${status}: it asks for a login.`, {
      blockedBy: { provider: null, kind: 'login' },
    })
  if (status === 403 || status === 429 || status === 451)
    throw statusError(
      status,
      `The target refuses this request with the status ${status}.`,
      'target_blocked',
      {
        provider: null,
        kind: 'status',
      },
    )
  if (status >= 500) throw statusError(status)
  return [
    {
      code: 'http_status',
      detail: `The target answered with the status ${status}; this is what it sent with it.`,
    },
  ]
}
