// The styles of an OpenDocument file, as far as they say how text looks and how lists are marked.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, nameOf } from '#parsing/xml/xml-tree.ts'
import type { Span } from '#parsing/documents/model/document-blocks.ts'
import { odfLevel, type OdfLevel } from './odf-level.ts'

export interface OdfStyles {
  /** The look of a text style with what it inherits. */
  look(name: string | null): Omit<Span, 'text'>
  /** The names of a paragraph style and of those it is derived from, in lower case. */
  chain(name: string | null): readonly string[]
  /** A level of a list, from 1; null where the style is not known. */
  listLevel(list: string | null, level: number): OdfLevel | null
  /** A level of the headings, from 1. */
  outlineLevel(level: number): OdfLevel | null
  /** The list style that a paragraph style names. */
  listOf(name: string | null): string | null
  /** Whether text of the style, or a slide, is not shown. */
  isHidden(name: string | null): boolean
}

const MAX_CHAIN = 20
/** No name that a file can give. */
const OUTLINE = ' outline'

export function readOdfStyles(roots: readonly (XmlElement | null)[]): OdfStyles {
  const styles = new Map<string, XmlElement>()
  const lists = new Map<string, ReadonlyMap<string, OdfLevel | null>>()
  for (const root of roots)
    for (const group of elementsIn(root))
      for (const style of elementsIn(group)) {
        if (nameOf(style) === 'outline-style') lists.set(OUTLINE, levelsOf(style))
        const name = attr(style, 'name')
        if (name === null) continue
        if (nameOf(style) === 'style' && !styles.has(name)) styles.set(name, style)
        else if (nameOf(style) === 'list-style') lists.set(name, levelsOf(style))
      }
  const chainOf = (name: string | null): XmlElement[] => {
    const chain: XmlElement[] = []
    let next = name
    while (next !== null && chain.length < MAX_CHAIN) {
      const style = styles.get(next)
      if (style === undefined) break
      chain.push(style)
      next = attr(style, 'parent-style-name')
    }
    return chain
  }
  const looks = new Map<string, Omit<Span, 'text'>>()
  return {
    look(name) {
      if (name === null) return {}
      let look = looks.get(name)
      if (look === undefined) {
        look = Object.assign(
          {},
          ...chainOf(name)
            .toReversed()
            .map((style) => lookOf(at(style, 'text-properties'))),
        )
        looks.set(name, look ?? {})
      }
      return look ?? {}
    },
    chain: (name) =>
      chainOf(name)
        .flatMap((style) => [attr(style, 'name'), attr(style, 'display-name')])
        .concat(name)
        .flatMap((each) => (each === null ? [] : [each.toLowerCase()])),
    listLevel: (list, level) => (list === null ? null : (lists.get(list)?.get(String(level)) ?? null)),
    outlineLevel: (level) => lists.get(OUTLINE)?.get(String(level)) ?? null,
    listOf: (name) => {
      const found = chainOf(name).flatMap((style) => attr(style, 'list-style-name') ?? [])[0] ?? ''
      return found === '' ? null : found
    },
    isHidden: (name) =>
      name !== null &&
      (chainOf(name).flatMap((style) => attr(at(style, 'text-properties'), 'display') ?? [])[0] === 'none' ||
        attr(at(styles.get(name), 'drawing-page-properties'), 'visibility') === 'hidden'),
  }
}

const levelsOf = (style: XmlElement): ReadonlyMap<string, OdfLevel | null> =>
  new Map(elementsIn(style).map((level) => [attr(level, 'level') ?? '', odfLevel(level)]))

function lookOf(properties: XmlElement | null): Omit<Span, 'text'> {
  if (properties === null) return {}
  const weight = attr(properties, 'font-weight')
  const style = attr(properties, 'font-style')
  const underline = attr(properties, 'text-underline-style')
  const strike = attr(properties, 'text-line-through-style')
  const position = attr(properties, 'text-position')
  return {
    ...(weight === null ? {} : { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(style === null ? {} : { italic: style === 'italic' || style === 'oblique' }),
    ...(underline === null ? {} : { underline: underline !== 'none' }),
    ...(strike === null ? {} : { strikethrough: strike !== 'none' }),
    ...(position?.startsWith('sub') === true || position?.startsWith('-') === true
      ? { script: 'sub' as const }
      : {}),
    ...(position !== null && /^(?:super|[1-9])/.test(position) ? { script: 'super' as const } : {}),
  }
}
