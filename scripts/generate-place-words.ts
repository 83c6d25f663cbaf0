// Writes the tables of words in src/extractors/maps/query/words/data: `npm ci --ignore-scripts` in place-words/, then
// `node scripts/generate-place-words.ts`. place-words.txt has the words for kinds of places in 17 languages and their names in 13
// more, out of @openstreetmap/id-tagging-schema, and those of place-words/everyday-words.txt and cuisine-words.txt;
// emoji of place-words/emoji-kinds.txt, and what they show in the words of CLDR. place-kinds.txt has the kinds, which its lines
// name by number; other-tags.txt how else places of a kind are tagged; brands.txt the names of brands, out of
// name-suggestion-index; function words (`is`, `donde`) come out of stopword. The same packages give the same bytes.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { categoriesByPhrase, categoryPhrases, PLACE_KEYS } from '#kit/categories/category-table.ts'
import { DETAIL_KEYS, isLandmarkTag, LANDMARK_KEYS } from '#kit/categories/searchable-tags.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { withoutHead } from '#extractors/maps/query/words/heads.ts'
import { emojiWords } from './emoji-words.ts'
import { pluralNames } from './plural-names.ts'

const LANGUAGES = 'en en-GB de fr es it pt pt-BR nl pl sv ru uk ja zh-CN zh-TW zh-HK ko tr ar th'.split(' ')
/** Languages of which the names are taken, and not the words that go with kinds. */
const NAMES_ONLY = 'hi da fi cs sk hu hr el ro id vi he ca'.split(' ')
/** The same, of languages and countries whose names are taken where the others have no such phrase. */
const FALLBACK_NAMES =
  'en-AU en-CA en-IE en-IN en-NZ en-US de-AT de-CH nl-BE nb nn sl sr bg et lt lv eu fa'.split(' ')
const PLACES: ReadonlySet<string> = new Set(PLACE_KEYS)
/** All keys that a category may ask for. */
const SEARCHABLE_KEYS: ReadonlySet<string> = new Set([...PLACE_KEYS, ...LANDMARK_KEYS, ...DETAIL_KEYS])
const MAX_PHRASE_CHARS = 60
/** A word that so many kinds share says nothing of any of them. */
const MAX_KINDS_OF_A_TERM = 3
/** Values of cuisines and sports that are kinds by themselves, or say nothing. */
const NO_DETAIL = new Set([
  'coffee_shop',
  'ice_cream',
  'regional',
  'local',
  'international',
  'multi',
  'fitness',
  'swimming',
])
/** A kind with further tags is meant less often than the plain one, as is one whose word comes later in the list. */
const COST_OF_A_TAG = 5

/** Tags that say more of a kind and that few mappers write: what a name of such a preset means is the kind without them. */
const RARE_DETAILS: ReadonlySet<string> = new Set(
  'self_service beauty hairdresser diplomatic bicycle_parking taxi_vehicle townhall:type toilets:disposal'.split(
    ' ',
  ),
)

/** Marks words that only go with a kind: a dog goes with a pet shop, and a `cat cafe` is none. */
const GOES_WITH = /^~/
/** Such a word goes with these kinds and no others. */
const SURELY = -500

/** Languages, as the package of function words names them. */
const FUNCTION_WORDS_OF =
  'eng deu fra spa ita por porBr nld pol tur rus ukr ara jpn zho kor hin swe dan nob fin ces slk hun hrv ell ron ind vie heb cat'.split(
    ' ',
  )
/** One word; single letters are none. */
const FUNCTION_WORD = /^[\p{L}\p{M}]{2,}$/u

/** By a sport: the kind of places that has it without saying so in `sport`. */
const VENUES: Readonly<Record<string, string>> = {
  'sport/10pin': 'leisure/bowling_alley',
  'sport/9pin': 'leisure/bowling_alley',
  'sport/golf': 'leisure/golf_course',
  'sport/equestrian': 'leisure/horse_riding',
  'sport/ice_skating': 'leisure/ice_rink',
}

const THINGS = /\+(?:vending|information|memorial)\//

/** Nothing, a number, or one or two letters of an alphabet. */
const SAYS_NOTHING = /^(?:\d*|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\d]{1,2})$/u

interface Preset {
  readonly tags: Readonly<Record<string, string>>
  readonly searchable?: boolean
}
interface PresetWords {
  readonly name?: string
  readonly terms?: readonly string[]
  readonly aliases?: readonly string[]
}
interface FieldWords {
  readonly options?: Readonly<Record<string, string | { readonly title: string }>>
}
interface Brand {
  readonly displayName: string
  readonly matchNames?: readonly string[]
  readonly tags: Readonly<Record<string, string>>
}

const textOf = (path: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`./place-words/${path}`)), 'utf8')
const read = (path: string): unknown => JSON.parse(textOf(`node_modules/${path}`))

const tree = read('name-suggestion-index/dist/json/nsi.min.json') as {
  readonly nsi: Record<string, { readonly items?: readonly Brand[] }>
}
/** By the kind of chains: the names of its brands, without apostrophes too, folded. */
const chains = new Map(
  Object.entries(tree.nsi)
    .filter(([path]) =>
      /^brands\/(?:shop|amenity\/(?:fast_food|cafe|bank|post_office|money_transfer|atm)$)/.test(path),
    )
    .map(([path, { items = [] }]) => [
      path.replace('brands/', ''),
      new Set(
        items
          .flatMap(({ displayName, matchNames = [] }) => [displayName, ...matchNames])
          .flatMap((name) => [name, name.replace(/['’`]/g, '')].map(searchFold)),
      ),
    ]),
)

/**
 * How a kind has a phrase: `e` as an everyday word, `n` as its name, `a` as another name, `o` as the name of a thing that it has,
 * `t` as a word that goes with it.
 */
type Use = 'e' | 'n' | 'a' | 'o' | 't'
interface Sense {
  readonly use: Use
  readonly cost: number
  readonly languages: ReadonlySet<string>
}

const senses = new Map<string, Map<string, Sense>>()
const note = (phrase: string, id: string, language: string, use: Use, cost: number): void => {
  const folded = searchFold(phrase)
  if (folded.length > MAX_PHRASE_CHARS || SAYS_NOTHING.test(folded)) return
  const ids = senses.get(folded) ?? new Map<string, Sense>()
  const known = ids.get(id)
  const languages = new Set([...(known?.languages ?? []), language.slice(0, 2)])
  const isBetter = known === undefined || orderOf({ use, cost }) < orderOf(known)
  ids.set(id, isBetter ? { use, cost, languages } : { ...known, languages })
  senses.set(folded, ids)
}
const orderOf = ({ use, cost }: Pick<Sense, 'use' | 'cost'>): number => 'enaot'.indexOf(use) * 1_000 + cost

/** By the id of a preset: the kind it means, and how many of its tags that leaves out. */
const presets = new Map<string, { readonly id: string; readonly dropped: number }>()
for (const [id, { tags, searchable }] of Object.entries(
  read('@openstreetmap/id-tagging-schema/dist/presets.min.json') as Record<string, Preset>,
)) {
  const pairs = Object.entries(tags)
  if (searchable === false || pairs.length === 0 || pairs.some(([, value]) => value === '*')) continue
  // The health tags beside the plain ones are on few places, and `cuisine=coffee_shop` says of a café that it is one.
  const needed = pairs.filter(
    ([key, value]) =>
      !RARE_DETAILS.has(key) &&
      (key !== 'healthcare' || pairs.length === 1) &&
      (key !== 'cuisine' || !NO_DETAIL.has(value)),
  )
  if (!needed.some(([key, value]) => PLACES.has(key) || isLandmarkTag(key, value))) continue
  if (needed.some(([key]) => !SEARCHABLE_KEYS.has(key))) continue
  const dropped = pairs.filter(([key]) => RARE_DETAILS.has(key)).length
  presets.set(id, { id: needed.map((pair) => pair.join('/')).join('+'), dropped })
}
/** Of these people ask for several; the table would grow by a third with the forms of all. */
const EVERYDAY_KIND =
  /^(?:(?:amenity|shop|tourism|leisure|office)\/[a-z_]+|highway\/bus_stop|railway\/station)$/
/** Forms that no language has as a name or a word of its own. */
const plurals: {
  readonly plural: string
  readonly id: string
  readonly language: string
  readonly tags: number
}[] = []
for (const language of [...LANGUAGES, ...NAMES_ONLY, ...FALLBACK_NAMES]) {
  const others = new Set(senses.keys())
  const isTaken = (phrase: string) => FALLBACK_NAMES.includes(language) && others.has(searchFold(phrase))
  const file = read(`@openstreetmap/id-tagging-schema/dist/translations/${language}.min.json`) as Record<
    string,
    {
      readonly presets?: {
        readonly presets?: Record<string, PresetWords>
        readonly fields?: Record<string, FieldWords>
      }
    }
  >
  const words = Object.values(file)[0]?.presets?.presets ?? {}
  const fields = Object.values(file)[0]?.presets?.fields ?? {}
  for (const key of ['cuisine', 'sport']) {
    for (const [value, option] of Object.entries(fields[key]?.options ?? {})) {
      const label = typeof option === 'string' ? option : option.title
      if (!NO_DETAIL.has(value) && !isTaken(label)) note(label, `${key}/${value}`, language, 'n', 0)
    }
  }
  for (const [preset, { id, dropped }] of presets) {
    const { name, terms = [], aliases = [] } = words[preset] ?? {}
    const tags = COST_OF_A_TAG * (id.split('+').length - 1 + dropped)
    for (const one of name === undefined ? [] : spellings(name)) {
      if (isTaken(one)) continue
      note(one, id, language, 'n', tags)
      const isEveryday = EVERYDAY_KIND.test(id)
      for (const plural of isEveryday ? pluralNames(one, language) : []) {
        plurals.push({ plural, id, language, tags })
      }
      // `Carpet Store` sells carpets.
      const stem = id.startsWith('shop/') ? withoutHead(searchFold(one)) : null
      if (stem !== null) note(stem, id, language, 't', tags - 1)
    }
    for (const alias of aliases.flatMap(spellings)) {
      if (!isTaken(alias)) note(alias, id, language, 'a', tags)
    }
    // What a machine sells and what a sign tells are words for other places too: a single one says nothing.
    if (!LANGUAGES.includes(language)) continue
    const isThing = THINGS.test(id)
    const brandTerms = terms.map(searchFold).filter((term) => chains.get(id.replace(/\+.*/, ''))?.has(term))
    terms.forEach((term, at) => {
      // A chain is asked for by its name, which some spell wrongly: `macdonalds` is no word for every place of fast food.
      const isChain = brandTerms.some((brand) => isSpelledLike(searchFold(term), brand))
      if (!isChain && (!isThing || term.includes(' '))) note(term, id, language, 't', tags + at)
    })
  }
}

for (const line of `${textOf('everyday-words.txt')}\n${textOf('cuisine-words.txt')}`.split('\n')) {
  if (line.startsWith('#')) continue
  const [ids = '', words = ''] = line.replace(GOES_WITH, '').split(': ')
  const [use, cost] = GOES_WITH.test(line) ? (['t', SURELY] as const) : (['e', 0] as const)
  for (const id of ids.split(' ')) for (const word of words.split(',')) note(word, id, '', use, cost)
}

for (const phrase of categoryPhrases()) {
  const ids = categoriesByPhrase(phrase).map(({ id }) => id)
  // Our own words of such a sport, which come before the table.
  if (ids.some((id) => id in VENUES)) for (const id of ids) note(phrase, id, '', 'e', 0)
}
// `équitation` is what people do at a riding school, which hardly ever has the tag of the sport.
for (const [phrase, ids] of senses) {
  for (const [id, { use, cost, languages }] of ids) {
    const venue = VENUES[id]
    if (venue !== undefined)
      for (const language of ['', ...languages]) note(phrase, venue, language, use, cost)
  }
}

const known = new Set(senses.keys())
for (const { plural, id, language, tags } of plurals) {
  if (!known.has(plural)) note(plural, id, language, 'n', tags)
}

// Words as `is`, `können`, `donde` say nothing of places: lines without a kind.
const functionWords = (await import(
  import.meta.resolve('./place-words/node_modules/stopword/dist/stopword.esm.mjs')
)) as Readonly<Record<string, readonly string[] | undefined>>
for (const word of FUNCTION_WORDS_OF.flatMap((language) => functionWords[language] ?? []).map(searchFold)) {
  if (!known.has(word) && FUNCTION_WORD.test(word)) senses.set(word, new Map())
}

// The names of things on emoji come last: what names a kind keeps its meaning.
const emoji = emojiWords(textOf('emoji-kinds.txt'), read)
const withoutNames = new Map([...senses].map(([phrase, ids]) => [phrase, meant(ids)]))
for (const [name, ids] of emoji.names) {
  const [use, ...kinds] = withoutNames.get(name) ?? []
  const isSame = use === 't' && kinds.some((kind) => ids.includes(kind))
  if (use === undefined || isSame) for (const id of ids) note(name, id, '', 'o', 0)
}
for (const [sign, ids] of emoji.kinds) {
  senses.set(sign, new Map(ids.map((id) => [id, { use: 'e', cost: 0, languages: new Set<string>() }])))
}

/** Whether folded texts are the same, or long and one letter apart that is not the first: `swatch` is no watch. */
function isSpelledLike(text: string, other: string): boolean {
  const isLike = other.length > 5 && text[0] === other[0] && editDistance(text, other, 1) <= 1
  return text === other || isLike
}

/** `Gym / Fitness Center` is two names, `Mobile Phone Shop (new)` is one without its remark. */
function spellings(name: string): string[] {
  return [name, ...name.split(/\s*[/／]\s*/), name.replace(/\s*[(（][^)）]*[)）]/, '')]
}

/** The best of what a phrase may mean: names before other names before words; the plain kind before a special one. */
function meant(ids: ReadonlyMap<string, Sense>): string[] {
  const ordered = [...ids].toSorted(
    ([a, left], [b, right]) => orderOf(left) - orderOf(right) || (a < b ? -1 : 1),
  )
  const [best] = ordered
  if (best === undefined) return ['f']
  const [, { use, cost }] = best
  const near = ordered.filter(([, sense]) => sense.use === use && sense.cost <= cost + 1)
  // What one language calls so stands back behind what most call so: a German `Bank` is also a bench.
  const languages = Math.max(...near.map(([, sense]) => sense.languages.size))
  const same = use === 'e' ? near : near.filter(([, sense]) => 2 * sense.languages.size >= languages)
  if (use === 't' && same.length > MAX_KINDS_OF_A_TERM) return []
  return [use, ...same.map(([id]) => id)]
}

const byteOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const write = (file: string, lines: readonly string[]): void => {
  const path = fileURLToPath(import.meta.resolve(`#extractors/maps/query/words/data/${file}`))
  writeFileSync(path, `${lines.toSorted(byteOrder).join('\n')}\n`)
  process.stdout.write(`${file}: ${lines.length} lines\n`)
}

const kindsOf = [...senses].flatMap(([phrase, ids]) => {
  const [use, ...kinds] = meant(ids)
  return use === undefined ? [] : [{ phrase, use, kinds }]
})
const numbered = [...new Set(kindsOf.flatMap(({ kinds }) => kinds))].toSorted(byteOrder)
const numberOf = new Map(numbered.map((id, at) => [id, at.toString(36)]))
write('place-kinds.txt', numbered)
write(
  'place-words.txt',
  kindsOf.map(
    ({ phrase, use, kinds }) => `${phrase}\t${use}${kinds.map((id) => numberOf.get(id)).join(' ')}`,
  ),
)

/** By the tag of a kind: what places of the kind are tagged as well, by mappers of other times or with another key. */
const otherTags = new Map<string, Set<string>>()
const alike = (tag: string, other: string): void => {
  otherTags.set(tag, (otherTags.get(tag) ?? new Set<string>()).add(other))
}
const A_TAG = /^[^/]+\/[^*/]+$/
const onlyTagOf = (tags: Readonly<Record<string, string>> = {}): string =>
  Object.keys(tags).length === 1 ? Object.entries(tags).flat().join('/') : ''
for (const { old, replace } of read('@openstreetmap/id-tagging-schema/dist/deprecated.min.json') as {
  readonly old: Readonly<Record<string, string>>
  readonly replace?: Readonly<Record<string, string>>
}[]) {
  const [former, tag] = [onlyTagOf(old), onlyTagOf(replace)]
  if (A_TAG.test(former) && A_TAG.test(tag) && PLACES.has(former.replace(/\/.*/, ''))) alike(tag, former)
}
// Mappers name one thing in several ways, and the tag of a sport or of a dish alone says what is done or served.
for (const [tag, others] of Object.entries({
  'amenity/dive_centre': ['shop/scuba_diving', 'sport/scuba_diving'],
  'leisure/disc_golf_course': ['sport/disc_golf'],
  'leisure/sailing_club': ['club/sailing', 'sport/sailing'],
  'shop/surf': ['sport/surfing'],
  'craft/hvac': ['shop/heating'],
  'cuisine/mexican': ['cuisine/tacos', 'cuisine/taco', 'cuisine/burrito', 'cuisine/tex-mex'],
  'cuisine/hawaiian': ['cuisine/poke', 'cuisine/poke_bowl'],
  'cuisine/chicken': ['cuisine/wings', 'cuisine/fried_chicken'],
  'cuisine/burger': ['cuisine/hamburger'],
  'cuisine/kebab': ['cuisine/doner', 'cuisine/döner', 'cuisine/shawarma', 'cuisine/doner_kebab'],
  'cuisine/indian': ['cuisine/curry'],
  'cuisine/argentinian': ['cuisine/argentine'],
})) {
  for (const other of others) alike(tag, other)
}
// A workshop sells, and an agency may have a shop: `craft=glaziery` and `shop=glaziery` are one kind.
for (const [key, other] of [
  ['craft', 'shop'],
  ['office', 'shop'],
  ['healthcare', 'amenity'],
] as const) {
  for (const tag of numbered.filter((id) => id.startsWith(`${key}/`) && !id.includes('+'))) {
    const twin = tag.replace(key, other)
    alike(tag, twin)
    if (numbered.includes(twin) || other === 'shop') alike(twin, tag)
  }
}
write(
  'other-tags.txt',
  [...otherTags].map(([tag, others]) => `${tag}\t${[...others].toSorted(byteOrder).join(' ')}`),
)

const NUMERALS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** The name with all its numbers in digits, and with all of them in words: `5 guys`, `motel six`. */
function otherNumerals(name: string): string[] {
  const words = searchFold(name).split(' ')
  const digits = words.map((word) => (NUMERALS.includes(word) ? String(NUMERALS.indexOf(word)) : word))
  const spelled = digits.map((word) => (/^\d{1,2}$/.test(word) ? (NUMERALS[Number(word)] ?? word) : word))
  return [digits.join(' '), spelled.join(' ')]
}

/** By phrase and Wikidata id: the name that the brand is shown by, and whether the phrase is that name. */
const brands = new Map<string, Map<string, { readonly name: string; readonly isName: boolean }>>()
for (const [path, { items = [] }] of Object.entries(tree.nsi)) {
  if (!path.startsWith('brands/')) continue
  for (const { displayName, matchNames = [], tags } of items) {
    const wikidata = tags['brand:wikidata']
    if (wikidata === undefined) continue
    const named = Object.entries(tags).flatMap(([key, value]) =>
      /^(brand|name|short_name)(:[a-z-]+)?$/i.test(key) && key !== 'brand:wikidata' ? [value] : [],
    )
    for (const name of [displayName, ...matchNames, ...named]) {
      // People leave the apostrophe out, and write numbers as they like.
      const plain = name.replace(/['’`]/g, '')
      for (const spelled of new Set([name, plain, ...otherNumerals(plain)])) {
        const folded = searchFold(spelled)
        if (folded.length > MAX_PHRASE_CHARS || SAYS_NOTHING.test(folded)) continue
        const ids = brands.get(folded) ?? new Map<string, { name: string; isName: boolean }>()
        const isName = name === displayName
        if (isName || !ids.has(wikidata)) ids.set(wikidata, { name: searchFold(displayName), isName })
        brands.set(folded, ids)
      }
    }
  }
}

/** Names of a brand that a line holds, the Latin and short ones first. */
const MAX_NAMES = 4
const lettersAndWords = (name: string): number =>
  (/^\p{ASCII}+$/u.test(name) ? 0 : 100) + name.split(' ').length

/** By Wikidata id: the names that the brand is shown by anywhere. */
const shownAs = new Map<string, Set<string>>()
for (const ids of brands.values()) {
  for (const [id, { name }] of ids) shownAs.set(id, (shownAs.get(id) ?? new Set<string>()).add(name))
}

/** What people call a brand and no list of brands has, by its name. */
const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  mcdonalds: [
    'mcdo',
    'mc do',
    'macdo',
    'mac do',
    'maccas',
    'maccies',
    'mickey ds',
    'mcdos',
    'mäcces',
    'meckes',
    'mecces',
    'mcd',
    'макдак',
    'マック',
    'マクド',
    '맥날',
    'donken',
    'méqui',
  ],
  'burger king': ['burgerking', 'bk'],
  starbucks: ['starbux', 'sbux', 'starbies', 'スタバ', '星爸爸', '스벅', 'старбакс'],
  'dunkin donuts': ['dunkin', 'dunkies', 'dunks'],
  'pizza hut': ['pizzahut'],
  'marks and spencer': ['m s food', 'marks sparks', 'marks and sparks'],
  'seven eleven': ['セブン'],
  ikea: ['ikeya'],
  decathlon: ['decat'],
  'taco bell': ['tacobell'],
}
for (const [name, others] of Object.entries(NICKNAMES)) {
  for (const other of others.map(searchFold)) {
    const known = brands.get(name)
    if (known !== undefined && !brands.has(other)) brands.set(other, known)
  }
}
write(
  'brands.txt',
  [...brands].map(([phrase, ids]) => {
    // Where a brand has the phrase as its name, those that only share a nickname are not meant.
    const named = [...ids].filter(([, { isName }]) => isName)
    const meantBy = named.length > 0 ? named : [...ids]
    const wikidata = meantBy.map(([id]) => id).toSorted()
    const shown = new Set(meantBy.flatMap(([id]) => [...(shownAs.get(id) ?? [])]))
    const names = [...shown]
      .filter((name) => name !== phrase && name !== '')
      .toSorted((a, b) => lettersAndWords(a) - lettersAndWords(b) || (a < b ? -1 : 1))
      .slice(0, MAX_NAMES)
    return `${phrase}\t${wikidata.join(' ')}${names.length === 0 ? '' : `\t${names.join('|')}`}`
  }),
)
