// Locations as texts: what is coordinates, a link, a code or a name, and what is no location.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCoordinates } from './coordinates.ts'
import { readLocationText } from './location-text.ts'
import { readMapLink } from './map-links.ts'

const HERE = [43.73833, 7.42472] as const

function near(text: string, [lat, lng]: readonly [number, number], language: string | null = null): void {
  const reading = readCoordinates(text, language)
  assert.equal(reading?.kind, 'point', text)
  if (reading?.kind !== 'point') return
  assert.ok(Math.abs(reading.point.lat - lat) < 2e-5, `${text}: ${reading.point.lat}`)
  assert.ok(Math.abs(reading.point.lng - lng) < 2e-5, `${text}: ${reading.point.lng}`)
}

test('coordinates are read in every usual form', () => {
  for (const text of [
    '43.73833, 7.42472',
    '43.73833 7.42472',
    '43.73833/7.42472',
    '(43.73833; 7.42472)',
    '43,73833 7,42472',
    '43,73833, 7,42472',
    '43.73833° N, 7.42472° E',
    '43.73833N 7.42472E',
    'N43.73833 E7.42472',
    '7.42472 E, 43.73833 N',
    'lat: 43.73833, lng: 7.42472',
    'lon=7.42472 lat=43.73833',
    '{"lat": 43.73833, "lng": 7.42472}',
    '43°44\'18"N 7°25\'29"E',
    '43° 44′ 18″ N, 7° 25′ 29″ E',
    "43º44'18'' N 7º25'29'' E",
    '43 44 18 N 7 25 29 E',
    '43:44:18N 7:25:29E',
    '43d44m18sN 7d25m29sE',
    '43 degrees 44 minutes 18 seconds north, 7 degrees 25 minutes 29 seconds east',
    "N 43° 44.3' E 7° 25.4833'",
    '43,73833° Nord, 7,42472° Est',
    '４３.７３８３３、７.４２４７２',
  ]) {
    near(text, HERE)
  }
  near('−33.8688, 151.2093', [-33.8688, 151.2093])
  near('151.2093, -33.8688', [-33.8688, 151.2093])
  near('40° 26′ 46″ N 79° 58′ 56″ W', [40.44611, -79.98222])
  near('33°52\'10"S 151°12\'30"E', [-33.86944, 151.20833])
})

test('an O is east in German and west in French, and elsewhere it is asked', () => {
  near('47° 8′ 28″ N, 9° 31′ 18″ O', [47.14111, 9.52167], 'de')
  near('48° 51′ 24″ N, 2° 21′ 7″ O', [48.85667, -2.35194], 'fr-FR')
  assert.deepEqual(readCoordinates('47° N, 9° O', null), {
    kind: 'refused',
    detail: 'an O may be east or west: write E or W',
  })
})

test('numbers that say nothing of degrees are no coordinates, and those beyond the world are refused', () => {
  for (const text of ['10 20', '5,10', '100, 200', '-33 151', '98000', '12 Rue 34', '9490 Vaduz', 'N', '']) {
    assert.equal(readCoordinates(text, null), null, text)
  }
  for (const text of ['95.0000, 200.0000', '91°N 5°E', '10°N 181°E', "43°60'N 7°0'E", '43°N 7°N']) {
    assert.equal(readCoordinates(text, null)?.kind, 'refused', text)
  }
})

test('whatever is written, reading it ends with a point of the world or none', () => {
  const characters = fc.constantFrom(...Array.from('0123456789.,;:°\'"NSEWO -+dms'))
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 120 }), (text) => {
      const reading = readCoordinates(text, null)
      if (reading?.kind !== 'point') return
      assert.ok(Math.abs(reading.point.lat) <= 90 && Math.abs(reading.point.lng) <= 180, text)
    }),
    { numRuns: 2_000 },
  )
})

test('links to maps say where they are without being opened', () => {
  const at = (link: string) => {
    const read = readMapLink(link)
    return read?.kind === 'point' ? [read.point.lat, read.point.lng, read.zoom, read.radiusM] : read
  }
  assert.deepEqual(at('@43.7384,7.4246,15z'), [43.7384, 7.4246, 15, null])
  assert.deepEqual(at('https://www.google.com/maps/@43.7,7.4,1500m/data=!3m1!1e3'), [43.7, 7.4, null, 750])
  // The place and not the view; embedded maps have the longitude first.
  assert.deepEqual(at('https://www.google.com/maps/place/X/@1,2,17z/data=!4m6!8m2!3d43.7392!4d7.4275'), [
    43.7392,
    7.4275,
    null,
    null,
  ])
  assert.deepEqual(at('https://www.google.com/maps/embed?pb=!1m18!1d2884!2d7.4246!3d43.7384'), [
    43.7384,
    7.4246,
    null,
    null,
  ])
  assert.deepEqual(at('https://maps.google.com/?q=43.7384,7.4246'), [43.7384, 7.4246, null, null])
  assert.deepEqual(at('https://maps.apple.com/?ll=43.7384,7.4246&q=Casino'), [43.7384, 7.4246, null, null])
  assert.deepEqual(at('https://www.bing.com/maps?cp=43.7384~7.4246&lvl=15'), [43.7384, 7.4246, 15, null])
  assert.deepEqual(at('https://www.openstreetmap.org/#map=16/43.7384/7.4246'), [43.7384, 7.4246, 16, null])
  assert.deepEqual(at('https://www.openstreetmap.org/?mlat=43.7&mlon=7.4#map=12/1/2'), [43.7, 7.4, 12, null])
  assert.deepEqual(at('geo:43.7384,7.4246;u=35'), [43.7384, 7.4246, null, 35])
  assert.deepEqual(at('geo:43.7,7.4?z=11'), [43.7, 7.4, 11, null])
  const [lat, lng, zoom] = at('https://osm.org/go/0EEQjEEb') as number[]
  assert.deepEqual([lat?.toFixed(4), lng?.toFixed(4), zoom], ['51.5110', '0.0550', 16])
  assert.deepEqual(at('osm.org/relation/1124039'), {
    kind: 'element',
    osm: { type: 'relation', id: 1124039 },
  })
  assert.deepEqual(at('geo:0,0?q=Monaco'), { kind: 'text', text: 'Monaco' })
  assert.deepEqual(at('https://www.google.com/maps/search/?api=1&query=Casino%20Monaco'), {
    kind: 'text',
    text: 'Casino Monaco',
  })
  for (const link of [
    'https://maps.app.goo.gl/abc',
    'https://maps.google.com/?cid=123',
    'geo:x',
    'https://example.org/',
  ]) {
    assert.equal(readMapLink(link)?.kind, 'refused', link)
  }
  assert.equal(readMapLink('Monaco'), null)
})

test('a text says where its radius comes from, or gives it', () => {
  const read = (text: string) => readLocationText(text, null)
  assert.deepEqual(read('2 km around Vaduz'), { kind: 'name', text: 'Vaduz', isAround: true, radiusM: 2_000 })
  assert.deepEqual(read('im Umkreis von 1,5 km um Schaan'), {
    kind: 'name',
    text: 'Schaan',
    isAround: true,
    radiusM: 1_500,
  })
  assert.deepEqual(read('Vaduz + 5 miles'), {
    kind: 'name',
    text: 'Vaduz',
    isAround: true,
    radiusM: 8_046.72,
  })
  assert.deepEqual(read('near the Casino'), { kind: 'name', text: 'Casino', isAround: true, radiusM: null })
  assert.deepEqual(read('カジノの近く'), { kind: 'name', text: 'カジノ', isAround: true, radiusM: null })
  assert.deepEqual(read('in Monaco'), { kind: 'name', text: 'Monaco', isAround: false, radiusM: null })
  assert.deepEqual(read('Route 66'), { kind: 'name', text: 'Route 66', isAround: false, radiusM: null })
  const circle = read('500 m around 43.7384, 7.4246')
  assert.deepEqual(circle, { kind: 'circle', center: { lat: 43.7384, lng: 7.4246 }, radiusM: 500, how: null })
  assert.deepEqual(read('43.7384,7.4246,500'), circle)
  assert.notEqual(read('12,34,56').kind, 'circle')
  const bare = read('43.7384, 7.4246')
  assert.ok(bare.kind === 'circle' && bare.radiusM === 1_000 && /1000 m/.test(bare.how ?? ''))
  const view = read('@43.7384,7.4246,15z')
  assert.ok(
    view.kind === 'circle' && view.radiusM > 1_000 && view.radiusM < 2_000 && /zoom 15/.test(view.how ?? ''),
  )
})

test('plus codes are whole, short beside a place, or a large cell', () => {
  const whole = readLocationText('8FM9PCQF+9R', null)
  assert.ok(whole.kind === 'circle' && Math.abs(whole.center.lat - 43.7384) < 1e-3)
  assert.deepEqual(readLocationText('PCQF+9R Monaco', null), {
    kind: 'short_code',
    code: 'PCQF+9R',
    near: 'Monaco',
    radiusM: null,
  })
  assert.deepEqual(readLocationText('8FM90000+', null), { kind: 'box', bbox: [7, 43, 8, 44] })
  assert.equal(readLocationText('///filled.count.soap', null).kind, 'refused')
  assert.equal(readLocationText('filled.count.soap', null).kind, 'refused')
  assert.equal(readLocationText('www.monaco.example', null).kind, 'name')
})

test('four numbers are a box where decimals, brackets or a word say so', () => {
  for (const text of ['7.40,43.72,7.45,43.76', '[9, 47, 10, 48]', 'bbox=9,47,10,48', '9.4 47.0 9.6 47.3'])
    assert.equal(readLocationText(text, null).kind, 'box', text)
  for (const text of ['12 34 56 78', '7.45,43.72,7.40,43.76', 'bbox=9,47,10,98'])
    assert.notEqual(readLocationText(text, null).kind, 'box', text)
})
