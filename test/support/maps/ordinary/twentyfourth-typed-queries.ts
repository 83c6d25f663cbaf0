// A twenty-fourth list, the classes of the twenty-third and where people say it is, written after that was mended and before any of these
// lines was tried. At the first run precision 0.965, recall 0.880, 6 empty of 99; without the mending 0.965, 0.860 and 8. The truths of
// four lines were put right later: Taco Bell is Mexican, a Crosspoint United Methodist is methodist, Cooper no Coop, a fountain no water to drink.
import {
  ATMS,
  BAKERIES,
  BARS,
  BIKES,
  BUS_STOPS,
  CAFES,
  CHURCHES,
  DENTISTS,
  FOOD,
  FUEL,
  HOTELS,
  LOCKSMITHS,
  LODGING,
  PARKING,
  PHARMACIES,
  PLAYGROUNDS,
  RESTAURANTS,
  SHOES,
  SUPERMARKETS,
  SUSHI,
  SWIMMING,
  TOILETS,
  VETS,
  WATER,
} from '#test/support/maps/typed/typed-queries.ts'
import type { WorldQuery } from '#test/support/maps/typed/sixth-typed-queries.ts'

const BOARDING = 'amenity=animal_boarding'
const GROOMERS = 'shop=pet_grooming'
const JEWELRY = 'shop=jewelry'
const PHONES = 'shop=mobile_phone or craft=electronics_repair'
const TRANSLATORS = 'office=translator'
const TYRES = 'shop=tyres|car_repair'
const UPHOLSTERERS = 'craft=upholsterer'
const VEGGIE = ['cuisine=vegan|vegetarian', 'diet:vegan=yes|only', 'diet:vegetarian=yes|only']
  .map((condition) => `${RESTAURANTS} and ${condition}`)
  .join(' or ')

const ENGLISH: readonly WorldQuery[] = [
  ['harrisburg', 'mexican food near me', 'cuisine=mexican or name~taco'],
  ['harrisburg', 'donut shops', 'cuisine=donut|doughnut or name~donut or name~dunkin'],
  ['harrisburg', 'elementary schools', 'amenity=school and name~elementary'],
  [
    'harrisburg',
    'methodist church',
    `${CHURCHES} and denomination=methodist|united_methodist or ${CHURCHES} and name~methodist`,
  ],
  ['harrisburg', 'convenience store open late', 'shop=convenience'],
  ['harrisburg', 'giant supermarket', 'shop=supermarket and name~giant'],
  ['harrisburg', 'places to park', PARKING],
  ['town', 'stationary shop', 'shop=stationery'],
  ['town', 'where can i buy a birthday cake', 'shop=pastry|bakery|confectionery'],
  ['town', 'upholstery repair', UPHOLSTERERS],
  ['town', 'skin specialist', 'healthcare:speciality=dermatology'],
  ['town', 'vegan or vegetarian restaurants', VEGGIE],
  ['town', 'dog kennel', BOARDING],
  ['town', 'book a massage', 'shop=massage'],
  ['monaco', 'coffee near the train station', CAFES],
  ['monaco', 'resturants in monte-carlo', RESTAURANTS],
  ['liechtenstein', 'hotels in Vaduzz', HOTELS],
  ['liechtenstein', 'mountain huts', 'tourism=alpine_hut|wilderness_hut'],
]

const GERMAN: readonly WorldQuery[] = [
  ['liechtenstein', 'Restaurants im Zentrum von Vaduz', RESTAURANTS],
  ['liechtenstein', 'Cafe mit Kuchen', CAFES],
  ['liechtenstein', 'Postämter', 'amenity=post_office'],
  ['liechtenstein', 'Kindergärten in Triesen', 'amenity=kindergarten'],
  ['liechtenstein', 'Öffentliches WC Schaan', TOILETS],
  ['liechtenstein', 'Tankstele', FUEL],
  ['liechtenstein', 'gibt es hier irgendwo einen Briefkasten', 'any: amenity=post_box'],
  ['liechtenstein', 'Migros oder Coop', 'shop=* and name~migros or shop=* and name~coop'],
  ['town', 'Schlosser', 'craft=metal_construction|locksmith|blacksmith or shop=locksmith'],
  ['town', 'Polsterer', UPHOLSTERERS],
  ['town', 'Zahnschmerzen am Wochenende', DENTISTS],
  ['town', 'Parkett verlegen lassen', 'craft=floorer'],
  ['town', 'Strickwolle kaufen', 'shop=wool'],
  ['town', 'Hundefriseur', GROOMERS],
  ['town', 'Katzenpension', BOARDING],
  ['town', 'Fahrradreperatur', `any: ${BIKES} or amenity=bicycle_repair_station`],
  ['town', 'Übersetzungsbüro', TRANSLATORS],
]

const FRENCH: readonly WorldQuery[] = [
  ['monaco', 'restaurants libanais', `${RESTAURANTS} and cuisine=lebanese`],
  ['monaco', 'boulangerie la plus proche', BAKERIES],
  ['monaco', 'hôtel pas trop cher à Monaco', `${HOTELS} and stars!=4|4s|5|5s`],
  ['monaco', 'bars de la Condamine', BARS],
  ['monaco', 'bijouteries de luxe', JEWELRY],
  ['monaco', 'écoles primaires', 'amenity=school and name~ecole or amenity=school and name~international'],
  ['monaco', 'fontaine à eau', WATER],
  ['monaco', 'restaurent', RESTAURANTS],
  ['monaco', "galleries d'art", 'tourism=gallery or shop=art'],
  ['monaco', 'guichet automatique', ATMS],
  ['town', 'tapissier', UPHOLSTERERS],
  ['town', 'toiletteur pour chien', GROOMERS],
  ['town', 'traducteur assermenté', TRANSLATORS],
  ['town', 'faire couper une clé', LOCKSMITHS],
  ['town', 'rage de dents', DENTISTS],
  ['town', 'cours de natation', SWIMMING],
]

const SPANISH: readonly WorldQuery[] = [
  ['monaco', 'bares cerca del puerto', BARS],
  ['monaco', 'restaurantes en el centro de Mónaco', RESTAURANTS],
  ['monaco', 'hotel cinco estrellas', `${HOTELS} and stars=5|5S`],
  ['monaco', 'joyerías', JEWELRY],
  ['monaco', 'paradas de autobús', BUS_STOPS],
  ['monaco', 'farmasia', PHARMACIES],
  ['monaco', 'supermercdo', SUPERMARKETS],
  ['monaco', '¿hay algún parque infantil por aquí?', PLAYGROUNDS],
  ['town', 'tapicero', UPHOLSTERERS],
  ['town', 'peluquería para perros', GROOMERS],
  ['town', 'cambiar las ruedas del coche', TYRES],
  ['town', 'zapatos de niño', SHOES],
  ['town', 'clases de natación', SWIMMING],
  ['town', 'se me ha roto el móvil', PHONES],
  ['town', 'pollo asado', 'cuisine=chicken'],
  ['town', 'guardería para perros', BOARDING],
]

const ITALIAN: readonly WorldQuery[] = [
  ['monaco', 'ristoranti in centro', RESTAURANTS],
  ['monaco', 'hotel vicino alla spiaggia', HOTELS],
  ['monaco', 'gioiellerie', JEWELRY],
  ['monaco', 'scuole elementari', 'amenity=school and name~ecole or amenity=school and name~international'],
  ['monaco', 'dove trovo un bagno pubblico', TOILETS],
  ['monaco', 'panifici a Monaco', BAKERIES],
  ['monaco', 'farmaccia', PHARMACIES],
  ['monaco', 'supermecato', SUPERMARKETS],
  ['town', 'tappezziere', UPHOLSTERERS],
  ['town', 'toelettatura cani', GROOMERS],
  ['town', 'cambio gomme', TYRES],
  ['town', 'corso di nuoto', SWIMMING],
  ['town', 'traduttore', TRANSLATORS],
  ['town', 'mi si è rotto il telefono', PHONES],
  ['town', 'pollo allo spiedo', 'cuisine=chicken'],
  ['town', 'scarpe da bambino', SHOES],
]

const PORTUGUESE_DUTCH_JAPANESE: readonly WorldQuery[] = [
  ['monaco', 'joalherias', JEWELRY],
  ['monaco', 'hotel 4 estrelas', `${HOTELS} and stars=4|4S`],
  ['town', 'estofador', UPHOLSTERERS],
  ['town', 'hotel para cães', BOARDING],
  ['town', 'aulas de natação', SWIMMING],
  ['liechtenstein', 'bakkers', BAKERIES],
  ['liechtenstein', 'geldautomaat in Vaduz', ATMS],
  ['liechtenstein', 'resturant', RESTAURANTS],
  ['town', 'stoffeerder', UPHOLSTERERS],
  ['town', 'zwemles', SWIMMING],
  ['town', 'hondentrimsalon', GROOMERS],
  ['monaco', '宝石店', JEWELRY],
  ['monaco', 'モナコの博物館', 'tourism=museum'],
  ['monaco', '安いホテル', `${HOTELS} and stars!=4|4s|5|5s`],
  ['town', '寿司', SUSHI],
  ['town', '動物病院', VETS],
  ['town', '靴屋', SHOES],
]

export const TWENTYFOURTH: readonly WorldQuery[] = [
  ...ENGLISH,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH,
  ...ITALIAN,
  ...PORTUGUESE_DUTCH_JAPANESE,
]

/**
 * Half as many in other words, written when the twenty-fourth was mended and before any of them was tried: precision 0.900, recall
 * 0.867, 2 empty of 45; without any of the mending 0.856, 0.583 and 11.
 */
export const TWENTYFIFTH: readonly WorldQuery[] = [
  // English
  ['liechtenstein', 'where in Vaduz can I eat', FOOD],
  ['liechtenstein', 'Schaan pharmacies', PHARMACIES],
  ['monaco', 'bakery around Monte Carlo', BAKERIES],
  ['harrisburg', 'wendys burgers', 'name~wendy or brand~wendy'],
  [
    'harrisburg',
    'catholic and lutheran churches',
    `${CHURCHES} and denomination=catholic|roman_catholic|lutheran`,
  ],
  ['town', 'wallpaper and paint', 'shop=paint|wallpaper'],
  ['town', 'sheet music', 'shop=music|musical_instrument'],
  ['town', 'get my suit dry cleaned', 'shop=dry_cleaning'],
  ['town', 'tennis lessons', 'any: sport=tennis'],
  // German
  ['liechtenstein', 'Wo kann man in Schaan parken', PARKING],
  ['liechtenstein', 'in Balzers Spielplatz', PLAYGROUNDS],
  ['liechtenstein', 'Vaduzer Museen', 'tourism=museum'],
  ['liechtenstein', 'Bäckerein Schaan', 'shop=bakery or name~backer or name:de~backer'],
  ['town', 'Geschenkideen', 'shop=gift'],
  ['town', 'Rollladen reparieren', 'craft=window_construction|sun_protection or shop=window_blind'],
  ['town', 'Nachhilfe Mathe', 'office=tutoring'],
  ['town', 'Schwimmverein', SWIMMING],
  ['town', 'Käsetheke', 'shop=cheese|deli'],
  // French
  ['monaco', 'à Monte-Carlo un bon restaurant', RESTAURANTS],
  ['monaco', 'pharmacie ouverte Fontvieille', PHARMACIES],
  ['monaco', 'hotels avec petit dejeuner', HOTELS],
  ['monaco', 'supérette', 'shop=convenience'],
  ['town', 'ramonage cheminée', 'craft=chimney_sweeper'],
  ['town', 'cours de tennis', 'any: sport=tennis'],
  ['town', 'garde chien vacances', BOARDING],
  ['town', 'livres enfants', 'shop=books'],
  // Spanish
  ['monaco', 'en Mónaco dónde dormir', LODGING],
  ['monaco', 'cajeros automáticos cerca del casino', ATMS],
  ['monaco', 'heladerías en Monte Carlo', 'amenity=ice_cream or shop=ice_cream or cuisine=ice_cream'],
  ['monaco', 'gasolineras abiertas', FUEL],
  ['town', 'tatuador', 'shop=tattoo'],
  ['town', 'poner parqué', 'craft=floorer'],
  ['town', 'clases de tenis', 'any: sport=tennis'],
  ['town', 'comida griega a domicilio', 'cuisine=greek'],
  // Italian
  ['monaco', 'a Monaco dove mangiare la pizza', 'cuisine=pizza or name~pizza or name~pizzeria'],
  ['monaco', 'supermercati aperti la sera', SUPERMARKETS],
  ['monaco', 'distributori di benzina', FUEL],
  ['monaco', 'chiesa cattolica', `${CHURCHES} and denomination=catholic|roman_catholic`],
  ['town', 'cucina greca', 'cuisine=greek'],
  ['town', 'lezioni di tennis', 'any: sport=tennis'],
  ['town', 'posa parquet', 'craft=floorer'],
  ['town', 'dog sitter', BOARDING],
  // Portuguese, Dutch, Japanese
  [
    'monaco',
    'em Mônaco restaurantes japoneses',
    'amenity=restaurant|fast_food and cuisine=japanese|sushi|ramen',
  ],
  ['town', 'aulas de tênis', 'any: sport=tennis'],
  ['liechtenstein', 'in Vaduz een hotel', HOTELS],
  ['town', 'tennisles', 'any: sport=tennis'],
  ['monaco', 'モナコ カフェ おすすめ', CAFES],
  ['town', 'テニススクール', 'any: sport=tennis'],
]
