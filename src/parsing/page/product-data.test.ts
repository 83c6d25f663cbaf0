// The product of a page as its JSON-LD describes it, in the many ways in which shops write it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { readJsonLd } from './json-ld.ts'
import { readProduct, type ProductData } from './product-data.ts'

const read = (...values: readonly object[]): ProductData | null =>
  readProduct(
    readJsonLd(
      parseHtml(
        values
          .map((value) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`)
          .join(''),
      ),
    ).nodes,
  )
const offersOf = (offers: unknown): readonly string[] | undefined =>
  read({ '@type': 'Product', name: 'Lamp', offers })?.offers

test('a product with all it can have', () => {
  assert.deepEqual(
    read({
      '@type': ['Product'],
      name: ' Storm\n lamp ',
      description: 'Burns in any wind.',
      brand: { '@type': 'Brand', name: 'Hay' },
      color: ['red', 'blue'],
      weight: { '@type': 'QuantitativeValue', value: 1.5, unitText: 'kg' },
      sku: 77,
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Wick', value: '12', unitCode: 'mm' },
        { name: 'Empty' },
        'odd',
      ],
      aggregateRating: { ratingValue: 4.5, bestRating: '5', reviewCount: 12 },
      offers: { price: '19.90', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
    }),
    {
      name: 'Storm lamp',
      description: 'Burns in any wind.',
      offers: ['19.90 EUR, in stock'],
      properties: [
        ['Brand', 'Hay'],
        ['Color', 'red, blue'],
        ['Weight', '1.5 kg'],
        ['SKU', '77'],
        ['Wick', '12 mm'],
        ['Rating', '4.5 of 5 (12)'],
      ],
    },
  )
})

test('offers: a range, several, a price in a specification, none without a price', () => {
  assert.deepEqual(offersOf({ lowPrice: 10, highPrice: 25, priceCurrency: 'EUR' }), ['10 to 25 EUR'])
  assert.deepEqual(
    offersOf([
      { name: 'Small', price: 10 },
      { name: 'Large', price: 25 },
    ]),
    ['Small, 10', 'Large, 25'],
  )
  assert.deepEqual(
    offersOf({ priceSpecification: [{ price: 9, priceCurrency: 'SEK' }], itemCondition: 'UsedCondition' }),
    ['9 SEK, used'],
  )
  assert.deepEqual(offersOf({ availability: 'InStock', priceCurrency: 'EUR' }), [])
  assert.deepEqual(offersOf('soon'), [])
})

test('a product given twice is one, with its variants and neighbours it is one, beside another it is none', () => {
  const lamp = { '@type': 'Product', name: 'Lamp' }
  const oil = { '@type': 'Product', name: 'Oil' }
  assert.equal(read(lamp, { '@type': 'Product', name: 'LAMP' })?.name, 'Lamp')
  assert.equal(read({ ...lamp, isRelatedTo: [oil], hasVariant: [oil] })?.name, 'Lamp')
  assert.equal(read(lamp, oil), null)
  assert.equal(read({ '@type': 'Article', name: 'Lamp' }), null)
})

test('what is not said is null or absent', () => {
  assert.deepEqual(read({ '@type': 'Product', name: 'null', description: ' ', offers: null, brand: {} }), {
    name: null,
    description: null,
    offers: [],
    properties: [],
  })
})
