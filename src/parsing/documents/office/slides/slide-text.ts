// Reads the text of a shape: titles, paragraphs and lists with the look of their runs.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { xmlText } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, nameOf } from '#parsing/xml/xml-tree.ts'
import type { Relationship } from '#parsing/documents/archive/open-package.ts'
import type { Block, Place, Span } from '#parsing/documents/model/document-blocks.ts'
import { textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { ListBuilder } from '#parsing/documents/office/list-builder.ts'
import { officeMath } from '#parsing/documents/office/drawing/office-math.ts'
import { numeral } from '#parsing/documents/office/list-numeral.ts'
import { bulletOf, isTitle, levelOf, placeholderOf, type Bullet, type SlideParents } from './slide-bullets.ts'

export interface SlideContext {
  readonly parents: SlideParents
  readonly relationships: ReadonlyMap<string, Relationship>
}

/** The text of a shape in its order; a title is one block however many paragraphs it has. */
export function shapeText(shape: XmlElement, context: SlideContext, place: Place | undefined): Block[] {
  const placeholder = placeholderOf(shape)
  const paragraphs = elementsIn(at(shape, 'txBody'), 'p')
  const placed = place === undefined ? {} : { place }
  if (isTitle(placeholder) || placeholder?.type === 'subTitle') {
    const text = paragraphs
      .map((paragraph) => textOfSpans(spansOf(paragraph, context)).replaceAll('\n', ' ').trim())
      .filter((part) => part !== '')
      .join(' ')
    if (text === '') return []
    return isTitle(placeholder)
      ? [{ kind: 'text', label: 'title', spans: [{ text }], ...placed }]
      : [{ kind: 'text', label: 'section_header', level: 1, spans: [{ text }], ...placed }]
  }
  return paragraphBlocks(
    paragraphs,
    (paragraph) => bulletOf(paragraph, shape, context.parents),
    context,
    place,
  )
}

export function paragraphBlocks(
  paragraphs: readonly XmlElement[],
  bullet: (paragraph: XmlElement) => Bullet,
  context: SlideContext,
  place: Place | undefined,
): Block[] {
  const list = new ListBuilder()
  const counts: number[] = []
  const placed = place === undefined ? {} : { place }
  for (const paragraph of paragraphs) {
    const spans = trimmed(spansOf(paragraph, context))
    if (spans.length === 0) continue
    const found = bullet(paragraph)
    const level = levelOf(paragraph)
    if (found.kind === 'none') {
      counts.length = 0
      list.addAll([{ kind: 'text', label: 'paragraph', spans, ...placed }])
      continue
    }
    counts.length = Math.min(counts.length, level + 1)
    const enumerated = found.kind === 'number'
    if (enumerated) counts[level] = (counts[level] ?? found.start - 1) + 1
    const marker = enumerated ? markerOf(counts[level] ?? 1, found.format) : ''
    list.item(level, { spans, enumerated, marker, children: [], ...placed }, 'shape')
  }
  return list.end()
}

/** The systems of ST_TextAutonumberScheme (ISO/IEC 29500-1, 20.1.10.61) by how their names begin. */
const SCHEMES: readonly (readonly [string, string])[] = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
  ['arabicDb', 'decimalFullWidth'],
  ['arabic1', 'arabicAlpha'],
  ['arabic2', 'arabicAbjad'],
  ['circleNum', 'decimalEnclosedCircle'],
  ['ea1', 'japaneseCounting'],
  ['hebrew2', 'hebrew2'],
  ['hindiNum', 'hindiNumbers'],
  ['thaiAlpha', 'thaiLetters'],
  ['thaiNum', 'thaiNumbers'],
]

/** `alphaLcParenR` is `a)`, `arabicPeriod` is `1.`, `circleNumDbPlain` is `①`. */
function markerOf(count: number, format: string): string {
  const system = SCHEMES.find(([start]) => format.startsWith(start))?.[1] ?? 'decimal'
  const text = numeral(count, system)
  if (format.endsWith('ParenBoth')) return `(${text})`
  if (format.endsWith('ParenR')) return `${text})`
  if (format.endsWith('Minus')) return `${text}-`
  return format.endsWith('Plain') ? text : `${text}.`
}

/** Whether all text of a shape is the number of the slide or a date, as programs without placeholders write them. */
export function isOnlyFields(shape: XmlElement): boolean {
  const runs = elementsIn(at(shape, 'txBody'), 'p').flatMap((paragraph) =>
    elementsIn(paragraph).filter((child) => ['r', 'fld', 'm'].includes(nameOf(child))),
  )
  return (
    runs.length > 0 &&
    runs.every((run) => nameOf(run) === 'fld' && /^(?:slidenum|datetime)/.test(attr(run, 'type') ?? ''))
  )
}

function spansOf(paragraph: XmlElement, { relationships }: SlideContext): Span[] {
  const spans: Span[] = []
  const walk = (element: XmlElement): void => {
    for (const child of elementsIn(element)) {
      const name = nameOf(child)
      if (name === 'r' || name === 'fld') {
        const text = at(child, 't')
        if (text !== null) spans.push({ ...lookOf(at(child, 'rPr'), relationships), text: xmlText(text) })
      } else if (name === 'br') spans.push({ text: '\n' })
      else if (name === 'AlternateContent') walk(at(child, 'Choice') ?? child)
      else if (name === 'm') walk(child)
      else if (name === 'oMath') spans.push({ text: officeMath(child), formula: true })
      else if (name === 'oMathPara') walk(child)
    }
  }
  walk(paragraph)
  return spans
}

function lookOf(
  properties: XmlElement | null,
  relationships: ReadonlyMap<string, Relationship>,
): Omit<Span, 'text'> {
  const isOn = (name: string): boolean => ['1', 'true'].includes(attr(properties, name) ?? '')
  const underline = attr(properties, 'u') ?? 'none'
  const strike = attr(properties, 'strike') ?? 'noStrike'
  // `30000`, in strict documents `30%`.
  const raised = Number.parseFloat(attr(properties, 'baseline') ?? '0')
  const href = relationships.get(attr(at(properties, 'hlinkClick'), 'id') ?? '')
  return {
    ...(isOn('b') ? { bold: true } : {}),
    ...(isOn('i') ? { italic: true } : {}),
    ...(underline === 'none' ? {} : { underline: true }),
    ...(strike === 'noStrike' ? {} : { strikethrough: true }),
    ...(raised > 0 ? { script: 'super' as const } : raised < 0 ? { script: 'sub' as const } : {}),
    ...(href?.isExternal === true ? { href: href.target } : {}),
  }
}

function trimmed(spans: readonly Span[]): Span[] {
  const shown = spans.filter(({ text }) => text !== '')
  while (shown[0]?.text.trim() === '') shown.shift()
  while (shown.at(-1)?.text.trim() === '') shown.pop()
  return shown
}
