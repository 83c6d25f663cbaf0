// Writes the tables of words in src/extractors/maps/query/words/data: `npm ci --ignore-scripts` in place-words/, then
// `node scripts/generate-place-words.ts`. place-words.txt has the words for kinds of places in 17 languages and their names in 13
// more, out of @openstreetmap/id-tagging-schema, and those of everyday-words, cuisine-words, unspaced-words, indian-words,
// arabic-words, eastern-words, northern-words, western-words, errand-words, hire-words and central-words.txt, and vending machines by vending-words.txt;
// emoji of place-words/emoji-kinds.txt, and what they show in the words of CLDR. place-kinds.txt has the kinds, which its lines
// name by number, with what their places must have besides in brackets; place-details.txt words that say so beside a kind, out of the
// options of fields and place-words/detail-words.txt; other-tags.txt how else places of a kind are tagged, out of the deprecated tags
// of the schema and place-words/other-tags.txt; brands.txt the names of brands, out of
// name-suggestion-index; function words (`is`, `donde`) come out of stopword. The same packages give the same bytes.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { categoriesByPhrase, categoryPhrases, PLACE_KEYS } from '#kit/categories/category-table.ts'
import { DETAIL_KEYS, isLandmarkTag, LANDMARK_KEYS } from '#kit/categories/searchable-tags.ts'
import { editDistance } from '#kit/text/closest-word.ts'
import { withPlainHan } from '#kit/text/script-variants.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { withoutHead } from '#extractors/maps/query/words/heads.ts'
import { brandLines, type Brands } from './brand-lines.ts'
import { emojiWords } from './emoji-words.ts'
import { pluralNames } from './plural-names.ts'
import { vendingWords } from './vending-words.ts'

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
/** Such a word says of all of these what people do there: `almuerzo`. */
const EATING = /^amenity\/(?:restaurant|fast_food|cafe)$/
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

/** Tags of presets that are on hardly any place: what a name of such a preset means is the kind without them. */
const RARE_DETAILS: ReadonlySet<string> = new Set(
  'social_facility:for motorcar townhall:type type guest_house'.split(' '),
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

/** `suits` are cleaned as well. */
const MIN_CHARS_OF_A_LABEL = 8

const STATION = /^public_transport\/station_/
type Pair = readonly [key: string, value: string]

/** What a machine sells, a sign tells or people do at a rack: its words are those of other things. */
const THINGS = /\+(?:vending|information|memorial)\/|\[(?:athletics|fitness_station)=/

/** Nothing, a number, or one or two letters of an alphabet. */
const SAYS_NOTHING = /^(?:\d*|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\d]{1,2})$/u
const isPhrase = (folded: string): boolean => folded.length <= MAX_PHRASE_CHARS && !SAYS_NOTHING.test(folded)

interface Preset {
  readonly tags: Readonly<Record<string, string>>
  readonly addTags?: Readonly<Record<string, string>>
  readonly fields?: readonly string[]
  readonly moreFields?: readonly string[]
  readonly searchable?: boolean
}
interface PresetWords {
  readonly name?: string
  readonly terms?: readonly string[]
  readonly aliases?: readonly string[]
}
interface FieldWords {
  readonly options?: Readonly<Record<string, string | { readonly title?: string }>>
}

const textOf = (path: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`./place-words/${path}`)), 'utf8')
const read = (path: string): unknown => JSON.parse(textOf(`node_modules/${path}`))

const tree = read('name-suggestion-index/dist/json/nsi.min.json') as { readonly nsi: Brands }
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
  if (!isPhrase(folded)) return
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
const allPresets = read('@openstreetmap/id-tagging-schema/dist/presets.min.json') as Record<string, Preset>
for (const [id, { tags, addTags = tags, searchable }] of Object.entries(allPresets)) {
  const own = Object.entries(tags)
  if (searchable === false || own.length === 0 || own.some(([, value]) => value === '*')) continue
  const pairs = STATION.test(id) && addTags !== tags ? plainStation(tags, addTags) : own
  // The health tags beside the plain ones are on few places, and `cuisine=coffee_shop` says of a café that it is one.
  const isElsewhere = pairs.some(([key]) => key !== 'healthcare' && PLACES.has(key))
  const needed = pairs.filter(
    ([key, value]) =>
      !RARE_DETAILS.has(key) &&
      (key !== 'healthcare' || !isElsewhere) &&
      (key !== 'cuisine' || !NO_DETAIL.has(value)),
  )
  if (!needed.some(([key, value]) => PLACES.has(key) || isLandmarkTag(key, value))) continue
  // What no search by kind can ask for is a condition: `amenity/parking[parking=underground]`.
  const [kinds, details] = [true, false].map((isKind) =>
    needed.filter(([key]) => SEARCHABLE_KEYS.has(key) === isKind),
  )
  const dropped = pairs.filter(([key]) => RARE_DETAILS.has(key)).length
  presets.set(id, { id: kindId(kinds ?? [], details ?? []), dropped })
}

/** Stations by what stops there: mappers write `railway=station` beside `public_transport=station`, and many only that. */
function plainStation(
  tags: Readonly<Record<string, string>>,
  all: Readonly<Record<string, string>>,
): [string, string][] {
  return Object.entries(all).filter(([key]) => !(key in tags))
}

function kindId(kinds: readonly Pair[], details: readonly Pair[]): string {
  const plain = kinds.map((pair) => pair.join('/')).join('+')
  return details.length === 0 ? plain : `${plain}[${details.map((pair) => pair.join('=')).join('&')}]`
}
/** Of these people ask for several; the table would grow by a third with the forms of all. */
const EVERYDAY_KIND =
  /^(?:(?:amenity|shop|tourism|leisure|office)\/[a-z_]+|highway\/bus_stop|railway\/station)$/
/**
 * Fields of presets whose options say more of a kind, in every language. Those that name places by themselves: `Sportswear`, `Mausoleum`.
 */
const DETAIL_FIELDS: Readonly<Record<string, { readonly namesPlaces: boolean }>> = Object.fromEntries(
  [
    ...['clothes', 'tomb', 'bath/type'].map((field) => [field, true] as const),
    ...'castle_type diplomatic fuel/fuel_multi recycling_accepts parking beauty pedagogy surface_sport_pitch collector memorial artwork_type map_type taxi_vehicle archaeological_site aircraft/type'
      .split(' ')
      .map((field) => [field, false] as const),
  ].map(([field, namesPlaces]) => [field, { namesPlaces }]),
)
const fieldKeys = read('@openstreetmap/id-tagging-schema/dist/fields.min.json') as Record<
  string,
  { readonly key?: string }
>
/** By a word, the kinds of which it says more, each with its tag: `amenity/fuel[fuel:lpg=yes]`. */
const details = new Map<string, Set<string>>()
const noteDetail = (word: string, kind: string): void => {
  const folded = searchFold(word)
  if (!isPhrase(folded)) return
  details.set(folded, (details.get(folded) ?? new Set<string>()).add(kind))
}
for (const line of textOf('detail-words.txt').split('\n')) {
  const [kinds = '', words = ''] = line.startsWith('#') ? [] : line.split(': ')
  for (const kind of kinds.split(' ')) for (const word of words.split(',')) noteDetail(word, kind)
}
/** By a field: the plain kinds that have it. */
const kindsWithField = new Map(
  Object.keys(DETAIL_FIELDS).map((field) => [
    field,
    new Set(
      [...presets].flatMap(([preset, { id }]) => {
        const { fields = [], moreFields = [] } = allPresets[preset] ?? {}
        return [...fields, ...moreFields].includes(field) ? [id.replace(/[+[].*$/, '')] : []
      }),
    ),
  ]),
)
/** Values that say nothing by themselves. */
const PLAIN_VALUE = /^(?:yes|no|only|unknown|undefined)$/

/** Forms that no language has as a name or a word of its own. */
const plurals: {
  readonly plural: string
  readonly id: string
  readonly language: string
  readonly tags: number
}[] = []
/** Options that name places by themselves, where nothing else has the word. */
const labels: { readonly word: string; readonly id: string; readonly language: string }[] = []
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
      if (label !== undefined && !NO_DETAIL.has(value) && !isTaken(label))
        note(label, `${key}/${value}`, language, 'n', 0)
    }
  }
  for (const [field, { namesPlaces }] of Object.entries(DETAIL_FIELDS)) {
    const key = fieldKeys[field]?.key ?? field
    const seen = new Map<string, number>()
    for (const option of Object.values(fields[field]?.options ?? {})) {
      const label = (typeof option === 'string' ? option : option.title) ?? ''
      for (const word of new Set(spellings(label).map(searchFold))) seen.set(word, (seen.get(word) ?? 0) + 1)
    }
    for (const [value, option] of Object.entries(fields[field]?.options ?? {})) {
      const label = typeof option === 'string' ? option : option.title
      if (PLAIN_VALUE.test(value) || label === undefined) continue
      const tag = key.endsWith(':') ? `${key}${value}=yes` : `${key}=${value}`
      const [, abbreviated] = /[(（]([\p{Lu}\d]{2,6})[)）]/u.exec(label) ?? []
      for (const word of [...spellings(label), ...(abbreviated === undefined ? [] : [abbreviated])]) {
        // `Gasoline (95 Octane)` and nine more: a word for several options says nothing of any.
        if ((seen.get(searchFold(word)) ?? 0) > 1) continue
        for (const kind of kindsWithField.get(field) ?? []) {
          noteDetail(word, `${kind}[${tag}]`)
          if (namesPlaces) labels.push({ word, id: `${kind}[${tag}]`, language })
        }
      }
    }
  }
  for (const [preset, { id, dropped }] of presets) {
    const { name, terms = [], aliases = [] } = words[preset] ?? {}
    const tags = COST_OF_A_TAG * (id.split(/[+[&]/).length - 1 + dropped)
    // Of the name of such a thing a part is another thing: `кольцо` is no hammer throw.
    const names = name === undefined ? [] : THINGS.test(id) ? [name] : spellings(name)
    for (const one of names) {
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
    if (!LANGUAGES.includes(language)) continue
    const isThing = THINGS.test(id)
    const brandTerms = terms.map(searchFold).filter((term) => chains.get(id.replace(/\+.*/, ''))?.has(term))
    // A single word says nothing of a thing: it is one for other places too.
    terms.forEach((term, at) => {
      // A chain is asked for by its name, which some spell wrongly: `macdonalds` is no word for every place of fast food.
      const isChain = brandTerms.some((brand) => isSpelledLike(searchFold(term), brand))
      if (!isChain && (!isThing || term.includes(' '))) note(term, id, language, 't', tags + at)
    })
  }
}

const ownWords = [
  'everyday-words.txt',
  'cuisine-words.txt',
  'unspaced-words.txt',
  'indian-words.txt',
  'arabic-words.txt',
  'eastern-words.txt',
  'northern-words.txt',
  'western-words.txt',
  'errand-words.txt',
  'hire-words.txt',
  'central-words.txt',
]
  .map(textOf)
  .join('\n')
for (const line of ownWords.split('\n')) {
  if (line.startsWith('#')) continue
  const [ids = '', words = ''] = line.replace(GOES_WITH, '').split(': ')
  const [use, cost] = GOES_WITH.test(line) ? (['t', SURELY] as const) : (['e', 0] as const)
  for (const id of ids.split(' ')) for (const word of words.split(',')) note(word, id, '', use, cost)
}
for (const { word, id } of vendingWords(textOf('vending-words.txt'))) note(word, id, '', 'e', 0)

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
for (const { word, id, language } of labels) {
  const uses = [...(senses.get(searchFold(word))?.values() ?? [])]
  // A long word that only goes with other shops (`sportswear`) names those that sell little else.
  const isLong = searchFold(word).length >= MIN_CHARS_OF_A_LABEL
  const goesWithShops = [...(senses.get(searchFold(word)) ?? [])].every(
    ([kind, { use }]) => use === 't' && kind.startsWith('shop/'),
  )
  if (uses.length > 0 && isLong && goesWithShops) {
    const others = [...(senses.get(searchFold(word)) ?? [])]
    for (const [kind] of others) note(word, kind, language, 'a', COST_OF_A_TAG)
    note(word, id, language, 'a', COST_OF_A_TAG)
  }
  if (uses.length === 0) note(word, id, language, 'a', COST_OF_A_TAG)
}
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
  if (use === 't' && same.length > MAX_KINDS_OF_A_TERM) {
    // `lunch` goes with every sort of restaurant: with any restaurant.
    const plain = new Set(same.map(([id]) => id.replace(/[+[].*$/, '')))
    return plain.size === 1 || [...plain].every((id) => EATING.test(id)) ? [use, ...plain] : []
  }
  return [use, ...same.map(([id]) => id)]
}

// What Taiwan and Hong Kong write in their own characters is typed in those of China as well.
for (const [phrase, ids] of senses) {
  const plain = withPlainHan(phrase)
  if (!senses.has(plain)) senses.set(plain, ids)
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

write(
  'place-details.txt',
  [...details].map(([word, kinds]) => `${word}\t${[...kinds].toSorted(byteOrder).join(' ')}`),
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
for (const line of textOf('other-tags.txt').split('\n')) {
  const [tag = '', others = ''] = line.startsWith('#') ? [] : line.split(': ')
  for (const other of others === '' ? [] : others.split(' ')) alike(tag, other)
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

write('brands.txt', brandLines(tree.nsi, isPhrase))
