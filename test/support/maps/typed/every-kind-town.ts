// A made-up town with something of every common kind, for the queries whose kinds are missing from the small recorded extracts.

const SIMPLE: Readonly<Record<string, string>> = {
  amenity: `bar pub nightclub biergarten cafe ice_cream food_court bank atm bureau_de_change pharmacy hospital clinic doctors dentist
veterinary school kindergarten childcare college university library driving_school language_school music_school cinema theatre
arts_centre casino community_centre social_facility nursing_home events_venue conference_centre place_of_worship townhall courthouse
police fire_station post_office post_box prison embassy marketplace fuel charging_station car_wash car_rental car_sharing
bicycle_rental bicycle_parking bicycle_repair_station boat_rental ferry_terminal taxi bus_station parking motorcycle_parking toilets
shower drinking_water fountain bench shelter bbq recycling waste_basket waste_disposal telephone vending_machine parcel_locker
internet_cafe coworking_space studio stripclub brothel crematorium grave_yard animal_shelter animal_boarding public_bath
money_transfer payment_terminal photo_booth vehicle_inspection dojo hookah_lounge planetarium social_centre clock`,
  shop: `supermarket convenience bakery butcher greengrocer deli cheese seafood confectionery chocolate pastry ice_cream coffee tea wine
alcohol beverages health_food farm spices clothes boutique shoes bag jewelry watches fabric sewing tailor department_store mall
variety_store second_hand charity hairdresser beauty cosmetics perfumery massage tattoo optician hearing_aids medical_supply chemist
nutrition_supplements herbalist erotic electronics computer mobile_phone hifi video_games appliance camera furniture kitchen bed
interior_decoration carpet lighting curtain flooring bathroom_furnishing doityourself hardware paint trade garden_centre florist pet
pet_grooming car car_repair car_parts tyres motorcycle motorcycle_repair bicycle sports outdoor fishing hunting weapons boat golf ski
books stationery newsagent kiosk gift toys art frame antiques craft music musical_instrument photo copyshop printing party
tobacco e-cigarette cannabis lottery bookmaker pawnbroker money_lender travel_agency ticket laundry dry_cleaning locksmith
funeral_directors storage_rental tool_hire rental religious wedding baby_goods wool swimming_pool fireplace gas water agrarian
fireworks model trophy collector leather wholesale security hairdresser_supply household_linen houseware glaziery doors vacuum_cleaner`,
  tourism: `hotel motel hostel guest_house apartment chalet alpine_hut camp_site caravan_site museum gallery attraction viewpoint
theme_park zoo aquarium artwork picnic_site`,
  leisure: `park garden playground sports_centre stadium swimming_pool water_park golf_course miniature_golf ice_rink bowling_alley
fitness_centre fitness_station marina dog_park nature_reserve dance escape_game amusement_arcade horse_riding sauna trampoline_park
tanning_salon adult_gaming_centre hackerspace beach_resort slipway bandstand firepit bird_hide fishing`,
  craft: `plumber electrician carpenter painter roofer gardener shoemaker tailor dressmaker upholsterer watchmaker jeweller locksmith
key_cutter photographer photographic_laboratory caterer brewery winery distillery blacksmith stonemason glaziery metal_construction
hvac signmaker bookbinder pottery sculptor beekeeper tiler plasterer floorer insulation window_construction builder cleaning
electronics_repair musical_instrument sawmill optician handicraft clockmaker saddler scaffolder printer`,
  office: `lawyer notary accountant tax_advisor insurance estate_agent architect engineer it advertising_agency employment_agency
travel_agent government diplomatic ngo association foundation newspaper telecommunication financial financial_advisor logistics
moving_company consulting graphic_design surveyor research property_management political_party coworking tutoring courier
private_investigator translator event_management web_design security vehicle_insurance`,
  healthcare: `physiotherapist psychotherapist optometrist laboratory blood_donation podiatrist midwife dialysis speech_therapist
audiologist occupational_therapist alternative nutrition_counselling rehabilitation hospice vaccination_centre birthing_centre`,
  historic:
    'castle ruins monument memorial archaeological_site city_gate fort wayside_cross manor tower battlefield tomb',
  natural: 'beach peak spring cave_entrance hot_spring',
  waterway: 'waterfall',
  railway: 'station halt tram_stop subway_entrance',
  highway: 'bus_stop rest_area services',
  aeroway: 'aerodrome helipad',
  man_made: 'lighthouse windmill tower water_tower pier',
  landuse: 'cemetery',
}

const QUALIFIED = `
amenity=restaurant
${'italian french chinese japanese thai indian mexican greek turkish vietnamese korean spanish american german lebanese pizza sushi burger seafood steak_house barbecue ramen noodle tapas vegetarian vegan portuguese persian ethiopian polish russian peruvian brazilian fondue asian regional fish indonesian moroccan georgian'
  .split(' ')
  .map((cuisine) => `amenity=restaurant cuisine=${cuisine}`)
  .join('\n')}
amenity=restaurant cuisine=italian diet:vegan=yes
amenity=restaurant cuisine=arab diet:halal=yes
amenity=restaurant diet:gluten_free=yes
amenity=restaurant diet:kosher=yes
amenity=restaurant internet_access=wlan
amenity=restaurant delivery=yes
amenity=restaurant outdoor_seating=yes
amenity=restaurant wheelchair=yes
amenity=restaurant cuisine=breakfast
amenity=restaurant cuisine=buffet
${'burger pizza kebab sandwich chicken fish_and_chips hot_dog sushi chinese mexican friture donut'
  .split(' ')
  .map((cuisine) => `amenity=fast_food cuisine=${cuisine}`)
  .join('\n')}
amenity=fast_food drive_through=yes
amenity=cafe cuisine=coffee_shop
amenity=cafe cuisine=bubble_tea
amenity=cafe cuisine=cake
amenity=cafe cuisine=crepe
amenity=cafe internet_access=wlan
amenity=cafe cuisine=breakfast
amenity=bar cuisine=cocktail
amenity=pub microbrewery=yes
amenity=place_of_worship religion=christian
amenity=place_of_worship religion=christian denomination=catholic
amenity=place_of_worship religion=christian denomination=orthodox
amenity=place_of_worship religion=muslim
amenity=place_of_worship religion=jewish
amenity=place_of_worship religion=buddhist
amenity=place_of_worship religion=hindu
amenity=parking fee=no
amenity=parking parking=underground
amenity=bank atm=yes
amenity=clinic emergency=yes
amenity=hospital emergency=yes
amenity=doctors healthcare:speciality=paediatrics
amenity=doctors healthcare:speciality=dermatology
amenity=doctors healthcare:speciality=gynaecology
amenity=doctors healthcare:speciality=ophthalmology
amenity=doctors healthcare:speciality=orthopaedics
amenity=vending_machine vending=cigarettes
amenity=vending_machine vending=drinks
amenity=toilets wheelchair=yes
amenity=recycling recycling:glass_bottles=yes
shop=hairdresser male=yes
shop=laundry self_service=yes
shop=clothes clothes=children
shop=clothes clothes=women
shop=clothes second_hand=only
shop=supermarket organic=only
shop=beauty beauty=nails
tourism=hotel stars=5
tourism=hotel stars=4
tourism=hotel dog=yes
tourism=information information=office
tourism=artwork artwork_type=statue
${'soccer tennis basketball volleyball beachvolleyball skateboard baseball table_tennis'
  .split(' ')
  .map((sport) => `leisure=pitch sport=${sport}`)
  .join('\n')}
leisure=fitness_centre sport=yoga
leisure=sports_centre sport=climbing
leisure=sports_centre sport=swimming
leisure=sports_centre sport=badminton
leisure=sports_centre sport=martial_arts
leisure=sports_centre sport=karting
natural=peak
`

/** Kinds that mappers leave without a name. */
const UNNAMED =
  /=(?:atm|post_box|parking|motorcycle_parking|toilets|shower|drinking_water|fountain|bench|shelter|bbq|recycling|waste_basket|waste_disposal|telephone|vending_machine|bicycle_parking|bicycle_repair_station|charging_station|fuel|taxi|playground|fitness_station|picnic_site|pitch|bus_stop|parcel_locker|photo_booth|viewpoint|firepit|swimming_pool|dog_park)/

/** Each kind twice, with names that mean nothing, as an .osm file. */
export function everyKindTown(): string {
  const kinds = [
    ...Object.entries(SIMPLE).flatMap(([key, values]) =>
      values.split(/\s+/).map((value) => `${key}=${value}`),
    ),
    ...QUALIFIED.split('\n').filter((line) => line !== ''),
  ]
  const nodes = kinds.flatMap((kind, at) => [node(kind, 2 * at), node(kind, 2 * at + 1)])
  return `<osm version="0.6"><bounds minlat="50" minlon="5" maxlat="50.1" maxlon="5.1"/>${nodes.join('')}</osm>`
}

function node(kind: string, at: number): string {
  const tags = kind.split(' ').map((tag) => tag.split('=') as [string, string])
  if (!UNNAMED.test(kind)) tags.push(['name', `${SYLLABLES[at % 17]}${SYLLABLES[(at * 7) % 17]} ${at}`])
  const [lat, lng] = [50.01 + (at % 40) * 0.002, 5.01 + Math.floor(at / 40) * 0.002]
  return `<node id="${at + 1}" lat="${lat}" lon="${lng}">${tags.map(([k, v]) => `<tag k="${k}" v="${v}"/>`).join('')}</node>`
}

const SYLLABLES = 'zor vek qua bil dru fex gom hul jiv kra lun mip nox pyt ruv sij tov'.split(' ')
