// The product that a page is about, as its JSON-LD describes it (https://schema.org/Product).
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import type { JsonLdNode } from './json-ld.ts'

/** Values as the page gives them; null and empty where it gives none. */
export interface ProductData {
  readonly name: string | null
  /** HTML or plain lines. */
  readonly description: string | null
  /** `19.90 EUR`, `19.90 to 25 EUR`, with what the offer is called and whether it can be had. */
  readonly offers: readonly string[]
  /** Name and value: brand, number, material, the page's own properties. */
  readonly properties: readonly (readonly [name: string, value: string])[]
}

const PRODUCT = /^(?:Product|ProductGroup|ProductModel|IndividualProduct|SomeProducts)$/
const MAX_VALUE_CHARS = 500
const MAX_DESCRIPTION_CHARS = 50_000
const MAX_OFFERS = 20
const MAX_PROPERTIES = 60
const MAX_DEPTH = 12

/** The fields that are said of a product, with their names for a reader. */
const FIELDS: readonly (readonly [field: string, name: string])[] = [
  ['brand', 'Brand'],
  ['manufacturer', 'Manufacturer'],
  ['model', 'Model'],
  ['category', 'Category'],
  ['color', 'Color'],
  ['material', 'Material'],
  ['pattern', 'Pattern'],
  ['size', 'Size'],
  ['weight', 'Weight'],
  ['width', 'Width'],
  ['height', 'Height'],
  ['depth', 'Depth'],
  ['sku', 'SKU'],
  ['mpn', 'MPN'],
  ['gtin', 'GTIN'],
  ['gtin13', 'GTIN'],
  ['productID', 'Product ID'],
]

/** Null where the nodes describe no product, or several that are no parts or neighbours of the first. */
export function readProduct(nodes: readonly JsonLdNode[]): ProductData | null {
  const products = nodes.filter(({ types }) => types.some((type) => PRODUCT.test(type)))
  const [first] = products
  if (first === undefined) return null
  const name = textOf(first.value['name'])
  const inFirst = recordsIn(first.value)
  const others = products.filter(
    ({ value }) => !inFirst.has(value) && textOf(value['name'])?.toLowerCase() !== name?.toLowerCase(),
  )
  if (others.length > 0) return null
  const { value } = first
  const description = value['description']
  return {
    name,
    description:
      typeof description === 'string' && description.trim() !== ''
        ? description.trim().slice(0, MAX_DESCRIPTION_CHARS)
        : null,
    offers: listOf(value['offers']).slice(0, MAX_OFFERS).flatMap(offerOf),
    properties: propertiesOf(value),
  }
}

/** All objects in a value, itself included: a product that stands in another is a variant or a neighbour of it. */
function recordsIn(value: unknown): ReadonlySet<unknown> {
  const found = new Set<unknown>()
  const visit = (inner: unknown, depth: number): void => {
    if (!isRecord(inner) || depth > MAX_DEPTH || found.has(inner)) return
    found.add(inner)
    for (const next of Object.values(inner)) visit(next, depth + 1)
  }
  visit(value, 0)
  return found
}

function offerOf(value: unknown): string[] {
  const offer = fieldsOf(value)
  const price = fieldsOf(listOf(offer['priceSpecification'])[0])
  const currency = textOf(offer['priceCurrency']) ?? textOf(price['priceCurrency'])
  const low = textOf(offer['price']) ?? textOf(offer['lowPrice']) ?? textOf(price['price'])
  const high = textOf(offer['highPrice'])
  if (low === null) return []
  const amount = high === null || high === low ? low : `${low} to ${high}`
  const parts = [
    textOf(offer['name']),
    [amount, currency].filter((part) => part !== null).join(' '),
    stateOf(offer['availability']),
    stateOf(offer['itemCondition']),
  ]
  return [parts.filter((part) => part !== null).join(', ')]
}

/** `https://schema.org/InStock` is `in stock`. */
function stateOf(value: unknown): string | null {
  const word = /^(?:https?:\/\/(?:www\.)?schema\.org\/)?([A-Z][A-Za-z]{1,40})$/.exec(textOf(value) ?? '')?.[1]
  return word === undefined
    ? null
    : word
        .replace(/Condition$/, '')
        .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase()
}

function propertiesOf(value: JsonLdNode['value']): ProductData['properties'] {
  const found: (readonly [string, string])[] = []
  for (const [field, name] of FIELDS) {
    const text = textOf(value[field])
    if (text !== null) found.push([name, text])
  }
  for (const property of listOf(value['additionalProperty'])) {
    const name = textOf(fieldsOf(property)['name'])
    const text = textOf(property)
    if (name !== null && text !== null && text !== name) found.push([name, text])
  }
  const rating = fieldsOf(value['aggregateRating'])
  const stars = textOf(rating['ratingValue'])
  const best = textOf(rating['bestRating'])
  const count = textOf(rating['ratingCount']) ?? textOf(rating['reviewCount'])
  if (stars !== null)
    found.push([
      'Rating',
      stars + (best === null ? '' : ` of ${best}`) + (count === null ? '' : ` (${count})`),
    ])
  return found.slice(0, MAX_PROPERTIES)
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** A text, a number, a value with its unit, a thing by its name, or several of these. */
function textOf(value: unknown, depth = 0): string | null {
  if (depth > 3) return null
  if (typeof value === 'string') {
    const line = value.slice(0, MAX_VALUE_CHARS).replace(/\s+/g, ' ').trim()
    return line === '' || /^(?:null|undefined|n\/a)$/i.test(line) ? null : line
  }
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const texts = value.slice(0, 20).map((item) => textOf(item, depth + 1))
    const line = texts.filter((text) => text !== null).join(', ')
    return line === '' ? null : line
  }
  const { value: own, unitText, unitCode, name } = fieldsOf(value)
  const amount = textOf(own, depth + 1)
  if (amount === null) return textOf(name, depth + 1)
  const unit = textOf(unitText, depth + 1) ?? textOf(unitCode, depth + 1)
  return unit === null ? amount : `${amount} ${unit}`
}
