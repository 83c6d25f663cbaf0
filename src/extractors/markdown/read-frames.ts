// Reads the frames of a page, so that their content replaces them.
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { documentKind } from '#parsing/sniffing/document-kind.ts'
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { baseOf, resourceTarget } from '#parsing/page/link-target.ts'
import { bodyOf, parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { rebuildTree } from '#parsing/html/rebuild-tree.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import type { OpenPage } from '#extract/page/load-page.ts'
import { ACCEPT_PAGE, fetchRules } from '#extract/page/load-target.ts'
import { headersTowards } from '#extract/page/target-headers.ts'
import { resolveAddress } from '#kit/url/resolve-address.ts'

const MAX_FRAMES = 10
const MAX_FRAME_BYTES = 2 * 1024 * 1024
/** A frame of a few pixels is a tracking pixel. */
const PIXELS = 2

/** The content of a frame, by the `order` of its element. */
export interface FrameContent {
  readonly order: number
  readonly html: string
  /** The base of its addresses. */
  readonly url: string | null
}

/**
 * The content of the `iframe` and `frame` elements of a page, ten at most: the content of `srcdoc`, and the responses
 * of their addresses unless the page was submitted. Nested frames are ignored. An unreadable frame is a warning.
 */
export async function readFrames(
  page: OpenPage,
  request: PageRequest,
  context: ExtractContext,
): Promise<{ readonly frames: readonly FrameContent[]; readonly warnings: readonly Warning[] }> {
  const warnings: Warning[] = []
  const document = page.tree()
  const base = baseOf(document, page.url)
  const shown = document.all.filter(isShownFrame)
  if (shown.length > MAX_FRAMES)
    warnings.push({ code: 'frames_left', detail: `Only ${MAX_FRAMES} of ${shown.length} frames were read.` })
  const read = await Promise.all(
    shown.slice(0, MAX_FRAMES).map(async (frame) => {
      try {
        return await contentOf(frame, base, page, request, context)
      } catch (error) {
        if (!(error instanceof SurveyorError) || context.signal.aborted) throw error
        warnings.push({ code: 'frame_unread', detail: `A frame could not be read: ${error.message}` })
        return null
      }
    }),
  )
  return { frames: read.filter((frame) => frame !== null), warnings }
}

/** The page with the content of `frames`, in a `div` in the place of each. */
export function placeFrames(document: HtmlDocument, frames: readonly FrameContent[]): HtmlDocument {
  if (frames.length === 0) return document
  const bodies = new Map(frames.map(({ order, html, url }) => [order, absoluteBody(parseHtml(html), url)]))
  return rebuildTree(document, (element) => {
    // A nested frame has the order in its own page.
    const body = document.all[element.order] === element ? bodies.get(element.order) : undefined
    return body === undefined ? null : { name: 'div', attributes: [], children: body.children }
  })
}

/** Whether `readFrames` would find any. */
export const hasFrames = ({ all }: HtmlDocument): boolean => all.some(isShownFrame)

function isShownFrame(element: HtmlElement): boolean {
  if (element.name !== 'iframe' && element.name !== 'frame') return false
  if (attribute(element, 'hidden') !== null || attribute(element, 'aria-hidden') === 'true') return false
  if (/(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(element, 'style') ?? '')) return false
  return !['width', 'height'].some((side) => {
    const length = attribute(element, side)
    return length !== null && /^\s*\d+(?:px)?\s*$/.test(length) && Number.parseInt(length, 10) <= PIXELS
  })
}

/** Null for a frame without content. */
async function contentOf(
  frame: HtmlElement,
  base: string | null,
  page: OpenPage,
  request: PageRequest,
  context: ExtractContext,
): Promise<FrameContent | null> {
  const given = attribute(frame, 'srcdoc')
  if (given !== null) return { order: frame.order, html: given, url: base }
  const target = resourceTarget(attribute(frame, 'src') ?? attribute(frame, 'data-src') ?? '', base)
  if (target === null || page.url === null || page.engine === 'none') return null
  const answer = await context.fetch({
    url: target,
    headers: headersTowards({ ...page.headers, accept: ACCEPT_PAGE }, page.url, target),
    deadlineMs: page.endsAtMs - performance.now(),
    ...fetchRules(request, { maxBytes: MAX_FRAME_BYTES }),
  })
  const contentType = answer.headers['content-type'] ?? null
  if (answer.status >= 400)
    throw new SurveyorError('target_http_error', `${target} answers with the status ${answer.status}.`)
  const kind = documentKind(answer.body, contentType)
  if (kind.type !== 'page') throw new SurveyorError('unsupported_document', `${target} is ${kind.name}.`)
  return { order: frame.order, html: decodeHtml(answer.body, contentType).text, url: answer.finalUrl }
}

const ADDRESSES = new Set(['href', 'src', 'data-src', 'data-original', 'data-lazy-src', 'poster'])
const SETS = new Set(['srcset', 'data-srcset'])

function absoluteBody(document: HtmlDocument, url: string | null): HtmlElement {
  const base = baseOf(document, url)
  const absolute = rebuildTree(document, (element) =>
    base === null || element.attributes.length === 0
      ? null
      : { ...element, attributes: absoluteAttributes(element.attributes, base) },
  )
  return bodyOf(absolute)
}

/** The outer page has another base, so relative addresses of the frame must become absolute. */
function absoluteAttributes(attributes: readonly string[], base: string): string[] {
  return attributes.map((value, at) => {
    const name = at % 2 === 1 ? (attributes[at - 1] ?? '') : ''
    if (ADDRESSES.has(name)) return absoluteAddress(value, base)
    if (!SETS.has(name)) return value
    return value
      .slice(0, 20_000)
      .split(/,\s+/)
      .map((entry) => entry.trim().replace(/^\S+/, (address) => absoluteAddress(address, base)))
      .join(', ')
  })
}

function absoluteAddress(value: string, base: string): string {
  return /^\s*(?:#|$)/.test(value) ? value : resolveAddress(value, base)
}
