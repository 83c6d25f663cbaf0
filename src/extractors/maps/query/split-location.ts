// Where a query says what and where: `cafes in Monaco`, `restaurants, Vaduz`, `モナコのレストラン`.
import type { Category } from '#kit/categories/category-table.ts'
import { isUnspaced } from '#kit/text/character-pairs.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { readPhrases, type Phrase } from './read-phrases.ts'
import { brandNamed } from './words/brands.ts'
import { isGeneric, isOrdinaryWord, kindsNamed } from './words/kind-words.ts'
import { isCentre, withoutArticle } from './where/centre-words.ts'
import {
  AT_A_LANDMARK,
  isLandmark,
  LANDMARKS_BESIDE,
  LANDMARKS_WITH_LINK,
  LANDMARKS_WITH_STOPS,
} from './where/landmark-sets.ts'
import { landmarkWord } from './where/landmark-words.ts'
import { isConnector, phraseRole } from './words/qualifiers.ts'
import { phraseOf, type Word } from './words/segments.ts'

/** One way to read a query as a part that says what and a part that says where. */
export interface LocationSplit {
  readonly what: readonly Word[]
  /** Folded. */
  readonly where: string
  /** Whether a word between the two says so; otherwise the words of the area may as well be those of a name. */
  readonly isLinked: boolean
  /** Whether that word means nearness and nothing else: what follows `close to` is a place, even if it names a kind as well. */
  readonly isNear: boolean
  /** Whether the two may as well say how something is done: `lavanderia a gettoni`, `vente à emporter`. */
  readonly isManner: boolean
}

const UNLINKED = { isLinked: false, isNear: false, isManner: false } as const
const LINKED = { ...UNLINKED, isLinked: true } as const

/** What stands between what and where, in this order. */
const PREPOSITIONS: ReadonlySet<string> = phraseSet(
  `in, near, around, at, inside, within, in and around, innerhalb, innerhalb von, aus, te, dentro de, dentro del, all interno di, binnen, by, close to, next to, near to, nearby, around the, near the, opposite, across from,
   im, bei, beim, nahe, nahe bei, in der nähe von, in der nähe des, in der nähe der, in der nähe vom, rund um, um, neben, gegenüber,
   à, a, au, aux, en, dans, près de, près du, près d, pres, à côté de, à côté du, à proximité de, autour de, proche de, proche du,
   en face de, en face du,
   nel, nella, ad, vicino a, vicino al, vicino alla, vicino, presso, nei pressi di, accanto a, accanto al, accanto alla,
   cerca de, cerca del, cerca, alrededor de, al lado de, al lado del, em, no, na, perto de, perto do, perto da, ao lado de, ao lado do,
   a due passi da, a due passi dal, a due passi dalla, di fronte a, di fronte al, di fronte alla,
   à deux pas de, à deux pas du, frente a, frente al, junto a, junto al, unweit von, unweit, bij, nabij, naast, tegenover, vlakbij, in de buurt van,
   behind, beside, hinter, derrière, dietro, dietro a, dietro al, dietro alla, detrás de, detrás del, atrás de, atrás do, atrás da, achter,
   w pobliżu, obok, przy, nad, niedaleko, niedaleko od, nieopodal, naprzeciwko, v, ve, poblíž, blízko, vedle, kolem, u, pri, neďaleko, kod, blizu, pored, nära, vid, på,
   nær, ved, tæt på, hos, lângă, în, din, κοντά σε, κοντά στο, κοντά στη, κοντά στην, κοντά στον, δίπλα στο, στο, στη, στην, στον, близо до, до, близу,
   dekat, gần, ở, lähellä, lähedal, por, на, при, напротив, навпроти, неподалік, неподалік від, на берегу, на березі, в районе, w okolicy, w okolicach, v okolí, v blízkosti, naproti, unterhalb, unterhalb der, oberhalb, oberhalb der, prie, šalia, netoli, blakus, netālu no, tuvu, vo, vedľa, vedľa od, kraj, pokraj, nedaleko, nedaleko od, u blizini, nasproti, poleg, zraven, край, в близост до, срещу, поред, близу, недалеко, aproape de, قريب من, قريبة من, على,
   au bord de, au bord du, au bord d, bord de, bord du, le long de, le long du, sul, sulla, sull, lungo, an der, am ufer, entlang, a orillas de, a orillas del, à beira de, à beira do, à beira da, along, along the, aan de, aan het, langs, недалеко от, вблизи, بجانب, ใกล้กับ,
   w, we, koło, blisko, в, во, около, возле, рядом с, у, біля, поруч з, ใน, ใกล้, ที่, แถว, ใกล้ๆ, แถวๆ, บริเวณ, ตรงข้าม, ตรงข้ามกับ, หน้า, ข้าง,
   ข้างๆ, หลัง, ติด, ติดกับ, في, قرب, بالقرب من, جنب, جمب, بجوار, جوار, قدام, أمام, عند, ورا, وراء, خلف, مقابل, قصاد, حوالين, حول`,
)
/** Sides of a thing, in Thai, which are parts of other words as well: only in front of a kind or a known area is what follows a place. */
const SIDES: ReadonlySet<string> = phraseSet('หน้า, ข้าง, ข้างๆ, หลัง, ติด')
/** The same where the area comes first: `モナコの`, `瓦杜兹附近的`. */
const POSTPOSITIONS: ReadonlySet<string> = phraseSet(
  `の, の近くの, 近くの, の近く, 周辺の, の周辺の, 付近の, の付近の, にある, で, 内の, 市内の, の中の,
   前の, の前の, 隣の, の隣の, 横の, の横の, そばの, のそばの, 近く, 付近, 周辺, 沿いの,
   的, 附近的, 附近, 周边, 周边的, 周邊, 周邊的, 旁边, 旁边的, 旁邊, 旁邊的, 旁, 旁的, 对面, 对面的, 對面, 對面的, 门口, 门口的, 門口, 門口的,
   里的, 裡的, 中的, 市的,
   의, 에, 에서, 에 있는, 근처, 근처의, 근처에, 주변, 주변의, 앞, 앞에, 옆, 옆에, 부근, 인근, 맞은편, 건너편, 쪽`,
)
const KOREAN_PARTICLES =
  /^(\p{Script=Hangul}{2,})(?:에 ?있는|에서|의|에|근처에?|주변에?|부근|인근|앞에?|옆에?|맞은편)$/u
const CHINESE_AT = new Set(['在', '于'])
/** Those that say something else as well, so that only a known area behind them is one: `lavandería por kilo`, `motels pa turnpike`. */
const WEAK_LINKS: ReadonlySet<string> = phraseSet('por, på, vid, ved, hos')
/** Those that stand in front of a manner too. */
const MANNER: ReadonlySet<string> = phraseSet('a, à, au, aux, al, alla, на')
const MAX_LINK_WORDS = 5
/** A whole address with its country; each reading of more words would be looked up for nothing. */
const MAX_ADDRESS_WORDS = 16

/** No area has a name of more words that anyone types. */
const MAX_AREA_WORDS = 8

/** All ways, the most literal first. No area is looked up here. */
export function* locationSplits(words: readonly Word[]): Generator<LocationSplit> {
  yield* besideNearness(words)
  yield* linkedToPraise(words)
  yield* linkedBehind(words)
  yield* linkedInFront(words)
  // No `Centro` says where in `centro de salud`.
  if (isEverydayKind(words)) return
  yield* turkishInFront(words)
  for (const [at, { isAfterComma }] of words.entries()) {
    if (!isAfterComma) continue
    yield { ...LINKED, what: words.slice(0, at), where: phraseOf(words.slice(at)) }
  }
  yield* linkedBefore(words)
  for (let at = Math.max(1, words.length - MAX_AREA_WORDS); at < words.length; at += 1) {
    yield* unlinked(words.slice(0, at), words.slice(at))
    // `מלונות במונקו`: the word for `in` is written with the name.
    const inHebrew = HEBREW_IN.exec(phraseOf(words.slice(at)))?.[1]
    if (inHebrew !== undefined) yield { ...UNLINKED, what: words.slice(0, at), where: inHebrew }
    // `bakery vaduz open sunday`
    const tail = conditionsAtEnd(words.slice(at))
    if (tail.length > 0) {
      yield* unlinked([...words.slice(0, at), ...tail], words.slice(at, words.length - tail.length))
    }
  }
  for (let at = Math.min(words.length - 1, MAX_AREA_WORDS); at > 0; at -= 1) {
    const [what, where] = [words.slice(at), words.slice(0, at)]
    const isBrand = isUnspaced(phraseOf(where)) && brandNamed(phraseOf(what)) !== null
    if (!isKindWithAside(what) && !isBrand) continue
    yield* unlinked(what, where)
    // `Vaduzer Restaurants`
    const town = GERMAN_OF_TOWN.exec(phraseOf(where))?.[1]
    if (town !== undefined) yield { ...UNLINKED, what, where: town }
  }
}

/** Whether all words together are what people call a kind. */
function isEverydayKind(words: readonly Word[]): boolean {
  const kinds = words.length < 2 ? null : kindsNamed(phraseOf(words))
  return kinds !== null && kinds.use !== 'term'
}

const HEBREW_IN = /^ב(\p{Script=Hebrew}{3}.*)$/u
const GERMAN_OF_TOWN = /^(\p{L}{4,})er$/u

/** Whether words name a kind, and beside it say nothing that a map knows: `best restaurants`, `レストラン おすすめ`. */
function isKindWithAside(words: readonly Word[]): boolean {
  if (kindsNamed(phraseOf(words)) !== null) return true
  const phrases = readPhrases(words)
  const isAsideOrKind = phrases.every(
    ({ meaning }) => meaning?.role === 'kinds' || meaning?.role === 'ignored',
  )
  return isAsideOrKind && phrases.some(({ meaning }) => meaning?.role === 'kinds')
}

/** `in <where> <what>`, `gibt es in <where> <what>`: an area that is known, for nothing says where its name ends. */
function* linkedBefore(words: readonly Word[]): Generator<LocationSplit> {
  for (let at = 0; at < words.length - 2; at += 1) {
    if (!IN_FRONT.has(words[at]?.text ?? '') || words[at + 1]?.isGlued === true) continue
    const longest = Math.min(MAX_AREA_WORDS, words.length - 2 - at)
    for (let length = longest; length > 0; length -= 1) {
      const what = [...words.slice(0, at), ...words.slice(at + 1 + length)]
      const where = phraseOf(words.slice(at + 1, at + 1 + length))
      yield { ...UNLINKED, what, where }
    }
  }
}

/** A word for where that such an area stands behind. */
const IN_FRONT: ReadonlySet<string> = phraseSet(
  'in, at, bei, a, en, dans, em, te, w, v, в, i, im, around, near',
)

/** A phrase that names a kind or says something else of a place is no area: `wine bar`, `cheap hotels`. */
function* unlinked(what: readonly Word[], where: readonly Word[]): Generator<LocationSplit> {
  const phrase = phraseOf(where)
  const kinds = kindsNamed(phrase)
  if (kinds !== null && kinds.use !== 'term') return
  const role = phraseRole(phrase)?.role
  if (role === 'ignored' ? what.length === 0 : role !== undefined) return
  yield { ...UNLINKED, what, where: phrase }
}

/** What stands between a kind and the street or the landmark that it is at, where it is no word for an area: `bars on Main Street`. */
const AT_A_NAME: ReadonlySet<string> = phraseSet(
  `on, along, off, of, down, up, an, am, auf, entlang, vom, von, zum, zur, sur, long, d, de, du, des, di, da, do, del, della, dell, dello,
   sul, sulla, sull, lungo, por, pela, pelo, sobre, aan, op, langs, van, przy, na, vid, pa, на, по, вдоль, على, หน้า, ข้าง, หลัง, ติด`,
)

/** Said again in front of the name of a street in another language: `en la calle Rue Grimaldi`. */
const A_STREET: ReadonlySet<string> = phraseSet(
  'street, strasse, calle, via, rua, straat, ulica, ulicy, ul, улица, улице',
)

/** A query as a part that says what and the name beside it, whatever stands between them; the longest name first. */
export function* besideNames(words: readonly Word[]): Generator<Pick<LocationSplit, 'what' | 'where'>> {
  const isBetween = ({ text }: Word) =>
    AT_A_NAME.has(text) || PREPOSITIONS.has(text) || phraseRole(text)?.role === 'article'
  const isName = ([first, ...rest]: readonly Word[]) => {
    const named = first === undefined || isBetween(first) ? [] : [first, ...rest]
    return named.length > 0 && kindsNamed(phraseOf(named)) === null && !isAside(named)
  }
  for (let length = Math.min(words.length - 1, MAX_AREA_WORDS); length > 0; length -= 1) {
    const front = words.slice(0, words.length - length)
    const last = front.findLastIndex((word) => !isBetween(word) && !A_STREET.has(word.text))
    const [behind, before] = [words.slice(-length), words.slice(0, length)]
    if (last !== -1 && isName(behind)) yield { what: front.slice(0, last + 1), where: phraseOf(behind) }
    if (isName(before)) yield { what: words.slice(length), where: phraseOf(before) }
  }
}

/**
 * A query as a part that says what and the word for such a landmark, behind a word for where or right beside it: `hotel on the beach`,
 * `hôtel plage`, `airport parking`.
 */
export function* besideLandmarks(words: readonly Word[]): Generator<Pick<LocationSplit, 'what' | 'where'>> {
  for (let at = 1; at < words.length - 1; at += 1) {
    for (let length = Math.min(MAX_LINK_WORDS, words.length - 1 - at); length > 0; length -= 1) {
      const link = phraseOf(words.slice(at, at + length))
      if (!AT_A_LANDMARK.has(link) && !isLink(link)) continue
      const typed = phraseOf(withoutArticle(words.slice(at + length)))
      const where = landmarkWord(typed) ?? typed
      if (isLandmark(where, LANDMARKS_WITH_LINK)) yield { what: words.slice(0, at), where }
      // `海沿いのカフェ`
      const before = phraseOf(words.slice(0, at))
      if (isLandmark(before, LANDMARKS_WITH_LINK)) yield { what: words.slice(at + length), where: before }
    }
  }
  for (let at = 1; at < words.length; at += 1) {
    const [front, behind] = [words.slice(0, at), words.slice(at)]
    if (behind[0]?.isListed === true || !areBeside(front.at(-1), behind[0])) continue
    for (const [what, beside] of [
      [front, behind],
      [behind, front],
    ] as const) {
      // `kahvila asemalla`
      const where = landmarkWord(phraseOf(beside), true) ?? phraseOf(beside)
      if (isAtLandmark(what, where)) yield { what, where }
    }
  }
}

/** Whether no word as `and`, `with` or `the` stands between two words. */
function areBeside(...both: readonly (Word | undefined)[]): boolean {
  return both.every((word) => {
    const role = phraseRole(word?.text ?? '')?.role
    return role === undefined || role === 'qualifier' || role === 'ignored'
  })
}

/** Whether `what` may be at a landmark of that word; a `bike rental station` is at none, and a beach at no harbour. */
function isAtLandmark(what: readonly Word[], where: string): boolean {
  if (/^stations?$/.test(where) || !isLandmark(where, LANDMARKS_WITH_STOPS)) return false
  const kinds = readPhrases(what).flatMap(({ meaning }) =>
    meaning?.role === 'kinds' ? meaning.categories : [],
  )
  // A `museum shop` is none of the shops around it, and `museum tickets` are sold in it.
  const isNone = (kind: Category) =>
    LANDMARKS_WITH_STOPS.has(kind.id) || isGeneric(kind) || kind.id === 'shop/ticket'
  if (kinds.length === 0 || kinds.some(isNone)) return false
  return kinds.every(({ unnamed }) => unnamed) || isLandmark(where, LANDMARKS_BESIDE)
}

/** Behind a word for where these still say how good a place is: `hotels in budget`. */
const NO_TOWNS: ReadonlySet<string> = phraseSet('budget, quality, luxury, luxe, luxus, luxo, premium')

/** `pharmacie à Nice`, `hotels in Best`: between a kind with such a word and the end a word of praise is the name of a town. */
function* linkedToPraise(words: readonly Word[]): Generator<LocationSplit> {
  for (let at = words.length - 2; at > 0; at -= 1) {
    for (let length = Math.min(MAX_LINK_WORDS, words.length - 1 - at); length > 0; length -= 1) {
      const link = phraseOf(words.slice(at, at + length))
      if (!PREPOSITIONS.has(link) || WEAK_LINKS.has(link)) continue
      const [front, behind] = [words.slice(0, at), words.slice(at + length)]
      const tail = conditionsAtEnd(behind)
      const where = phraseOf(behind.slice(0, behind.length - tail.length))
      if (!isPraise(where) || NO_TOWNS.has(where) || phraseRole(`${link} ${where}`) !== null) continue
      // `a buen precio`, `at best price`
      if (readPhrases(behind)[0]?.words.length !== 1 || !readPhrases(tail).every(isNoMorePraise)) continue
      if (readPhrases(front).at(-1)?.meaning?.role !== 'kinds') continue
      yield { ...LINKED, what: [...front, ...tail], where, isNear: true }
    }
  }
}

/** What may stand behind the name of a town: `with wifi`, `open now`. */
function isNoMorePraise({ meaning }: Phrase): boolean {
  return meaning?.role !== 'ignored' || meaning.reason === 'time' || meaning.reason === 'location'
}

/** Whether a folded text is one word in Latin letters that says how good or how dear a place is. */
export function isPraise(text: string): boolean {
  const role = /^\p{Script=Latin}+$/u.test(text) ? phraseRole(text) : null
  return role?.role === 'ignored' && role.reason === 'ranking'
}

/** `<what> in <where>`; the last preposition first. */
function* linkedBehind(words: readonly Word[]): Generator<LocationSplit> {
  const first = Math.max(1, words.length - 1 - MAX_ADDRESS_WORDS)
  for (let at = words.length - 2; at >= first; at -= 1) {
    // `near me`, `a domicilio`, `close to me open now`: no area.
    const isAsideAll = isAside(words.slice(at))
    if (isAsideAll && !words.slice(at).some((_, from) => isCentre(words.slice(at + from)))) continue
    // `in Vaduz oder in Schaan`: one list.
    const isAgain =
      isListWord(words[at - 1]) && words.slice(1, at - 1).some(({ text }) => PREPOSITIONS.has(text))
    if (isAgain) continue
    for (let length = Math.min(MAX_LINK_WORDS, words.length - 1 - at); length > 0; length -= 1) {
      const link = phraseOf(words.slice(at, at + length))
      if (!PREPOSITIONS.has(link)) continue
      const behind = words.slice(at + length)
      // `in old town`: the quarter of that name, where there is one.
      if (isCentre(behind)) {
        const where = phraseOf(withoutArticle(behind))
        yield { ...UNLINKED, what: words.slice(0, at), where }
      }
      if (isAsideAll || isAside(behind)) continue
      const isNear = meansNear(link) || FAR_FROM.test(phraseOf(behind))
      const tail = conditionsAtEnd(behind)
      const where = behind.slice(0, behind.length - tail.length)
      const what = [...words.slice(0, at), ...tail]
      for (const name of CASE_LINKS.has(link) ? nominatives(phraseOf(where)) : [])
        yield { what, where: name, isLinked: kindsNamed(name) !== null, isNear, isManner: false }
      // The ways with and without an article: `in the Hague`, `a la plage`.
      const isManner =
        (MANNER.has(link) && where.every(({ text }) => isOrdinaryWord(text))) ||
        (SIDES.has(link) && kindsNamed(phraseOf(where)) === null)
      const isLinked = !WEAK_LINKS.has(link)
      yield { what, where: phraseOf(where), isLinked, isNear, isManner }
      const [article, ...rest] = where
      if (article !== undefined && rest.length > 0 && phraseRole(article.text)?.role === 'article') {
        yield { what, where: phraseOf(rest), isLinked, isNear, isManner }
      }
    }
  }
}

/** Behind these a name has another ending: `в Вадуце`, `w Krakowie`. */
const CASE_LINKS = phraseSet(
  'в, во, около, возле, у, недалеко от, вблизи, рядом с, рядом со, поруч з, w, we, koło, blisko, obok, w pobliżu, niedaleko od',
)
/** Endings of the case, folded, with those of the name by itself. */
const CASE_ENDINGS: readonly (readonly [ending: RegExp, ...names: string[]])[] = [
  [/е$/u, '', 'а', 'о', 'я'],
  [/[иі]$/u, 'ь', 'я', 'а'],
  [/[аы]$/u, '', 'а'],
  [/у$/u, ''],
  [/[ое]м$/u, '', 'о', 'е'],
  [/ой$/u, 'а'],
  [/ей$/u, 'я'],
  [/ью$/u, 'ь'],
  [/ie$/, '', 'a'],
  [/iu$/, ''],
  [/[uy]$/, '', 'a'],
  [/i$/, '', 'a'],
]

function nominatives(name: string): readonly string[] {
  return CASE_ENDINGS.flatMap(([ending, ...names]) =>
    ending.test(name) ? names.map((other) => name.replace(ending, other)) : [],
  )
}

/** `Vaduz'da oteller`: behind the name of a town and nothing else, for `de` is a word of other languages. */
const TURKISH_AT = /^(?:[dt][ae](?:ki)?|nd[ae](?:ki)?)$/

function* turkishInFront(words: readonly Word[]): Generator<LocationSplit> {
  for (const at of [1, 2]) {
    if (!TURKISH_AT.test(words[at]?.text ?? '') || at + 1 === words.length) continue
    const where = phraseOf(words.slice(0, at))
    yield { ...UNLINKED, what: words.slice(at + 1), where }
  }
}

/** Words for nearness that stand behind the name: `kahvila aseman lähellä`, `kávézó a pályaudvar közelében`. */
const NEAR_BEHIND: ReadonlySet<string> = phraseSet(
  `lähellä, läheisyydessä, vieressä, luona, rannalla, lähistöllä, lähedal, juures, kõrval, közelében, mellett, környékén, közelben, partján`,
)
/** The same where what is looked for stands behind them: `hastane yakını eczane`. */
const NEAR_BETWEEN: ReadonlySet<string> = phraseSet(
  `yakını, yakınında, yakınındaki, yakınlarında, yanı, yanında, yanındaki, karşısı, karşısında, civarı, civarında, çevresinde, çevresi, kenarı, kenarında, yakın,
   के पास, के निकट, के नजदीक`,
)

function* besideNearness(words: readonly Word[]): Generator<LocationSplit> {
  const how = { ...LINKED, isNear: true }
  for (const length of [2, 1]) {
    for (let at = 1; at < words.length - length; at += 1) {
      if (!NEAR_BETWEEN.has(phraseOf(words.slice(at, at + length)))) continue
      // `en yakın market`: the nearest one.
      if (isAside(words.slice(0, at + length))) continue
      yield { what: words.slice(at + length), where: phraseOf(words.slice(0, at)), ...how }
    }
    const before = words.slice(0, -length)
    const last = phraseOf(words.slice(before.length))
    if (!NEAR_BEHIND.has(last) && !NEAR_BETWEEN.has(last)) continue
    for (let from = 1; from < before.length; from += 1)
      yield { what: before.slice(0, from), where: phraseOf(withoutArticle(before.slice(from))), ...how }
  }
}

/** Whether none of the words names anything: `me open now`, `cheap`. */
function isAside(words: readonly Word[]): boolean {
  return readPhrases(words).every(
    ({ meaning }) => meaning !== null && meaning.role !== 'kinds' && meaning.role !== 'brand',
  )
}

/** `within 500 m of Casino`. */
const FAR_FROM = /^\d+ ?\p{L}+ (?:of|from|von|vom|de|du|di|da|van|od|от) /u

/** `close to`, `vicino al`, `附近的`, and not `in` or `à`, which also stand in names of kinds (`glace à emporter`). */
function meansNear(link: string): boolean {
  const words = link.split(' ')
  // `à côté` of `à côté de`
  const beginnings = words.map((_, at) => words.slice(0, at + 1).join(' '))
  return [...beginnings, ...words].some((phrase) => {
    const role = phraseRole(phrase)
    return role?.role === 'ignored' && role.reason === 'location'
  })
}

/** The end of `in Vaduz with wifi`, `in Vaduz open now`, `Vaduz with restaurant`, that is no part of the area. */
function conditionsAtEnd(words: readonly Word[]): readonly Word[] {
  for (let at = 1; at < words.length; at += 1) {
    const end = words.slice(at)
    const [first, ...rest] = end
    const isWith = phraseRole(first?.text ?? '')?.role === 'with'
    if (isCondition(end) || (isWith && (isCondition(rest) || kindsNamed(phraseOf(rest)) !== null))) return end
  }
  return []
}

function isCondition(words: readonly Word[]): boolean {
  return (
    words.length > 0 &&
    readPhrases(words).every(({ meaning }) => meaning?.role === 'qualifier' || meaning?.role === 'ignored')
  )
}

/** `<where>の<what>`, `在<where>的<what>`, `<where>의 <what>`. */
function* linkedInFront(words: readonly Word[]): Generator<LocationSplit> {
  const from = CHINESE_AT.has(words[0]?.text ?? '') ? 1 : 0
  for (let at = from + 1; at < words.length; at += 1) {
    for (let length = Math.min(MAX_LINK_WORDS, words.length - 1 - at); length > 0; length -= 1) {
      const link = phraseOf(words.slice(at, at + length))
      const place = words.slice(from, at)
      if (!POSTPOSITIONS.has(link) || isAside(place)) continue
      yield { ...LINKED, what: words.slice(at + length), where: phraseOf(place), isNear: meansNear(link) }
    }
  }
  for (let at = words.length - 1; at > 0; at -= 1) {
    const stem = KOREAN_PARTICLES.exec(phraseOf(words.slice(0, at)))?.[1]
    if (stem !== undefined) yield { ...LINKED, what: words.slice(at), where: stem }
  }
}

/**
 * `Vaduz oder Schaan`, `Vaduz oder in Schaan`, `Vaduz, Schaan & Balzers`: the folded names of such a list, which a comma alone does not
 * make; else none.
 */
export function listedNames(words: readonly Word[]): readonly string[] {
  const names: Word[][] = [[]]
  let isList = false
  for (const word of words) {
    const isLinkWord = isListWord(word)
    isList ||= isLinkWord || (word.isListed && !word.isAfterComma)
    if (isLinkWord || word.isListed) names.push([])
    const isBegun = (names.at(-1)?.length ?? 0) > 0
    const isAgainIn = names.length > 1 && !isBegun && PREPOSITIONS.has(word.text)
    if (!isLinkWord && !isAgainIn) names.at(-1)?.push(word)
  }
  return isList ? names.filter((name) => name.length > 0).map(phraseOf) : []
}

/** `et`, `oder`; and `ou` and `of`, which say something else where no areas are listed. */
function isListWord(word: Word | undefined): boolean {
  const text = word?.text ?? ''
  return isConnector(text) || text === 'ou' || text === 'of'
}

/** Whether a folded phrase links what and where: `in`, `の`. */
export function isLink(phrase: string): boolean {
  return PREPOSITIONS.has(phrase) || POSTPOSITIONS.has(phrase)
}

function phraseSet(text: string): ReadonlySet<string> {
  return new Set(text.split(',').map(searchFold))
}
