// Mistyped words beside a place: read as the same query is when it is spelled right.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctedReading } from './providers/overpass/search/read-query.ts'

const AREAS: ReadonlySet<string> = new Set(
  'monaco, vaduz, schaan, balzers, triesen, monte carlo, fontvieille, larvotto'.split(', '),
)

/** Written before any of them was tried. */
const MISTYPED: readonly (readonly [typed: string, right: string, where: string])[] = [
  ['bakry close to Casino', 'bakery close to Casino', 'casino'],
  ['vegan pizzaa near Casino', 'vegan pizza near Casino', 'casino'],
  ['resturants next to Port Hercule', 'restaurants next to Port Hercule', 'port hercule'],
  ["cofee shop near Place d'Armes", "coffee shop near Place d'Armes", 'place d armes'],
  ['supermarkt close to the station', 'supermarket close to the station', 'station'],
  ['pharmasy by the harbour', 'pharmacy by the harbour', 'harbour'],
  ['hotles in Vaduz', 'hotels in Vaduz', 'vaduz'],
  ['dentst near Rathaus', 'dentist near Rathaus', 'rathaus'],
  ['barbr around Casino Square', 'barber around Casino Square', 'casino square'],
  ['italain restaurant near Larvotto', 'italian restaurant near Larvotto', 'larvotto'],
  ['cheap hostle in Schaan', 'cheap hostel in Schaan', 'schaan'],
  ['parkng near Stade Louis II', 'parking near Stade Louis II', 'stade louis ii'],
  ['libary in Balzers', 'library in Balzers', 'balzers'],
  ['playgruond near Kunstmuseum', 'playground near Kunstmuseum', 'kunstmuseum'],
  ['bookshp next to Post', 'bookshop next to Post', 'post'],
  ['florst close to cathedral', 'florist close to cathedral', 'cathedral'],
  ['Bäckrei in Vaduz', 'Bäckerei in Vaduz', 'vaduz'],
  ['Apotheeke nahe Schloss Vaduz', 'Apotheke nahe Schloss Vaduz', 'schloss vaduz'],
  ['Tankstele bei Schaan', 'Tankstelle bei Schaan', 'schaan'],
  ['Resturant in der Nähe von Schloss', 'Restaurant in der Nähe von Schloss', 'schloss'],
  ['Friseuer neben dem Bahnhof', 'Friseur neben dem Bahnhof', 'bahnhof'],
  ['Superrmarkt in Triesen', 'Supermarkt in Triesen', 'triesen'],
  ['vegetarisches Resturant in Vaduz', 'vegetarisches Restaurant in Vaduz', 'vaduz'],
  ['Metzgrei beim Rathaus', 'Metzgerei beim Rathaus', 'rathaus'],
  ['boulangrie près du Casino', 'boulangerie près du Casino', 'casino'],
  ['pharmacei à côté de la gare', 'pharmacie à côté de la gare', 'gare'],
  ['restaurent italien à Monaco', 'restaurant italien à Monaco', 'monaco'],
  ['coifeur près de Place du Casino', 'coiffeur près de Place du Casino', 'place du casino'],
  ['hotell proche du port', 'hotel proche du port', 'port'],
  ['patisserei à Monte-Carlo', 'patisserie à Monte-Carlo', 'monte carlo'],
  ['supermarcher autour de Fontvieille', 'supermarche autour de Fontvieille', 'fontvieille'],
  [
    'librarie près du Musée océanographique',
    'librairie près du Musée océanographique',
    'musee oceanographique',
  ],
  ['farmasia cerca de Casino', 'farmacia cerca de Casino', 'casino'],
  ['restorante vicino al Casino', 'ristorante vicino al Casino', 'casino'],
  ['panadria en Monaco', 'panaderia en Monaco', 'monaco'],
  ['gelatteria vicino a Port Hercule', 'gelateria vicino a Port Hercule', 'port hercule'],
  ['superrmercado perto do Casino', 'supermercado perto do Casino', 'casino'],
  ['apoteek nabij Vaduz', 'apotheek nabij Vaduz', 'vaduz'],
  ['suppermarkt near Vaduz, Liechtenstein', 'supermarkt near Vaduz, Liechtenstein', 'vaduz liechtenstein'],
  ['banck near Casino', 'bank near Casino', 'casino'],
]

/** Right spellings of another word: a library in English, an apothecary. */
const UNREAD = ['apoteek nabij Vaduz']

function read(query: string, areas: ReadonlySet<string>) {
  const { understanding } = correctedReading(query, (text) => areas.has(text))
  const { categories, qualifiers, terms, area } = understanding
  return {
    what: [categories.map(({ id }) => id), qualifiers.map(({ id }) => id), terms],
    where: area?.text.replace(/^(?:the|dem|la) /, '') ?? null,
  }
}

for (const [whether, areas] of [
  ['known', AREAS],
  ['not known', new Set<string>()],
] as const) {
  test(`what and where are told apart in spite of a typo, with the areas ${whether}`, () => {
    const misread = MISTYPED.filter(([typed, right, where]) => {
      const [asTyped, asMeant] = [read(typed, areas), read(right, areas)]
      assert.equal(asMeant.where, where, right)
      return JSON.stringify(asTyped) !== JSON.stringify(asMeant)
    })
    assert.deepEqual(
      misread.map(([typed]) => typed),
      UNREAD,
    )
  })
}

test('the words of an area are not corrected, and those of a name stay', () => {
  const corrections = (query: string) =>
    correctedReading(query, (text) => AREAS.has(text)).corrections.map(({ from, to }) => `${from} ${to}`)
  assert.deepEqual(corrections('Superrmarkt in Resturant'), ['superrmarkt supermarkt'])
  for (const name of [
    'Chez Paulo à Monaco',
    'Zelos near Casino',
    'Rampoldi near Casino',
    'Torkel in Vaduz',
    'made in Italy',
  ])
    assert.deepEqual(corrections(name), [], name)
})

test('a kind that follows a word for nearness is where, and what only says more of the places is not', () => {
  const where = (query: string) => read(query, AREAS).where
  assert.equal(where('bakery close to casino'), 'casino')
  assert.equal(where('farmacia cerca de la estación'), 'estacion')
  for (const query of [
    'pharmacy nearby open now',
    'cafes close to me open late',
    'bars and clubs',
    'glace à emporter',
  ])
    assert.equal(where(query), null, query)
})
