// The size declared by the root element of an SVG; the drawing itself is not read here.
import { attribute } from '#parsing/html/html-node.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'

/** What the root element says about the size. */
export interface SvgRoot {
  /** CSS pixels; null when the drawing fills the available space. */
  readonly width: number | null
  readonly height: number | null
}

/** Licences and declarations of editors come before the root; with more of them than this it is not a drawing. */
const HEAD_BYTES = 65_536
/** CSS: pixels in one of each unit (em and ex by the usual 16 px font). */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
}

/** Null where the bytes are no SVG. */
export function parseSvgRoot(bytes: Uint8Array): SvgRoot | null {
  const head = bytes.subarray(0, HEAD_BYTES)
  const wide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const encoding = wide ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  const tag = rootTag(new TextDecoder(encoding).decode(head).replace(/^\ufeff/, ''))
  if (tag === null) return null
  const root = parseHtml(tag.replace(/^<[a-z]+:/i, '<')).all.find(({ name }) => name === 'svg')
  if (root === undefined) return null
  const [, , boxWidth = null, boxHeight = null] = viewBox(attribute(root, 'viewbox')) ?? []
  const width = cssPixels(attribute(root, 'width'))
  const height = cssPixels(attribute(root, 'height'))
  const ratio = boxWidth !== null && boxHeight !== null ? boxWidth / boxHeight : null
  if (width === null && height === null) return { width: boxWidth, height: boxHeight }
  return {
    width: width ?? (ratio === null || height === null ? null : height * ratio),
    height: height ?? (ratio === null || width === null ? null : width / ratio),
  }
}

/** `<svg …>` or `<svg:svg …>`, preceded only by declarations and comments. */
function rootTag(text: string): string | null {
  let at = 0
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1
    if (/^<(?:[a-z]{1,20}:)?svg[\s/>]/i.test(text.slice(at, at + 40))) break
    const end = text.startsWith('<!--', at)
      ? '-->'
      : text.startsWith('<?', at)
        ? '?>'
        : declarationEnd(text, at)
    const found = end === null ? -1 : text.indexOf(end, at)
    if (end === null || found < 0) return null
    at = found + end.length
  }
  const close = text.indexOf('>', at)
  return close < 0 ? null : text.slice(at, close + 1)
}

/** `<!DOCTYPE svg [ <!ENTITY …> ]>` holds ends of its own. */
function declarationEnd(text: string, at: number): string | null {
  if (!/^<!doctype/i.test(text.slice(at, at + 9))) return null
  const bracket = text.indexOf('[', at)
  const close = text.indexOf('>', at)
  if (bracket < 0 || close < bracket) return '>'
  return /\]\s{0,100}>/.exec(text.slice(bracket))?.[0] ?? null
}

/** The four numbers of a `viewBox` with a size above 0, or null. */
export function viewBox(value: string | null): [number, number, number, number] | null {
  const numbers = (value ?? '')
    .slice(0, 200)
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x, y, width, height] = numbers
  if (numbers.length !== 4 || x === undefined || y === undefined || !isSize(width) || !isSize(height))
    return null
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y, width, height] : null
}

/** An absolute length in CSS pixels; percentages and words are null. */
export function cssPixels(value: string | null): number | null {
  const [, number = '', unit = ''] =
    /^\+?(\d{0,15}(?:\.\d{0,15})?(?:e[+-]?\d{1,2})?)\s*([a-z]{0,3})$/i.exec((value ?? '').trim()) ?? []
  const factor = UNITS[unit.toLowerCase()]
  const pixels = number === '' || factor === undefined ? Number.NaN : Number(number) * factor
  return isSize(pixels) ? pixels : null
}

const isSize = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value > 0
