// What the phrases of a query ask for together.
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import type { Phrase, Reading } from './read-phrases.ts'
import { isGeneric, servesFood } from './words/kind-words.ts'
import { singularPhrases } from './words/inflections.ts'
import { brandNamed } from './words/brands.ts'
import { comfortOf, comfortsBeside } from './meanings/comforts.ts'
import { contrariesOf, saysTakeaway } from './meanings/contraries.ts'
import { dutyIn } from './meanings/on-duty.ts'
import { kindsSaying, STATIONS } from './words/kinds-with-detail.ts'
import { mayBeOfOrigin, shopsOfOrigin } from './meanings/origins.ts'
import { withOtherTags } from './words/other-tags.ts'
import { phraseRole, type IgnoredReason, type TypedQualifier } from './words/qualifiers.ts'
import { calledBy } from './meanings/named-kinds.ts'
import { phraseOf } from './words/segments.ts'

/** What phrases ask for, and what of them has no effect. */
export interface PhraseMeanings {
  readonly categories: readonly Category[]
  readonly qualifiers: readonly TypedQualifier[]
  readonly ignored: readonly { readonly text: string; readonly reason: IgnoredReason }[]
}

/** The kinds, conditions and words without effect of some phrases. */
export function meaningsOf(phrases: readonly Phrase[]): PhraseMeanings {
  const categories = new Map<string, Category>()
  const qualifiers = new Map<string, TypedQualifier>()
  const ignored: { text: string; reason: IgnoredReason }[] = []
  const modifying = modifyingKinds(phrases)
  const comforts = comfortsBeside(phrases)
  let isBehindWith = false
  for (const [at, phrase] of phrases.entries()) {
    const { words, meaning } = phrase
    const isChoice = isOr(phrases[at - 1]) && saysMore(phrases[at - 2])
    const noteQualifier = (own: TypedQualifier) => {
      const other = isChoice ? [...qualifiers.values()].at(-1) : undefined
      if (other !== undefined) qualifiers.delete(other.id)
      const either = other === undefined ? own : eitherOf(other, own)
      qualifiers.set(either.id, either)
    }
    // `a shop with toys` is a shop for toys.
    const isWith = meaning?.role === 'with' || phraseRole(words[0]?.text ?? '')?.role === 'with'
    if (isWith) isBehindWith = [...categories.values()].some((kind) => !isGeneric(kind))
    if (meaning?.role === 'with') continue
    if (meaning?.role === 'qualifier') noteQualifier({ ...meaning.qualifier, typed: phraseOf(words) })
    else if (meaning?.role === 'ignored') ignored.push({ text: phraseOf(words), reason: meaning.reason })
    else if (meaning?.role === 'kinds') {
      // `hotels with pool`: another kind behind `with` is no kind that is looked for.
      const isComfort = isBehindWith || comforts.has(phrase)
      const comfort = isComfort ? comfortOf(meaning.categories) : null
      if (comfort !== null) noteQualifier({ ...comfort, typed: phraseOf(words) })
      else if (isComfort || modifying.has(phrase))
        ignored.push({ text: phraseOf(words), reason: 'not_recorded' })
      else {
        const said = meaning.use === 'term' ? [] : [phraseOf(words), ...singularPhrases(phraseOf(words))]
        for (const category of eatenFirst(meaning.categories))
          categories.set(category.id, calledBy(category, said))
        const duty = dutyIn(phraseOf(words), meaning.categories)
        if (duty !== null) ignored.push({ text: duty, reason: 'not_recorded' })
        const { detail } = meaning
        if (detail !== undefined && !isOfAny(phrases, at)) noteQualifier(detail)
      }
    }
  }
  // `cafe with free wifi`: what is free is not the café.
  const free = qualifiers.has('internet') ? qualifiers.get('free') : undefined
  if (free !== undefined) {
    qualifiers.delete(free.id)
    ignored.push({ text: free.typed, reason: 'not_recorded' })
  }
  const isList = phrases.some((phrase) => phrase.meaning?.role === 'connector' || isListed(phrase))
  // `second hand clothes`: shops for clothes that sell nothing else are meant beside those of any used things.
  const saysUsed = qualifiers.has(SOLD_USED)
  const typed = phrases.map(({ words }) => phraseOf(words))
  const heads = headKinds(shopsOfOrigin([...categories.values()]), isList || saysUsed)
  const kinds = withFastFood(
    !isList && typed.some(saysTakeaway) ? ofDishes(heads) : heads,
    FOOD_LAWS.some((id) => qualifiers.has(id)),
  )
  const conditions = [...qualifiers.values()].map((own) => (own.id === 'free' ? freeOf(kinds, own) : own))
  const hasSubject = kinds.length > 0 || phrases.some(({ meaning }) => meaning?.role === 'brand')
  const contraries = contrariesOf(ignored, kinds, {
    given: conditions,
    hasSubject,
    typed,
  })
  return {
    categories: anyBusiness(kinds, conditions).map(withOtherTags),
    qualifiers: [...conditions, ...contraries.conditions],
    ignored: ignored.filter(({ text }) => !contraries.understood.has(text)),
  }
}

/** `sushi takeaway`: of food that is taken away the dish, wherever it is made. */
function ofDishes(categories: readonly Category[]): readonly Category[] {
  const dishes = categories.filter(({ id }) => id.startsWith('cuisine/'))
  const isServed = categories.every(({ id }) => id.startsWith('cuisine/') || id === 'amenity/fast_food')
  return dishes.length > 0 && isServed ? dishes : categories
}

/** Of these mappers say what they cost: `free parking` is none that asks for money, and a museum of `museos gratis` may be free. */
const FEE_IS_SAID = /^amenity\/(?:parking|toilets|charging_station)/

function freeOf(kinds: readonly Category[], free: TypedQualifier): TypedQualifier {
  return { ...free, isSeldomMapped: !kinds.some(({ id }) => FEE_IS_SAID.test(id)) }
}

/** `diesel or petrol`: with `or` beside the plain kind, a kind with a condition is any of that kind. */
function isOfAny(phrases: readonly Phrase[], at: number): boolean {
  const own = phrases[at]?.meaning
  return [-1, 1].some((step) => {
    const other = phrases[at + 2 * step]?.meaning
    const isListedWith = isOr(phrases[at + step])
    if (!isListedWith || own?.role !== 'kinds' || other?.role !== 'kinds' || other.detail !== undefined)
      return false
    return own.categories.every(({ id }) => other.categories.some((kind) => kind.id === id))
  })
}

/** A condition, or a kind with one. */
function saysMore(phrase: Phrase | undefined): boolean {
  const { meaning = null } = phrase ?? {}
  return meaning?.role === 'qualifier' || (meaning?.role === 'kinds' && meaning.detail !== undefined)
}

const SOLD_USED = 'second_hand/only'

const OR = new Set(
  'or oder ou o of или або veya eller lub albo tai vagy nebo alebo sau ή או او または 或 或者 또는 या atau hoặc'.split(
    ' ',
  ),
)

/** Whether a phrase stands between two of which either will do. */
export function isOr(phrase: Phrase | undefined): boolean {
  return OR.has(phraseOf(phrase?.words ?? []))
}

/** `vegan or vegetarian`: either of two conditions. */
function eitherOf(first: TypedQualifier, second: TypedQualifier): TypedQualifier {
  return {
    id: `${first.id}/${second.id}`,
    label: `${first.label} or ${second.label}`,
    home: first.home ?? second.home,
    isSeldomMapped: first.isSeldomMapped && second.isSeldomMapped,
    fits: (tags) => first.fits(tags) || second.fits(tags),
    denies: (tags) => first.denies?.(tags) === true && second.denies?.(tags) === true,
    typed: `${first.typed} ${second.typed}`,
  }
}

const REACHED_BY = /^(?:no_)?(?:website|phone|email)$/

/** `companies with email`: who looks for how to reach companies means every business, and no mere `office=company`. */
function anyBusiness(kinds: readonly Category[], qualifiers: readonly TypedQualifier[]): readonly Category[] {
  const isAny = kinds.length > 0 && kinds.every(({ id }) => id === 'office/company')
  if (!isAny || !qualifiers.some(({ id }) => REACHED_BY.test(id))) return kinds
  return ['group/shop', 'group/craft', 'group/office']
    .map(categoryById)
    .filter((category) => category !== null)
}

/** Whether a phrase links what is in front of it to what is said of it: `of`, `für`. */
export function isOfWord({ words }: Phrase): boolean {
  return OF.has(phraseOf(words))
}

/** Whether a sign for `and` stands before it. */
export function isListed({ words }: Phrase): boolean {
  return words[0]?.isListed === true
}

/** `seafood` is sold and served: one word that is both means where it is served. */
function eatenFirst(categories: readonly Category[]): readonly Category[] {
  const dishes = categories.filter(({ id }) => id.startsWith('cuisine/'))
  const isServed = dishes.length === 0 || categories.some(servesFood)
  return isServed ? categories : dishes
}

/**
 * `turkish barber`, `asian supermarket`: beside kinds that serve nothing the word for a kitchen is no kitchen. Such phrases
 * without their meaning.
 */
export function withoutKitchens(phrases: readonly Phrase[], reading: Reading = 'strict'): readonly Phrase[] {
  // `churros con chocolate`: what is served with it sells nothing.
  const served = phrases.findIndex(isKitchen)
  const link = served === -1 ? undefined : phrases[served + 1]
  const isWith = link?.meaning?.role === 'with' || MADE_WITH.has(phraseOf(link?.words ?? []))
  const beside = isWith ? phrases.slice(0, served + 1) : phrases
  const kinds = beside.flatMap(({ meaning }) => (meaning?.role === 'kinds' ? meaning.categories : []))
  const plain = kinds.filter((kind) => !kind.narrows && !isGeneric(kind))
  if (plain.length === 0 || plain.some((kind) => servesFood(kind) || kind.id in SERVED_AS)) return phrases
  if (reading === 'strict' && plain.every(mayBeOfOrigin)) return phrases
  return phrases.map((phrase) => (isKitchen(phrase) ? { ...phrase, meaning: null } : phrase))
}

/** `crêpe au chocolat`, `focaccia al formaggio` */
const MADE_WITH: ReadonlySet<string> = new Set(['au', 'aux', 'al', 'alla', 'ai', 'all'])

function isKitchen({ meaning }: Phrase): boolean {
  return meaning?.role === 'kinds' && meaning.categories.every(({ id }) => id.startsWith('cuisine/'))
}

/** What links a kind to what is said of it, in front of that and, in Japanese and Chinese, behind it. */
const OF = new Set(
  'of for fur pour para per por voor dla для de da di du des del dell della delle dello degli dei do das dos van von vom z ze'.split(
    ' ',
  ),
)
const ITS = new Set(['の', '的'])

/** Phrases for kinds that only say more of the kind beside them: the garden of `mobili da giardino` and of `garden furniture`. */
function modifyingKinds(phrases: readonly Phrase[]): ReadonlySet<Phrase> {
  const modifying = new Set<Phrase>()
  const kinds = phrases.flatMap((phrase, at) => (isKind(phrase) ? [{ phrase, at }] : []))
  for (const [i, { phrase, at }] of kinds.entries()) {
    const next = kinds[i + 1]
    if (next === undefined || !isPlainKind(next.phrase) || isListed(next.phrase)) continue
    const between = phrases.slice(at + 1, next.at)
    // `bakker of slager` is a list.
    const isList = between.some(({ meaning }) => meaning?.role === 'connector') && !isHouse(phrase)
    // `station de lavage auto`: a station is of what is named behind it.
    const isCentre = ANY_CENTRE.has(phraseOf(phrase.words))
    const isOfNext = isCentre || isAnyShopWith(phrase, next.phrase) || STATIONS.has(phraseOf(phrase.words))
    if (isOf(between) && !isList) modifying.add(isOfNext ? phrase : next.phrase)
    // `boutique cadeaux`, `station taxi`
    if (between.length === 0 && isOfNext) modifying.add(phrase)
    if (!isPlainKind(phrase)) continue
    if (between.length === 0 && NO_KIND_BEHIND.has(phraseOf(next.phrase.words))) modifying.add(next.phrase)
    const links = between.map(({ words }) => phraseOf(words))
    if (between.length === 0) {
      if (isAllOf(phrase, TRADE) && isAllOf(next.phrase, LANDMARK)) modifying.add(next.phrase)
      // `ramonage cheminée`: the craftsman says what is done to the thing.
      if (isAllOf(phrase, CRAFT) && isAllOf(next.phrase, SHOP)) modifying.add(next.phrase)
      if (isAllOf(phrase, SHOP) && isAllOf(next.phrase, CRAFT)) modifying.add(phrase)
      if (isAllOf(next.phrase, TRADE) && isAllOf(phrase, LANDMARK)) modifying.add(phrase)
      // `horodateur parking`: of a machine and what it stands at or is called in general, the machine.
      if (isAllOf(phrase, MACHINE) && isAllOf(next.phrase, AT_MACHINE)) modifying.add(next.phrase)
      if (isAllOf(next.phrase, MACHINE) && isAllOf(phrase, AT_MACHINE)) modifying.add(phrase)
    } else if (links.every((link) => ITS.has(link))) modifying.add(phrase)
  }
  return modifying
}

/** `or` and `and` of one language that say something else in another: French, Dutch, Czech. */
const ALSO_LIST_WORDS: ReadonlySet<string> = new Set(['ou', 'of', 'a'])

/** `bakker of slager`, `zubař a nemocnice`: between two kinds or brands such a word is one of a list. */
export function withListWords(phrases: readonly Phrase[]): readonly Phrase[] {
  return phrases.map((phrase, at) => {
    const [before, behind] = [phrases[at - 1], phrases[at + 1]]
    if (before === undefined || behind === undefined || !ALSO_LIST_WORDS.has(phraseOf(phrase.words)))
      return phrase
    const isBetween = [before, behind].every((other) => other.meaning?.role === 'brand' || isPlainKind(other))
    return isBetween && !isHouse(before) ? { ...phrase, meaning: { role: 'connector' } } : phrase
  })
}

/** `subway or dunkin`: beside `or` and a brand a word for a kind that names a brand as well is the brand. */
export function withListedBrands(phrases: readonly Phrase[]): readonly Phrase[] {
  const isBrand = (phrase: Phrase | undefined) => phrase?.meaning?.role === 'brand'
  const isJoined = (at: number) =>
    [-1, 1].some(
      (step) => phrases[at + step]?.meaning?.role === 'connector' && isBrand(phrases[at + 2 * step]),
    )
  return phrases.map((phrase, at) => {
    const brand = isKind(phrase) && isJoined(at) ? brandNamed(phraseOf(phrase.words)) : null
    return brand === null || EVERYDAY_SHOPS.test(idsOf(phrase))
      ? phrase
      : { ...phrase, meaning: { role: 'brand', brand } }
  })
}

/** `E85 or diesel`: beside a kind with what its places have, another word for what places of that kind have. */
export function withListedDetails(phrases: readonly Phrase[]): readonly Phrase[] {
  return phrases.map((phrase, at) => {
    const others = [-1, 1].flatMap((step) => {
      const other = isOr(phrases[at + step]) ? phrases[at + 2 * step]?.meaning : undefined
      return other?.role === 'kinds' && other.detail !== undefined ? other.categories : []
    })
    // `diesel o metano`, which is a brand as well
    const isOpen = (phrase.meaning === null || phrase.meaning.role === 'brand') && others.length > 0
    const kinds = isOpen ? kindsSaying(phraseOf(phrase.words), others) : null
    return kinds === null ? phrase : { ...phrase, meaning: { role: 'kinds', ...kinds } }
  })
}

/** These are meant as kinds beside a brand too: `lidl or supermarket`. */
const EVERYDAY_SHOPS = /^(?:shop|amenity|tourism|group)\//

function idsOf({ meaning }: Phrase): string {
  return meaning?.role === 'kinds' ? meaning.categories.map(({ id }) => id).join(' ') : ''
}

const HOUSE =
  /^(?:amenity\/(?:school|university|college|theatre|place_of_worship)|tourism\/(?:museum|gallery))$/

/** `museum of transport`, `school of dance`. */
function isHouse({ meaning }: Phrase): boolean {
  return meaning?.role === 'kinds' && meaning.categories.every(({ id }) => HOUSE.test(id))
}

const ANY_SHOP: ReadonlySet<string> = new Set(['boutique', 'boutiques'])

/** `boutique de meubles`: a word that is one for any shop where what follows is sold in shops. */
function isAnyShopWith(phrase: Phrase, { meaning }: Phrase): boolean {
  const isSold = meaning?.role === 'kinds' && meaning.categories.every(({ id }) => id.startsWith('shop/'))
  return isSold && ANY_SHOP.has(phraseOf(phrase.words))
}

/** `de`, `de la`, `für die`, and no word beside them. */
function isOf(between: readonly Phrase[]): boolean {
  return (
    between.some(isOfWord) &&
    between.every((phrase) => phrase.meaning?.role === 'article' || isOfWord(phrase))
  )
}

/** Beside another kind nothing of its own: `tyre centre`. */
const ANY_CENTRE: ReadonlySet<string> = new Set([
  'centre',
  'center',
  'centres',
  'centers',
  'centro',
  'zentrum',
  'centrum',
])

/** Behind another kind no station of trains, and no telephone to use: `bike rental station`, `restaurante teléfono`. */
const NO_KIND_BEHIND: ReadonlySet<string> = new Set([
  ...ANY_CENTRE,
  'station',
  'stations',
  'telefon',
  'telefono',
  'telefone',
  'telephone',
  'phone',
])

/** Of any shop and of eating the words behind say which: `tienda de juguetes`, `où manger des glaces`. */
function takesAKind(kind: Category): boolean {
  return isGeneric(kind) || kind.id === 'group/food'
}

function isKind({ meaning }: Phrase): boolean {
  return meaning?.role === 'kinds' && !meaning.categories.some((kind) => kind.narrows || takesAKind(kind))
}

function isPlainKind(phrase: Phrase): boolean {
  const { meaning } = phrase
  const isGroup = meaning?.role === 'kinds' && meaning.categories.some(({ id }) => id.startsWith('group/'))
  return isKind(phrase) && !isGroup
}

const TRADE = /^(?:shop|craft|office)\//
const CRAFT = /^craft\//
const SHOP = /^shop\//
const MACHINE = /^amenity\/(?:vending_machine|waste_basket)\+vending\//
const AT_MACHINE = /^amenity\/(?:parking|atm)$/
const LANDMARK = /^(?:leisure|natural|landuse|waterway|historic)\//

function isAllOf({ meaning }: Phrase, ids: RegExp): boolean {
  return meaning?.role === 'kinds' && meaning.categories.every(({ id }) => ids.test(id))
}

/**
 * `jewelry store` is jewelry: a word for any shop adds nothing to a kind of shops. Nor does a kind to a group that has it.
 * `isList`: a word as `and` stands between the kinds.
 */
function headKinds(categories: readonly Category[], isList: boolean): readonly Category[] {
  const special = categories.filter((category) => !isGeneric(category))
  const kinds = [
    withoutAnyFood,
    withoutAnySight,
    withoutAnyChurch,
    withVet,
    withoutEmergency,
    withoutSecondHand,
    withoutAnyVenue,
  ].reduce((left, without) => without(left, isList), special.length > 0 ? special : categories)
  return kinds.filter((kind) => !kinds.some((other) => other !== kind && holds(other, kind)))
}

/** By what a shop sells raw and where people grill for themselves: the cuisines of those who serve it. */
const SERVED_AS: Readonly<Record<string, readonly string[]>> = {
  'shop/seafood': ['cuisine/seafood', 'cuisine/fish'],
  'shop/butcher': ['cuisine/steak_house', 'cuisine/barbecue'],
  'amenity/bbq': ['cuisine/barbecue', 'cuisine/bbq', 'cuisine/grill'],
}
const EATING: ReadonlySet<string> = new Set(['group/food', 'amenity/restaurant'])

/** `où manger des glaces`: what is eaten says which places. `balık restoranı`: what a restaurant serves, no shop sells. */
function withoutAnyFood(categories: readonly Category[], isList: boolean): readonly Category[] {
  const eating = categories.find(({ id }) => (isList ? id === 'group/food' : EATING.has(id)))
  if (eating === undefined) return categories
  const others = categories.filter((category) => category !== eating)
  const dishes = others.flatMap(({ id }) => SERVED_AS[id] ?? []).map(categoryById)
  const isAny = eating.id === 'group/food'
  if (dishes.length > 0) return [...(isAny ? [] : [eating]), ...dishes.filter((dish) => dish !== null)]
  if (!isAny) return categories
  const tags = new Set(eating.match.flat())
  const isServed = ({ id, match }: Category) =>
    id.startsWith('cuisine/') || match.some((all) => all.some((tag) => tags.has(tag)))
  return others.some(isServed) ? others : categories
}

/** `castles to visit`: the kind says what is seen. */
function withoutAnySight(categories: readonly Category[], isList: boolean): readonly Category[] {
  const others = categories.filter(({ id }) => id !== 'group/sights')
  return isList || others.length === 0 ? categories : others
}

/** `catholic mass`: the denomination says which churches. */
function withoutAnyChurch(categories: readonly Category[]): readonly Category[] {
  const isOfDenomination = ({ match }: Category) =>
    match.flat().some((tag) => tag.startsWith('denomination/'))
  return categories.some(isOfDenomination)
    ? categories.filter(({ id }) => id !== 'religion/christian')
    : categories
}

const DOCTORS: ReadonlySet<string> = new Set(['amenity/hospital', 'amenity/clinic', 'amenity/doctors'])

/** `pet hospital`, `evcil hayvan hastanesi`: a doctor of pets. */
function withVet(categories: readonly Category[], isList: boolean): readonly Category[] {
  const vet = categoryById('amenity/veterinary')
  const isOfPets = categories.some(({ id }) => id === 'shop/pet')
  const others = categories.filter(({ id }) => id !== 'shop/pet' && !DOCTORS.has(id))
  const hasDoctor = categories.some(({ id }) => DOCTORS.has(id))
  return isList || !isOfPets || !hasDoctor || vet === null ? categories : [...others, vet]
}

const DOCTORS_OF_THEIR_OWN = /^amenity\/(?:veterinary|dentist|pharmacy)$/

/** `slotenmaker spoed`, `pronto soccorso veterinario`: who comes at once is no hospital. */
function withoutEmergency(categories: readonly Category[], isList: boolean): readonly Category[] {
  const others = categories.filter(({ id }) => id !== 'amenity/hospital')
  const isNone = others.every(({ id }) => TRADE.test(id) || DOCTORS_OF_THEIR_OWN.test(id))
  return others.length > 0 && isNone && !isList ? others : categories
}

/** `jeux vidéo occasion`: a thing that was used is sold where such things are; used clothes have shops of their own. */
function withoutSecondHand(categories: readonly Category[], isList: boolean): readonly Category[] {
  if (isList) return categories
  const others = categories.filter(({ id }) => id !== 'shop/second_hand' && id !== 'shop/charity')
  const isOfOthers = others.some(({ id }) => id.startsWith('shop/'))
  const isClothes = others.some(({ id }) =>
    /^(?:shop\/(?:clothes|boutique|fashion)|group\/clothing)$/.test(id),
  )
  if (isClothes && others.length < categories.length)
    return categories.filter((category) => !others.includes(category))
  return isOfOthers ? others : categories
}

const FOOD_LAWS = ['halal', 'kosher', 'vegan', 'vegetarian']

/** `mexican restaurant`, `halal restaurant`: of who serves one kitchen, keeps a law or takes no meat, mappers call some fast food. */
function withFastFood(categories: readonly Category[], keepsLaw: boolean): readonly Category[] {
  const isOfKitchen = keepsLaw || categories.some(({ id }) => id.startsWith('cuisine/'))
  const isRestaurant = categories.some(({ id }) => id === 'amenity/restaurant')
  const fastFood = isOfKitchen && isRestaurant ? categoryById('amenity/fast_food') : null
  const isThere = categories.some(({ id }) => id === fastFood?.id)
  return fastFood === null || isThere ? categories : [...categories, fastFood]
}

const ANY_VENUE: ReadonlySet<string> = new Set(['leisure/fitness_centre', 'leisure/track'])

/** `rock climbing gym`, `pista da skate`: what a sport is done in is a word of many places. */
function withoutAnyVenue(categories: readonly Category[], isList: boolean): readonly Category[] {
  const isOfSport = categories.some(({ id }) => id.startsWith('sport/')) && !isList
  return isOfSport ? categories.filter(({ id }) => !ANY_VENUE.has(id)) : categories
}

/** Whether all places of `part` are of `whole` too, and not the other way round. */
function holds(whole: Category, part: Category): boolean {
  if (whole.narrows !== part.narrows || whole.match.length <= part.match.length) return false
  const alternatives = new Set(whole.match.map((tags) => tags.join('+')))
  return part.match.every((tags) => alternatives.has(tags.join('+')))
}
