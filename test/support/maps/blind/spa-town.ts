// A made-up spa town with a ring road: what says more of a place than its kind, and kinds that the town by the sea lacks.
import { madeUpTown } from './made-up-town.ts'

const NAMED = `
amenity=cafe outdoor_seating=yes
amenity=cafe dog=yes
amenity=cafe takeaway=only
amenity=cafe
amenity=restaurant cuisine=italian delivery=yes
amenity=restaurant cuisine=italian
amenity=restaurant cuisine=chinese takeaway=yes
amenity=restaurant cuisine=indian diet:vegetarian=yes
amenity=restaurant cuisine=thai
amenity=restaurant cuisine=greek reservation=no
amenity=restaurant cuisine=french reservation=required
amenity=restaurant cuisine=georgian
amenity=restaurant cuisine=ethiopian
amenity=restaurant cuisine=korean
amenity=restaurant cuisine=sushi
amenity=restaurant cuisine=ramen
amenity=restaurant cuisine=fondue
amenity=restaurant microbrewery=yes
amenity=restaurant changing_table=yes
amenity=restaurant toilets:wheelchair=yes wheelchair=yes
amenity=restaurant payment:cash=only
amenity=restaurant payment:credit_cards=yes
amenity=restaurant diet:lactose_free=yes
amenity=restaurant buffet=yes
amenity=fast_food cuisine=burger drive_through=yes
amenity=fast_food cuisine=burger
amenity=fast_food cuisine=kebab
amenity=fast_food cuisine=fish_and_chips
amenity=fast_food cuisine=hot_dog
amenity=bar brewery=Pilsner
amenity=bar cocktails=yes
amenity=pub microbrewery=yes
amenity=pub
amenity=nightclub lgbtq=primary
amenity=bank
amenity=bank drive_through=yes
amenity=bureau_de_change
amenity=pharmacy
amenity=pharmacy dispensing=yes opening_hours=24/7
amenity=clinic
amenity=hospital emergency=yes
amenity=hospital emergency=no
amenity=doctors healthcare:speciality=dermatology
amenity=doctors healthcare:speciality=ophthalmology
amenity=doctors healthcare:speciality=gynaecology
amenity=doctors healthcare:speciality=paediatrics
amenity=dentist
amenity=library internet_access=wlan
amenity=library
amenity=toy_library
amenity=theatre theatre:genre=puppet
amenity=theatre
amenity=cinema
amenity=cinema cinema:3D=yes
amenity=social_facility social_facility=day_care social_facility:for=senior
amenity=social_facility social_facility=workshop
amenity=car_wash self_service=yes
amenity=car_wash
amenity=public_bath bath:type=thermal
amenity=place_of_worship religion=muslim
amenity=place_of_worship religion=jewish
amenity=place_of_worship religion=buddhist
amenity=place_of_worship religion=hindu
amenity=place_of_worship religion=christian denomination=catholic
amenity=place_of_worship religion=christian denomination=lutheran
amenity=place_of_worship religion=christian denomination=orthodox
amenity=school school=primary
amenity=school
amenity=music_school
amenity=surf_school
amenity=ski_school
amenity=coworking_space
amenity=crematorium
amenity=refugee_site
shop=clothes clothes=women
shop=clothes clothes=men
shop=clothes clothes=children
shop=clothes clothes=wedding
shop=clothes clothes=sports
shop=clothes
shop=clothes second_hand=only
shop=shoes
shop=shoes shoes=children
shop=bicycle service:bicycle:repair=yes
shop=bicycle service:bicycle:rental=yes
shop=bicycle
shop=car second_hand=yes
shop=car
shop=car_repair service:vehicle:tyres=yes
shop=car_repair
shop=supermarket organic=only
shop=supermarket
shop=convenience
shop=bakery
shop=bakery diet:gluten_free=only
shop=butcher
shop=butcher diet:halal=only
shop=alcohol
shop=wine
shop=laundry self_service=yes
shop=laundry
shop=hairdresser reservation=no
shop=hairdresser
shop=beauty beauty=nails
shop=beauty
shop=massage
shop=books second_hand=only
shop=books
shop=florist
shop=pet
shop=pet_food
shop=kitchen
shop=bed
shop=garden_furniture
shop=tool_hire
shop=bookmaker
shop=lottery
shop=copyshop
shop=hearing_aids
shop=medical_supply
shop=erotic
shop=health_food
shop=outpost
shop=craft
shop=music
shop=photo
shop=camera
shop=vacuum_cleaner
shop=hvac
shop=fireplace
craft=carpet_cleaner
craft=cleaning
craft=rug_maker
craft=upholsterer
craft=tinsmith
craft=roofer
craft=scaffolder
craft=sweep
craft=chimney_sweeper
craft=electronics_repair
craft=shoemaker
craft=brewery
craft=distillery
craft=winery
craft=grinding_mill
craft=engraver
craft=toolmaker
craft=turner
craft=embroiderer
craft=leather
office=lawyer
office=notary
office=tax_advisor
office=insurance
office=estate_agent
office=moving_company
office=coworking
office=newspaper
office=telecommunication
office=private_investigator
office=employment_agency
office=quango
healthcare=podiatrist
healthcare=physiotherapist
healthcare=optometrist
healthcare=midwife
healthcare=blood_donation
healthcare=speech_therapist
tourism=hotel parking=yes
tourism=hotel
tourism=hotel dog=yes
tourism=hotel breakfast=yes
tourism=hotel sauna=yes
tourism=hotel stars=4
tourism=guest_house guest_house=bed_and_breakfast
tourism=hostel
tourism=camp_site tents=yes
tourism=caravan_site power_supply=yes
tourism=museum museum=history
tourism=museum museum=art
tourism=museum museum=technology
tourism=museum museum=local
tourism=museum museum=military
tourism=gallery
tourism=aquarium
tourism=zoo zoo=petting_zoo
tourism=zoo
tourism=information information=office
leisure=sports_centre sport=climbing indoor=yes
leisure=sports_centre sport=tennis
leisure=sports_centre sport=table_tennis
leisure=sports_centre sport=karate
leisure=sports_centre sport=yoga
leisure=swimming_pool access=yes indoor=yes
leisure=swimming_pool access=private
leisure=water_park
leisure=horse_riding
leisure=escape_game
leisure=sauna
leisure=stadium sport=soccer
leisure=bowling_alley
leisure=amusement_arcade
leisure=marina
leisure=park
leisure=dog_park
leisure=nature_reserve
historic=castle castle_type=fortress
historic=castle
historic=ruins
historic=memorial memorial=stolperstein
historic=memorial memorial=war_memorial
historic=city_gate
historic=tomb
natural=hot_spring
natural=cave_entrance
natural=peak
man_made=windmill
man_made=pier
railway=station station=light_rail
railway=station
railway=tram_stop
aeroway=helipad
`

const UNNAMED = `
amenity=fuel fuel:diesel=yes
amenity=fuel fuel:adblue=yes
amenity=fuel fuel:lpg=yes
amenity=fuel fuel:octane_98=yes
amenity=fuel fuel:h2=yes
amenity=fuel
amenity=charging_station socket:chademo=1
amenity=charging_station fee=no
amenity=charging_station
amenity=parking parking=underground
amenity=parking parking=multi-storey
amenity=parking parking=surface fee=no
amenity=parking parking=street_side
amenity=parking capacity:disabled=3
amenity=parking park_ride=yes
amenity=parking access=private
amenity=parking hgv=designated
amenity=toilets wheelchair=yes
amenity=toilets changing_table=yes
amenity=toilets fee=yes
amenity=drinking_water
amenity=bicycle_parking covered=yes
amenity=bicycle_parking bicycle_parking=lockers
amenity=bicycle_parking
amenity=bench backrest=yes
amenity=bench
amenity=shower
amenity=recycling recycling:glass_bottles=yes
amenity=recycling recycling:batteries=yes
amenity=recycling recycling_type=container
amenity=vending_machine vending=cigarettes
amenity=vending_machine vending=drinks
amenity=vending_machine vending=milk
amenity=parcel_locker
amenity=post_box
amenity=atm cash_in=yes
amenity=atm
amenity=taxi
amenity=car_sharing
amenity=hunting_stand
amenity=bbq
leisure=playground wheelchair=yes
leisure=playground
leisure=pitch sport=tennis surface=clay
leisure=pitch sport=tennis
leisure=pitch sport=basketball
leisure=pitch sport=soccer lit=yes
leisure=pitch sport=beachvolleyball
leisure=pitch sport=skateboard
leisure=pitch sport=table_tennis
leisure=swimming_area
leisure=firepit
tourism=picnic_site
emergency=defibrillator
highway=bus_stop shelter=yes
highway=bus_stop
natural=spring drinking_water=yes
`

/** Each kind twice, as an .osm file. */
export function spaTown(): string {
  return madeUpTown(NAMED, UNNAMED, [], { lat: 46.01, lng: 11.01 })
}
