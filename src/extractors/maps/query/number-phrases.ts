// Phrases of a query that hold a number: hours (`until 10 pm`), stars, distances, prices, numbers of people and of results.
import { itemAt } from '#kit/item-at.ts'
import { starsQualifier, type PhraseRole } from './words/qualifiers.ts'

/** What a folded phrase with a number, or with a word for without, does in a query; null for any other phrase. */
export function roleWithNumber(phrase: string): PhraseRole | null {
  const ignored = IGNORED.find(({ pattern }) => pattern.test(phrase))
  if (ignored !== undefined) return { role: 'ignored', reason: ignored.reason }
  return starsOf(phrase) ?? hoursOf(phrase) ?? ageOf(phrase) ?? withoutOf(phrase)
}

const NUMBER = /\d{1,5}(?: \d{1,2})?/.source
const LESS =
  /(?:under|below|less than|up to|max|maximum|unter|bis|bis zu|maximal|moins de|menos de|por menos de|hasta|jusqu ?a|meno di|sotto i|fino a|ate|abaixo de|onder|tot|ponizej|do|до|mindre an)/
    .source
const MONEY =
  /(?:euros?|eur|dollars?|usd|bucks|pounds?|quid|gbp|chf|franken|francs?|pesos?|reais|zl|zlotych|руб|рублей|lira|tl|kr|kronor|yen|円|元|원)/u
    .source
const WITHIN =
  /(?:within|in|inside|innerhalb von|im umkreis von|umkreis|dans un rayon de|rayon|a moins de|a menos de|en un radio de|entro|nel raggio di|num raio de|a|binnen|binnen een straal van|w promieniu|в радиусе|в пределах|inom)/
    .source
const DISTANCE =
  /(?:km|kms|kilometers?|kilometres?|kilometern?|kilometros?|chilometri|m|meters?|metres?|metern?|metros|metri|miles?|mi|blocks?|min|mins|minutes?|minuten|minutos|minuti|minut|минут|км|метров|分|キロ|公里|米|분)/u
    .source
const AWAY =
  /(?: walk| walking| on foot| drive| driving| away| from here| zu fuss| entfernt| a pied| a pie| andando| a piedi| lopen| пешком)?/
    .source
const FOR = /(?:for|fur|pour|para|per|voor|dla|na|на)/.source
const PEOPLE =
  /(?:people|persons?|guests?|adults|kids|personen|leute|gaste|personnes|personas|persone|pessoas|osob|человек|kisi|personer|人|名|명)/u
    .source
const IGNORED: readonly {
  readonly pattern: RegExp
  readonly reason: 'ranking' | 'location' | 'not_recorded'
}[] = [
  {
    pattern:
      /^(?:(?:the )?(?:top|best) \d{1,3}(?: best)?|\d{1,3} (?:best|top|beste|besten|meilleurs|mejores|migliori))$/,
    reason: 'ranking',
  },
  { pattern: new RegExp(`^${WITHIN}? ?${NUMBER} ?${DISTANCE}${AWAY}$`), reason: 'location' },
  { pattern: new RegExp(`^${LESS} ${NUMBER} ?${MONEY}$`, 'u'), reason: 'not_recorded' },
  { pattern: new RegExp(`^${FOR}? ?${NUMBER} ?${PEOPLE}$`, 'u'), reason: 'not_recorded' },
]

const HOUR = /(?:[01]?\d|2[0-4])(?:[ :.h]?[0-5]\d)?/.source
const HOUR_UNIT = /(?:am|pm|a m|p m|uhr|h|hrs?|heures?|o ?clock|horas?|ore|uur)/.source
/** Behind these a number is an hour; behind the others it may be that of a house. */
const HOUR_WORD =
  /(?:until|till|til|after|before|bis|ab|jusqu ?a|apres|avant|hasta las?|hasta|despues de las?|antes de las?|a partir de las?|desde las?|fino alle|dopo le|prima delle|ate as|depois das|vanaf|до|после)/
    .source
const MAYBE_HOUR_WORD = /(?:from|past|since|at|by|nach|vor|um|des|a las?|dalle|alle|tot|na|с)/.source
const HOURS = new RegExp(
  `^(?:open |opened )?(?:${HOUR_WORD} ${HOUR}(?: ?${HOUR_UNIT})?|(?:${MAYBE_HOUR_WORD} )?${HOUR} ?${HOUR_UNIT})$`,
)
const CLOCK =
  /^(?:\d{1,2}時(?:まで|以降|から)?|\d{1,2}点(?:以后|之前)?|(?:until |till |after )?(?:midnight|noon)|(?:bis |nach )?mitternacht|(?:jusqu ?a |apres )?minuit|(?:hasta |despues de )?medianoche|(?:fino a |dopo )?mezzanotte)$/u

/** `until 10 pm`, `ab 6 uhr`, `apres 22h`: when it should be open. */
function hoursOf(phrase: string): PhraseRole | null {
  return HOURS.test(phrase) || CLOCK.test(phrase) ? { role: 'ignored', reason: 'time' } : null
}

const AGE_BOUND =
  /(?:over|above|aged?|ages|under|below|unter|uber|bis|ab|ab dem|plus de|moins de|des|a partir de|mayores de|menores de|mas de|menos de|sopra i|sotto i|oltre i|dai|maiores de|acima de|abaixo de|boven|onder|vanaf|powyzej|ponizej|от|до|с|nad|pod)/u
    .source
const YEARS =
  /(?:jahren?|years?|yrs?|ans|anos|anni|jaar|jaren|lat|roku|lata|let|лет|года|yas(?:indan)?|歳|岁|months?|monaten?|mois|meses|mesi|maanden)(?: olds?)?/u
    .source
const AGE = new RegExp(
  `^(?:${FOR} )?(?:${AGE_BOUND} \\d{1,2}(?:s| ?${YEARS})?|\\d{1,2}(?: (?:to|bis|a|do|до) \\d{1,2})? ?${YEARS})$`,
  'u',
)

/** `unter 3`, `over 18s`, `ab 6 jahren`, `3 year olds`: of what age those are whom it is for is on no map. */
function ageOf(phrase: string): PhraseRole | null {
  return AGE.test(phrase) ? { role: 'ignored', reason: 'not_recorded' } : null
}

const WITHOUT = /^(?:without|ohne|sans|sin|senza|sem|zonder|bez|utan|без|بدون) \S+$/u

/** `sans rendez-vous`, `zonder afspraak`: what a place does not ask for is on no map. */
function withoutOf(phrase: string): PhraseRole | null {
  return WITHOUT.test(phrase) ? { role: 'ignored', reason: 'not_recorded' } : null
}

const NUMBER_WORDS: readonly (readonly string[])[] = [
  ['1', 'one', 'ein', 'une', 'una', 'een', 'jedno', 'en', 'bir', 'одно', '一'],
  ['2', 'two', 'zwei', 'deux', 'dos', 'due', 'twee', 'dwu', 'dvou', 'tva', 'iki', 'двух', '二', '两'],
  [
    '3',
    'three',
    'drei',
    'trois',
    'tres',
    'tre',
    'drie',
    'trzy',
    'tri',
    'uc',
    'трех',
    '三',
    'ثلاث',
    'שלושה',
    'سه',
    'तीन',
    'tiga',
    'ba',
  ],
  [
    '4',
    'four',
    'vier',
    'quatre',
    'cuatro',
    'quattro',
    'quatro',
    'cztero',
    'ctyr',
    'fyra',
    'fire',
    'dort',
    'четырех',
    '四',
    'اربع',
    'ארבעה',
    'چهار',
    'चार',
    'empat',
    'bon',
  ],
  [
    '5',
    'five',
    'funf',
    'cinq',
    'cinco',
    'cinque',
    'vijf',
    'piecio',
    'peti',
    'pat',
    'fem',
    'bes',
    'пяти',
    'πεντα',
    'ot',
    '五',
    'خمس',
    'חמישה',
    'پنج',
    'पांच',
    'lima',
    'nam',
  ],
]
const STAR_WORDS =
  /^(?:stars?|sterne?|etoiles?|estrellas?|stella|stelle|estrelas?|gwiazd\p{L}*|hvezd\p{L}*|hviezd\p{L}*|звезд\p{L}*|зірк\p{L}*|sterren|yildizli|stjarnig\p{L}*|stjern\p{L}*|csillag\p{L}*|αστερ\p{L}*|つ ?星|星级?|성급?|성|ดาว|نجوم|نجمات|نجمه|כוכבים|ستاره|सितारा|स्टार|bintang|sao)$/u

/** `5 star`, `vier sterne`, `五星级`. */
function starsOf(phrase: string): PhraseRole | null {
  const at = NUMBER_WORDS.findIndex((spellings) => spellings.some((word) => phrase.startsWith(word)))
  if (at === -1) return null
  const word = itemAt(NUMBER_WORDS, at).find((spelling) => phrase.startsWith(spelling)) ?? ''
  return STAR_WORDS.test(phrase.slice(word.length).trim())
    ? { role: 'qualifier', qualifier: starsQualifier(at + 1) }
    : null
}
