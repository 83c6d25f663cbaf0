// The kinds of places: their labels, the words people use for them, and their tags.
import { searchFold } from '#kit/text/search-text.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { textBefore } from '#kit/text/text-rules.ts'
import data from '#kit/categories/data/categories.json' with { type: 'json' }

/** A kind of places, with the tags that make a place one. */
export interface Category {
  /** `amenity/cafe`, `cuisine/pizza`, `group/food`. */
  readonly id: string
  /**
   * The required tags: any one of the alternatives, and all tags of that alternative. `shop/*` is any value of the key.
   */
  readonly match: readonly (readonly string[])[]
  /** Hardly any of these has a name, so a search for them includes unnamed ones. */
  readonly unnamed: boolean
  /** Narrows down other categories (`pizza restaurant`) instead of adding to them. */
  readonly narrows: boolean
  /** Folded phrases of one that narrows: a place with one of them in its name is meant too (`Pizza Hut`). */
  readonly nameWords?: readonly string[]
  /** Kinds that are meant where no place is of this one: any Mexican food where none says `tacos`. */
  readonly wider?: readonly string[]
}

interface Row {
  readonly id: string
  readonly labels: readonly string[]
  readonly words?: string
  readonly match?: readonly (readonly string[])[]
  readonly unnamed?: boolean
  readonly wider?: readonly string[]
}

interface Table {
  readonly labels: ReadonlyMap<string, readonly string[]>
  readonly byId: ReadonlyMap<string, Category>
  readonly byPhrase: ReadonlyMap<string, readonly Category[]>
  readonly phrases: ReadonlyMap<string, readonly string[]>
}

let table: Table | undefined

/** `id` in words: its label in `language` or English; for values outside the table the value itself, `Boat Storage`. */
export function categoryLabel(id: string, language: string | null): string {
  const { labels } = theTable()
  const value = id.slice(id.indexOf('/') + 1)
  const known = labels.get(id) ?? labels.get(value)
  if (known !== undefined) {
    return known[columnOf(language)] ?? known[0] ?? value
  }
  const words = (value === 'yes' ? id.slice(0, id.indexOf('/')) : value).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Lists and exports ask for the same language for each place. */
let lastLanguage: string | null | undefined
let lastColumn = -1

function columnOf(language: string | null): number {
  if (language !== lastLanguage) {
    lastColumn = data.languages.indexOf(textBefore(language ?? 'en', '-'))
    lastLanguage = language
  }
  return lastColumn
}

/** The categories that a folded phrase names, in singular or plural; empty without a match. */
export function categoriesByPhrase(phrase: string): readonly Category[] {
  const { byPhrase } = theTable()
  for (const form of [phrase, ...singulars(phrase)]) {
    const found = byPhrase.get(form)
    if (found !== undefined) return found
  }
  return []
}

/**
 * Reads `amenity/cafe`, `amenity=cafe`, `shop/*`, `cuisine/pizza`, `group/food`, and `leisure/pitch+sport/tennis` for a place
 * that needs both tags; null for other texts.
 */
export function categoryById(text: string): Category | null {
  const tags = text.replaceAll('=', '/').split('+')
  const id = tags.join('+')
  const known = theTable().byId.get(id)
  if (known !== undefined) return known
  if (tags.length > MAX_TAGS || !tags.every((tag) => KNOWN_TAG.test(tag))) return null
  const unnamed = tags.some(
    (tag) => UNNAMED.has(tag) || UNNAMED_KEYS.test(tag) || theTable().byId.get(tag)?.unnamed === true,
  )
  return { id, match: [tags], unnamed, narrows: tags.every((tag) => NARROWING.test(tag)) }
}

const MAX_TAGS = 4
const KNOWN_TAG =
  /^(?:amenity|shop|tourism|leisure|craft|office|healthcare|historic|club|natural|railway|public_transport|highway|aeroway|man_made|aerialway|emergency|landuse|waterway|boundary|cuisine|religion|denomination|sport|atm|healthcare:speciality|artwork_type|memorial|vending|information|social_facility|recycling_type|post_office|second_hand|currency_exchange|money_transfer|rental|motorcycle:rental|motorcycle:repair|service(?::[a-z_]+){0,2}|dispensing|government|origin)\/[^\s+/]{1,100}$/
const NARROWING = /^(?:cuisine|sport)\//
/** Kinds without a row of the table of which hardly any has a name, and people look for them all the same. */
const UNNAMED_KEYS = /^(?:natural|highway|railway|aerialway|emergency|waterway)\//
const UNNAMED: ReadonlySet<string> = new Set([
  ...[
    'bicycle_repair_station',
    'clock',
    'compressed_air',
    'dog_toilet',
    'dressing_room',
    'feeding_place',
    'give_box',
    'hunting_stand',
    'letter_box',
    'lounger',
    'luggage_locker',
    'motorcycle_parking',
    'parcel_locker',
    'parking_entrance',
    'parking_space',
    'payment_terminal',
    'photo_booth',
    'public_bookcase',
    'sanitary_dump_station',
    'smoking_area',
    'table',
    'trolley_bay',
    'vacuum_cleaner',
    'waste_disposal',
    'water_point',
    'watering_place',
  ].map((value) => `amenity/${value}`),
  ...['bandstand', 'bird_hide', 'bleachers', 'fishing', 'outdoor_seating', 'swimming_area', 'pitch'].map(
    (value) => `leisure/${value}`,
  ),
  'historic/wayside_cross',
  'historic/wayside_shrine',
  'historic/boundary_stone',
])

/** The most likely intended category word, or null. */
export function closestCategoryWord(word: string): string | null {
  return closestWord(word, categoryPhrases())
}

function theTable(): Table {
  table ??= readTable()
  return table
}

function readTable(): Table {
  const labels = new Map<string, readonly string[]>()
  const byId = new Map<string, Category>()
  const byPhrase = new Map<string, Category[]>()
  const phrasesById = new Map<string, readonly string[]>()
  const add = (row: Row, narrows: boolean) => {
    const value = row.id.slice(row.id.indexOf('/') + 1)
    const phrases = new Set([...row.labels, ...(row.words ?? '').split(','), value].map(searchFold))
    phrases.delete('')
    const category = {
      id: row.id,
      match: row.match ?? [[row.id]],
      unnamed: row.unnamed ?? false,
      narrows,
      ...(narrows ? { nameWords: [...phrases] } : {}),
      ...(row.wider === undefined ? {} : { wider: row.wider }),
    }
    byId.set(row.id, category)
    phrasesById.set(row.id, [...phrases])
    labels.set(row.id, row.labels)
    if (!labels.has(value)) labels.set(value, row.labels)
    for (const phrase of phrases) {
      const others = byPhrase.get(phrase)
      if (others === undefined) byPhrase.set(phrase, [category])
      else others.push(category)
    }
  }
  for (const row of data.categories) add(row, false)
  for (const row of [...data.cuisines, ...data.sports]) add(row, true)
  return { labels, byId, byPhrase, phrases: phrasesById }
}

/** `bakeries` and `cafes` without their English, French or Spanish plural ending. */
function singulars(phrase: string): string[] {
  if (phrase.length < 4) return []
  const forms: string[] = []
  if (phrase.endsWith('ies')) forms.push(`${phrase.slice(0, -3)}y`)
  if (phrase.endsWith('es')) forms.push(phrase.slice(0, -2))
  if (/[^s][sx]$/.test(phrase)) forms.push(phrase.slice(0, -1))
  return forms
}

/** The most specific first. */
export const PLACE_KEYS = ['amenity', 'shop', 'tourism', 'leisure', 'craft', 'office', 'healthcare'] as const

/** The folded phrases for a category of the table; empty for any other. */
export function phrasesOfCategory(id: string): readonly string[] {
  return theTable().phrases.get(id) ?? []
}

/** All phrases of the table, folded. */
export function categoryPhrases(): string[] {
  return [...theTable().byPhrase.keys()]
}
