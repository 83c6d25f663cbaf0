// The words of names, each with how much it says of a place.
import anyAscii from 'any-ascii'
import { categoriesByPhrase, categoryPhrases } from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { areMixedUp } from './kind-families.ts'

/** A word of a name in Latin letters, lower case, written out. */
export interface NameWord {
  readonly text: string
  /** 0 to 1. */
  readonly weight: number
  /** The kinds of places that it names. */
  readonly kinds: ReadonlySet<string>
}

/** What the names of a place are read with. */
export interface NamedPlace {
  /** Folded words that say where it is. */
  readonly towns: ReadonlySet<string>
  readonly categories: readonly string[]
}

/** Longer names are compared by their beginning: this bounds the work. */
export const MAX_NAME_CHARS = 120
const MAX_WORDS = 12

/** Written out, because people shorten them. */
const LONG_FORMS = new Map(
  Object.entries({
    saint: 'st',
    sankt: 'st',
    street: 'st',
    sainte: 'ste',
    sta: 'santa',
    sto: 'santo',
    av: 'avenue',
    ave: 'avenue',
    bd: 'boulevard',
    blvd: 'boulevard',
    rd: 'road',
    str: 'strasse',
    dr: 'doctor',
    dra: 'doctor',
    rest: 'restaurant',
    intl: 'international',
    co: 'company',
    bros: 'brothers',
    dept: 'department',
    ctr: 'center',
    cntr: 'center',
    centre: 'center',
    cty: 'county',
    mkt: 'market',
    svc: 'service',
    svcs: 'service',
    services: 'service',
    assoc: 'association',
    univ: 'university',
    natl: 'national',
    theatre: 'theater',
    first: '1',
    second: '2',
    third: '3',
    '1st': '1',
    '2nd': '2',
    '3rd': '3',
  }),
)
/** Words that join others, and forms of companies: their presence says nothing. */
const EMPTY = new Set(
  `the a an and of at in on le la les l d de du des et au aux un une der die das den dem und am im zum zur el los las y del
  il lo gli i e di da della o os do dos das en van het het's ltd llc inc gmbh ag sa sas sarl srl sam spa bv nv kg plc oy ab
  ev ek ohg gbr mbb kgaa ug eg llp corp pty ltda lda cia eireli sl slu sp zoo as aps sti tic inh`.split(
    /\s+/,
  ),
)
/** What firms of any trade call themselves, and titles of people. */
const GENERAL = new Set(
  `company group shop store center zentrum centro service department branch filiale agence sucursal oficina office studio
  international national official main med dent prof dipl mr mrs praxis team`.split(/\s+/),
)
const TOWN_WEIGHT = 0.2
export const KIND_WEIGHT = 0.3
const OTHER_KIND_WEIGHT = 0.7
const GENERAL_WEIGHT = 0.4
const SHORT_WEIGHT = 0.5
/** Of as many phrases for kinds a word that is a part of them says as little as a general one. */
const MIN_PHRASES = 3

const NOTHING: ReadonlySet<string> = new Set()

/** Words of a text as names are compared: Latin letters, lower case, written out. */
export function wordsOf(text: string): string[] {
  const folded = searchFold(anyAscii(text.slice(0, MAX_NAME_CHARS).normalize('NFC').replaceAll('&', ' ')))
  const words = folded.split(' ').filter((word) => word !== '')
  const full = words.filter((word) => !EMPTY.has(word))
  return (full.length === 0 ? words : full).slice(0, MAX_WORDS).map((word) => LONG_FORMS.get(word) ?? word)
}

/** A word of `wordsOf`, with what it says of such a place. */
export function wordOf(text: string, { towns, categories }: NamedPlace): NameWord {
  const kinds = kindsOf(text)
  return { text, kinds, weight: towns.has(text) ? TOWN_WEIGHT : weightOf(text, kinds, categories) }
}

/** A word for a kind says little where the place is of that kind: a hotel may well be called "Panorama". */
function weightOf(word: string, kinds: ReadonlySet<string>, categories: readonly string[]): number {
  if (kinds.size > 0) {
    const isOwn =
      categories.length === 0 || categories.some((id) => kinds.has(id)) || areMixedUp([...kinds], categories)
    return isOwn ? KIND_WEIGHT : OTHER_KIND_WEIGHT
  }
  if (GENERAL.has(word) || (partsOfPhrases().get(word) ?? 0) >= MIN_PHRASES) return GENERAL_WEIGHT
  return word.length === 1 && !/\d/.test(word) ? SHORT_WEIGHT : 1
}

/** The kinds of places that a folded word names. */
export function kindsOf(word: string): ReadonlySet<string> {
  const kinds = categoriesByPhrase(word)
  return kinds.length === 0 ? NOTHING : new Set(kinds.map(({ id }) => id))
}

let inPhrases: ReadonlyMap<string, number> | undefined

/** In how many phrases for kinds a word stands beside others: `center`, `service`, `house`. */
function partsOfPhrases(): ReadonlyMap<string, number> {
  if (inPhrases !== undefined) return inPhrases
  const counts = new Map<string, number>()
  for (const phrase of categoryPhrases()) {
    const words = phrase.split(' ')
    if (words.length === 1) continue
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return (inPhrases = counts)
}
