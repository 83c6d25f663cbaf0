// Undoes plurals and the like: the forms that a word may have in a table of singulars.

/** Endings of plurals and what stands in their place in the singular, folded, of the languages of the table of words. */
const ENDINGS: readonly (readonly [plural: string, ...singulars: string[]])[] = [
  // English, French, Spanish, Portuguese, Dutch
  ['ies', 'y', 'ie'],
  ['es', '', 'e'],
  ['s', ''],
  ['eaux', 'eau'],
  ['aux', 'al'],
  ['x', ''],
  ['oes', 'ao'],
  ['ais', 'al'],
  ['eis', 'el'],
  ['ns', 'm'],
  // What is done, for who does it: `speech therapy`, `roofing`, `dermatology`
  ['therapy', 'therapist'],
  ['therapie', 'therapeut', 'therapeute'],
  ['terapia', 'terapeuta', 'terapista'],
  ['ology', 'ologist'],
  ['ologie', 'ologe', 'ologue', 'oloog'],
  ['ologia', 'ologo', 'ologa'],
  ['ing', 'er'],
  // German, Dutch
  ['innen', 'in'],
  ['een', 'eum'],
  ['en', '', 'e', 'um'],
  ['n', ''],
  ['er', ''],
  ['e', '', 'a'],
  // Italian
  ['chi', 'co'],
  ['che', 'ca'],
  ['ghi', 'go'],
  ['ghe', 'ga'],
  ['gi', 'gio'],
  ['ie', 'ia'],
  ['i', 'o', 'e', 'a', 'io', ''],
  // Polish
  ['y', '', 'a'],
  ['a', 'um'],
  ['ow', '', 'a', 'o'],
  // What is looked for, in Czech, Slovak and Croatian: `kávu`
  ['u', 'a'],
  // Who does it, for where it is done, and the other way round: `cerrajero`, `zapatería`, `Schreinerei`, `slager`
  ['ero', 'eria'],
  ['era', 'eria', 'ero'],
  ['eros', 'eria', 'ero'],
  ['eria', 'ero'],
  ['eiro', 'aria'],
  ['eira', 'aria', 'eiro'],
  ['aria', 'eiro', 'aio'],
  ['aio', 'eria', 'aria'],
  ['aia', 'aio'],
  ['ier', 'erie'],
  ['iers', 'erie', 'ier'],
  ['iere', 'erie', 'ier'],
  ['erie', 'ier'],
  ['er', 'erei', 'erij'],
  ['erei', 'er'],
  ['erij', 'er'],
  ['are', 'eri'],
  // Women, for the word that the table has of men
  ['erin', 'er', 'erei'],
  ['in', '', 'e'],
  ['euse', 'eur'],
  ['trice', 'teur', 'tore'],
  ['ienne', 'ien'],
  ['ora', 'or'],
  ['oras', 'or'],
  // Small ones, as people who like them say: `cafecito`, `hotelito`, `hotelzinho`, `kroegje`; other endings (`etto`, `chen`) are
  // those of too many words that are not small
  ['cito', '', 'e'],
  ['citos', '', 'e'],
  ['lito', 'l'],
  ['litos', 'l'],
  ['zinho', ''],
  ['zinhos', ''],
  ['tje', '', 't'],
  ['tjes', '', 't'],
  ['gje', 'g'],
  ['gjes', 'g'],
  ['kje', 'k'],
  ['kjes', 'k'],
  ['sje', 's'],
  ['sjes', 's'],
  // Hindi
  ['ों', '', 'ा', 'ी', 'ें'],
  ['ें', ''],
  // Turkish
  ['lar', ''],
  ['ler', ''],
  // Russian, Ukrainian
  ['ии', 'ия'],
  ['ы', '', 'а'],
  ['и', '', 'а', 'я', 'й', 'ь'],
  ['і', '', 'а', 'ь', 'я'],
  ['ов', '', 'а'],
  ['ев', '', 'й'],
  ['ей', 'ь', 'й', 'я'],
  ['у', 'а', ''],
  ['ю', 'я', 'й'],
  ['ї', 'й', 'я'],
]

/** The same of what is looked for, had or needed: `hotelu`, `fryzjera`, `fodrászt`, `kahvilaa`, `eczaneyi`, `врача`. */
const OBJECT_ENDINGS: typeof ENDINGS = [
  // Polish, Czech, Slovak, Croatian; `pizzaa` is mistyped
  ['ra', 'r'],
  ['ta', 't'],
  ['ka', 'k'],
  ['na', 'n'],
  ['la', 'l'],
  ['u', ''],
  ['ni', 'nia'],
  // Hungarian, Finnish
  ['t', ''],
  ['ot', ''],
  ['et', ''],
  ['at', ''],
  ['rmet', 'rem'],
  ['laa', 'la'],
  ['jaa', 'ja'],
  ['maa', 'ma'],
  ['ppaa', 'ppa'],
  ['ia', 'i'],
  ['oa', 'o'],
  // Romanian, Turkish
  ['ul', ''],
  ['yi', ''],
  // Greek
  ['ο', 'ος'],
  ['η', 'ης'],
  ['α', 'ας'],
  // Russian, Ukrainian
  ['а', ''],
  ['я', 'ь', ''],
]
const MIN_WORD_CHARS = 4
const MIN_SINGULAR_CHARS = 3
/** `care` is no car: only an s is a plural of so short a word. */
const MIN_CHARS_BEFORE_VOWEL = 4
/** `stations de lavage de voiture` has as many, and its plural in front. */
const MAX_WORDS = 6

/** The phrase with its last, its first or each of its words in the singular; without the phrase itself. */
export function singularPhrases(phrase: string): string[] {
  return phrasesOf(phrase, singulars)
}

/** As `singularPhrases`, of what stands behind a verb as `szukam`, `keresek`. */
export function objectPhrases(phrase: string): string[] {
  return phrasesOf(phrase, (word) => withoutEnding(word, OBJECT_ENDINGS))
}

function phrasesOf(phrase: string, formsOf: (word: string) => string[]): string[] {
  const words = phrase.split(' ')
  if (words.length > MAX_WORDS) return []
  const forms = words.map(formsOf)
  const found = new Set<string>()
  const at = (changed: ReadonlyMap<number, string>) =>
    found.add(words.map((word, i) => changed.get(i) ?? word).join(' '))
  const [first, last] = [0, words.length - 1]
  for (const form of forms[last] ?? []) at(new Map([[last, form]]))
  if (last === first) return [...found]
  for (const form of forms[first] ?? []) {
    at(new Map([[first, form]]))
    for (const other of forms[last] ?? [])
      at(
        new Map([
          [first, form],
          [last, other],
        ]),
      )
  }
  return [...found]
}

/** The phrase with its last word in each plural that the same endings make: `biciclette` for `bicicletta`. */
export function pluralPhrases(phrase: string): string[] {
  const words = phrase.split(' ')
  const last = words.at(-1) ?? ''
  if (words.length > MAX_WORDS) return []
  if (last.length < MIN_WORD_CHARS) return [`${phrase}s`]
  const forms = ENDINGS.flatMap(([plural, ...singulars]) =>
    singulars.flatMap((ending) =>
      last.endsWith(ending) ? [last.slice(0, last.length - ending.length) + plural] : [],
    ),
  )
  return [...new Set(forms)].map((form) => [...words.slice(0, -1), form].join(' '))
}

/** Parts of words that Britain and America spell differently. */
const SPELLINGS: readonly (readonly [british: string, american: string])[] =
  `centre center, theatre theater, metre meter, litre liter,
  fibre fiber, colour color, harbour harbor, neighbour neighbor, parlour parlor, flavour flavor, savoury savory, vapour vapor, armour armor,
  jewellery jewelry, jeweller jeweler, counsell counsel, travell travel, woollen woolen, tyre tire, grey gray, licence license, practice practise,
  kerb curb, aluminium aluminum, doughnut donut, storey story, plough plow, cheque check, pyjama pajama, paediatr pediatr, orthopaed orthoped,
  gynaec gynec, anaesth anesth, archaeo archeo, homoeo homeo, whisky whiskey, yoghurt yogurt, programme program, moustache mustache,
  organis organiz, specialis specializ, customis customiz, artefact artifact, disc disk`
    .split(',')
    .map((pair) => {
      const [british = '', american = ''] = pair.trim().split(' ')
      return [british, american] as const
    })
const SPELT = new RegExp(SPELLINGS.flat().join('|'), 'u')

/** The forms of a folded phrase in the spelling of the other side of the Atlantic: with one such word changed, and with all. */
export function otherSpellings(phrase: string): string[] {
  if (!SPELT.test(phrase)) return []
  const words = phrase.split(' ')
  const others = words.map((word) => {
    const pair = SPELLINGS.find((spellings) => spellings.some((part) => word.includes(part)))
    if (pair === undefined) return word
    const [british, american] = pair
    return word.includes(british) ? word.replace(british, american) : word.replace(american, british)
  })
  const changed = words.map((_, at) => words.with(at, others[at] ?? '').join(' '))
  return [...new Set([...changed, others.join(' ')])].filter((form) => form !== phrase)
}

/** What Korean puts behind a noun: particles, and the verb that makes something done of it (`세차하는`). */
const KOREAN_ENDINGS =
  '하는데 하는 하기 할 해주는 해 되는 파는 고치는 에서 으로 에서는 들을 을 를 이 가 은 는 의 에 로 들 와 과 나 이나 랑 이랑 하고 집 가게 전문점'.split(
    ' ',
  )
const MIN_KOREAN_CHARS = 2

/** What a folded word may be the plural of, in any of the languages. */
function singulars(word: string): string[] {
  if (/^\p{Script=Hangul}/u.test(word)) {
    return KOREAN_ENDINGS.filter((ending) => word.endsWith(ending))
      .map((ending) => word.slice(0, -ending.length))
      .filter((form) => form.length >= MIN_KOREAN_CHARS)
  }
  if (word.length < MIN_WORD_CHARS) return []
  const forms = withoutEnding(word, ENDINGS)
  // Dutch doubles the vowel again (`apotheken`, `apotheek`) and leaves a doubled consonant (`trappen`, `trap`).
  const dutch = /^(.*)([aeou])([bcdfgklmnprstvwz])en$/.exec(word)
  if (dutch !== null) forms.push(`${dutch[1]}${dutch[2]}${dutch[2]}${dutch[3]}`)
  if (/([bdfgklmnprst])\1en$/.test(word)) forms.push(word.slice(0, -3))
  return forms.filter((form) => form.length >= MIN_SINGULAR_CHARS)
}

function withoutEnding(word: string, endings: typeof ENDINGS): string[] {
  return endings.flatMap(([plural, ...singular]) =>
    word.endsWith(plural) && (plural.endsWith('s') || word.length - plural.length >= MIN_CHARS_BEFORE_VOWEL)
      ? singular.map((ending) => word.slice(0, -plural.length) + ending)
      : [],
  )
}
