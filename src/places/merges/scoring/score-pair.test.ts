import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MapPlace } from '#contract/places/place.ts'
import { madePlace } from '#test/support/places/generated-places.ts'
import { comparedPlace, scorePair } from './score-pair.ts'

const HERE = { lat: 43.7384, lng: 7.4246 }
const near = (metres: number) => ({ lat: HERE.lat + metres / 111_195, lng: HERE.lng })

function scoreOf(a: Partial<MapPlace>, b: Partial<MapPlace>): number {
  const [one, other] = [a, b].map((known, index) => {
    const place = madePlace(`node/${index + 1}`, known.location ?? HERE, known)
    const { source, raw: _raw, ...content } = place
    const categories = content.categories.map(({ id }) => id)
    return comparedPlace(source.id, index === 0 ? 'osm-file' : 'overpass', { ...content, categories })
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
    assert.ok(score >= 0.6, `${a.name} and ${b.name}: ${score}`)
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
    assert.ok(score < 0.6, `${a.name} and ${b.name}: ${score}`)
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
