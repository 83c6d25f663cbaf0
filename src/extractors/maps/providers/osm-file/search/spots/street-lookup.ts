// Puts the parts of streets together: a street is made of many ways, and its name stands in many towns.
import {
  otherLengths,
  SHORT_WORDS_IN_STREETS,
  SHORT_WORDS_OF_STREETS,
} from '#extractors/maps/query/where/short-words.ts'
import type { Position } from '#kit/geo/geometry.ts'

/** A way that is part of a street. */
interface StreetPart {
  readonly points: readonly Position[]
}

/** Degrees of latitude, some 400 m: parts that are closer belong to one street. */
const CELL = 0.0036

/** What a sort of street is called in languages that put it in front of its name, and in those that put it behind. */
const SORTS: readonly (readonly string[])[] = [
  [
    'rue',
    'via',
    'calle',
    'rua',
    'strada',
    'carrer',
    'ulica',
    'ul',
    'улица',
    'ул',
    'street',
    'strasse',
    'straat',
    'gatan',
  ],
  ['avenue', 'avenida', 'viale', 'corso', 'avinguda', 'aleja', 'проспект', 'авеню', 'allee', 'laan'],
  ['boulevard', 'bulevar', 'bulevard', 'viale', 'бульвар'],
  ['place', 'piazza', 'plaza', 'praca', 'placa', 'plac', 'площадь', 'square', 'platz', 'plein'],
  ['quai', 'muelle', 'banchina', 'cais', 'quay', 'kai', 'kade', 'набережная'],
]

/** A folded name with the word for what sort of street it is in other languages: `via grimaldi`, `grimaldi street` for `rue grimaldi`. */
export function foreignStreetForms(name: string): string[] {
  const words = name.split(' ')
  const ends = [
    [words[0] ?? '', words.slice(1).join(' ')],
    [words.at(-1) ?? '', words.slice(0, -1).join(' ')],
  ] as const
  return ends.flatMap(([sort, own]) =>
    own === ''
      ? []
      : SORTS.flatMap((same) =>
          same.includes(sort) ? same.flatMap((other) => [`${other} ${own}`, `${own} ${other}`]) : [],
        ),
  )
}

/** What a sort of street is called where people leave it out: `на Ленина`, `на Невском`. */
const LEFT_OUT =
  'улица проспект площадь бульвар переулок шоссе набережная проезд вулиця площа провулок вуліца праспект'.split(
    ' ',
  )
const CYRILLIC = /^[\p{Script=Cyrillic} \d-]+$/u

/** A folded name of a street without the word for its sort, in languages in which people leave that out; null for any other. */
export function withoutSort(street: string): string | null {
  const words = street.split(' ')
  const isSort = (word: string | undefined) => word !== undefined && LEFT_OUT.includes(word)
  const plain = isSort(words[0]) ? words.slice(1) : isSort(words.at(-1)) ? words.slice(0, -1) : []
  return plain.length === 0 ? null : plain.join(' ')
}

/** A folded text with the words for sorts of streets that people leave out; none in other scripts. */
export function formsWithSort(text: string): string[] {
  if (!CYRILLIC.test(text)) return []
  return LEFT_OUT.flatMap((sort) => [`${sort} ${text}`, `${text} ${sort}`])
}

/** A name with several short words has many forms. */
const MAX_FORMS = 16

/**
 * A folded name as it is, and with its words in their other lengths (`bahnhofstr`, `market st`, `bd des moulins`) and
 * joints: `feldkircherstrasse` is `feldkircher strasse`, which many write as one word.
 */
export function streetForms(name: string): string[] {
  let forms: string[][] = [[]]
  for (const word of name.split(' ')) {
    const others = otherLengths(word, SHORT_WORDS_IN_STREETS)
    if (/.str$/.test(word)) others.push(`${word}asse`)
    else if (/.strasse$/.test(word)) others.push(word.slice(0, -4))
    const stem = /^(.{3,})(?:strasse|str)$/.exec(word)?.[1]
    if (stem !== undefined) others.push(`${stem} strasse`, `${stem} str`)
    forms = forms.flatMap((form) => [word, ...others].map((other) => [...form, other])).slice(0, MAX_FORMS)
  }
  const texts = forms.map((form) => form.join(' '))
  return [...new Set([...texts, ...texts.map((text) => text.replace(/(?<=..) (?=(?:strasse|str)$)/, ''))])]
}

/** Whether a text says with a word of its own that it is the name of a street: `market street`, `Mozartstr`. */
export function saysStreet(text: string): boolean {
  const words = text.split(' ')
  const isSort = (word: string | undefined) =>
    word !== undefined &&
    (foreignStreetForms(`${word} x`).length > 0 || otherLengths(word, SHORT_WORDS_OF_STREETS).length > 0)
  return words.length > 1 && (isSort(words[0]) || isSort(words.at(-1)))
}

/** What the parts of a long street are called by where they lie. */
const DIRECTIONS =
  'north south east west northeast northwest southeast southwest nord sud est ouest norte sur este oeste'.split(
    ' ',
  )

/** The folded name of a street with the word for the part of it that people leave out: `north front street` of `front st`. */
export function formsWithDirection(text: string): string[] {
  if (!saysStreet(text)) return []
  return DIRECTIONS.flatMap((part) => [`${part} ${text}`, `${text} ${part}`]).flatMap(streetForms)
}

/** What people leave out at a corner: `34th and Derry`. */
const LEFT_OUT_AT_CORNERS = 'street avenue road drive lane boulevard way place court parkway highway'.split(
  ' ',
)

/** More words are the names of two things, or of one and its town. */
const MAX_WORDS_AT_CORNERS = 3

/** A folded name with the words for sorts of streets that people leave out where two of them cross. */
export function formsAtCorner(text: string): string[] {
  return saysStreet(text) || text.split(' ').length > MAX_WORDS_AT_CORNERS
    ? []
    : LEFT_OUT_AT_CORNERS.map((sort) => `${text} ${sort}`)
}

/** The streets that `parts` of one name make up, the one with the most parts first; each with the points of all its parts. */
export function streetsOf<Part extends StreetPart>(parts: readonly Part[]): Part[] {
  const parents = parts.map((_, index) => index)
  const rootOf = (index: number): number => {
    let at = index
    for (let next = parents[at] ?? at; next !== at; next = parents[at] ?? at) {
      parents[at] = parents[next] ?? next
      at = next
    }
    return at
  }
  const partAt = new Map<string, number>()
  for (const [index, { points }] of parts.entries()) {
    for (const cell of new Set(points.flatMap(cellsAround))) {
      const other = partAt.get(cell)
      if (other !== undefined) parents[rootOf(other)] = rootOf(index)
    }
    for (const point of points) partAt.set(cellOf(point), index)
  }
  const groups = new Map<number, Part[]>()
  for (const [index, part] of parts.entries()) {
    const root = rootOf(index)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [part])
    else group.push(part)
  }
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap((group) => {
      const [longest] = group.toSorted((a, b) => b.points.length - a.points.length)
      return longest === undefined ? [] : [{ ...longest, points: group.flatMap(({ points }) => points) }]
    })
}

function cellOf(position: Position): string {
  const [y, x] = cell(position)
  return `${y},${x}`
}

function cellsAround(position: Position): string[] {
  const [y, x] = cell(position)
  return [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => `${y + dy},${x + dx}`))
}

/** The width of a cell is the same in all of a band of latitude, so that neighbours are neighbours. */
function cell([lng, lat]: Position): [y: number, x: number] {
  const narrowing = Math.max(0.01, Math.cos((Math.round(lat) * Math.PI) / 180))
  return [Math.floor(lat / CELL), Math.floor((lng * narrowing) / CELL)]
}
