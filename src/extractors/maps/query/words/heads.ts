// Words that say only that something is sold, done or taught: `antique dealers`, `Umzugsunternehmen`, `cours de danse`. A
// table of kinds has one or two of them behind a word (`antique shop`), people use any.
import { searchFold } from '#kit/text/search-text.ts'
import { kindsGoingWith, kindsNamed, type NamedKinds } from './kind-words.ts'

/** Heads that may stand for one another. */
interface HeadFamily {
  /** The kinds that are meant where only the word beside the head goes with them. */
  readonly kinds: RegExp
  /** By language: those that the table is likely to have, then the others, folded. */
  readonly heads: readonly (readonly string[])[]
}

const TRADE = /^(?:shop|craft|office)\//
/** What is broken is repaired where it is sold, unless a map has a word for its repair. */
const REPAIR = `repair, repairs, service, servicing, reparatur, reparaturen, wartung, réparation, réparations, dépannage, reparación,
  reparaciones, arreglo, riparazione, riparazioni, assistenza, conserto, consertos, reparação, reparatie, reparaties, naprawa,
  serwis, ремонт, 修理, 维修, تصليح, صيانة, tamiri, tamircisi`
const TEACHING = /^(?:amenity\/[^+]*(?:school|training|dojo)|leisure\/(?:dance|horse_riding)|education\/)/

const FAMILIES: readonly HeadFamily[] = [
  {
    kinds: TRADE,
    heads: [
      `shop, store, dealer, agency, company, service, shops, stores, dealers, dealership, retailer, retailers, seller, sellers,
       merchant, merchants, supplier, suppliers, supplies, supply, outlet, parlour, parlor, parlours, parlors, specialist,
       specialists, companies, firm, firms, contractor, contractors, services, agencies, agent, agents, broker, brokers,
       studio, studios, salon, salons, workshop, business, maker, makers`,
      `geschäft, laden, firma, händler, handlung, markt, fachgeschäft, geschäfte, läden, firmen, handlungen, handel, märkte,
       bude, buden, unternehmen, betrieb, betriebe, dienst, dienste, service, büro, büros, agentur, agenturen, studio,
       studios, salon, salons, verkauf, werkstatt, werkstätten, zentrum, center, haus, häuser`,
      `winkel, zaak, handel, bedrijf, winkels, zaken, handelaar, bedrijven, boer, maker, kantoor, salon, studio, specialist`,
      `magasin, boutique, agence, magasins, boutiques, agences, vendeur, marchand, marchands, entreprise, entreprises, société,
       cabinet, cabinets, service, services, atelier, salon, centre`,
      `tienda, agencia, tiendas, agencias, comercio, empresa, empresas, servicio, servicios, estudio, taller, local, casa`,
      `negozio, agenzia, negozi, agenzie, bottega, ditta, impresa, imprese, studio, servizio, servizi, rivendita, vendita`,
      `loja, agência, lojas, agências, empresa, empresas, serviço, serviços, casa, estúdio`,
      `sklep, firma, biuro, sklepy, firmy, biura, salon, salony, zakład, zakłady, usługi, punkt`,
      `магазин, салон, магазины, салоны, фирма, фирмы, услуги, студия, бюро, агентство, мастерская, лавка, точка`,
      `магазин, салон, магазини, салони, фірма, послуги, студія, бюро, агентство, майстерня`,
      `محل, متجر, مكتب, شركة, محلات, مركز, ورشة`,
      `店, 屋, ショップ, 専門店, 屋さん, 販売店`,
      `店, 商店, 行, 公司, 专卖店, 铺`,
      `mağazası, dükkanı, salonu, bürosu, firması, servisi`,
    ].map(listed),
  },
  { kinds: TRADE, heads: [listed(REPAIR)] },
  {
    kinds: TEACHING,
    heads: [
      'school, schools, academy, academies, lessons, lesson, classes, class, course, courses, teacher, teachers, training',
      'schule, schulen, kurs, kurse, unterricht, stunden, akademie',
      'school, les, lessen, cursus, cursussen, scholen',
      'école, écoles, cours, leçons, académie',
      'escuela, escuelas, academia, academias, clases, curso, cursos',
      'scuola, scuole, corso, corsi, lezioni, accademia',
      'escola, escolas, aulas, curso, cursos, academia',
      'szkoła, szkoły, kurs, kursy, lekcje, nauka',
      'школа, школы, курсы, уроки',
      'مدرسة, معهد, تعليم',
      '教室, スクール, 学校',
      '学校, 培训, 课程',
    ].map(listed),
  },
]

/** What stands between a head and its word: `magasin de jouets`, `sklep z zabawkami`. */
const JOINTS = listed('de, des, du, d, del, di, da, do, dos, das, z, ze, с, van')
/** What joins the two words of a compound. */
const LINKING_LETTERS = ['', 's', 'n', 'en', 'es', 'er', 'e', '-']
const MIN_STEM_CHARS = 4
const MIN_HEAD_CHARS = 4
/** Heads of a family that are tried in the place of the one in the query. */
const MAX_TRIED = 6

/** The word that a head says something is sold, done or taught of. */
interface Stem {
  readonly family: HeadFamily
  readonly heads: readonly string[]
  readonly stem: string
  /** Puts another head in the place of the one in the query. */
  readonly withHead: (head: string) => readonly string[]
}

/**
 * The kinds that a folded phrase with such a head means: those of the same word behind another head, or those of a kind for
 * which that word is one. Null for a phrase without a head, or whose word goes with no such kind.
 */
export function kindsByHead(phrase: string): NamedKinds | null {
  for (const { family, heads, stem, withHead } of stemsOf(phrase)) {
    const other = heads
      .slice(0, MAX_TRIED)
      .flatMap(withHead)
      .map(kindsNamed)
      .find((kinds) => kinds !== null && kinds.categories.some(({ narrows }) => !narrows))
    const found = other ?? fitting(kindsGoingWith(stem), family)
    if (found !== null && found !== undefined) return { ...found, use: 'alias', isExact: false }
  }
  return null
}

/** Of a word that only goes with kinds, those of which the head may be said. */
function fitting(kinds: NamedKinds | null, family: HeadFamily): NamedKinds | null {
  const categories = kinds?.categories.filter(({ id }) => family.kinds.test(id)) ?? []
  return kinds === null || categories.length === 0 ? null : { ...kinds, categories }
}

function* stemsOf(phrase: string): Generator<Stem> {
  const words = phrase.split(' ')
  for (const family of FAMILIES) {
    for (const heads of family.heads) {
      if (words.length > 1) yield* besideHead(words, family, heads)
      else yield* inCompound(phrase, family, heads)
    }
  }
}

function* besideHead(
  words: readonly string[],
  family: HeadFamily,
  heads: readonly string[],
): Generator<Stem> {
  const [first = '', ...rest] = words
  const last = words.at(-1) ?? ''
  if (heads.includes(last)) {
    const stem = words.slice(0, -1).join(' ')
    yield { family, heads, stem, withHead: (head) => [`${stem} ${head}`, `${stem}${head}`] }
  }
  if (!heads.includes(first)) return
  const joint = JOINTS.includes(rest[0] ?? '') ? rest[0] : undefined
  const stem = (joint === undefined ? rest : rest.slice(1)).join(' ')
  const middle = joint === undefined ? ' ' : ` ${joint} `
  if (stem !== '') yield { family, heads, stem, withHead: (head) => [`${head}${middle}${stem}`] }
}

function* inCompound(word: string, family: HeadFamily, heads: readonly string[]): Generator<Stem> {
  for (const head of heads) {
    const isShort = head.length < MIN_HEAD_CHARS && /^[a-z]+$/.test(head)
    if (isShort || !word.endsWith(head)) continue
    const front = word.slice(0, -head.length)
    const stem = LINKING_LETTERS.map((letters) =>
      front.endsWith(letters) ? front.slice(0, front.length - letters.length) : '',
    )
    for (const one of new Set(stem)) {
      if (one.length < (/^[a-z]/.test(one) ? MIN_STEM_CHARS : 1)) continue
      yield { family, heads, stem: one, withHead: (other) => [`${front}${other}`] }
    }
  }
}

/** Whether a folded word is such a head: it names no kind by itself. */
export function isHead(word: string): boolean {
  return FAMILIES.some(({ heads }) => heads.some((list) => list.includes(word)))
}

function listed(text: string): string[] {
  return text.split(',').map(searchFold)
}
