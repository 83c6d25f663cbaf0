// Looks through a page for what leads to a description: links, documentation tools, scripts, and descriptions in the page itself.
import { mediaTypeEssence } from '#kit/http/media-type.ts'
import { attribute, lineText, oneLine, rawText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { refreshTarget } from '#parsing/page/meta-refresh.ts'
import { MAX_CHARS } from '#extractors/swagger/read/parsed-text.ts'
import type { Hint } from './hint.ts'
import { linkHints } from './link-hints.ts'
import { scriptHints } from './script-hints.ts'
import { parsedJson } from './script-literals.ts'
import {
  addressOf,
  isDocsAddress,
  isDocsLink,
  isPortalPage,
  isSpecAddress,
  isSpecLink,
} from './spec-address.ts'
import { embeddedHints, looksLikeText, scalarHints, specHint } from './ui-config.ts'

/** More than any page has, and little enough to go through. */
const MAX_SCRIPTS = 100
const MAX_PAGE_LINKS = 10
const MAX_DOCS = 3
const MAX_LINK_TEXT = 200
const MAX_PREFORMATTED = 20
/** The share of a page's text. */
const MIN_PREFORMATTED = 0.5
/** For all inline scripts of a page together. */
const MAX_SCRIPT_CHARS = 8 * 1024 * 1024

/** In the order in which they are to be followed. `base` is what relative addresses are relative to. */
export function pageHints(document: HtmlDocument, url: string | null, base: string | null): Hint[] {
  const traces = [
    ...linkHints(document, base),
    ...elementHints(document, base),
    ...queryHints(document, url),
    ...inlineScriptHints(document, base),
    ...preformattedHints(document),
  ]
  return [
    ...traces,
    ...loadedScriptHints(document, base),
    ...pageLinkHints(document, base),
    ...refreshHints(document, url),
  ]
}

/** A page that only sends its reader on. */
function refreshHints(document: HtmlDocument, url: string | null): Hint[] {
  const next = url === null ? null : addressOf(refreshTarget(document, url), url)
  return next === null ? [] : [{ role: 'page', url: next, foundBy: 'page', name: null }]
}

/** The elements of Redoc, RapiDoc, Stoplight Elements, Scalar and their relatives. */
function elementHints({ all }: HtmlDocument, base: string | null): Hint[] {
  return all.flatMap((element): Hint[] => {
    const value = (name: string): string | null => attribute(element, name)
    switch (element.name) {
      case 'redoc':
        return specHint(value('spec-url'), null, 'redoc', base)
      case 'rapi-doc':
      case 'rapi-doc-mini':
      case 'openapi-explorer':
        return specHint(value('spec-url'), null, 'rapidoc', base)
      case 'elements-api':
        return [
          ...embeddedHints(value('apidescriptiondocument'), null, 'stoplight'),
          ...specHint(value('apidescriptionurl') ?? value('api-description-url'), null, 'stoplight', base),
        ]
      default:
        return value('id') === 'api-reference' || value('data-spec-url') !== null
          ? scalarElementHints(element, base)
          : []
    }
  })
}

function scalarElementHints(element: HtmlElement, base: string | null): Hint[] {
  const configuration = attribute(element, 'data-configuration')
  return [
    ...embeddedHints(element.name === 'script' ? sourceOf(element) : null, null, 'scalar'),
    ...specHint(attribute(element, 'data-url') ?? attribute(element, 'data-spec-url'), null, 'scalar', base),
    ...(configuration === null ? [] : scalarHints(parsedJson(configuration), base)),
  ]
}

/** `?url=…` in the address of a documentation page, which Swagger UI and Redoc read. */
function queryHints(document: HtmlDocument, url: string | null): Hint[] {
  const query = url === null ? null : (URL.parse(url)?.searchParams ?? null)
  if (query === null || !isToolPage(document)) return []
  return ['url', 'configUrl', 'spec-url', 'specUrl'].flatMap((name): Hint[] => {
    const address = addressOf(query.get(name), url)
    if (address === null) return []
    return [
      { role: name === 'configUrl' ? 'index' : 'spec', url: address, foundBy: 'swagger_ui', name: null },
    ]
  })
}

const TOOL = /swagger-ui|redoc|rapidoc|scalar|stoplight|openapi-explorer/i

function isToolPage({ all }: HtmlDocument): boolean {
  return all.some(
    (element) =>
      ((element.name === 'script' || element.name === 'link') &&
        TOOL.test(attribute(element, element.name === 'link' ? 'href' : 'src') ?? '')) ||
      attribute(element, 'id') === 'swagger-ui',
  )
}

function inlineScriptHints({ all }: HtmlDocument, base: string | null): Hint[] {
  const scripts = all.filter((element) => element.name === 'script' && attribute(element, 'src') === null)
  const hints: Hint[] = []
  let chars = 0
  for (const script of scripts.slice(0, MAX_SCRIPTS)) {
    const source = sourceOf(script)
    chars += source.length
    if (chars > MAX_SCRIPT_CHARS) break
    const type = mediaTypeEssence(attribute(script, 'type'))
    if (attribute(script, 'id') === 'api-reference') continue
    if (attribute(script, 'id') === 'swagger-settings') hints.push(...drfHints(base))
    else if (type === '' || type === 'module' || /(?:java|ecma)script$/.test(type))
      hints.push(...scriptHints(source, base))
    else if (
      type !== 'application/ld+json' &&
      /json|yaml/.test(type) &&
      /openapi|swagger|asyncapi/.test(source)
    ) {
      const value = /^\s*[[{]/.test(source) ? parsedJson(source) : source
      hints.push(...embeddedHints(value, null, 'embedded'))
    }
  }
  return hints
}

/** drf-yasg puts its settings into the page and asks the same address for the description. */
function drfHints(base: string | null): Hint[] {
  const url = base === null ? null : URL.parse(base)
  url?.searchParams.set('format', 'openapi')
  return specHint(url?.href, null, 'swagger_ui', null)
}

/** A JSON file as a browser displays it, and what documentation prints; the samples of an article are less of its text. */
function preformattedHints({ all, root }: HtmlDocument): Hint[] {
  const taken = new Set<HtmlElement>()
  const texts: string[] = []
  for (const element of all) {
    if (taken.size >= MAX_PREFORMATTED) break
    if (element.name !== 'pre' && element.name !== 'textarea' && element.name !== 'code') continue
    // A `code` within a `pre` has the same text.
    if (isWithin(element, taken) || !looksLikeText(rawText(element, 5_000))) continue
    taken.add(element)
    texts.push(rawText(element, MAX_CHARS))
  }
  if (texts.length === 0) return []
  const chars = texts.reduce((sum, text) => sum + oneLine(text).length, 0)
  const isSample = chars < MIN_PREFORMATTED * lineText(root, MAX_CHARS).length
  return isSample ? [] : texts.flatMap((text) => embeddedHints(text, null, 'embedded'))
}

function isWithin(element: HtmlElement, taken: ReadonlySet<HtmlElement>): boolean {
  if (taken.size === 0) return false
  for (let at = element.parent; at !== null; at = at.parent) if (taken.has(at)) return true
  return false
}

/** Scripts that only set the tool up: its distribution, and the names that frameworks give to theirs. */
const SET_UP =
  /(?:^|\/)(?:swagger-initializer|swagger-ui-init|swagger-ui-initializer|swagger-config|init|index|main|config)(?:\.min)?\.js$/i

function loadedScriptHints(document: HtmlDocument, base: string | null): Hint[] {
  if (!isToolPage(document)) return []
  const sources = document.all.flatMap((element) =>
    element.name === 'script' ? (addressOf(attribute(element, 'src'), base) ?? []) : [],
  )
  const setUp = sources.filter((url) => SET_UP.test(URL.parse(url)?.pathname ?? ''))
  const hints: Hint[] = [...new Set(setUp)]
    .slice(0, 3)
    .map((url) => ({ role: 'script', url, foundBy: 'swagger_ui', name: null }))
  if (sources.some((url) => /springfox/i.test(url))) {
    for (const place of ['swagger-resources', '../swagger-resources']) {
      const url = addressOf(place, base)
      if (url !== null) hints.push({ role: 'index', url, foundBy: 'swagger_ui', name: null })
    }
  }
  return hints
}

function pageLinkHints({ all }: HtmlDocument, base: string | null): Hint[] {
  const origin = base === null ? null : URL.parse(base)?.origin
  const targets = (name: string, key: string): PageLink[] =>
    all.flatMap((element) => {
      const url = element.name === name ? addressOf(attribute(element, key), base) : null
      return url === null ? [] : [{ url, text: lineText(element, MAX_LINK_TEXT) }]
    })
  const [links, frames] = [targets('a', 'href'), targets('iframe', 'src')]
  // What a link says counts within its own site: elsewhere it is often about the standard, or about the API of others.
  const own = [...frames, ...links].filter(({ url }) => URL.parse(url)?.origin === origin)
  const specs = [
    ...links.filter(({ url }) => isSpecAddress(url)),
    ...own.filter(({ url, text }) => isSpecLink(text, url)),
  ]
  const docs = [
    ...own.filter(({ url }) => isDocsAddress(url)),
    ...own.filter(({ text }) => isDocsLink(text)),
    ...own.filter(({ url }) => isPortalPage(url, base)),
  ]
  return [...hintsTo(specs, 'spec').slice(0, MAX_PAGE_LINKS), ...hintsTo(docs, 'page').slice(0, MAX_DOCS)]
}

/** A link and its words. */
interface PageLink {
  readonly url: string
  readonly text: string
}

const hintsTo = (links: readonly PageLink[], role: 'spec' | 'page'): Hint[] =>
  [...new Set(links.map(({ url }) => url))].map((url) => ({ role, url, foundBy: 'page_link', name: null }))

const sourceOf = (script: HtmlElement): string =>
  script.children.map((child) => (child.kind === 'text' ? child.text : '')).join('')
