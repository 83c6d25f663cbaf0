// The table of categories and the reading of queries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoriesByPhrase, categoryById, categoryLabel } from '#kit/categories/category-table.ts'
import data from '#kit/categories/data/categories.json' with { type: 'json' }
import { withKindsCorrected } from './correct-spelling.ts'
import type { TypedQualifier } from './words/qualifiers.ts'
import { understandQuery } from './understand-query.ts'
import { widerQueries } from './wider-queries.ts'

/** The conditions that ask for something. */
const asked = (qualifiers: readonly TypedQualifier[]) =>
  qualifiers.filter(({ onlyExcludes }) => onlyExcludes !== true).map(({ id }) => id)

test('every row of the table has an id of its own, a label in each language and tags that it stands for', () => {
  const rows: readonly { id: string; labels: string[]; match?: string[][] }[] = [
    ...data.categories,
    ...data.cuisines,
    ...data.sports,
  ]
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  assert.ok(rows.length > 250)
  for (const { id, labels, match } of rows) {
    assert.equal(labels.length, data.languages.length, id)
    assert.ok(
      labels.every((label) => label.trim() !== ''),
      id,
    )
    for (const tag of match?.flat() ?? [id]) {
      assert.match(
        tag,
        /^(?:amenity|shop|tourism|leisure|craft|office|healthcare|cuisine|religion|sport|atm|historic|natural|waterway|railway|highway|aeroway|man_made|aerialway|emergency|club|boundary|landuse|healthcare:speciality|denomination|artwork_type|memorial|information|dispensing|government|recycling_type|name)\/[\p{Ll}\p{Lo}\p{M}0-9_*-]+$/u,
        id,
      )
    }
  }
})

test('the words of everyday queries are known', () => {
  const known: readonly (readonly [phrase: string, id: string])[] = [
    ['cafes', 'amenity/cafe'],
    ['coffee', 'amenity/cafe'],
    ['restaurants', 'amenity/restaurant'],
    ['bakeries', 'shop/bakery'],
    ['hotels', 'tourism/hotel'],
    ['pharmacies', 'amenity/pharmacy'],
    ['apotheke', 'amenity/pharmacy'],
    ['supermarkets', 'shop/supermarket'],
    ['gas stations', 'amenity/fuel'],
    ['tankstelle', 'amenity/fuel'],
    ['boulangeries', 'shop/bakery'],
    ['peluquerias', 'shop/hairdresser'],
    ['farmacie', 'amenity/pharmacy'],
    ['dentists', 'amenity/dentist'],
    ['lawyers', 'office/lawyer'],
    ['electricians', 'craft/electrician'],
    ['gyms', 'leisure/fitness_centre'],
    ['レストラン', 'amenity/restaurant'],
  ]
  for (const [phrase, id] of known) {
    assert.ok(
      categoriesByPhrase(phrase).some((category) => category.id === id),
      phrase,
    )
  }
  for (const phrase of ['xyz', 'glas', 'constructor', ''])
    assert.deepEqual(categoriesByPhrase(phrase), [], phrase)
})

test('labels come in the language, else in English, else out of the value', () => {
  assert.equal(categoryLabel('shop/bakery', 'de-CH'), 'Bäckerei')
  assert.equal(categoryLabel('shop/bakery', 'pt'), 'Bakery')
  assert.equal(categoryLabel('healthcare/pharmacy', 'fr'), 'Pharmacie')
  assert.equal(categoryLabel('shop/boat_storage', null), 'Boat storage')
  assert.equal(categoryLabel('office/yes', null), 'Office')
})

test('an id names a category even where the table has no row for it', () => {
  assert.deepEqual(categoryById('shop=boat_storage'), {
    id: 'shop/boat_storage',
    match: [['shop/boat_storage']],
    unnamed: false,
    narrows: false,
  })
  assert.equal(categoryById('group/food')?.match.length, 8)
  assert.equal(categoryById('group/nothing'), null)
  assert.equal(categoryById('highway/motorway_junction+foo/bar'), null)
  assert.equal(categoryById('building/yes'), null)
  assert.deepEqual(categoryById('natural/geyser')?.unnamed, true)
  assert.deepEqual(categoryById('leisure/pitch+sport/tennis')?.match, [['leisure/pitch', 'sport/tennis']])
  assert.equal(categoryById('cafe'), null)
})

test('the longest phrase wins, what is left over stays in order', () => {
  const { categories, terms } = understandQuery('old coffee shop town', () => false)
  assert.deepEqual([categories.map(({ id }) => id), terms], [['amenity/cafe'], ['old', 'town']])
})

test('queries are taken apart into kinds, words and an area', () => {
  const areas = new Set(['monaco', 'monte carlo', 'post'])
  const read = (query: string) => {
    const { kind, categories, terms, nameTerms, area } = understandQuery(query, (text) => areas.has(text))
    return [
      kind,
      categories.map(({ id }) => id),
      terms,
      nameTerms,
      area?.text ?? null,
      area?.isCertain ?? null,
    ]
  }
  assert.deepEqual(read(' * '), ['all', [], [], null, null, null])
  assert.deepEqual(read('cafes'), ['category', ['amenity/cafe'], [], null, null, null])
  assert.deepEqual(read('Cafés in Monaco'), ['category', ['amenity/cafe'], [], null, 'monaco', true])
  assert.deepEqual(read('cafes monaco'), [
    'category',
    ['amenity/cafe'],
    [],
    ['cafes', 'monaco'],
    'monaco',
    false,
  ])
  assert.deepEqual(read('cafes in nowhere'), ['category', ['amenity/cafe'], [], null, 'nowhere', true])
  assert.deepEqual(read('restaurants à Monte-Carlo'), [
    'category',
    ['amenity/restaurant'],
    [],
    null,
    'monte carlo',
    true,
  ])
  assert.deepEqual(read('spar in monaco'), ['text', [], ['spar'], ['spar', 'in', 'monaco'], 'monaco', true])
  assert.deepEqual(read('made in italy'), ['text', [], ['made', 'in', 'italy'], null, null, null])
  assert.deepEqual(read('café de paris'), [
    'text',
    ['amenity/cafe'],
    ['paris'],
    ['cafe', 'de', 'paris'],
    null,
    null,
  ])
  assert.deepEqual(read('cafe post'), [
    'category',
    ['amenity/cafe', 'amenity/post_office'],
    [],
    null,
    null,
    null,
  ])
  assert.deepEqual(read('monaco'), ['text', [], ['monaco'], null, null, null])
  assert.deepEqual(read('!!!'), ['text', [], [], null, null, null])
})

test('what, where, conditions and words without effect are told apart, in many languages', () => {
  const areas = new Set(['monaco', 'vaduz', 'モナコ', '札幌', '서울'])
  const read = (query: string) => {
    const { categories, qualifiers, terms, area, ignored } = understandQuery(query, (text) => areas.has(text))
    return [
      categories.map(({ id }) => id).join(),
      asked(qualifiers).join(),
      terms.join(' '),
      area?.text ?? null,
      ignored.map(({ reason }) => reason).join(),
    ]
  }
  const expected: readonly (readonly [query: string, ...reading: (string | null)[]])[] = [
    ['jewelry store vaduz', 'shop/jewelry', '', '', 'vaduz', ''],
    ['seafood restaurant', 'cuisine/seafood,amenity/restaurant,amenity/fast_food', '', '', null, ''],
    ['5* hotels in Monaco with wifi', 'tourism/hotel', 'stars/5,internet', '', 'monaco', ''],
    ['cheap vegan cafes near me', 'amenity/cafe', 'vegan', '', null, 'ranking,location'],
    ['pharmacie ouverte à Monaco', 'amenity/pharmacy', '', '', 'monaco', 'time'],
    ['Restaurants in der Nähe', 'amenity/restaurant', '', '', null, 'location'],
    ['モナコのレストラン', 'amenity/restaurant', '', '', 'モナコ', ''],
    ['札幌の近くのコンビニ', 'shop/convenience', '', '', '札幌', ''],
    ['서울에 있는 카페', 'amenity/cafe', '', '', '서울', ''],
    ['附近的加油站', 'amenity/fuel', '', '', null, 'location'],
    ['pizza, Vaduz', 'cuisine/pizza', '', '', 'vaduz', ''],
    ['bars', 'group/bars', '', '', null, ''],
    ['tennis courts', 'sport/tennis', '', '', null, ''],
    ['sports bar', 'group/sports_bars', '', '', null, ''],
    ['beaches', 'natural/beach', '', '', null, ''],
    ['hotels with a restaurant', 'tourism/hotel', '', '', null, 'not_recorded'],
    ['Best Western', '', '', 'best western', null, ''],
    ['mcdonalds near me', '', '', 'mcdonalds', null, 'location'],
  ]
  for (const [query, ...reading] of expected) assert.deepEqual(read(query), reading, query)
  assert.equal(understandQuery('everything', () => false).kind, 'all')
  assert.deepEqual(understandQuery('マクドナルド', () => false).brand?.wikidata, ['Q38076'])
  // An inn is a kind of places, and a part of names.
  assert.deepEqual(understandQuery('inn', () => false).alsoNamed, ['inn'])
})

test('a mistyped kind is corrected where it is long enough, and never to another kind', () => {
  const noArea = () => false
  for (const [typed, meant] of [
    ['resturant', 'restaurant'],
    ['supermakt', 'supermarkt'],
    ['boulangrie', 'boulangerie'],
    ['pharmcy', 'pharmacy'],
    ['pharmasy', 'pharmacy'],
    ['haridresser', 'hairdresser'],
  ] as const) {
    assert.deepEqual(withKindsCorrected(typed, noArea).corrections, [{ from: typed, to: meant }])
  }
  // Another first letter of the same sound, or none where it is not spoken.
  for (const [typed, meant] of [
    ['eladeria', 'heladeria'],
    ['varberia', 'barberia'],
    ['jimnasio', 'gimnasio'],
  ] as const) {
    assert.deepEqual(withKindsCorrected(typed, noArea).corrections, [{ from: typed, to: meant }])
  }
  for (const name of 'bianchi valencia helsinki karlsson yamamoto georgia fontana segovia'.split(' '))
    assert.deepEqual(withKindsCorrected(name, noArea).corrections, [], name)
  // What stays: a post in the street is none.
  assert.deepEqual(withKindsCorrected('bollard', noArea).corrections, [{ from: 'bollard', to: 'billard' }])
  // Nobody mistypes paints as prints.
  for (const known of 'beaches cafe care migros zqxwvut prints'.split(' ')) {
    assert.deepEqual(withKindsCorrected(known, noArea).corrections, [], known)
  }
})

test('what is known of a place to reach it is a condition, and its lack is one', () => {
  const conditions = (query: string) => {
    const { categories, qualifiers, area } = understandQuery(query, (text) => text === 'vaduz')
    return [categories[0]?.id, qualifiers[0]?.id, area?.text ?? null]
  }
  assert.deepEqual(conditions('dentists without website'), ['amenity/dentist', 'no_website', null])
  assert.deepEqual(conditions('restaurants in Vaduz with phone'), ['amenity/restaurant', 'phone', 'vaduz'])
  assert.deepEqual(conditions('Hotels mit E-Mail-Adresse'), ['tourism/hotel', 'email', null])
  assert.deepEqual(conditions('hairdressers with no website'), ['shop/hairdresser', 'no_website', null])
  assert.deepEqual(conditions('phone shop'), ['shop/mobile_phone', undefined, null])
})

test('a website that no row shows is none', () => {
  const [without] = understandQuery('dentists without website', () => false).qualifiers
  assert.equal(without?.fits({ website: 'no' }), true)
  assert.equal(without?.fits({}), true)
  assert.equal(without?.fits({ 'contact:website': 'zahnarzt.example' }), false)
})

test('wider queries leave out one condition each, and never the area', () => {
  const wider = (query: string) =>
    widerQueries(
      query,
      understandQuery(query, (text) => text === 'vaduz'),
    )
  assert.deepEqual(wider('vegan hotels with wifi in vaduz'), [
    'hotels with wifi in vaduz',
    'vegan hotels in vaduz',
  ])
  assert.deepEqual(wider('zebra hotels'), ['hotels'])
  assert.deepEqual(wider('hotels'), [])
})

test('spaces that are missing or too many are read over, hours and days are no names, and 24 hours are a condition', () => {
  const cases: [query: string, kinds: string, qualifiers: string, ignored: string][] = [
    ['hair dresser', 'shop/hairdresser', '', ''],
    ['gasstation', 'amenity/fuel', '', ''],
    ['fischrestaurant', 'cuisine/fish amenity/restaurant amenity/fast_food', '', ''],
    ['spielwarenladen', 'shop/toys', '', ''],
    ['bakery open until 10 pm', 'shop/bakery', 'open_at/22:00', ''],
    ['bäckerei ab 6 uhr', 'shop/bakery', '', 'ab 6 uhr'],
    ['pharmacie ouverte dimanche', 'amenity/pharmacy', 'open/su', 'ouverte'],
    ['pharmacy 24h', 'amenity/pharmacy', 'all_day', ''],
    ['farmacia 24 horas', 'amenity/pharmacy', 'all_day', ''],
    ['mens clothing store', 'shop/boutique shop/clothes', 'clothes/men', ''],
  ]
  for (const [query, kinds, qualifiers, ignored] of cases) {
    const { categories, terms, ...read } = understandQuery(query, () => false)
    assert.deepEqual(
      [
        categories.map(({ id }) => id).join(' '),
        asked(read.qualifiers).join(' '),
        read.ignored.map(({ text }) => text).join(' '),
        terms,
      ],
      [kinds, qualifiers, ignored, []],
      query,
    )
  }
  // A castle in front of a hotel is its name, and a number behind `at` that of a house.
  assert.deepEqual(understandQuery('schlosshotel', () => false).terms, ['schlosshotel'])
  assert.deepEqual(understandQuery('at 12 grimaldi', () => false).terms.includes('12'), true)
})

test('a kind that only says more of another one is left out', () => {
  for (const [query, kinds] of [
    ['muebles de la playa', 'shop/furniture'],
    ['park furniture', 'shop/furniture'],
    ['bakery and cafe', 'shop/bakery amenity/cafe'],
    ['jeux vidéo occasion', 'shop/video_games'],
    ['onde comer peixe', 'cuisine/seafood cuisine/fish'],
  ] as const) {
    const { categories } = understandQuery(query, () => false)
    assert.equal(categories.map(({ id }) => id).join(' '), kinds, query)
  }
})

test('an area may come first, and what is said of it is no part of its name', () => {
  for (const query of [
    'in vaduz restaurants',
    'gibt es in Vaduz Restaurants',
    'ich suche in Vaduz ein Restaurant',
    'Vaduz best restaurants',
    'Vaduzer Restaurants',
    'restaurants located in Vaduz',
    'restaurants in and around Vaduz',
    'Restaurants innerhalb von Vaduz',
    'Restaurants Vaduz mit Bar',
  ]) {
    const { categories, terms, area } = understandQuery(query, (text) => text === 'vaduz')
    assert.deepEqual(
      [categories.map(({ id }) => id), terms, area?.text],
      [['amenity/restaurant'], [], 'vaduz'],
      query,
    )
  }
  assert.equal(understandQuery('in vaduz restaurants', () => false).area, null)
})

test('words for any kitchen, any shop, any venue and the best of a kind say nothing more', () => {
  for (const [query, kinds] of [
    ['cuisine thaï', 'cuisine/thai'],
    ['comida griega', 'cuisine/greek'],
    ['お寿司', 'cuisine/sushi'],
    ['boutique cadeaux', 'shop/gift'],
    ['rock climbing gym', 'sport/climbing'],
    ['équitation', 'leisure/horse_riding sport/equestrian'],
    ['ramonage cheminée', 'craft/chimney_sweeper'],
    ['best hotels', 'tourism/hotel'],
    ['restaurante teléfono', 'amenity/restaurant'],
  ] as const) {
    const { categories, terms } = understandQuery(query, () => false)
    assert.deepEqual([categories.map(({ id }) => id).join(' '), terms], [kinds, []], query)
  }
  // Few places of a brand say what it serves.
  const { brand, categories } = understandQuery('wendys burgers', () => false)
  assert.deepEqual([brand !== null, categories], [true, []])
})

test('numbers of people, prices, distances and results change nothing', () => {
  for (const query of [
    'top 10 restaurants',
    'restaurants under 20 euros',
    'restaurants within 5 km',
    'restaurant for 4 people',
    'restaurants 5 min walk',
  ]) {
    const { categories, terms, area, ignored } = understandQuery(query, () => false)
    assert.deepEqual([categories.map(({ id }) => id), terms, area], [['amenity/restaurant'], [], null], query)
    assert.equal(ignored.length, 1, query)
  }
})

test('a verb in front of an article names no area, and the last part of a compound says what it is', () => {
  assert.equal(understandQuery('hire a skip', () => false).area, null)
  assert.equal(understandQuery('hotels in nowhere', () => false).area?.text, 'nowhere')
  const loose = (query: string) => understandQuery(query, () => false, 'loose').categories.map(({ id }) => id)
  assert.deepEqual(loose('kinderfahrradladen'), ['shop/bicycle'])
  assert.deepEqual(loose('elektroautoladestation'), ['amenity/charging_station'])
  assert.deepEqual(loose('ohrenarzt'), [])
})

test('brands and kinds with a word for or between them are choices, and two kinds one list', () => {
  const read = (query: string) => {
    const first = understandQuery(query, () => false)
    return [first, ...first.or].map(({ terms, categories }) => [
      terms.join(' '),
      categories.map(({ id }) => id).join(' '),
    ])
  }
  const either = [
    ['lidl', ''],
    ['', 'shop/supermarket'],
  ]
  for (const query of ['lidl o supermercado', 'supermarket or lidl', 'lidl, Supermarkt', 'lidl / supermarkt'])
    assert.deepEqual(read(query), either, query)
  assert.deepEqual(read('aldi ou lidl'), [
    ['aldi', ''],
    ['lidl', ''],
  ])
  assert.deepEqual(
    read('subway or dunkin').map(([terms]) => terms),
    ['subway', 'dunkin'],
  )
  assert.deepEqual(
    read('h und m').map(([terms]) => terms),
    ['h und m'],
  )
  for (const query of ['bakker of slager', 'bakery & butcher', 'bakery/butcher'])
    assert.deepEqual(read(query), [['', 'shop/bakery shop/butcher']], query)
})

test('abbreviations are spelled out where a kind is written so, and no part of a name is', () => {
  for (const [query, id] of [
    ['Apoth.', 'amenity/pharmacy'],
    ['kath. Kirche', 'group/catholic_churches'],
    ['krhs.', 'amenity/hospital'],
    ['mus.', 'tourism/museum'],
    ['car rep.', 'shop/car_repair'],
  ] as const) {
    const { categories, terms } = understandQuery(query, () => false)
    assert.deepEqual([categories.map((kind) => kind.id), terms], [[id], []], query)
  }
  for (const name of ['Ste. Dévote', 'St. Peter', 'sch.'])
    assert.deepEqual(understandQuery(name, () => false).categories, [], name)
  assert.deepEqual(
    understandQuery('a bar.', () => false).categories.map(({ id }) => id),
    ['group/bars'],
  )
})

test('what is looked for stands in a case of its own, and who looks for it is no part of it', () => {
  for (const [query, id] of [
    ['keresek egy gyógyszertárat', 'amenity/pharmacy'],
    ['szukamy hotelu', 'tourism/hotel'],
    ['etsin kahvilaa', 'amenity/cafe'],
    ['kan någon rekommendera en frisör', 'shop/hairdresser'],
    ['ando buscando un banco', 'amenity/bank'],
    ['ψάχνω για ένα φαρμακείο', 'amenity/pharmacy'],
    ['I am trying to find a dentist', 'amenity/dentist'],
  ] as const) {
    const { kind, categories } = understandQuery(query, () => false)
    assert.deepEqual([kind, categories.map((one) => one.id)], ['category', [id]], query)
  }
  // A brand is no inflected word.
  assert.deepEqual(understandQuery('target', () => false).categories, [])
  // An adjective in any form may be left out.
  assert.deepEqual(
    understandQuery('klidná romantická restaurace', () => false, 'loose').categories.map(({ id }) => id),
    ['amenity/restaurant'],
  )
})

test('of two conditions either will do, and what is said of companies goes for every business', () => {
  const [either, ...others] = understandQuery('vegan or vegetarian restaurants', () => false).qualifiers
  assert.deepEqual([either?.id, others], ['vegan/vegetarian', []])
  assert.ok(either !== undefined)
  assert.ok(either.fits({ 'diet:vegan': 'yes' }))
  assert.ok(either.fits({ 'diet:vegetarian': 'yes' }))
  assert.ok(!either.fits({ cuisine: 'burger' }))
  const companies = understandQuery('companies with email', () => false).categories.map(({ id }) => id)
  assert.deepEqual(companies, ['group/shop', 'group/craft', 'group/office'])
  const wifi = understandQuery('無料Wi-Fiカフェ', () => false)
  assert.deepEqual(
    wifi.qualifiers.map(({ id }) => id),
    ['internet'],
  )
})

test('a centre beside a kind, dishes behind an article and fuels in a list', () => {
  for (const [query, kinds, qualifiers] of [
    ['tyre centre', ['shop/tyres'], []],
    ['una carbonara', ['cuisine/pasta'], []],
    ['diesel o metano', ['amenity/fuel'], ['fuel:diesel/yes/fuel:cng/yes']],
    ['diesel or petrol', ['amenity/fuel'], []],
  ] as const) {
    const read = understandQuery(query, () => false)
    assert.deepEqual(
      read.categories.map(({ id }) => id),
      kinds,
      query,
    )
    assert.deepEqual(asked(read.qualifiers), qualifiers, query)
    assert.equal(read.terms.length, 0, query)
  }
})

test('whose turn it is to be open is left out and named', () => {
  for (const [query, text] of [
    ['Notdienst Apotheke', 'notdienst'],
    ['Notapotheke', 'notapotheke'],
    ['pharmacie de garde', 'de garde'],
    ['farmacia di turno', 'di turno'],
    ['farmacia de guardia', 'de guardia'],
    ['apteka dyżurna', 'dyzurna'],
    ['ügyeletes patika', 'ugyeletes'],
    ['vétérinaire de garde', 'de garde'],
  ] as const) {
    const { kind, ignored } = understandQuery(query, () => false)
    assert.deepEqual(
      { kind, ignored },
      { kind: 'category', ignored: [{ text, reason: 'not_recorded' }] },
      query,
    )
  }
  assert.deepEqual(understandQuery('pharmacie', () => false).ignored, [])
})
