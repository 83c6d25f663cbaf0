// The tables of words, and the reading of phrases in many languages.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { searchFold } from '#kit/text/search-text.ts'
import { understandQuery } from '#extractors/maps/query/understand-query.ts'
import { brandNamed } from './brands.ts'
import { kindsByHead, kindsTreating, withoutHead } from './heads.ts'
import { pluralPhrases, singularPhrases } from './inflections.ts'
import { isFunctionWord, kindPhrasesLike, kindsNamed } from './kind-words.ts'
import { phraseRole, starsQualifier } from './qualifiers.ts'
import { phraseOf, termsOf, wordsOf } from './segments.ts'
import { openSortedLines } from './sorted-lines.ts'

const idsOf = (phrase: string) => kindsNamed(phrase)?.categories.map(({ id }) => id) ?? []

test('lines of a sorted file are found, whatever their length, and none where there is none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'lines-'))
  t.after(async () => rm(folder, { recursive: true }))
  const path = join(folder, 'lines.txt')
  const keys = ['a', 'ab', 'b', 'bäcker', 'c'.repeat(300), 'レストラン', '駅']
  await writeFile(path, keys.map((key, i) => `${key}\t${i}\n`).join(''))
  const lines = openSortedLines(path)
  for (const [i, key] of keys.entries()) assert.equal(lines.find(key), String(i), key)
  for (const other of ['', 'aa', 'bz', 'z', 'レ', '駅前']) assert.equal(lines.find(other), null, other)
  assert.deepEqual(
    [...lines.startingWith('b')].map(([key]) => key),
    ['b', 'bäcker'],
  )
  assert.deepEqual([...lines.startingWith('x')], [])
  await writeFile(path, '')
  assert.equal(openSortedLines(path).find('a'), null)
})

test('plurals of many languages are undone, and short words left alone', () => {
  const known: readonly (readonly [plural: string, id: string])[] = [
    ['bakeries', 'shop/bakery'],
    ['backereien', 'shop/bakery'],
    ['krankenhauser', 'amenity/hospital'],
    ['hopitaux', 'amenity/hospital'],
    ['farmacie', 'amenity/pharmacy'],
    ['musei', 'tourism/museum'],
    ['apotheken', 'amenity/pharmacy'],
    ['аптеки', 'amenity/pharmacy'],
    ['szkoly', 'amenity/school'],
  ]
  for (const [plural, id] of known) assert.deepEqual(idsOf(plural), [id], plural)
  assert.ok(singularPhrases('salons de coiffure').includes('salon de coiffure'))
  assert.deepEqual(singularPhrases('bus'), [])
  // An English verb is no French or German plural.
  assert.deepEqual(idsOf('care'), [])
})

test('a name beats a word that goes with a kind, and a kind with several tags is two categories', () => {
  assert.deepEqual([kindsNamed('pharmacy')?.use, idsOf('pharmacy')], ['everyday', ['amenity/pharmacy']])
  assert.deepEqual(
    [kindsNamed('주유소')?.categories[0]?.id, kindsNamed('加油站')?.categories[0]?.id],
    ['amenity/fuel', 'amenity/fuel'],
  )
  assert.deepEqual(idsOf('constructor'), [])
  assert.deepEqual(idsOf(''), [])
  const like = [...kindPhrasesLike('bakery')]
  assert.ok(like.length > 100 && like.every((phrase) => phrase.startsWith('b')))
})

test('brands are known in other scripts and without their apostrophe', () => {
  assert.deepEqual(brandNamed('マクドナルド')?.wikidata, ['Q38076'])
  assert.deepEqual(brandNamed('mcdonalds')?.wikidata, ['Q38076'])
  assert.ok(brandNamed('mcdonalds')?.names.includes('mcdonald s'))
  assert.equal(brandNamed('no such brand'), null)
})

test('words are cut where a script has no spaces, and put together as they were', () => {
  const words = wordsOf('Cafés, モナコのレストラン 5*')
  assert.equal(phraseOf(words), 'cafes モナコのレストラン 5 star')
  assert.ok(words.length > 5)
  assert.deepEqual(
    words.filter(({ isAfterComma }) => isAfterComma).map(({ text }) => text),
    ['モナコ'],
  )
  assert.deepEqual(termsOf(wordsOf('東京タワー')), ['東京タワー'])
  assert.deepEqual(wordsOf(' !!! '), [])
})

test('qualifiers read tags as they are written', () => {
  const fits = (phrase: string, tags: Record<string, string>) => {
    const role = phraseRole(phrase)
    assert.equal(role?.role, 'qualifier', phrase)
    return role?.role === 'qualifier' && role.qualifier.fits(tags)
  }
  assert.equal(fits('wifi', { internet_access: 'wlan' }), true)
  assert.equal(fits('wifi', { internet_access: 'no' }), false)
  assert.equal(fits('outdoor seating', { outdoor_seating: 'terrace' }), true)
  assert.equal(fits('outdoor seating', { outdoor_seating: 'no' }), false)
  assert.equal(fits('vegan', { cuisine: 'pizza;vegan' }), true)
  assert.equal(fits('24h', { opening_hours: '24/7' }), true)
  assert.equal(fits('24h', {}), false)
  assert.equal(starsQualifier(5).fits({ stars: '5S' }), true)
  assert.equal(starsQualifier(5).fits({ stars: '4.5' }), false)
  assert.deepEqual(phraseRole('best'), { role: 'ignored', reason: 'ranking' })
  assert.deepEqual(phraseRole('open now'), { role: 'ignored', reason: 'time' })
  assert.equal(phraseRole('hasownproperty'), null)
})

test('forms of words are known by their stems, and phrases for nearness by their parts', () => {
  for (const [phrase, reason] of [
    ['nejblizsi', 'location'],
    ['in meiner gegend', 'location'],
    ['dans le quartier', 'location'],
    ['le plus proche', 'location'],
    ['levny', 'ranking'],
    ['otevreno nyni', 'time'],
  ] as const)
    assert.deepEqual(phraseRole(phrase), { role: 'ignored', reason }, phrase)
  for (const [phrase, id] of [
    ['veganska', 'vegan'],
    ['veganem essen', 'vegan'],
    ['bezbarierova', 'wheelchair'],
    ['hunde erlaubt', 'dogs'],
  ] as const) {
    const role = phraseRole(phrase)
    assert.equal(role?.role === 'qualifier' ? role.qualifier.id : null, id, phrase)
  }
  for (const phrase of ['bestattung', 'openair', 'veganerei am markt'])
    assert.equal(phraseRole(phrase), null, phrase)
})

test('plurals of languages whose endings say too little are in the table', () => {
  for (const [plural, id] of [
    ['pekseg', 'shop/bakery'],
    ['peksegek', 'shop/bakery'],
    ['φαρμακεια', 'amenity/pharmacy'],
    ['sklepy rowerowe', 'shop/bicycle'],
    ['kirjakaupat', 'shop/books'],
  ] as const)
    assert.deepEqual(idsOf(plural), [id], plural)
})

test('a thing is found in its singular and plural, and what sells it names it', () => {
  assert.ok(pluralPhrases('bicicletta').includes('biciclette'))
  assert.deepEqual([withoutHead('carpet store'), withoutHead('carpet')], ['carpet', null])
})

test('of many heads in a row each rest is tried once, and not in every order', () => {
  // Tried in every order this would not end.
  assert.equal(kindsByHead(Array.from({ length: 40 }, () => 'shop').join(' ')), null)
  assert.deepEqual(
    kindsByHead('fix my phone shop')?.categories.map(({ id }) => id),
    ['group/phone_repair'],
  )
})

test('what is done to a thing says where, in any order and language', () => {
  for (const [phrase, id] of [
    ['charge my car', 'amenity/charging_station'],
    ['ricaricare auto elettrica', 'amenity/charging_station'],
    ['parking for bikes', 'amenity/bicycle_parking'],
    ['laver mon chien', 'shop/pet_grooming'],
    ['dog is sick', 'amenity/veterinary'],
    ['phone screen broken', 'group/phone_repair'],
    ['犬のトリミング', 'shop/pet_grooming'],
    ['修自行车', 'shop/bicycle'],
    ['sitter for my cat', 'amenity/animal_boarding'],
    ['poser un parquet', 'craft/floorer craft/parquet_layer'],
    ['clean my suit', 'shop/dry_cleaning'],
  ] as const) {
    assert.equal(
      kindsTreating(searchFold(phrase))
        ?.categories.map((kind) => kind.id)
        .join(' '),
      id,
      phrase,
    )
  }
  // A `bike park` is no place to park, and a word by itself says nothing.
  for (const phrase of ['bike park', 'park', 'wash', 'my dog'])
    assert.equal(kindsTreating(phrase), null, phrase)
})

test('the one who does it stands for where it is done, and function words name nothing', () => {
  assert.deepEqual(idsOf('metzgerin'), ['shop/butcher'])
  assert.deepEqual(idsOf('panaderos'), ['shop/bakery'])
  assert.deepEqual([isFunctionWord('are'), idsOf('are'), isFunctionWord('bakery')], [true, [], false])
})

test('an emoji is a word for its kinds, and what it shows goes with them in many languages', () => {
  const texts = (query: string) => wordsOf(query).map(({ text }) => text)
  assert.deepEqual(texts('🍕🍔 near me'), ['🍕', '🍔', 'near', 'me'])
  // Colours and signs that join say nothing, and a heart is no place.
  assert.deepEqual([texts('🏊🏽‍♀️'), texts('☕️'), texts('pizza ❤️')], [['🏊'], ['☕'], ['pizza']])
  assert.deepEqual([idsOf('👞'), idsOf('🦁')], [['shop/shoes'], ['tourism/zoo']])
  for (const thing of ['cappotto', 'пальто', 'コート']) {
    assert.deepEqual([idsOf(thing), kindsNamed(thing)?.isThing], [['shop/clothes'], true], thing)
  }
  // A lion is no zoo, and lunch no thing.
  assert.equal(kindsNamed('lion')?.categories.some(({ id }) => id === 'tourism/zoo') ?? false, false)
  assert.notEqual(kindsNamed('lunch')?.isThing, true)
})

test('days, nearness to the middle and who looks are read in languages of the east and the north, and names stay names', () => {
  const read = (query: string) => {
    const { categories, terms, area, qualifiers } = understandQuery(query, () => false)
    return [
      categories.map(({ id }) => id).join(' '),
      qualifiers
        .filter(({ onlyExcludes }) => onlyExcludes !== true)
        .map(({ id }) => id)
        .join(' '),
      terms.join(' '),
      area?.text ?? '',
    ]
  }
  for (const query of [
    'lékárna otevřená v neděli',
    'lekáreň otvorená v nedeľu',
    'vasárnap nyitva tartó gyógyszertár',
    'ljekarna otvorena nedjeljom',
    'lekarna odprta v nedeljo',
    'аптека отворена в неделя',
    'аптека відкрита в неділю',
    'φαρμακείο ανοιχτό την Κυριακή',
    'apteek avatud pühapäeval',
    'vaistinė dirbanti sekmadienį',
    'apteekki auki sunnuntaina',
  ]) {
    assert.deepEqual(read(query), ['amenity/pharmacy', 'open/su', '', ''], query)
  }
  for (const query of [
    'restaurace blízko centra',
    'ресторант близо до центъра',
    'restoranas netoli centro',
    'merkeze yakın restoran',
  ]) {
    assert.deepEqual(read(query), ['amenity/restaurant', '', '', ''], query)
  }
  for (const query of ['otsin hambaarsti', 'iščem zobozdravnika', 'търся зъболекар', 'ieškau odontologo']) {
    assert.deepEqual(read(query), ['amenity/dentist', '', '', ''], query)
  }
  for (const [query, terms] of [
    ['Hotel Sobota', 'sobota'],
    ['Hotel Petek', 'petek'],
    ['Hotel Streda', 'streda'],
    ['Hotel Centra', 'centra'],
  ] as const) {
    assert.deepEqual(read(query), ['tourism/hotel', '', terms, ''], query)
  }
  assert.equal(read('hotel v Soboti').at(-1), 'soboti')
})
