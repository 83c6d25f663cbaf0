// What people type, each with the tags of the places that they mean. The lines under FROZEN were written before the reading of
// queries was; WORKED were used while it was made. Only tags say what is right here, nothing of the product.

/** `<extract>: <query> => <truth>`; the truth is read by `truthOf`. */
export type TypedQuery = readonly [extract: Extract, query: string, truth: string]
/** The three extracts of the shared data. */
export type Extract = 'monaco' | 'liechtenstein' | 'harrisburg'

export const BARS = 'amenity=bar|pub'
export const CAFES = 'amenity=cafe'
export const FOOD = 'amenity=restaurant|cafe|fast_food|bar|pub|ice_cream|food_court|biergarten'
export const GROCERIES = 'shop=supermarket|convenience|grocery'
export const DOCTORS = 'amenity=doctors or healthcare=doctor'
/** Who is no specialist by the tags. */
export const FAMILY_DOCTORS = ['amenity=doctors', 'healthcare=doctor']
  .flatMap((kind) =>
    ['none', 'general'].map((speciality) => `${kind} and healthcare:speciality=${speciality}`),
  )
  .join(' or ')
export const ESTATE = 'office=estate_agent or shop=estate_agent'
export const CLOTHES = 'shop=clothes|boutique|fashion'
export const SIGHTS = 'tourism=attraction|museum|gallery|viewpoint|zoo|aquarium|theme_park|artwork'
export const LODGING = 'tourism=hotel|motel|hostel|guest_house|apartment|chalet|alpine_hut|camp_site'
export const ATMS = 'any: amenity=atm or atm=yes'
export const CHURCHES = 'amenity=place_of_worship and religion=christian'
export const BAKERIES = 'shop=bakery'
export const BANKS = 'amenity=bank'
export const BIKES = 'shop=bicycle'
export const BURGERS = 'cuisine=burger or name~burger'
export const BUS_STOPS = 'any: highway=bus_stop'
export const CHARGING = 'any: amenity=charging_station'
export const COBBLERS = 'craft=shoemaker or shop=shoe_repair'
export const DENTISTS = 'amenity=dentist or healthcare=dentist'
export const FLORISTS = 'shop=florist'
export const FUEL = 'any: amenity=fuel'
export const GARAGES = 'shop=car_repair'
export const GYMS = 'leisure=fitness_centre'
export const HAIR = 'shop=hairdresser'
export const HARDWARE = 'shop=hardware|doityourself'
export const HOTELS = 'tourism=hotel'
export const ICE = 'amenity=ice_cream or shop=ice_cream or cuisine=ice_cream'
export const LOCKSMITHS = 'shop=locksmith or craft=locksmith|key_cutter'
export const OPTICIANS = 'shop=optician or craft=optician'
export const PARKING = 'any: amenity=parking'
export const POST = 'amenity=post_office'
export const PHARMACIES = 'amenity=pharmacy'
export const PIZZA = 'cuisine=pizza or name~pizza or name~pizzeria'
export const PLAYGROUNDS = 'any: leisure=playground'
export const RESTAURANTS = 'amenity=restaurant'
export const SHOES = 'shop=shoes'
export const SUPERMARKETS = 'shop=supermarket'
export const SUSHI = 'cuisine=sushi or name~sushi'
export const SWIMMING = 'leisure=swimming_pool|water_park or sport=swimming'
export const TAILORS = 'shop=tailor or craft=tailor|dressmaker'
export const TOILETS = 'any: amenity=toilets'
export const TOYS = 'shop=toys'
export const VETS = 'amenity=veterinary'
export const WATCHES = 'shop=watches or craft=watchmaker|clockmaker'
export const WATER = 'any: amenity=drinking_water'

/** Written and left alone before anything was measured. */
export const FROZEN: readonly TypedQuery[] = [
  ['monaco', 'bars', BARS],
  ['monaco', 'best coffee', CAFES],
  ['monaco', 'seafood restaurant', 'amenity=restaurant|fast_food and cuisine=seafood|fish'],
  ['monaco', '5 star hotels', 'tourism=hotel and stars=5|5S'],
  ['monaco', 'jewelry store', 'shop=jewelry'],
  ['monaco', 'clothing stores', CLOTHES],
  ['monaco', 'grocery stores near me', GROCERIES],
  ['monaco', 'tourist attractions', SIGHTS],
  ['monaco', 'real estate agency', ESTATE],
  ['monaco', 'agence immobilière', ESTATE],
  ['monaco', 'cheap hotels', 'tourism=hotel and stars!=4|4s|5|5s'],
  ['monaco', 'atm', ATMS],
  ['monaco', 'distributeur de billets', ATMS],
  ['monaco', 'pizza', 'cuisine=pizza or name~pizza or name~pizzeria'],
  ['monaco', 'italian restaurants', 'amenity=restaurant|fast_food and cuisine=italian|pizza|pasta'],
  ['monaco', 'restaurant japonais', 'amenity=restaurant|fast_food and cuisine=japanese|sushi|ramen'],
  ['monaco', 'pharmacies de garde', 'amenity=pharmacy'],
  ['monaco', 'Farmacia', 'amenity=pharmacy'],
  ['monaco', 'Apotheken', 'amenity=pharmacy'],
  ['monaco', 'レストラン', 'amenity=restaurant'],
  ['monaco', '駐車場', 'any: amenity=parking'],
  ['monaco', 'öffentliche Toiletten', 'any: amenity=toilets'],
  ['monaco', 'boulangeries', 'shop=bakery'],
  ['monaco', 'boulangrie', 'shop=bakery'],
  ['monaco', 'salon de coiffure', 'shop=hairdresser'],
  ['monaco', 'peluquerías', 'shop=hairdresser'],
  ['monaco', 'zapaterías', 'shop=shoes'],
  ['monaco', 'negozi di abbigliamento', CLOTHES],
  ['monaco', 'supermercati', 'shop=supermarket'],
  ['monaco', 'banche', 'amenity=bank'],
  ['monaco', 'musei', 'tourism=museum'],
  ['monaco', 'aire de jeux pour enfants', 'any: leisure=playground'],
  ['monaco', 'night clubs', 'amenity=nightclub'],
  ['monaco', 'wheelchair accessible restaurants', 'amenity=restaurant and wheelchair=yes|designated'],
  ['monaco', 'restaurants with outdoor seating', 'amenity=restaurant and outdoor_seating=*'],
  ['monaco', 'resturant', 'amenity=restaurant'],
  ['monaco', 'dentistes', 'amenity=dentist or healthcare=dentist'],
  ['monaco', 'arrêt de bus', 'any: highway=bus_stop'],
  ['monaco', 'viewpoints', 'any: tourism=viewpoint'],
  ['monaco', 'Carrefour', 'name~carrefour or brand~carrefour or operator~carrefour'],
  ['liechtenstein', 'Restaurants in Vaduz', 'amenity=restaurant'],
  ['liechtenstein', 'jewelry store vaduz', 'shop=jewelry'],
  ['liechtenstein', 'Bäckereien', 'shop=bakery or name~backer or name:de~backer'],
  ['liechtenstein', 'Tankstelle', 'any: amenity=fuel'],
  ['liechtenstein', 'gas station', 'any: amenity=fuel'],
  ['liechtenstein', 'Kirchen', CHURCHES],
  ['liechtenstein', 'churches', CHURCHES],
  ['liechtenstein', 'Burgen und Schlösser', 'historic=castle'],
  ['liechtenstein', 'Spielplätze', 'any: leisure=playground'],
  ['liechtenstein', 'benches', 'any: amenity=bench'],
  ['liechtenstein', 'Sitzbänke', 'any: amenity=bench'],
  ['liechtenstein', 'Arzt', DOCTORS],
  ['liechtenstein', 'doctors', DOCTORS],
  ['liechtenstein', 'Bahnhof', 'any: railway=station|halt'],
  ['liechtenstein', 'Bushaltestellen', 'any: highway=bus_stop'],
  [
    'liechtenstein',
    'ski lift',
    'any: aerialway=chair_lift|drag_lift|t-bar|j-bar|platter|magic_carpet|mixed_lift|gondola|cable_car',
  ],
  ['liechtenstein', 'Supermarkt geöffnet', 'shop=supermarket'],
  ['liechtenstein', 'supermakt', 'shop=supermarket'],
  ['liechtenstein', 'bank', 'amenity=bank'],
  ['liechtenstein', 'hotels with wifi', 'tourism=hotel and internet_access=yes|wlan'],
  [
    'liechtenstein',
    'vegetarian restaurants',
    'amenity=restaurant and diet:vegetarian=yes|only or amenity=restaurant|fast_food and cuisine=vegetarian',
  ],
  ['liechtenstein', 'tennis courts', 'any: leisure=pitch|sports_centre and sport=tennis'],
  ['liechtenstein', 'Fussballplatz', 'any: leisure=pitch and sport=soccer'],
  ['liechtenstein', 'guest houses', 'tourism=guest_house'],
  ['liechtenstein', 'Schulen', 'amenity=school'],
  ['liechtenstein', 'escuelas', 'amenity=school'],
  ['liechtenstein', 'gasolineras', 'any: amenity=fuel'],
  ['liechtenstein', 'ガソリンスタンド', 'any: amenity=fuel'],
  ['liechtenstein', '銀行', 'amenity=bank'],
  [
    'liechtenstein',
    'ristoranti pizzeria',
    'amenity=restaurant|fast_food and cuisine=pizza or amenity=restaurant and name~pizzeria',
  ],
  ['liechtenstein', 'Migros', 'name~migros or brand~migros or operator~migros'],
  ['liechtenstein', 'mountain huts', 'tourism=alpine_hut|wilderness_hut'],
  ['liechtenstein', 'Grillplatz', 'any: amenity=bbq or leisure=firepit'],
  ['liechtenstein', 'Friedhof', 'any: landuse=cemetery or amenity=grave_yard'],
  ['harrisburg', 'places to eat', FOOD],
  ['harrisburg', 'fast food restaurants', 'amenity=fast_food'],
  ['harrisburg', 'lawyers', 'office=lawyer'],
  ['harrisburg', 'schools', 'amenity=school'],
  ['harrisburg', 'parking lots', 'any: amenity=parking'],
  ['harrisburg', 'iglesias', CHURCHES],
  ['harrisburg', 'fire dept', 'amenity=fire_station'],
  ['harrisburg', 'hotels', 'tourism=hotel'],
  ['harrisburg', 'museums near me', 'tourism=museum'],
  ['harrisburg', 'Krankenhaus', 'amenity=hospital or healthcare=hospital'],
  ['harrisburg', 'gimnasios', 'leisure=fitness_centre'],
  ['harrisburg', 'where to stay', LODGING],
]

/** Written while the reading of queries was made. */
export const WORKED: readonly TypedQuery[] = [
  ['monaco', 'cafes', CAFES],
  ['monaco', 'coffee shops near me', CAFES],
  ['monaco', 'cafés à Monaco', CAFES],
  ['monaco', 'モナコのカフェ', CAFES],
  ['monaco', '咖啡馆', CAFES],
  ['monaco', 'кафе рядом', CAFES],
  ['monaco', 'restaurants', 'amenity=restaurant'],
  ['monaco', 'best restaurants in Monte Carlo', 'amenity=restaurant'],
  ['monaco', 'ristoranti economici', 'amenity=restaurant'],
  ['monaco', 'restaurantes cerca de mí', 'amenity=restaurant'],
  ['monaco', 'おすすめのレストラン', 'amenity=restaurant'],
  ['monaco', 'Restaurants in Monaco mit Terrasse', 'amenity=restaurant and outdoor_seating=*'],
  ['monaco', 'luxury hotels', 'tourism=hotel'],
  ['monaco', '4-star hotel', 'tourism=hotel and stars=4|4s'],
  ['monaco', 'hôtels 5 étoiles', 'tourism=hotel and stars=5|5s'],
  ['monaco', '五つ星ホテル', 'tourism=hotel and stars=5|5s'],
  [
    'monaco',
    'hotels with free wifi',
    'tourism=hotel and internet_access=yes|wlan and fee=no or tourism=hotel and internet_access=yes|wlan',
  ],
  ['monaco', 'hotles', 'tourism=hotel'],
  ['monaco', 'pharmcy', 'amenity=pharmacy'],
  ['monaco', 'pharmacies', 'amenity=pharmacy'],
  ['monaco', 'pharmacy open now', 'amenity=pharmacy'],
  ['monaco', '薬局', 'amenity=pharmacy'],
  ['monaco', 'nightlife', 'amenity=bar|pub|nightclub'],
  ['monaco', 'bars and clubs', 'amenity=bar|pub|nightclub'],
  ['monaco', 'pubs', 'amenity=pub'],
  ['monaco', 'sushi', 'cuisine=sushi or name~sushi'],
  ['monaco', 'italienisches Restaurant', 'amenity=restaurant|fast_food and cuisine=italian'],
  ['monaco', 'pizzerias', 'cuisine=pizza or name~pizza or name~pizzeria'],
  ['monaco', 'burger', 'cuisine=burger or name~burger'],
  ['monaco', 'clothing', CLOTHES],
  ['monaco', 'magasins de vêtements', CLOTHES],
  ['monaco', 'tienda de ropa', CLOTHES],
  ['monaco', 'bijouterie', 'shop=jewelry'],
  ['monaco', 'joyerías', 'shop=jewelry'],
  ['monaco', 'coiffeurs', 'shop=hairdresser'],
  ['monaco', 'parrucchiere', 'shop=hairdresser'],
  ['monaco', 'supermarché', 'shop=supermarket'],
  ['monaco', 'スーパーマーケット', 'shop=supermarket'],
  ['monaco', 'épicerie', GROCERIES],
  ['monaco', 'parking gratuit', 'any: amenity=parking and fee=no'],
  ['monaco', 'parcheggi', 'any: amenity=parking'],
  ['monaco', 'toilettes publiques', 'any: amenity=toilets'],
  ['monaco', 'public restrooms', 'any: amenity=toilets'],
  ['monaco', 'cajeros automáticos', ATMS],
  ['monaco', 'Bankomat', ATMS],
  ['monaco', 'stations-service', 'any: amenity=fuel'],
  ['monaco', 'borne de recharge', 'any: amenity=charging_station'],
  ['monaco', 'Ladestationen', 'any: amenity=charging_station'],
  ['monaco', 'parks and gardens', 'leisure=park|garden'],
  ['monaco', 'jardin', 'leisure=garden'],
  ['monaco', 'museum', 'tourism=museum'],
  ['monaco', 'églises', CHURCHES],
  ['monaco', 'schools', 'amenity=school'],
  ['monaco', 'yacht clubs', 'club=sailing|yacht|yachting or name~yacht and leisure=sports_centre|marina'],
  ['monaco', 'casinos', 'amenity=casino'],
  ['monaco', 'cinéma', 'amenity=cinema'],
  ['monaco', 'banks', 'amenity=bank'],
  ['monaco', 'embassies', 'amenity=embassy or office=diplomatic'],
  ['monaco', 'galeries', 'tourism=gallery or shop=art'],
  ['monaco', 'car rental', 'any: amenity=car_rental'],
  ['monaco', 'Gare', 'any: railway=station|halt'],
  ['monaco', 'beaches', 'any: natural=beach'],
  ['monaco', 'plages', 'any: natural=beach'],
  ['monaco', 'police', 'amenity=police'],
  ['monaco', 'bureaux de poste', 'amenity=post_office'],
  ['monaco', 'Starbucks', 'name~starbucks or brand~starbucks'],
  ['monaco', 'hôpital', 'amenity=hospital or healthcare=hospital'],
  ['monaco', 'opticien', 'shop=optician or healthcare=optometrist'],
  ['monaco', 'fleuriste', 'shop=florist'],
  ['monaco', 'fontaines', 'any: amenity=fountain'],
  ['liechtenstein', 'hotels in Vaduz', 'tourism=hotel'],
  ['liechtenstein', 'Vaduz hotels', 'tourism=hotel'],
  ['liechtenstein', 'Supermärkte', 'shop=supermarket'],
  ['liechtenstein', 'Lebensmittelgeschäft', GROCERIES],
  ['liechtenstein', 'Metzgerei', 'shop=butcher'],
  ['liechtenstein', 'Coiffeur', 'shop=hairdresser'],
  ['liechtenstein', 'Gasthäuser', 'amenity=restaurant'],
  ['liechtenstein', 'Pizzeria in Schaan', 'cuisine=pizza or name~pizzeria or name~pizza'],
  ['liechtenstein', 'chinese food', 'amenity=restaurant|fast_food and cuisine=chinese'],
  ['liechtenstein', 'Thai Restaurant', 'amenity=restaurant|fast_food and cuisine=thai'],
  ['liechtenstein', 'Parkplätze', 'any: amenity=parking'],
  ['liechtenstein', 'kostenlose Parkplätze', 'any: amenity=parking and fee=no'],
  ['liechtenstein', 'バス停', 'any: highway=bus_stop'],
  ['liechtenstein', 'museums', 'tourism=museum'],
  ['liechtenstein', 'musées à Vaduz', 'tourism=museum'],
  ['liechtenstein', 'banche', 'amenity=bank'],
  ['liechtenstein', 'Postämter', 'amenity=post_office'],
  ['liechtenstein', 'Kindergärten', 'amenity=kindergarten'],
  [
    'liechtenstein',
    'Schwimmbad',
    'leisure=swimming_pool|water_park|sports_centre and sport=swimming or leisure=swimming_pool',
  ],
  ['liechtenstein', 'Zahnarzt', 'amenity=dentist or healthcare=dentist'],
  ['liechtenstein', 'garage', 'shop=car_repair'],
  ['liechtenstein', 'electronics store', 'shop=electronics'],
  ['liechtenstein', 'bike shops', 'shop=bicycle'],
  ['liechtenstein', 'furniture stores', 'shop=furniture'],
  ['liechtenstein', 'Möbelhaus', 'shop=furniture'],
  ['liechtenstein', 'Blumenladen', 'shop=florist'],
  ['liechtenstein', 'Aussichtspunkte', 'any: tourism=viewpoint'],
  ['liechtenstein', 'picnic spots', 'any: tourism=picnic_site'],
  ['liechtenstein', 'camping', 'tourism=camp_site'],
  ['liechtenstein', 'Berggipfel', 'any: natural=peak'],
  ['liechtenstein', 'drinking water', 'any: amenity=drinking_water'],
  ['liechtenstein', 'Brunnen', 'any: amenity=fountain'],
  ['liechtenstein', 'Denner', 'name~denner or brand~denner or operator~denner'],
  ['liechtenstein', 'Tennis', 'any: leisure=pitch|sports_centre|track and sport=tennis'],
  ['liechtenstein', 'minigolf', 'leisure=miniature_golf'],
  ['liechtenstein', 'travel agents', 'shop=travel_agency or office=travel_agent'],
  ['liechtenstein', 'Immobilienmakler', ESTATE],
  ['liechtenstein', 'Anwälte', 'office=lawyer'],
  ['harrisburg', 'churches', CHURCHES],
  ['harrisburg', 'restaurants near me', 'amenity=restaurant'],
  ['harrisburg', 'bars', BARS],
  ['harrisburg', 'parks', 'leisure=park'],
  ['harrisburg', 'libraries', 'amenity=library'],
  ['harrisburg', 'gas stations', 'any: amenity=fuel'],
  ['harrisburg', 'playgrounds', 'any: leisure=playground'],
  ['harrisburg', 'post office', 'amenity=post_office'],
  ['harrisburg', 'hospitals', 'amenity=hospital or healthcare=hospital'],
  ['harrisburg', 'Schulen', 'amenity=school'],
  ['harrisburg', 'universidad', 'amenity=university'],
  ['harrisburg', 'bibliothèque', 'amenity=library'],
  ['harrisburg', 'government offices', 'office=government'],
  ['harrisburg', 'elementary schools', 'amenity=school and name~elementary'],
  ['harrisburg', 'train station', 'any: railway=station|halt'],
  ['harrisburg', 'baseball fields', 'any: leisure=pitch|stadium|sports_centre and sport=baseball'],
  ['harrisburg', 'basketball court', 'any: leisure=pitch|sports_centre and sport=basketball'],
  ['harrisburg', 'car dealerships', 'shop=car'],
  ['harrisburg', 'cemeteries', 'any: landuse=cemetery or amenity=grave_yard'],
  ['harrisburg', 'monuments', 'historic=monument|memorial'],
  ['harrisburg', 'theaters', 'amenity=theatre'],
]

/** Where the extracts are, below the shared data. */
export const EXTRACTS: Readonly<Record<Extract, string>> = {
  monaco: 'data/osm/planetiler-monaco-latest.osm.pbf',
  liechtenstein: 'data/osm/nominatim-apidb-liechtenstein.osm.pbf',
  harrisburg: 'data/osm/valhalla-harrisburg.osm.pbf',
}
