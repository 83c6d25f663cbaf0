// The categories of Overture as tags of OpenStreetMap, so that one understanding of queries finds places of both.
import { kindsNamed, type KindUse } from '#extractors/maps/query/words/kind-words.ts'
import { ownValue } from '#kit/unknown-values.ts'
import { remembered } from '#kit/remembered.ts'

/** Tags as pairs: `amenity`, `cafe`. */
type Pairs = readonly (readonly [key: string, value: string])[]

/** Those that are called otherwise, or whose words mean several kinds. `null`: of no one kind. */
const SPECIAL: Readonly<Record<string, string | null>> = {
  accommodation: 'tourism/hotel',
  lodging: 'tourism/hotel',
  active_life: null,
  airport_terminal: 'aeroway/terminal',
  amusement_park: 'tourism/theme_park',
  apartments: 'tourism/apartment',
  arcade: 'leisure/amusement_arcade',
  art_gallery: 'tourism/gallery',
  atm: 'amenity/atm',
  atms: 'amenity/atm',
  attractions_and_activities: 'tourism/attraction',
  auto_body_shop: 'shop/car_repair',
  auto_parts_and_supply_store: 'shop/car_parts',
  automotive: 'shop/car_repair',
  automotive_dealer: 'shop/car',
  automotive_parts_and_accessories: 'shop/car_parts',
  automotive_repair: 'shop/car_repair',
  bank_credit_union: 'amenity/bank',
  banks: 'amenity/bank',
  bar: 'amenity/bar',
  bar_and_grill_restaurant: 'amenity/restaurant',
  bar_lounge: 'amenity/bar',
  barbecue_restaurant: 'amenity/restaurant+cuisine/barbecue',
  barber: 'shop/hairdresser',
  bagel_shop: 'shop/bakery',
  beauty_and_spa: 'shop/beauty',
  beauty_salon: 'shop/beauty',
  bed_and_breakfast: 'tourism/guest_house',
  beer_bar: 'amenity/bar',
  beer_garden: 'amenity/biergarten',
  beer_wine_and_spirits: 'shop/alcohol',
  bicycle_shop: 'shop/bicycle',
  bike_rentals: 'amenity/bicycle_rental',
  bistro: 'amenity/restaurant+cuisine/bistro',
  boat_dealer: 'shop/boat',
  bookstore: 'shop/books',
  boutique: 'shop/boutique',
  brasserie: 'amenity/restaurant',
  breakfast_and_brunch_restaurant: 'amenity/restaurant+cuisine/breakfast',
  bubble_tea: 'amenity/cafe+cuisine/bubble_tea',
  buddhist_temple: 'amenity/place_of_worship+religion/buddhist',
  burger_restaurant: 'amenity/restaurant+cuisine/burger',
  bus_station: 'amenity/bus_station',
  business: null,
  business_to_business: null,
  butcher_shop: 'shop/butcher',
  cafe: 'amenity/cafe',
  campground: 'tourism/camp_site',
  campus_building: null,
  candy_store: 'shop/confectionery',
  car_dealer: 'shop/car',
  car_rental_agency: 'amenity/car_rental',
  car_wash: 'amenity/car_wash',
  casino: 'amenity/casino',
  caterer: 'craft/caterer',
  catholic_church: 'amenity/place_of_worship+religion/christian+denomination/catholic',
  central_government_office: 'office/government',
  chicken_restaurant: 'amenity/restaurant+cuisine/chicken',
  child_care_and_day_care: 'amenity/childcare',
  chiropractor: 'healthcare/chiropractor',
  church_cathedral: 'amenity/place_of_worship+religion/christian',
  cinema: 'amenity/cinema',
  clothing_store: 'shop/clothes',
  cocktail_bar: 'amenity/bar',
  coffee_shop: 'amenity/cafe+cuisine/coffee_shop',
  college_university: 'amenity/university',
  community_center: 'amenity/community_centre',
  community_services_non_profits: 'office/association',
  convenience_store: 'shop/convenience',
  cosmetic_and_beauty_supplies: 'shop/cosmetics',
  courier_and_delivery_services: 'office/courier',
  dance_club: 'amenity/nightclub',
  day_care_preschool: 'amenity/kindergarten',
  day_spa: 'leisure/spa',
  delicatessen: 'shop/deli',
  dentist: 'amenity/dentist',
  department_store: 'shop/department_store',
  desserts: 'shop/pastry',
  diner: 'amenity/restaurant+cuisine/diner',
  doctor: 'amenity/doctors',
  donuts: 'shop/pastry',
  drugstore: 'shop/chemist',
  dry_cleaning: 'shop/dry_cleaning',
  eat_and_drink: 'amenity/restaurant',
  electronics: 'shop/electronics',
  elementary_school: 'amenity/school',
  employment_agencies: 'office/employment_agency',
  fast_food_restaurant: 'amenity/fast_food',
  fashion: 'shop/clothes',
  fishmonger: 'shop/seafood',
  flowers_and_gifts_shop: 'shop/florist',
  food_stand: 'amenity/fast_food',
  food_truck: 'amenity/fast_food',
  gas_station: 'amenity/fuel',
  gastropub: 'amenity/pub',
  gift_shop: 'shop/gift',
  grocery_store: 'shop/supermarket',
  gym: 'leisure/fitness_centre',
  hair_salon: 'shop/hairdresser',
  health_and_medical: 'amenity/clinic',
  high_school: 'amenity/school',
  hindu_temple: 'amenity/place_of_worship+religion/hindu',
  holiday_rental_home: 'tourism/apartment',
  home_improvement_store: 'shop/doityourself',
  hospital: 'amenity/hospital',
  hostel: 'tourism/hostel',
  hotel: 'tourism/hotel',
  ice_cream_shop: 'amenity/ice_cream',
  jewelry_store: 'shop/jewelry',
  landmark_and_historical_building: 'tourism/attraction',
  laundromat: 'shop/laundry',
  lawyer: 'office/lawyer',
  library: 'amenity/library',
  liquor_store: 'shop/alcohol',
  lounge: 'amenity/bar',
  marina: 'leisure/marina',
  massage_therapy: 'shop/massage',
  medical_center: 'amenity/clinic',
  middle_school: 'amenity/school',
  mobile_phone_store: 'shop/mobile_phone',
  monument: 'historic/monument',
  mosque: 'amenity/place_of_worship+religion/muslim',
  motel: 'tourism/motel',
  museum: 'tourism/museum',
  music_venue: 'amenity/music_venue',
  nail_salon: 'shop/beauty',
  optometrist: 'shop/optician',
  eyewear_and_optician: 'shop/optician',
  park: 'leisure/park',
  parking: 'amenity/parking',
  pet_store: 'shop/pet',
  pharmacy: 'amenity/pharmacy',
  pizza_restaurant: 'amenity/restaurant+cuisine/pizza',
  police_department: 'amenity/police',
  post_office: 'amenity/post_office',
  preschool: 'amenity/kindergarten',
  private_school: 'amenity/school',
  professional_services: 'office/company',
  pub: 'amenity/pub',
  public_school: 'amenity/school',
  public_service_and_government: 'office/government',
  real_estate: 'office/estate_agent',
  real_estate_agent: 'office/estate_agent',
  religious_organization: 'amenity/place_of_worship',
  resort: 'tourism/hotel',
  restaurant: 'amenity/restaurant',
  retail: null,
  school: 'amenity/school',
  seafood_restaurant: 'amenity/restaurant+cuisine/seafood',
  shoe_store: 'shop/shoes',
  shopping: null,
  shopping_center: 'shop/mall',
  spas: 'leisure/spa',
  sports_bar: 'amenity/bar',
  stadium_arena: 'leisure/stadium',
  supermarket: 'shop/supermarket',
  sushi_restaurant: 'amenity/restaurant+cuisine/sushi',
  synagogue: 'amenity/place_of_worship+religion/jewish',
  tattoo_and_piercing: 'shop/tattoo',
  theatre: 'amenity/theatre',
  tapas_bar: 'amenity/bar+cuisine/tapas',
  tennis_court: 'leisure/pitch+sport/tennis',
  train_station: 'railway/station',
  travel_services: 'shop/travel_agency',
  vegan_restaurant: 'amenity/restaurant+diet:vegan/only',
  vegetarian_restaurant: 'amenity/restaurant+diet:vegetarian/only',
  veterinarian: 'amenity/veterinary',
  wine_bar: 'amenity/bar',
  womens_clothing_store: 'shop/clothes',
  yoga_studio: 'leisure/fitness_centre+sport/yoga',
  zoo: 'tourism/zoo',
}

/** A word that only goes with a kind says nothing about a category of that name. */
const SURE: ReadonlySet<KindUse> = new Set<KindUse>(['everyday', 'name', 'alias'])
/** What may be a tag of a place itself. */
const TAG =
  /^(amenity|shop|tourism|leisure|craft|office|healthcare|historic|club|natural|railway|aeroway|cuisine|sport|religion|denomination|diet:[a-z]{1,20})\/([a-z0-9_]{1,50})$/

/** There are some 2,000 categories. */
const REMEMBERED = 3_000
const pairsOf = remembered(lookedUp, REMEMBERED)

/**
 * `categories` has the main one first; `hierarchy` is what is above it, the most general first. A category that OpenStreetMap
 * has no tag for counts as the nearest one above it that has; an empty object where there is none.
 */
export function categoryTags(
  categories: readonly string[],
  hierarchy: readonly string[],
): Record<string, string> {
  const [main, ...others] = categories
  const above = hierarchy.toReversed()
  const mainPairs = [...(main === undefined ? [] : [main]), ...above]
    .map(pairsOf)
    .find((pairs) => pairs !== null)
  const tags = new Map<string, Set<string>>()
  for (const [key, value] of [mainPairs ?? [], ...others.map((id) => pairsOf(id) ?? [])].flat()) {
    const values = tags.get(key)
    if (values === undefined) tags.set(key, new Set([value]))
    else values.add(value)
  }
  return Object.fromEntries([...tags].map(([key, values]) => [key, [...values].join(';')]))
}

function lookedUp(id: string): Pairs | null {
  const special = ownValue(SPECIAL, id)
  if (special !== undefined) return inTags(special?.split('+') ?? [])
  const named = kindsNamed(id.replaceAll('_', ' '))
  if (named === null || !SURE.has(named.use))
    return id.endsWith('_restaurant') ? inTags(['amenity/restaurant']) : null
  const kinds = named.categories.filter(({ narrows }) => !narrows)
  const narrowing = named.categories.filter(({ narrows }) => narrows)
  // A cuisine or a sport alone is not a kind of place.
  const kind = kinds.find(({ id: one }) => narrowing.length > 0 && one === 'amenity/restaurant') ?? kinds[0]
  return kind === undefined ? null : inTags([kind, ...narrowing].flatMap(({ match }) => match[0] ?? []))
}

/** Null where one of them is no single tag, as `shop/*`. */
function inTags(ids: readonly string[]): Pairs | null {
  const pairs = ids.flatMap((id) => {
    const [, key, value] = TAG.exec(id) ?? []
    return key === undefined || value === undefined ? [] : [[key, value] as const]
  })
  return pairs.length === ids.length && pairs.length > 0 ? pairs : null
}
