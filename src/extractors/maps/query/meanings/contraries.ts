// Words without effect on what is looked for, beside which tags can say the contrary: a `cheap hotel` has no five stars.
import type { Category } from '#kit/categories/category-table.ts'
import { isNotPublic, NOT_PUBLIC_ID } from '#kit/categories/searchable-tags.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf } from '#extractors/maps/osm/tags/tag-values.ts'
import { servesFood } from '#extractors/maps/query/words/kind-words.ts'
import type { IgnoredReason, TypedQualifier } from '#extractors/maps/query/words/qualifiers.ts'
import { isLodging } from './comforts.ts'
import { excluding, isSpecialist, SORTS_BY_WORD, type SaidByKind } from './sorts-by-word.ts'
import { openWhen } from './open-hours.ts'

interface IgnoredWords {
  readonly text: string
  readonly reason: IgnoredReason
}

/** Folded words for little money, in every language of the words that say how good a place is. */
const CHEAP =
  /(?:^| )(?:cheap|inexpensive|affordable|budget|low cost|gue?nstig|billig|preiswert|preisgunstig|bon marche|economi[qck]|barat|asequible|goedkop|goedkoop|voordelig|tani[aeoc]?|niedrog|levn|lacn|jeftin|poceni|olcso|halp|halv|edull|φθην|ieftin|murah|gia re|זול|дешев|недорог|бюджетн|ucuz|uygun fiyat|евтин|јефтин|odav|pig(?:us|i|ia|iai|iausi)(?: |$)|cenej|رخيص|सस्त)|安い|安く|安め|格安|便宜|平价|저렴|값싼|ราคาถูก|ราคาประหยัด|(?:not|nicht|pas|no|non|nao|niet) (?:[a-z]{1,12} )?(?:expensive|pricey|teuer|chere?s?|car[oaie]s?|duur)/u

const MIN_STARS = 4

function isExpensive({ stars = '' }: Tags): boolean {
  const [, count = '0'] = /^(\d)/.exec(stars.trim()) ?? []
  return Number(count) >= MIN_STARS
}

function isFineDining({ cuisine = '' }: Tags): boolean {
  return listOf(cuisine).includes('fine_dining')
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
    const then = reason === 'time' && hasSubject ? openWhen(text) : null
    if (then !== null) {
      conditions.push({ ...then, typed: text })
      understood.add(text)
    }
    const isCheap = reason === 'ranking' && CHEAP.test(text)
    if (isCheap && kinds.some(isLodging))
      conditions.push({ ...excluding('cheap', 'with fewer than four stars', isExpensive), typed: text })
    if (isCheap && kinds.some((kind) => servesFood(kind) || kind.id.startsWith('cuisine/')))
      conditions.push({ ...excluding('no_fine_dining', 'no fine dining', isFineDining), typed: text })
  }
  const ids = kinds.map(({ id }) => id).join(' ')
  for (const { word, kind, condition } of SAID_BY_KIND) {
    const said = kind.test(ids) ? typed.find((phrase) => word.test(phrase)) : undefined
    if (said === undefined) continue
    if (condition.onlyExcludes) conditions.push(condition)
    else {
      conditions.push({ ...condition, typed: said })
      understood.add(said)
    }
  }
  const isOfAccess = given.some(({ id }) => id.startsWith('access/'))
  const isOpen = kinds.some(isForAnybody) && !isOfAccess
  return { conditions: isOpen ? [...conditions, FOR_ANYBODY] : conditions, understood }
}

/** Folded words for who cuts the hair of men. */
const BARBER =
  /barber|barbier|barbeir|barbear|berber|golibro|golarz|herrenfris|peluqueria de caballero|peluqueria masculin|cabeleireiro masculin|parrucchiere (?:da )?uom|coiffeur (?:pour )?homme|herenkapper|herrfris|herrefris|барбер|мужск|حلاق|理髪|床屋|理发|剃头|이발|바버|ตัดผมชาย|नाई|borbely|frizer za muske|holic/u

/** Folded words for a doctor of everything, and none of one part. */
const GENERAL_DOCTOR =
  /^(?:gps?|general pract\p{L}*|family (?:doctor|physician|medicine)s?|hausarzt\p{L}*|allgemein(?:arzt|medizin|mediziner)\p{L}*|praktische\p{L}* arzt\p{L}*|(?:medecins? )?generalistes?|medecins? (?:traitants?|de famille)|medic[oi]s? (?:de cabecera|de familia|general(?:ista|es)?|di base|di famiglia|generic[oi])|clinico geral|huisarts\p{L}*|lekarz\p{L}* (?:rodzinn|pierwszego)\p{L}*|aile hekimi|pratisyen hekim|терапевт\p{L}*|семеин\p{L}* врач\p{L}*|сімеин\p{L}* лікар\p{L}*|طبيب عام|طبيب اسرة|かかりつけ医|家庭医生|家庭醫生|全科医生|가정의학과|huslakare|allmanlakare|prakticky lekar|haziorvos|dokter umum|bac si da khoa|หมอทั่วไป)$/u

/** Folded words for taking the food away. */
const TAKEAWAY =
  /(?:^| )(?:take ?aways?|take ?outs?|to go|zum mitnehmen|a (?:l )?emporter|para llevar|para levar|(?:da|per|d) asporto|elvitel\p{L}*|s[oe]? sebou|na odnos|afhaal\p{L}*|na wynos|paket servis|на вынос|с собои|سفري|تيك اواي|bungkus)(?: |$)|持ち帰り|テイクアウト|外卖|外賣|外带|外帶|포장|กลับบ้าน/u

/** Whether a folded phrase says that the food is taken away. */
export const saysTakeaway = (phrase: string): boolean => TAKEAWAY.test(phrase)

/** Folded words for a container that takes glass: the kind says what it is, and the word in front or behind of what. */
const GLASS =
  /glas|bottle ?bank|verre|vidri|vidra|vetr|szkl|стекл|زجاج|ガラス|玻璃|유리|(?:^| )cam (?:kumb|geri)/u

/** Names what it takes, and no glass; one that names nothing may take it. */
function takesNoGlass(tags: Tags): boolean {
  const taken = Object.keys(tags).filter((key) => key.startsWith('recycling:') && tags[key] !== 'no')
  return (
    tags['recycling:glass'] === 'no' || (taken.length > 0 && !taken.some((key) => /:glass(?:_|$)/.test(key)))
  )
}

/** The counter of a filling station has sweets and papers, and no groceries to speak of. */
function isForecourt({ amenity, shop }: Tags): boolean {
  return amenity === 'fuel' && (shop === 'convenience' || shop === 'kiosk')
}

/** Conditions that a word for kinds says beside them, of which tags may say the contrary. */
const SAID_BY_KIND: readonly SaidByKind[] = [
  ...SORTS_BY_WORD,
  {
    word: BARBER,
    kind: /(?:^| )shop\/hairdresser(?: |$)/,
    condition: excluding(
      'men',
      'not for women alone',
      ({ male, female, hairdresser }) => male === 'no' || female === 'only' || hairdresser === 'women',
    ),
  },
  {
    word: GENERAL_DOCTOR,
    // `kinderärzte und hausärzte` are both.
    kind: /^(?:amenity\/clinic\+healthcare\/centre )?amenity\/doctors$/,
    condition: excluding('general', 'no specialist', isSpecialist),
  },
  {
    word: GLASS,
    kind: /^amenity\/recycling$/,
    condition: excluding('glass', 'not known to take no glass', takesNoGlass),
  },
  {
    word: /./u,
    kind: /^(?:group\/groceries|shop\/supermarket)$/,
    condition: excluding('groceries', 'not only the shop of a filling station', isForecourt),
  },
  {
    word: TAKEAWAY,
    kind: /(?:^| )(?:cuisine\/|amenity\/|group\/food(?: |$))/,
    condition: excluding(
      'no_takeaway',
      'not known to sell nothing to take away',
      ({ takeaway }) => takeaway === 'no',
    ),
  },
]

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
