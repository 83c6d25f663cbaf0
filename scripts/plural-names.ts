// The plurals and definite forms of names of kinds, by the rules of languages whose endings say too little of a word to be undone
// in a query: `pékségek`, `pyöräkaupat`, `sklepy rowerowe`, `παιδικές χαρές`, `בתי מרקחת`.
import { searchFold } from '#kit/text/search-text.ts'

type Endings = readonly (readonly [ending: RegExp, ...plurals: string[]])[]

const SOUTH_SLAVIC: Endings = [
  [/a$/, 'e', 'y', 'i'],
  [/o$/, 'a'],
  [/um$/, 'a'],
  [/(?<=[bcdfghjklmnprstvz])$/, 'i', 'y', 'e'],
]
const SCANDINAVIAN: Endings = [
  [/(?<=[bcdfghjklmnpqrstvxz])$/, 'er', 'en', 'et', 'e', 'ene'],
  [/(?<=e)$/, 'r', 'n', 't', 'ne'],
  [/(?<=[ao])$/, 'er', 'en'],
  [/(?<=i)$/, 'er', 'et'],
  [/k$/, 'kker', 'kken'],
  [/um$/, 'er', 'eet'],
]

/** Of a folded word; what stands in for an ending is tried in turn, and all of it are forms. */
const ENDINGS: Readonly<Record<string, Endings>> = {
  hu: [
    [/(?<=[aeiou])$/, 'k'],
    [/(?<=[^aeiou])$/, 'ok', 'ek', 'ak'],
    [/em$/, 'mek'],
  ],
  fi: [
    [/(?<=[aeiouy])$/, 't'],
    [/kk([aeiouy])$/, 'k$1t'],
    [/pp([aeiouy])$/, 'p$1t'],
    [/tt([aeiouy])$/, 't$1t'],
    [/t([iou])$/, 'd$1t'],
    [/nen$/, 'set'],
  ],
  cs: SOUTH_SLAVIC,
  sk: SOUTH_SLAVIC,
  sl: SOUTH_SLAVIC,
  hr: SOUTH_SLAVIC,
  sr: SOUTH_SLAVIC,
  pl: [
    [/(?<=[bcdfghjklmnprstwz])$/, 'y', 'i', 'e'],
    [/a$/, 'y', 'i', 'e'],
    [/um$/, 'a'],
    [/o$/, 'a'],
  ],
  ru: [
    [/(?<=[бвдзлмнпрстф])$/u, 'ы'],
    [/(?<=[гжкхчшщ])$/u, 'и'],
    [/а$/u, 'ы', 'и'],
    [/[ьйя]$/u, 'и'],
    [/е$/u, 'я'],
    [/о$/u, 'а'],
  ],
  uk: [
    [/(?<=[бвдзлмнпрстфгжкхчшщ])$/u, 'и'],
    [/а$/u, 'и'],
    [/[ьйя]$/u, 'і', 'ї'],
    [/я$/u, 'і'],
    [/о$/u, 'а'],
  ],
  bg: [
    [/(?<=[бвдзлмнпрстфгжкхчшщ])$/u, 'и', 'ове'],
    [/а$/u, 'и'],
    [/я$/u, 'и'],
    [/о$/u, 'а'],
    [/е$/u, 'я', 'та'],
  ],
  el: [
    [/ο$/u, 'α'],
    [/[αη]$/u, 'ες'],
    [/η$/u, 'εις'],
    [/ος$/u, 'οι'],
    [/ι$/u, 'ια'],
    [/μα$/u, 'ματα'],
    [/[αε]ς$/u, 'εις', 'ες'],
  ],
  he: [
    [/$/u, 'ים', 'ות'],
    [/ה$/u, 'ות', 'יות'],
    [/[וי]ת$/u, 'ויות', 'יות'],
    [/ת$/u, 'ות'],
  ],
  ro: [
    [/a$/, 'e', 'i'],
    [/ie$/, 'ii'],
    [/(?<=[bcdfghjklmnprstvz])$/, 'e', 'uri', 'i'],
    [/u$/, 'uri', 'e', 'ri'],
  ],
  ca: [
    [/ga$/, 'gues'],
    [/ca$/, 'ques'],
    [/a$/, 'es'],
  ],
  da: SCANDINAVIAN,
  nb: SCANDINAVIAN,
  nn: SCANDINAVIAN,
  sv: [
    [/a$/, 'or', 'orna', 'an'],
    [/(?<=[bcdfghjklmnpqrstvxz])$/, 'er', 'ar', 'en', 'et', 'erna', 'arna', 'na'],
    [/e$/, 'ar', 'en', 'arna'],
  ],
  ar: [[/ه?ة$/u, 'ات']],
}

/** Adjectives in front of or behind a noun change with it. */
const ADJECTIVES: Readonly<Record<string, Endings>> = {
  cs: [
    [/y$/, 'e'],
    [/e$/, 'a'],
    [/a$/, 'e'],
  ],
  pl: [
    [/y$/, 'e'],
    [/ski$/, 'skie'],
    [/a$/, 'e'],
  ],
  ru: [
    [/(?:ый|ая|ое)$/u, 'ые'],
    [/(?:ий|яя|ее)$/u, 'ие'],
    [/(?<=[гкхжчшщ])(?:ий|ая|ое)$/u, 'ие'],
  ],
  uk: [[/(?:ии|ий|а|е)$/u, 'і']],
  el: [
    [/ο$/u, 'α'],
    [/[αη]$/u, 'ες'],
  ],
  hr: [
    [/a$/, 'e'],
    [/i$/, 'i'],
    [/o$/, 'a'],
    [/e$/, 'a'],
  ],
}
const ADJECTIVES_LIKE: Readonly<Record<string, string>> = { sk: 'cs', sr: 'hr', sl: 'hr' }

/** Words that are the head of many names, with a plural of their own: `בית מרקחת`. */
const IRREGULAR: Readonly<Record<string, string>> = {
  בית: 'בתי',
  חנות: 'חנויות',
  תחנת: 'תחנות',
  גן: 'גני',
  חדר: 'חדרי',
  רופא: 'רופאי',
  עורך: 'עורכי',
  sala: 'sali',
  statie: 'statii',
  mesto: 'mesta',
}
const MAX_WORDS = 4
const MIN_CHARS = 4

/** The forms of a name in a language, folded; none for a language without such rules. */
export function pluralNames(name: string, language: string): readonly string[] {
  const endings = ENDINGS[language]
  const words = searchFold(name).split(' ')
  if (endings === undefined || words.length > MAX_WORDS) return []
  const adjectives = ADJECTIVES[ADJECTIVES_LIKE[language] ?? language] ?? []
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length === 1) return formsOf(first, endings)
  const middle = words.slice(1, -1)
  const joined = (heads: readonly string[], ends: readonly string[]) =>
    heads.flatMap((head) => ends.map((end) => [head, ...middle, end].join(' ')))
  return [
    ...joined(formsOf(first, endings), [last, ...formsOf(last, adjectives)]),
    ...joined([first, ...formsOf(first, adjectives)], formsOf(last, endings)),
  ]
}

function formsOf(word: string, endings: Endings): readonly string[] {
  const irregular = IRREGULAR[word]
  if (irregular !== undefined) return [irregular]
  if (Array.from(word).length < MIN_CHARS) return []
  return endings.flatMap(([ending, ...plurals]) =>
    ending.test(word) ? plurals.map((plural) => word.replace(ending, plural)) : [],
  )
}
