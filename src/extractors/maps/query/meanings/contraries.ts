// Words without effect on what is looked for, beside which tags can say the contrary: a `cheap hotel` has no five stars.
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import { isNotPublic, NOT_PUBLIC_ID } from '#kit/categories/searchable-tags.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { dayNamed, isOpenOn } from '#extractors/maps/query/words/known-hours.ts'
import type { IgnoredReason, Qualifier, TypedQualifier } from '#extractors/maps/query/words/qualifiers.ts'

interface IgnoredWords {
  readonly text: string
  readonly reason: IgnoredReason
}

/** Folded words for little money, in every language of the words that say how good a place is. */
const CHEAP =
  /(?:^| )(?:cheap|inexpensive|affordable|budget|low cost|gunstig|billig|preiswert|preisgunstig|bon marche|economi[qck]|barat|asequible|goedkop|goedkoop|voordelig|tani[aeoc]?|niedrog|levn|lacn|jeftin|poceni|olcso|halp|halv|edull|φθην|ieftin|murah|gia re|זול|дешев|недорог|бюджетн|ucuz|uygun fiyat|رخيص|सस्त)|安い|安く|安め|格安|便宜|平价|저렴|값싼|ราคาถูก|ราคาประหยัด|(?:not|nicht|pas|no|non|nao|niet) (?:[a-z]{1,12} )?(?:expensive|pricey|teuer|chere?s?|car[oaie]s?|duur)/u

const MIN_STARS = 4

function isExpensive({ stars = '' }: Tags): boolean {
  const [, count = '0'] = /^(\d)/.exec(stars.trim()) ?? []
  return Number(count) >= MIN_STARS
}

/**
 * What words without effect say of some kinds, where tags can say the contrary: the conditions, and the words that have an effect then.
 * `given`: the conditions of the query; `hasSubject`: whether a kind or a brand is asked for; `typed`: its phrases, folded.
 */
export function contrariesOf(
  ignored: readonly IgnoredWords[],
  kinds: readonly Category[],
  {
    given,
    hasSubject,
    typed,
  }: {
    readonly given: readonly TypedQualifier[]
    readonly hasSubject: boolean
    readonly typed: readonly string[]
  },
): { readonly conditions: readonly TypedQualifier[]; readonly understood: ReadonlySet<string> } {
  const conditions: TypedQualifier[] = []
  const understood = new Set<string>()
  for (const { text, reason } of ignored) {
    const onDay = reason === 'time' && hasSubject ? openOnDay(text) : null
    if (onDay !== null) {
      conditions.push({ ...onDay, typed: text })
      understood.add(text)
    }
    if (reason === 'ranking' && kinds.some(isLodging) && CHEAP.test(text)) {
      conditions.push({
        id: 'cheap',
        label: 'with fewer than four stars',
        home: null,
        isSeldomMapped: false,
        onlyExcludes: true,
        typed: text,
        fits: (tags) => !isExpensive(tags),
      })
    }
  }
  if (typed.some((phrase) => BARBER.test(phrase)) && kinds.some(({ id }) => id === 'shop/hairdresser'))
    conditions.push(FOR_MEN)
  const isOfAccess = given.some(({ id }) => id.startsWith('access/'))
  const isOpen = kinds.some(isForAnybody) && !isOfAccess
  return { conditions: isOpen ? [...conditions, FOR_ANYBODY] : conditions, understood }
}

/** Folded words for who cuts the hair of men. */
const BARBER =
  /barber|barbier|barbeir|barbear|berber|golibro|golarz|herrenfris|peluqueria de caballero|peluqueria masculin|cabeleireiro masculin|parrucchiere (?:da )?uom|coiffeur (?:pour )?homme|herenkapper|herrfris|herrefris|барбер|мужск|حلاق|理髪|床屋|理发|剃头|이발|바버|ตัดผมชาย|नाई|borbely|frizer za muske|holic/u

const FOR_MEN: TypedQualifier = {
  id: 'men',
  label: 'not for women alone',
  home: null,
  isSeldomMapped: false,
  onlyExcludes: true,
  typed: '',
  fits: ({ male, female, hairdresser }) => male !== 'no' && female !== 'only' && hairdresser !== 'women',
}

/** What hardly ever has a name is looked for to be used: a playground, a car park, a court. */
function isForAnybody({ unnamed, id }: Category): boolean {
  return (unnamed && !id.startsWith('natural/')) || id.startsWith('sport/')
}

/** A car park for residents is none for who looks for one. */
const FOR_ANYBODY: TypedQualifier = {
  id: 'public',
  label: 'not for a few people only',
  home: null,
  isSeldomMapped: false,
  onlyExcludes: true,
  excluded: NOT_PUBLIC_ID,
  typed: '',
  fits: (tags) => !isNotPublic(tags),
}

function isLodging({ match }: Category): boolean {
  const lodging = new Set(categoryById('group/accommodation')?.match.flat())
  return match.some((all) => all.some((tag) => lodging.has(tag)))
}

const ENGLISH = 'Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays'.split(' ')

/**
 * `open on sundays`: a place whose hours say that it is closed then is none, and one of unknown hours may be one. Null for a folded phrase
 * for a time that is no day of the week.
 */
function openOnDay(phrase: string): Qualifier | null {
  const day = dayNamed(phrase)
  if (day === null) return null
  const name = ENGLISH[day] ?? ''
  return {
    id: `open/${name.slice(0, 2).toLowerCase()}`,
    label: `not known to be closed on ${name}`,
    home: null,
    isSeldomMapped: false,
    fits: (tags) => isOpenOn(tags, day) !== false,
  }
}
