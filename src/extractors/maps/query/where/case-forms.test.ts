// Which words are a name in another case, and which only begin alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchFold } from '#kit/text/search-text.ts'
import { sharedStems } from './case-forms.ts'
import { landmarkTags, landmarkWord } from './landmark-words.ts'

const isForm = ([typed = '', name = '']: readonly string[], isAlone: boolean) =>
  sharedStems(searchFold(typed), searchFold(name), isAlone) > 0
const pairsOf = (text: string) => text.split(',').map((pair) => pair.trim().split('/'))

test('a name in the case of its language has the stem and an ending of it', () => {
  const forms = pairsOf(
    `starym mieście/Stare Miasto, nowej hucie/Nowa Huta, Krakowie/Kraków, Pradze/Praga, dworca/dworzec, rynku/Rynek, Zarzeczu/Zarzecze,
     starém městě/Staré Město, Brně/Brno, Košiciach/Košice, starom gradu/Stari Grad, Арбате/Арбат, Москве/Москва, дворца/дворец, Києві/Київ,
     Львові/Львів, Vilniuje/Vilnius, Bahnhofs/Bahnhof, slottet/slott, castelului/castel, σταθμό/σταθμός, rautatieaseman/rautatieasema`,
  )
  assert.deepEqual(
    forms.filter((pair) => !isForm(pair, false)),
    [],
  )
})

test('an ending that says where is enough by itself', () => {
  const forms = pairsOf(
    'Helsingissä/Helsinki, Tampereella/Tampere, Budapesten/Budapest, Debrecenben/Debrecen, Kadıköyde/Kadıköy, Beşiktaşta/Beşiktaş, senamiestyje/Senamiestis',
  )
  assert.deepEqual(
    forms.filter((pair) => !isForm(pair, true)),
    [],
  )
})

test('words that only begin alike are no forms', () => {
  const others = pairsOf(
    `parku/parking, rynku/rynna, market/Markt, station/Stadt, beach/Bea, harbour/Harz, park/Paris, lake/Lage, pizza/Pisa, airport/Aire, metro/Metz,
     street/Stream, corner/Corn, mosque/Mosk, bridge/Brig, tower/Town, hostel/Hotel, starym/Stade, bar/Bath, old town/Old Trafford`,
  )
  for (const isAlone of [false, true])
    assert.deepEqual(
      others.filter((pair) => isForm(pair, isAlone)),
      [],
    )
  // What says nothing of where is no form by itself: `northern` is not in North.
  assert.deepEqual(
    pairsOf('dworca/dworzec, northern/North, castles/Castle, harbourside/Harbour').filter((pair) =>
      isForm(pair, true),
    ),
    [],
  )
})

test('a word for a landmark is known in its case, with an article, and no other word is', () => {
  for (const [typed = '', word = ''] of pairsOf(
    'dworca/dworzec, zamku/zamek, nádražím/nádraží, вокзалом/вокзал, hafens/hafen',
  ))
    assert.equal(landmarkWord(searchFold(typed)), searchFold(word), typed)
  assert.deepEqual(landmarkTags('the beach'), landmarkTags('beach'))
  for (const word of ['hotel', 'parking', 'casino', 'bank', 'road', 'restauracji', 'city', ''])
    assert.equal(landmarkWord(word), null, word)
})
