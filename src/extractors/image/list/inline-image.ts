// Images that a page holds itself: `data:` addresses and drawings.
import { createHash } from 'node:crypto'
import type { Problem } from '#contract/problem.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { sanitizeSvgElement } from '#extractors/image/svg/sanitize-svg.ts'

/** Plain data, so that it can come from another process. */
export interface InlineImage {
  readonly kind: 'data_url' | 'svg'
  /** The declared type. */
  readonly mediaType: string
  /** The file; empty where there is a problem. */
  readonly base64: string
  /** The length of the file. */
  readonly bytes: number
  readonly sha256: string
  /** Equal for equal images. */
  readonly key: string
  /** Why there is no file; null when there is one. */
  readonly problem: Problem | null
}

const HEAD = /^\s*data:(image\/[a-z0-9.+-]{1,60})?((?:;[a-z0-9=.+-]{1,60}){0,5}),/i

/** Null when it contains no image, or is too damaged to be read. */
export function readDataUrl(address: string): InlineImage | null {
  const [head, mediaType, parameters = ''] = HEAD.exec(address.slice(0, 500)) ?? []
  if (head === undefined || mediaType === undefined) return null
  const data = address.slice(head.length)
  const bytes = /;base64$/i.test(parameters) ? Buffer.from(data, 'base64') : percentDecoded(data)
  if (bytes.length === 0) return null
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    kind: 'data_url',
    mediaType: mediaType.toLowerCase(),
    base64: bytes.toString('base64'),
    bytes: bytes.length,
    sha256,
    key: `data:${sha256}`,
    problem: null,
  }
}

/** A `%` without two digits behind it stays as it is, as in a browser. */
function percentDecoded(data: string): Buffer {
  if (!data.includes('%')) return Buffer.from(data)
  const parts = data.split(/((?:%[0-9a-f]{2})+)/i)
  return Buffer.concat(
    parts.map((part, at) =>
      at % 2 === 1 ? Buffer.from(part.replaceAll('%', ''), 'hex') : Buffer.from(part),
    ),
  )
}

/** A drawing of the page, cleaned; one that repeats itself without end has a problem in place of bytes. */
export function inlineDrawing(element: HtmlElement): InlineImage {
  const drawing = { kind: 'svg', mediaType: 'image/svg+xml' } as const
  try {
    const bytes = Buffer.from(sanitizeSvgElement(element).svg)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return {
      ...drawing,
      base64: bytes.toString('base64'),
      bytes: bytes.length,
      sha256,
      key: `svg:${sha256}`,
      problem: null,
    }
  } catch (error) {
    if (!(error instanceof SurveyorError)) throw error
    return {
      ...drawing,
      base64: '',
      bytes: 0,
      sha256: '',
      key: `svg:${element.order}`,
      problem: problemOf(error),
    }
  }
}
