// The thirty-third list: streets with and without a preposition, landmarks, brands, dishes and misspellings in thirteen languages over
// the extracts, written before any of them was tried.

type WorldQuery = readonly [world: string, query: string, truth: string]

const PHARMACIES = 'amenity=pharmacy or shop=chemist or healthcare=pharmacy'
const ATMS = 'any: amenity=atm or atm=yes'
const RESTAURANTS = 'amenity=restaurant'
const HAIRDRESSERS = 'shop=hairdresser'
const PARKING = 'any: amenity=parking'
const BUS_STOPS = 'any: highway=bus_stop'
const BARS = 'amenity=bar|pub'
const SUPERMARKETS = 'shop=supermarket'

export const THIRTYTHIRD: readonly WorldQuery[] = [
  ['monaco', 'restaurants boulevard d’Italie', RESTAURANTS],
  ['monaco', 'rue de la Turbie restaurant', RESTAURANTS],
  ['monaco', 'coiffeur boulevard des Moulins', HAIRDRESSERS],
  ['monaco', 'banques sur le boulevard des Moulins', 'amenity=bank'],
  ['monaco', 'cafés place du Casino', 'amenity=cafe'],
  ['monaco', 'bars along Avenue Princesse Grace', BARS],
  ['monaco', 'restaurants off Rue Grimaldi', RESTAURANTS],
  ['monaco', 'hotels across from the Casino', 'tourism=hotel'],
  ['monaco', 'parking Grimaldi Forum', PARKING],
  ['monaco', 'restaurantes en la calle Rue Basse', RESTAURANTS],
  ['monaco', 'parcheggio stadio Louis II', PARKING],
  ['monaco', 'ristorante in place d’Armes', RESTAURANTS],
  ['monaco', 'bushalte aan de Avenue Princesse Grace', BUS_STOPS],
  ['monaco', 'apteka przy Boulevard des Moulins', PHARMACIES],
  ['monaco', 'рестораны на rue Grimaldi', RESTAURANTS],
  ['monaco', 'арт галереи', 'tourism=gallery or shop=art or amenity=arts_centre'],
  ['monaco', 'farmácia perto do Casino', PHARMACIES],
  ['monaco', 'restaurants Fontvieille et Larvotto', RESTAURANTS],
  ['monaco', 'hôtels à Monte-Carlo ou à Fontvieille', 'tourism=hotel'],
  ['monaco', 'manger une pizza', 'cuisine=pizza'],
  ['monaco', 'un burger', 'cuisine=burger'],
  ['monaco', 'quiero comer una paella', 'cuisine=spanish|paella|seafood'],
  ['monaco', 'gelato artigianale', 'amenity=ice_cream or cuisine=ice_cream or shop=ice_cream'],
  ['monaco', 'Starbuks', 'name~starbucks'],
  [
    'monaco',
    'Société Générale distributeur',
    'amenity=bank|atm and name~societe or amenity=atm and operator~societe',
  ],
  ['monaco', 'distributeur BNP', 'amenity=bank|atm and name~bnp or amenity=atm and operator~bnp'],
  ['monaco', 'Spar Monaco', 'name~spar'],
  ['monaco', 'Prada', 'name~prada'],
  ['monaco', 'supermaché', SUPERMARKETS],
  ['monaco', 'resturants near the train station', RESTAURANTS],
  ['monaco', 'supermercado grande', SUPERMARKETS],
  ['monaco', 'スーパー ラルヴォット', SUPERMARKETS],
  ['monaco', '餐厅 蒙特卡洛', RESTAURANTS],
  ['monaco', 'restauranger nära hamnen', RESTAURANTS],
  ['monaco', 'où sont les toilettes publiques', 'any: amenity=toilets'],
  ['monaco', 'is there a dentist in La Condamine?', 'amenity=dentist or healthcare=dentist'],
  ['monaco', 'what is a good place for sushi', 'cuisine=sushi|japanese'],
  ['monaco', 'ATM near Port Hercule', ATMS],
  ['liechtenstein', 'Restaurant Landstrasse Schaan', RESTAURANTS],
  ['liechtenstein', 'Geschäfte an der Landstrasse', 'shop=*'],
  ['liechtenstein', 'Bäckerei in der Landstrasse', 'shop=bakery or name~backer or name:de~backer'],
  ['liechtenstein', 'Cafés im Städtle', 'amenity=cafe'],
  ['liechtenstein', 'Äulestrasse Vaduz Bank', 'amenity=bank'],
  ['liechtenstein', 'Parkplatz Rheinpark Stadion', PARKING],
  ['liechtenstein', 'Tankstellen in Balzers und in Triesen', 'any: amenity=fuel'],
  ['liechtenstein', 'Restaurants in Eschen sowie Mauren', RESTAURANTS],
  ['liechtenstein', 'Friseur oder Kosmetik', 'shop=hairdresser|beauty'],
  ['liechtenstein', 'einen Döner', 'cuisine=kebab|doner|turkish'],
  ['liechtenstein', 'Coop Supermarkt', 'name~coop'],
  ['liechtenstein', 'Post Triesenberg', 'amenity=post_office'],
  [
    'liechtenstein',
    'LLB Bankomat',
    'any: amenity=atm or amenity=bank and name~landesbank or amenity=bank and name~llb',
  ],
  ['liechtenstein', 'Schönheitssaloon', 'shop=beauty'],
  ['liechtenstein', 'bus stop Vaduz Post', 'highway=bus_stop and name~post'],
  ['liechtenstein', 'benzine of diesel', 'any: amenity=fuel'],
  ['liechtenstein', 'hotel w Malbun', 'tourism=hotel'],
  ['harrisburg', 'gas stations on Jonestown Road', 'any: amenity=fuel'],
  ['harrisburg', 'Jonestown Rd fast food', 'amenity=fast_food'],
  ['harrisburg', 'community center', 'amenity=community_centre'],
  ['harrisburg', 'auto parts store', 'shop=car_parts'],
  ['harrisburg', 'burgers or tacos', 'cuisine=burger|mexican|tacos|taco'],
]
