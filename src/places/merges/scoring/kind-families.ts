// Which kinds of places one and the same place is called in two sources: an ice cream parlour here is a café there.

/**
 * Kinds that sources mix up, a line for each family; `shop/*` is any value of the key that no line names. What stands beside a place
 * under its name (its machine, its car park, its charging station, its car wash) is in none: a bank is no ATM.
 */
const FAMILIES = `
  amenity/restaurant amenity/cafe amenity/fast_food amenity/food_court amenity/ice_cream amenity/biergarten amenity/pub amenity/bar amenity/nightclub amenity/canteen shop/bakery shop/pastry shop/confectionery shop/chocolate shop/coffee shop/tea shop/deli shop/butcher shop/ice_cream craft/caterer craft/bakery craft/confectionery
  tourism/hotel tourism/hostel tourism/guest_house tourism/motel tourism/apartment tourism/chalet tourism/alpine_hut tourism/camp_site tourism/caravan_site leisure/resort
  healthcare/* amenity/doctors amenity/clinic amenity/hospital amenity/dentist amenity/pharmacy amenity/nursing_home amenity/social_facility shop/optician shop/hearing_aids shop/medical_supply shop/chemist
  amenity/school amenity/kindergarten amenity/childcare amenity/college amenity/university amenity/training amenity/language_school amenity/music_school amenity/driving_school amenity/prep_school office/educational_institution
  amenity/theatre amenity/cinema amenity/arts_centre amenity/community_centre amenity/social_centre amenity/events_venue amenity/conference_centre amenity/music_venue amenity/library tourism/museum tourism/gallery tourism/attraction tourism/artwork historic/* leisure/dance
  leisure/sports_centre leisure/fitness_centre leisure/sports_hall leisure/swimming_pool leisure/swimming_area leisure/stadium leisure/pitch leisure/ice_rink leisure/water_park leisure/golf_course leisure/spa leisure/sauna amenity/public_bath amenity/dojo club/*
  leisure/amusement_arcade leisure/adult_gaming_centre leisure/bowling_alley amenity/casino amenity/gambling
  amenity/place_of_worship amenity/monastery office/religion
  amenity/townhall amenity/courthouse amenity/police amenity/public_building amenity/fire_station amenity/social_facility amenity/community_centre office/* craft/* shop/*
  amenity/bank amenity/bureau_de_change shop/money_lender shop/pawnbroker office/financial office/financial_advisor office/insurance
  amenity/post_office amenity/post_depot amenity/parcel_locker shop/stationery shop/copyshop office/logistics office/courier
  railway/* public_transport/* amenity/bus_station amenity/ferry_terminal
  amenity/car_rental amenity/vehicle_inspection amenity/driving_school amenity/bicycle_rental amenity/boat_rental shop/*
  leisure/park leisure/garden leisure/playground leisure/nature_reserve tourism/attraction tourism/viewpoint landuse/* natural/*
  landuse/cemetery amenity/grave_yard
  leisure/* tourism/zoo tourism/theme_park tourism/aquarium`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

const byKind = new Map<string, Set<number>>()
for (const [family, kinds] of FAMILIES.entries()) {
  for (const kind of kinds) byKind.set(kind, (byKind.get(kind) ?? new Set()).add(family))
}

/** Whether sources mix up any of the kinds of one place with any of the other's. */
export function areMixedUp(a: readonly string[], b: readonly string[]): boolean {
  return a.some((kind) => b.some((other) => !familiesOf(kind).isDisjointFrom(familiesOf(other))))
}

function familiesOf(kind: string): ReadonlySet<number> {
  return byKind.get(kind) ?? byKind.get(`${kind.slice(0, kind.indexOf('/'))}/*`) ?? new Set()
}
