// A made-up town by the sea and below mountains, with tags that the recorded extracts and the town of every kind lack.
import { madeUpTown } from './made-up-town.ts'

const NAMED = `
shop=frozen_food
shop=pasta
shop=dairy
shop=nuts
shop=scuba_diving
shop=surf
shop=ship_chandler
shop=caravan
shop=truck
shop=wigs
shop=tiles
shop=candles
shop=games
shop=anime
shop=video
shop=military_surplus
shop=country_store
shop=pottery
shop=heating
shop=energy
shop=bathroom_furnishing
shop=lighting
shop=watches
shop=piercing
shop=psychic
shop=groundskeeping
shop=swimming_pool
shop=hairdresser female=yes
shop=hairdresser male=yes
shop=clothes clothes=underwear
shop=clothes clothes=workwear
shop=clothes clothes=men
shop=shoes shoes=sport
shop=telecommunication
shop=estate_agent
shop=chemist
shop=perfumery
craft=pest_control
craft=boatbuilder
craft=goldsmith
craft=dental_technician
craft=joiner
craft=cabinet_maker
craft=parquet_layer
craft=piano_tuner
craft=sailmaker
craft=stove_fitter
craft=cheese
craft=oil_mill
craft=luthier
craft=glassblower
craft=basket_maker
craft=agricultural_engines
craft=water_well_drilling
craft=sun_protection
office=guide
office=harbour_master
office=airline
office=energy_supplier
office=water_utility
office=construction_company
office=charity
office=forestry
office=publisher
office=visa
office=union
office=geodesist
office=company
office=tax
office=bail_bond_agent
healthcare=psychotherapist
healthcare=counselling
healthcare=sample_collection
healthcare=alternative healthcare:speciality=acupuncture
healthcare=alternative healthcare:speciality=osteopathy
healthcare=alternative healthcare:speciality=chiropractic
healthcare=alternative healthcare:speciality=homeopathy
amenity=doctors healthcare:speciality=cardiology
amenity=doctors healthcare:speciality=psychiatry
amenity=dentist healthcare:speciality=orthodontics
amenity=dive_centre
amenity=ranger_station
amenity=monastery
amenity=karaoke_box
amenity=gambling
amenity=love_hotel
amenity=public_bath bath:type=hammam
amenity=public_bath bath:type=onsen
amenity=exhibition_centre
amenity=animal_training
amenity=cooking_school
amenity=dancing_school
amenity=prep_school
amenity=mortuary
amenity=funeral_hall
amenity=social_facility social_facility=soup_kitchen
amenity=social_facility social_facility=food_bank
amenity=social_facility social_facility=shelter
amenity=social_facility social_facility=nursing_home
amenity=boat_storage
amenity=car_pooling
amenity=kitchen
amenity=bus_station
amenity=ferry_terminal
amenity=restaurant cuisine=tapas
amenity=restaurant cuisine=dumpling
amenity=restaurant cuisine=tex-mex
amenity=restaurant cuisine=caribbean
amenity=restaurant cuisine=nepalese
amenity=restaurant cuisine=afghan
amenity=restaurant cuisine=hungarian
amenity=restaurant cuisine=argentinian
amenity=restaurant cuisine=swiss
amenity=restaurant cuisine=bavarian
amenity=restaurant cuisine=hotpot
amenity=restaurant cuisine=curry
amenity=restaurant cuisine=chicken;wings
amenity=restaurant cuisine=seafood outdoor_seating=yes
amenity=restaurant diet:vegan=only outdoor_seating=yes
amenity=restaurant diet:vegetarian=yes
amenity=restaurant diet:halal=only
amenity=restaurant diet:kosher=only
amenity=restaurant dog=yes
amenity=restaurant air_conditioning=yes
amenity=restaurant reservation=required
amenity=restaurant live_music=yes
amenity=restaurant highchair=yes
amenity=cafe diet:vegan=yes internet_access=wlan
amenity=cafe smoking=outside
amenity=bar wheelchair=yes
amenity=bar lgbtq=primary
amenity=pub live_music=yes
amenity=fast_food cuisine=falafel
amenity=fast_food cuisine=tacos
amenity=fast_food cuisine=poke
amenity=fast_food cuisine=currywurst
amenity=fuel fuel:lpg=yes brand=Total
amenity=fuel fuel:cng=yes
amenity=pharmacy opening_hours=24/7
amenity=pharmacy drive_through=yes
amenity=place_of_worship religion=sikh
amenity=place_of_worship religion=shinto
amenity=place_of_worship religion=taoist
amenity=place_of_worship religion=christian denomination=baptist
amenity=place_of_worship religion=christian denomination=methodist
amenity=place_of_worship religion=christian denomination=jehovahs_witness
tourism=wilderness_hut
tourism=information information=visitor_centre
tourism=hotel stars=3 swimming_pool=yes
tourism=hotel stars=5 wheelchair=yes
tourism=hotel internet_access=wlan
tourism=museum museum=art
tourism=museum museum=railway
tourism=camp_site dog=yes
tourism=camp_site nudism=yes
tourism=artwork artwork_type=mural
leisure=disc_golf_course
leisure=sports_centre sport=paintball
leisure=sports_centre sport=shooting
leisure=sports_centre sport=squash
leisure=sports_centre sport=boxing
leisure=sports_centre sport=gymnastics
leisure=sports_centre sport=billiards
leisure=sports_centre sport=padel
leisure=sports_centre sport=judo
leisure=fitness_centre sport=crossfit
leisure=fitness_centre sport=pilates
leisure=ice_rink sport=ice_hockey
leisure=sailing_club
leisure=summer_camp
leisure=social_club
leisure=maze
leisure=wildlife_hide
leisure=swimming_area
leisure=bathing_place
leisure=indoor_play
leisure=trampoline_park
leisure=stadium sport=rugby
club=sport
club=scout
club=automobile
club=chess
historic=mine
historic=wreck
historic=locomotive
historic=monastery
historic=rune_stone
historic=wayside_shrine
historic=aircraft
historic=cannon
natural=glacier
natural=volcano
natural=bay
natural=geyser
natural=arch
natural=cape
natural=water water=lake
man_made=observatory
man_made=watermill
man_made=lighthouse
man_made=tower tower:type=observation
man_made=works
aerialway=gondola
aerialway=chair_lift
aerialway=zip_line
aeroway=aerodrome
aeroway=terminal
railway=station
railway=station station=subway
landuse=vineyard
landuse=allotments
waterway=dam
boundary=national_park
emergency=mountain_rescue
emergency=lifeguard
`

const UNNAMED = `
emergency=defibrillator
emergency=phone
amenity=public_bookcase
amenity=give_box
amenity=compressed_air
amenity=sanitary_dump_station
amenity=water_point
amenity=luggage_locker
amenity=binoculars
amenity=watering_place
amenity=dog_toilet
amenity=baking_oven
amenity=letter_box
amenity=vending_machine vending=parking_tickets
amenity=vending_machine vending=coffee
amenity=vending_machine vending=excrement_bags
amenity=vending_machine vending=public_transport_tickets
amenity=vending_machine vending=condoms
amenity=toilets changing_table=yes
amenity=toilets fee=no wheelchair=yes
amenity=charging_station socket:type2=4
amenity=charging_station bicycle=yes
amenity=parking parking=multi-storey
amenity=parking access=customers
amenity=parking fee=yes
amenity=parking_space parking_space=disabled
amenity=atm
amenity=fuel
amenity=recycling recycling_type=centre
amenity=recycling recycling:clothes=yes
amenity=smoking_area
leisure=picnic_table
leisure=playground
leisure=fitness_station
leisure=pitch sport=padel
leisure=pitch sport=cricket
leisure=pitch sport=boules
leisure=pitch sport=chess
leisure=pitch sport=american_football
leisure=pitch sport=hockey
leisure=pitch sport=climbing
leisure=pitch sport=bmx
tourism=information information=guidepost
tourism=information information=map
tourism=information information=board
tourism=viewpoint
`

/** Names in other scripts, and brands. */
const CALLED: readonly (readonly [string, string])[] = [
  ['amenity=restaurant', 'Ресторан Прага'],
  ['amenity=cafe', 'さくら'],
  ['shop=books', '三省堂書店'],
  ['amenity=restaurant', 'مطعم الشام'],
  ['amenity=cafe', 'קפה גרג'],
  ['amenity=restaurant', 'Ταβέρνα Ζορμπάς'],
  ['tourism=hotel', 'Hotel Zum Goldenen Löwen'],
  ['amenity=cafe', 'Café Müßiggang'],
  ['amenity=pub', "O'Malley's"],
  ['shop=supermarket brand=Carrefour', 'Carrefour'],
  ['shop=clothes brand=H&M brand:wikidata=Q188326', 'H&M'],
  ['amenity=fast_food brand=KFC brand:wikidata=Q524757', 'KFC'],
  ['amenity=cafe brand=Starbucks brand:wikidata=Q37158', 'Starbucks'],
]

/** Each kind twice, as an .osm file. */
export function coastTown(): string {
  return madeUpTown(NAMED, UNNAMED, CALLED, { lat: 43.01, lng: 8.01 })
}
