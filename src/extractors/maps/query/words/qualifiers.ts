// Words that say more of the places wanted than their kind (`with wifi`, `5 star`), and words that say nothing of them
// that a map knows (`best`, `open now`, `near me`).
import { withPlainHan } from '#kit/text/script-variants.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { remembered } from '#kit/remembered.ts'
import { listOf } from '#extractors/maps/osm/tags/tag-values.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import data from './data/qualifiers.json' with { type: 'json' }
import { contactCondition } from './contact-qualifiers.ts'
import { isAlwaysOpen } from './known-hours.ts'
import { meaningOfStem } from './word-stems.ts'

/** What the tags of a place must say. */
export interface Qualifier {
  /** `wheelchair`, `stars/5`. */
  readonly id: string
  /** In English, to be read behind a kind: `with vegan food`. */
  readonly label: string
  /** The group of kinds that is meant where the query names none. */
  readonly home: string | null
  /** Hardly any mapper writes it: where no place has it, the map only does not say so. */
  readonly isSeldomMapped: boolean
  fits(tags: Tags): boolean
  /**
   * What says anything of it; null: nothing. Where hardly any place of the kind does, those that say nothing count as well. Absent: only
   * those that say it count.
   */
  saidBy?(tags: Tags): SaidBy | null
  /** Whether tags say the contrary: a hotel with `swimming_pool=no`. Absent: no tag does. */
  denies?(tags: Tags): boolean
  /** It leaves out what says the contrary and asks for nothing: its words are among those without effect. */
  readonly onlyExcludes?: true
  /** The id under which an index has what does not fit. */
  readonly excluded?: string
}

export type SaidBy = 'tag' | 'name'

/** A qualifier of a query. */
export interface TypedQualifier extends Qualifier {
  /** Its words there, folded. */
  readonly typed: string
}

/** The same of places whose tags say it, and of no others. */
export function onlyWhereSaid(qualifier: TypedQualifier): TypedQualifier {
  const { saidBy: _, ...rest } = qualifier
  return rest
}

/** Of a condition that no place is known to meet: whatever does not say the contrary. Null for one that no tag can deny. */
export function notDenied(qualifier: TypedQualifier): TypedQualifier | null {
  const { denies, ...rest } = onlyWhereSaid(qualifier)
  return denies === undefined
    ? null
    : { ...rest, isSeldomMapped: false, onlyExcludes: true, fits: (tags) => !denies(tags) }
}

export const IGNORED_REASONS = ['ranking', 'time', 'location', 'filler', 'not_recorded'] as const
/** Why words of a query have no effect on what is found. */
export type IgnoredReason = (typeof IGNORED_REASONS)[number]

/** What a phrase does in a query, where it names no kind. */
export type PhraseRole =
  | { readonly role: 'qualifier'; readonly qualifier: Qualifier }
  | { readonly role: 'ignored'; readonly reason: IgnoredReason }
  | { readonly role: 'connector' | 'with' | 'article' }

let table: ReadonlyMap<string, PhraseRole> | undefined

/** The role of a folded phrase; null for any other. */
export const phraseRole = remembered((phrase): PhraseRole | null => {
  const roles = (table ??= readTable())
  return roles.get(phrase) ?? roles.get(withPlainHan(phrase)) ?? contactRole(phrase) ?? roleOfStem(phrase)
})

/** Whether a folded word stands between the parts of a list. */
export function isConnector(word: string): boolean {
  return (table ??= readTable()).get(word)?.role === 'connector'
}

function contactRole(phrase: string): PhraseRole | null {
  const condition = contactCondition(phrase)
  return condition === null
    ? null
    : { role: 'qualifier', qualifier: { ...condition, home: null, isSeldomMapped: false } }
}

function roleOfStem(phrase: string): PhraseRole | null {
  const meaning = meaningOfStem(phrase)
  if (meaning === null) return null
  if ('ignored' in meaning) return { role: 'ignored', reason: meaning.ignored }
  const qualifier = qualifierById(meaning.id)
  return qualifier === null ? null : { role: 'qualifier', qualifier }
}

/** A condition of the list by its id; null for any other. */
export function qualifierById(id: string): Qualifier | null {
  for (const role of (table ??= readTable()).values()) {
    if (role.role === 'qualifier' && role.qualifier.id === id) return role.qualifier
  }
  return null
}

/** Hotels and the like with so many stars; `5S`, superior, has five. */
export function starsQualifier(stars: number): Qualifier {
  const said = new RegExp(`^${stars}(?:\\.0)?(?:\\s?s(?:uperior)?)?$`, 'i')
  return {
    id: `stars/${stars}`,
    label: `with ${stars} ${stars === 1 ? 'star' : 'stars'}`,
    home: 'group/accommodation',
    isSeldomMapped: false,
    fits: ({ stars: value }) => value !== undefined && said.test(value.trim()),
  }
}

let ordinary: ReadonlySet<string> | undefined

/** Folded words that say how a place is, and no map records: never a kind, and hardly a name (`modern`, `divorce`). */
export function ordinaryWords(): ReadonlySet<string> {
  return (ordinary ??= new Set(readOrdinaryWords()))
}

function readOrdinaryWords(): readonly string[] {
  return [data.modifiers, ...Object.values(data.ignored)]
    .flatMap((words) => words.split(/[, ]/))
    .map(searchFold)
}

function readTable(): ReadonlyMap<string, PhraseRole> {
  const roles = new Map<string, PhraseRole>()
  const add = (words: string, role: PhraseRole) => {
    for (const phrase of words.split(',').map(searchFold)) {
      if (phrase !== '' && !roles.has(phrase)) roles.set(phrase, role)
    }
  }
  for (const { id, label, tags, words, home, isSeldomMapped } of data.qualifiers) {
    const alternatives = tags.map((conditions) => conditions.map(readCondition))
    const known = tags.flat().map(contraryOf)
    const isAllDay = id === 'all_day'
    const fits = (own: Tags) =>
      alternatives.some((all) => all.every((condition) => condition(own))) ||
      (isAllDay && isAlwaysOpen(own) === true)
    const denies = (own: Tags) =>
      !fits(own) && (isAllDay ? isAlwaysOpen(own) === false : known.some((isContrary) => isContrary(own)))
    add(words, {
      role: 'qualifier',
      qualifier: {
        id,
        label,
        home: home ?? null,
        isSeldomMapped: isSeldomMapped ?? false,
        fits,
        // What costs something may be free on some days.
        ...(id === 'free' ? {} : { denies }),
      },
    })
  }
  for (const reason of IGNORED_REASONS) {
    add(data.ignored[reason], { role: 'ignored', reason })
  }
  add(data.connectors, { role: 'connector' })
  add(data.with, { role: 'with' })
  add(data.articles, { role: 'article' })
  return roles
}

/** Of a condition that some value says: `no` is the contrary, and `yes` of one that `no` says. */
function contraryOf(text: string): (tags: Tags) => boolean {
  const [, key = '', not = '', allowed = ''] = /^([^=!]+)(!?)=(.*)$/.exec(text) ?? []
  const contrary = not === '' && allowed.split('|').includes('no') ? 'yes' : 'no'
  return (tags) => tags[key] === contrary
}

/** `key=value|value`, `key=*`, `key!=value`; a value of the place may be a `;` list. */
function readCondition(text: string): (tags: Tags) => boolean {
  const [, key = '', not = '', allowed = ''] = /^([^=!]+)(!?)=(.*)$/.exec(text) ?? []
  const values = new Set(allowed.split('|'))
  return (tags) => {
    const own = tags[key]
    if (own === undefined) return false
    if (allowed === '*') return own !== 'no'
    if (not !== '') return !values.has(own)
    return listOf(own).some((value) => values.has(value.toLowerCase()))
  }
}
