// Words that say only that something is sold, done or taught: `antique dealers`, `Umzugsunternehmen`, `cours de danse`. A
// table of kinds has one or two of them behind a word (`antique shop`), people use any.
import { categoryById } from '#kit/categories/category-table.ts'
import { searchFold } from '#kit/text/search-text.ts'
import { kindsGoingWith, kindsNamed, kindsOfThing, type NamedKinds } from './kind-words.ts'

/** Heads that may stand for one another. */
interface HeadFamily {
  /** The kinds that are meant where only the word beside the head goes with them. */
  readonly kinds: RegExp
  /** By the kind that sells a thing: where that is done to it which the head says. */
  readonly instead?: Readonly<Record<string, readonly string[]>>
  /** By language: those that the table is likely to have, then the others, folded. */
  readonly heads: readonly (readonly string[])[]
}

const TRADE = /^(?:shop|craft|office)\//
/** What is broken is repaired where it is sold, unless a map has a word for its repair. */
const REPAIR = `repair, repairs, repairing, fix, fixing, fixed, mend, mending, reparieren, réparer, reparar, arreglar, riparare,
  aggiustare, consertar, arrumar, repareren, maken, naprawić, naprawiać, serwisant, reparation, reparera, laga, tamir, tamirat, tamirci,
  починить, отремонтировать, 直す, 修, 수리, 고치기, मरम्मत, रिपेयर, service, servicing, reparatur, reparaturen, wartung, réparation, réparations, dépannage, reparación,
  reparaciones, arreglo, riparazione, riparazioni, assistenza, conserto, consertos, reparação, reparatie, reparaties, naprawa,
  serwis, ремонт, 修理, 维修, تصليح, صيانة, tamiri, tamircisi`
const MENDED_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/mobile_phone': ['group/phone_repair'],
  'shop/computer': ['group/computer_repair'],
  'shop/electronics': ['craft/electronics_repair'],
  'shop/hifi': ['craft/electronics_repair'],
  'shop/appliance': ['craft/electronics_repair', 'shop/appliance'],
  'shop/shoes': ['craft/shoemaker', 'shop/shoe_repair'],
  'shop/watches': ['craft/watchmaker', 'craft/clockmaker'],
  'shop/jewelry': ['craft/jeweller', 'shop/jewelry'],
  'shop/clothes': ['shop/tailor', 'craft/tailor', 'craft/dressmaker'],
  'shop/car': ['shop/car_repair'],
  'shop/car_parts': ['shop/car_repair'],
  'shop/motorcycle': ['shop/motorcycle_repair'],
  'shop/bicycle': ['shop/bicycle'],
  'shop/furniture': ['craft/upholsterer', 'craft/carpenter', 'craft/joiner', 'craft/cabinet_maker'],
  'shop/musical_instrument': ['craft/musical_instrument', 'shop/musical_instrument'],
  'shop/bed': ['craft/upholsterer'],
}
/** What is lent for money. */
const HIRE = `rent, hire, rental, rentals, renting, lease, verleih, vermietung, mieten, leihen, ausleihen, miete, location, louer, location de,
  alquiler, alquilar, renta, rentar, arriendo, noleggio, noleggiare, affitto, affittare, aluguel, aluguer, alugar, locação, verhuur, huren,
  huur, wypożyczalnia, wypożyczyć, wynajem, uthyrning, hyra, kiralama, kiralık, kirala, прокат, аренда, взять напрокат, تأجير, استئجار, إيجار,
  レンタル, 貸し, 租赁, 出租, 租, 대여, 렌탈, किराए पर, किराये पर`
const HIRED_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/car': ['amenity/car_rental'],
  'shop/bicycle': ['amenity/bicycle_rental'],
  'shop/boat': ['amenity/boat_rental'],
  'shop/ski': ['shop/ski'],
  'shop/motorcycle': ['amenity/motorcycle_rental', 'shop/motorcycle_rental'],
  'shop/doityourself': ['shop/tool_hire'],
  'shop/storage_rental': ['shop/storage_rental'],
}
/** What else is done with things where they are sold or made. */
const DONE = `make, made, making, get, copy, copying, copied, duplicate, cut, cutting, change, changing, replace, replacement, install, installation,
  fitting, order, refaire, faire, copie, copier, changer, remplacer, remplacement, poser, pose, vendre, commander, machen, nachmachen,
  wechseln, tauschen, austausch, einbauen, einbau, verkaufen, bestellen, anfertigen, hacer, copiar, copia, cambiar, cambio, instalar, instalación,
  vender, encargar, fare, copiare, duplicare, duplicato, cambiare, sostituire, sostituzione, installare, vendere, ordinare, fazer, trocar,
  troca, instalação, encomendar, bijmaken, vervangen, wisselen, installeren, verkopen, zrobić, dorobić, wymiana, wymienić, montaż, sprzedać,
  zamówić, yaptırmak, değişimi, değiştirme, montajı, сделать, заменить, замена, установка, установить, продать, заказать, изготовление, byta, göra,
  kopiera, sälja, beställa, 交換, 取付, 買取, 作成, 更换, 安装, 定制, 교체, 설치, 제작, 주문, 복사, बनवाना, बदलना, تركيب, تغيير, بيع, نسخ`
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
      `mağazası, dükkanı, salonu, bürosu, firması, servisi, malzemeleri, ürünleri, aksesuar`,
      `affär, butik, handel, firma, affärer, butiker, verkstad, service, tillbehör, utrustning, artiklar, byrå`,
      `가게, 매장, 전문점, 집, 용품, 용품점, 업체, 사무실, 센터`,
      `दुकान, स्टोर, शॉप, वाला, सामान`,
      // What goes with a thing is sold where the thing is.
      `shop, store, gear, equipment, accessories, goods, products`,
      `geschäft, laden, zubehör, bedarf, ausrüstung, artikel, waren`,
      `winkel, zaak, benodigdheden, spullen, artikelen, accessoires`,
      `magasin, boutique, matériel, articles, accessoires, équipement, fournitures, produits`,
      `tienda, artículos, accesorios, material, equipo, productos`,
      `negozio, articoli, accessori, attrezzatura, prodotti`,
      `loja, artigos, acessórios, produtos, materiais`,
      `sklep, akcesoria, artykuły, sprzęt`,
      `магазин, товары, принадлежности, аксессуары`,
      `محل, مستلزمات, لوازم, أدوات`,
      `店, 用品, 用具, 器材, 配件`,
    ].map(listed),
  },
  { kinds: TRADE, instead: MENDED_AT, heads: [listed(REPAIR)] },
  { kinds: TRADE, heads: [listed(DONE)] },
  { kinds: /_(?:rental|hire)$/, instead: HIRED_AT, heads: [listed(HIRE)] },
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
const JOINTS = listed(
  `de, des, du, d, del, di, da, do, dos, das, z, ze, с, van, my, the, a, an, mein, meine, meinen, mon, ma, mes, le, la, un, une, mi, mis, el,
   il, lo, mio, mia, o, os, meu, minha, mijn, mój, moją, min, mitt, мой, мою, を, の`,
)
/** The same behind the word: `किताबों की दुकान`. */
const POSTPOSED: ReadonlySet<string> = new Set(['की', 'के', 'का'])
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
  return behindHeads(phrase, new Set())
}

/** `tried`: what is left of the phrase behind other heads, which names nothing. Each would be met again in every order of the heads. */
function behindHeads(phrase: string, tried: Set<string>): NamedKinds | null {
  tried.add(phrase)
  for (const { family, heads, stem, withHead } of stemsOf(phrase)) {
    const other = heads
      .slice(0, MAX_TRIED)
      .flatMap(withHead)
      .map(kindsNamed)
      .find((kinds) => kinds?.use !== 'term' && kinds?.categories.some(({ narrows }) => !narrows) === true)
    const thing = kindsOfThing(stem)
    const found =
      other ??
      insteadOf(thing, family) ??
      fitting(thing, family) ??
      fitting(kindsGoingWith(stem), family) ??
      (tried.has(stem) ? null : behindHeads(stem, tried))
    if (found !== null && found !== undefined) return { ...found, use: 'alias', isExact: false }
  }
  return null
}

/** The rest of a folded phrase that is a word and a head for what sells it: `carpet` of `carpet store`; null without a head. */
export function withoutHead(phrase: string): string | null {
  for (const { family, stem } of stemsOf(phrase)) if (family === FAMILIES[0]) return stem
  return null
}

/** Where that is done which the head says, to what the kinds sell. */
function insteadOf(kinds: NamedKinds | null, { instead = {} }: HeadFamily): NamedKinds | null {
  const ids = kinds?.categories.flatMap(({ id }) => instead[id] ?? []) ?? []
  const categories = [...new Set(ids)].map(categoryById).filter((category) => category !== null)
  return kinds === null || categories.length === 0 ? null : { ...kinds, categories }
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
    const before = words.slice(0, -1)
    const isJoined = before.length > 1 && POSTPOSED.has(before.at(-1) ?? '')
    const stem = (isJoined ? before.slice(0, -1) : before).join(' ')
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
