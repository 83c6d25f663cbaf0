import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapPlace } from '#contract/places/place.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { MIN_SCORE } from '#places/merges/propose-merges.ts'
import { METRES_PER_DEGREE } from '#kit/geo/geometry.ts'
import { comparedPlace } from './compared-place.ts'
import { scorePair } from './score-pair.ts'

const HERE = { lat: 43.7384, lng: 7.4246 }
const near = (metres: number) => ({ lat: HERE.lat + metres / METRES_PER_DEGREE, lng: HERE.lng })

function scoreOf(
  a: Partial<MapPlace>,
  b: Partial<MapPlace>,
  provider: MapPlace['source']['provider'] = 'overpass',
): number {
  const [one, other] = [a, b].map((known, index) => {
    const place = madePlace(`node/${index + 1}`, known.location ?? HERE, known)
    const { source, raw: _raw, ...content } = place
    const categories = content.categories.map(({ id }) => id)
    return comparedPlace(source.id, index === 0 ? 'osm-file' : provider, { ...content, categories })
  })
  assert.ok(one !== undefined && other !== undefined)
  const scored = scorePair(one, other)
  assert.ok(scored !== null)
  assert.equal(scorePair(other, one)?.score, scored.score, 'the order does not matter')
  return scored.score
}

const named = (name: string, known: Partial<MapPlace> = {}): Partial<MapPlace> => ({ name, ...known })
const kind = (id: string) => ({ categories: [{ id, label: id }] })

test('names that people write for one place, in any spelling, script and language', () => {
  const pairs: [a: Partial<MapPlace>, b: Partial<MapPlace>][] = [
    [named('Café de Paris'), named('CAFE DE PARIS')],
    [named('Café de Paris'), named('Restaurant Café de Paris Monte-Carlo')],
    [named("McDonald's"), named('Mc Donalds')],
    [named('Кафе Пушкин'), named('Kafe Pushkin')],
    [named('Αθήνα Κουζίνα'), named('Athina Kouzina')],
    [named('Parfumerie Lefèvre'), named('Parfumerie Lefvere')],
    [named('St. Nikolaus Apotheke'), named('Saint Nikolaus Apotheke')],
    [named('東京ラーメン', { names: { en: 'Tokyo Ramen' } }), named('Tokyo Ramen')],
    [named('Müller & Söhne'), named('Mueller und Soehne GmbH')],
  ]
  for (const [a, b] of pairs) {
    const score = scoreOf(a, { ...b, location: near(60) })
    assert.ok(score >= MIN_SCORE, `${a.name} and ${b.name}: ${score}`)
  }
})

test('places that stand beside each other and are two', () => {
  const pairs: [a: Partial<MapPlace>, b: Partial<MapPlace>][] = [
    [named('Crédit Agricole', kind('amenity/bank')), named('Crédit Agricole', kind('amenity/atm'))],
    [named('Gate 12'), named('Gate 14')],
    [named('Café Central'), named('Café Royal')],
    [named('Hotel', kind('tourism/hotel')), named('Restaurant', kind('amenity/restaurant'))],
    [named('Zara'), named('Mango')],
    [{ name: null }, { name: null }],
    [
      named('Lidl', { brand: { name: 'Lidl', wikidata: 'Q151954' } }),
      named('Lindl', { brand: { name: null, wikidata: 'Q1' } }),
    ],
  ]
  for (const [a, b] of pairs) {
    const score = scoreOf(a, { ...b, location: near(30) })
    assert.ok(score < MIN_SCORE, `${a.name} and ${b.name}: ${score}`)
  }
})

test('each further fact moves the score the way it should', () => {
  const base = [named('Chez Pierre'), named('Pierre', { location: near(90) })] as const
  const plain = scoreOf(...base)
  const phones = (e164: string) => ({ phones: [{ e164, raw: e164, kind: 'phone' as const }] })
  const withFacts = (a: Partial<MapPlace>, b: Partial<MapPlace>) =>
    scoreOf({ ...base[0], ...a }, { ...base[1], ...b })
  assert.ok(withFacts(phones('+37798000001'), phones('+37798000001')) > plain)
  assert.ok(withFacts(phones('+37798000001'), phones('+37798000002')) < plain)
  const wikidata = (value: string) => ({ aliases: [{ scheme: 'wikidata', value }] })
  assert.ok(withFacts(wikidata('Q1'), wikidata('Q1')) > plain)
  assert.ok(withFacts(wikidata('Q1'), wikidata('Q2')) < plain)
  assert.ok(withFacts({ website: 'https://www.pierre.mc/' }, { website: 'http://pierre.mc' }) > plain)
  assert.ok(withFacts({ website: 'https://pierre.mc/' }, { website: 'http://paul.mc' }) < plain)
  assert.ok(scoreOf(base[0], { ...base[1], location: near(10) }) > plain)
  assert.ok(scoreOf(base[0], { ...base[1], location: near(900) }) < plain)
})

test('names of strangers cost little, however long they are', () => {
  const names = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`x${n}`, `${'ab '.repeat(5_000)}${n}`]),
  )
  assert.ok(scoreOf(named('ab '.repeat(50_000), { names }), named('ba '.repeat(50_000), { names })) <= 1)
})

const at = (metres: number, known: Partial<MapPlace>): Partial<MapPlace> => ({
  ...known,
  location: near(metres),
})
const CAFE = kind('amenity/cafe')
const phoneOf = (e164: string): Partial<MapPlace> => ({ phones: [{ e164, raw: e164, kind: 'phone' }] })
const brandOf = (wikidata: string): Partial<MapPlace> => ({ brand: { name: null, wikidata } })

test('the name of one place as two sources have it', () => {
  const pairs: [a: string, b: string][] = [
    ['Salon Bettina', 'Friseursalon Bettina Kröger'],
    ['Nebelhorn', 'Nebelhorn Kaltenbach - E-Zigaretten & Liquids'],
    ['FlinkFit', 'flink fit'],
    ['DLRG Ortsgruppe Kaltenbach', 'Deutsche Lebens Rettungs Gesellschaft Ortsgruppe Kaltenbach'],
    ['Dr. Ulrike Menzel', 'Praxis Dr. U. Menzel'],
    ['Pension Sonnblick', 'PENSION SONNBLICK | Zimmer & Frühstück'],
    ['Café Lindenhof', 'Café am Lindenhof GmbH & Co. KG'],
    ['潮見珈琲', '潮見珈琲 港町店'],
    ['うどん 花岡', '花岡 うどん・天ぷら'],
    ['トラットリア ダ・ルカ', 'Trattoria da Luca'],
  ]
  for (const [a, b] of pairs) {
    const score = scoreOf({ ...named(a), ...CAFE }, at(20, { ...named(b), ...CAFE }))
    assert.ok(score >= MIN_SCORE, `${a} and ${b}: ${score}`)
  }
})

test('names that share words and are those of two places', () => {
  const pairs: [a: string, b: string][] = [
    ['Feuerwehr Kaltenbach', 'Förderverein Feuerwehr Kaltenbach'],
    ['Hotel Seeblick', 'Brasserie Luise im Hotel Seeblick'],
    ['Parkplatz Nord 1', 'Parkplatz Nord 2'],
    ['潮見珈琲', '花岡珈琲'],
  ]
  for (const [a, b] of pairs) {
    const score = scoreOf({ ...named(a), ...CAFE }, at(20, { ...named(b), ...CAFE }))
    assert.ok(score < MIN_SCORE, `${a} and ${b}: ${score}`)
  }
})

test('names in scripts of which the sounds are not known say nothing, and other facts decide', () => {
  const [one, other] = [named('鳥源'), named('Torigen')]
  assert.ok(scoreOf({ ...one, ...CAFE }, at(20, { ...other, ...CAFE })) < MIN_SCORE)
  const phone = phoneOf('+81268123456')
  assert.ok(scoreOf({ ...one, ...CAFE, ...phone }, at(20, { ...other, ...CAFE, ...phone })) >= MIN_SCORE)
  const brand = brandOf('Q4')
  const [sign, brandName] = [named('サーティワン'), named('Baskin Robbins')]
  assert.ok(scoreOf({ ...sign, ...CAFE, ...brand }, at(20, { ...brandName, ...CAFE, ...brand })) >= MIN_SCORE)
})

test('who stood there before is not who stands there now', () => {
  const tenant = { ...named('Taverna Delphi'), names: { old: 'Gasthaus Eiche' }, ...CAFE }
  assert.ok(scoreOf(tenant, at(15, { ...named('Gasthaus Eiche'), ...CAFE })) < MIN_SCORE)
  assert.ok(scoreOf(tenant, at(15, { ...named('Delphi Taverna'), ...CAFE })) >= MIN_SCORE)
})

test('a number that is written in one line with its street is that number', () => {
  const addressOf = (street: string, houseNumber: string | null): Partial<MapPlace> => ({
    address: { ...madePlace('node/9', HERE, {}).address, street, houseNumber },
  })
  const plain = [named('Luna'), at(30, named('Luna'))] as const
  const without = scoreOf(...plain)
  const withLines = (street: string, line: string): number =>
    scoreOf({ ...plain[0], ...addressOf(street, '14') }, { ...plain[1], ...addressOf(line, null) })
  for (const [street, line] of [
    ['Lange Straße', 'Lange Str. 14'],
    ['Rue des Lilas', '14 rue des Lilas'],
    ['West Main Street', '14 W Main St'],
    ['Rua 7 de Setembro', 'Rua 7 de Setembro, 14'],
  ] as const)
    assert.ok(withLines(street, line) > without, line)
  assert.ok(withLines('Lange Straße', 'Lange Str. 41') < without)
  assert.ok(withLines('Lange Straße', 'Kurze Gasse 14') < without)
})

test('kinds that Overture calls otherwise speak little against a pair', () => {
  const [kiosk, books] = [
    { ...named('Lesestoff'), ...kind('shop/kiosk') },
    at(20, { ...named('Lesestoff'), ...kind('shop/books') }),
  ]
  assert.ok(scoreOf(kiosk, books, 'overture') > scoreOf(kiosk, books))
  const bank = { ...named('Volksbank Kaltenbach'), ...kind('amenity/bank') }
  const machine = at(5, { ...named('Volksbank Kaltenbach'), ...kind('amenity/atm') })
  assert.ok(scoreOf(bank, machine, 'overture') < MIN_SCORE, 'a machine is no bank')
})
