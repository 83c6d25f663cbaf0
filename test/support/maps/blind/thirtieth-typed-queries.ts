// The thirtieth list: everyday lines over the extracts, written by one who had not read how details are found.

import { FAMILY_DOCTORS } from '#test/support/maps/typed/typed-queries.ts'

type WorldQuery = readonly [world: string, query: string, truth: string]

const RESTAURANTS = 'amenity=restaurant'
const PHARMACIES = 'amenity=pharmacy or shop=chemist or healthcare=pharmacy'
const PETROL = 'any: amenity=fuel'
const PLAYGROUNDS = 'any: leisure=playground'
const TOILETS = 'any: amenity=toilets'
const BANKS = 'amenity=bank'

export const THIRTIETH: readonly WorldQuery[] = [
  ['harrisburg', 'places to eat downtown', 'amenity=restaurant|fast_food|cafe|food_court'],
  ['harrisburg', 'cheap motels', 'tourism=motel'],
  ['harrisburg', 'where can I get my hair cut', 'shop=hairdresser'],
  ['harrisburg', 'car wash', 'any: amenity=car_wash'],
  ['harrisburg', 'dollar stores', 'shop=variety_store'],
  ['harrisburg', 'chinese takeout', 'amenity=restaurant|fast_food and cuisine=chinese'],
  ['harrisburg', 'elementary schools', 'amenity=school and name~elementary'],
  ['harrisburg', 'funeral homes near me', 'shop=funeral_directors or amenity=funeral_hall'],
  ['harrisburg', 'auto parts', 'shop=car_parts'],
  ['harrisburg', 'subs and sandwiches', 'amenity=fast_food|restaurant and cuisine=sandwich'],
  ['harrisburg', 'laundromat', 'shop=laundry'],
  ['harrisburg', 'atm', 'any: amenity=atm or atm=yes'],
  ['harrisburg', 'fire station', 'amenity=fire_station'],
  ['harrisburg', 'parks', 'leisure=park'],
  ['harrisburg', 'breweries', 'craft=brewery or microbrewery=yes'],
  ['harrisburg', 'libraries', 'amenity=library'],
  ['harrisburg', 'lawyers', 'office=lawyer'],
  ['harrisburg', 'museos', 'tourism=museum'],
  ['harrisburg', 'gasolineras', PETROL],
  ['monaco', 'boulangerie', 'shop=bakery'],
  ['monaco', 'distributeur de billets', 'any: amenity=atm or atm=yes'],
  ['monaco', 'où manger des sushis', 'cuisine=sushi'],
  ['monaco', 'pharmacie de garde', PHARMACIES],
  ['monaco', 'magasins de chaussures', 'shop=shoes'],
  ['monaco', 'jardins publics', 'leisure=park|garden'],
  ['monaco', 'écoles', 'amenity=school'],
  ['monaco', 'bijouteries', 'shop=jewelry'],
  ['monaco', 'hotel 5 stelle', 'tourism=hotel and stars=5|5s'],
  ['monaco', 'ristoranti italiani', 'amenity=restaurant|fast_food and cuisine=italian'],
  ['monaco', 'parco giochi', PLAYGROUNDS],
  ['monaco', 'bagni pubblici', TOILETS],
  ['monaco', 'parcheggio', 'any: amenity=parking'],
  ['monaco', 'geldautomaat', 'any: amenity=atm or atm=yes'],
  ['monaco', 'supermarkt', 'shop=supermarket'],
  ['monaco', 'apteka', PHARMACIES],
  ['monaco', 'restauracje', RESTAURANTS],
  ['monaco', 'カフェ', 'amenity=cafe'],
  ['monaco', '银行', BANKS],
  ['monaco', 'peluquerías', 'shop=hairdresser'],
  ['monaco', 'farmácias', PHARMACIES],
  ['monaco', 'yacht brokers', 'shop=boat or office=yacht_broker|yacht'],
  ['monaco', 'art galleries', 'tourism=gallery or shop=art'],
  ['liechtenstein', 'Hausarzt', FAMILY_DOCTORS],
  ['liechtenstein', 'Zahnärzte', 'amenity=dentist or healthcare=dentist'],
  ['liechtenstein', 'Tankstellen', PETROL],
  ['liechtenstein', 'Spielplatz für Kinder', PLAYGROUNDS],
  ['liechtenstein', 'Gasthäuser', 'amenity=restaurant|pub or tourism=guest_house|hotel'],
  ['liechtenstein', 'Metzgerei', 'shop=butcher'],
  ['liechtenstein', 'Kirchen', 'amenity=place_of_worship and religion=christian'],
  ['liechtenstein', 'Schwimmbad', 'leisure=swimming_pool|water_park or sport=swimming'],
  ['liechtenstein', 'Autowerkstatt', 'shop=car_repair or craft=car_repair'],
  ['liechtenstein', 'Berghütten', 'tourism=alpine_hut|wilderness_hut'],
  ['liechtenstein', 'Aussichtspunkte', 'any: tourism=viewpoint'],
  ['liechtenstein', 'Bushaltestellen', 'any: highway=bus_stop'],
  ['liechtenstein', 'Postfilialen', 'amenity=post_office'],
  ['liechtenstein', 'Feuerstellen zum Grillen', 'any: amenity=bbq or leisure=firepit'],
  ['liechtenstein', 'Schreinerei', 'craft=carpenter|joiner|cabinet_maker'],
  ['liechtenstein', 'Blumenladen', 'shop=florist'],
  ['liechtenstein', 'hiking huts', 'tourism=alpine_hut|wilderness_hut'],
  ['liechtenstein', 'castles', 'historic=castle'],
]
