// The samples of extruct compared with the expectations of extruct: every page of the set that has one.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { attribute } from '#parsing/html/html-node.ts'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { readJsonLdBlocks } from '#parsing/page/json-ld.ts'
import { readMicrodata, type MicrodataItem, type MicrodataValue } from '#parsing/page/microdata.ts'
import { readMicroformats } from '#extractors/json/structured/microformats/read-microformats.ts'
import { readOpenGraph } from './open-graph.ts'
import { readRdfa } from '#extractors/json/structured/rdfa/read-rdfa.ts'

const SET = 'data/structured-data/extruct'
const skip = skipWithout(SET)
const text = (name: string): string => readFileSync(sharedPath(`${SET}/${name}`), 'utf8')
const page = (name: string): HtmlDocument => parseHtml(text(name))
const expectation = (name: string): unknown => JSON.parse(text(name)) as unknown
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

/** By folder and name: the reader, and the base address. */
const JSON_LD = [
  'custom.invalid/AllocateAction.001',
  'custom.invalid/JSONLD_with_JS_comment',
  'custom.invalid/JSONLD_with_control_characters',
  'misc/null_ld_mock',
  'schema.org.invalid/AllocateAction.001',
  'songkick/jsonld_empty_item_test',
]
/** Without strict mode extruct writes a list with one item as that item. */
const MICRODATA = [
  'schema.org/Event.001',
  'schema.org/Event.004',
  'schema.org/Event.008',
  'schema.org/MusicRecording.001',
  'schema.org/SearchAction.001',
  'schema.org/product-ref',
  'websites/microdata-with-description',
]
const STRICT_MICRODATA: readonly (readonly [string, string | null])[] = [
  ['w3c/microdata.4.2.data', null],
  ['w3c/microdata.4.2.strings', null],
  ['w3c/microdata.5.5', null],
  ['w3c/microdata.object', 'http://www.example.com/microdata/test'],
]
const RDFA: readonly (readonly [string, string, string])[] = [
  ['misc/Portfolio_Niels_Lubberman', '.json', 'http://nielslubberman.nl/drupal/'],
  ['misc/expanded_OG_support_test', '.json', 'http://www.example.com/index.html'],
  ['w3crdfa/w3c.rdfaprimer.example010', '.expanded.json', 'http://www.example.com/index.html'],
  ['wikipedia/xhtml+rdfa', '.expanded.json', 'http://www.example.com/index.html'],
]
/** Pages with a test of their own below. */
const OTHERS = ['misc/microformat_test', 'misc/opengraph_test', 'songkick/tovestyrke', 'w3c/microdata.5.3']

test('every sample that has both a page and an expectation is compared', { skip }, () => {
  const folders = readdirSync(sharedPath(SET))
  const names = folders.flatMap((folder) =>
    readdirSync(sharedPath(`${SET}/${folder}`)).map((file) => `${folder}/${file}`),
  )
  const pairs = names
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -5))
    .filter((name) => ['.json', '.jsonld', '.expanded.json'].some((end) => names.includes(name + end)))
  const compared = [
    ...JSON_LD,
    ...MICRODATA,
    ...STRICT_MICRODATA.map(([name]) => name),
    ...RDFA.map(([name]) => name),
    ...OTHERS,
  ]
  assert.deepEqual(pairs.toSorted(), compared.toSorted())
})

for (const name of JSON_LD) {
  test(`JSON-LD of ${name}`, { skip }, () => {
    const { values, broken } = readJsonLdBlocks(page(`${name}.html`))
    assert.equal(broken, 0)
    assert.deepEqual(values.flat(), expectation(`${name}.jsonld`))
  })
}

for (const name of MICRODATA) {
  test(`microdata of ${name}`, { skip }, () => {
    assert.deepEqual(
      readMicrodata(page(`${name}.html`), null).items.map(relaxed),
      expectation(`${name}.json`),
    )
  })
}

for (const [name, base] of STRICT_MICRODATA) {
  test(`microdata of ${name}`, { skip }, () => {
    assert.deepEqual(plain(readMicrodata(page(`${name}.html`), base).items), expectation(`${name}.json`))
  })
}

test(
  'microdata of w3c/microdata.5.3: all but the order that extruct gives a property found by itemref',
  { skip },
  () => {
    const items = plain(readMicrodata(page('w3c/microdata.5.3.html'), null).items) as MicrodataItem[]
    const expected = expectation('w3c/microdata.5.3.json') as MicrodataItem[]
    assert.deepEqual(items.slice(0, 3), expected.slice(0, 3))
    // HTML sorts the properties of an item in tree order (5.2.5, "sort results in tree order"): the referenced one
    // comes first.
    assert.deepEqual(expected[3]?.properties['a'], ['2', '1'])
    assert.deepEqual(items[3], { properties: { a: ['1', '2'], b: ['test'] } })
  },
)

for (const [name, end, base] of RDFA) {
  test(`RDFa of ${name}`, { skip }, () => {
    const { nodes } = readRdfa(page(`${name}.html`), base)
    assert.deepEqual(asGraph(nodes), asGraph(plainLiterals(expectation(name + end))))
  })
}

test('Open Graph of misc/opengraph_test, as it stands and flat', { skip }, () => {
  const { namespaces, properties } = readOpenGraph(page('misc/opengraph_test.html'))
  assert.deepEqual(plain([{ namespace: namespaces, properties }]), expectation('misc/opengraph_test.json'))
  const { 'og:type': type, ...rest } = Object.fromEntries(properties)
  assert.deepEqual(
    [{ ...rest, '@type': type, '@context': namespaces }],
    expectation('misc/opengraph_flat_test.json'),
  )
})

test('microformats of misc/microformat_test', { skip }, () => {
  const { items } = readMicroformats(page('misc/microformat_test.html'), null, 'any')
  assert.deepEqual(plain(items), expectation('misc/microformat_test.json'))
})

test('everything of songkick/tovestyrke', { skip }, () => {
  const document = page('songkick/tovestyrke.html')
  const expected = expectation('songkick/tovestyrke.json') as Record<string, unknown>
  const url = String(expected['url'])
  assert.deepEqual(readJsonLdBlocks(document).values.flat(), expected['json-ld'])
  assert.deepEqual(readMicrodata(document, url).items, expected['microdata'])
  assert.deepEqual(readMicroformats(document, url).items, expected['microformat'])
  assert.deepEqual(asGraph(readRdfa(document, url).nodes), asGraph(plainLiterals(expected['rdfa'])))
  const { namespaces, properties } = readOpenGraph(document)
  // extruct does not accept a dash in a prefix; the page declares `songkick-concerts`.
  const { 'songkick-concerts': concerts, ...others } = namespaces
  assert.deepEqual(plain([{ namespace: { ...others, concerts }, properties }]), expected['opengraph'])
  assert.deepEqual([{ namespaces: {}, elements: dublinCore(document), terms: [] }], expected['dublincore'])
})

/** Like items of extruct without `strict`: no lists of one. */
function relaxed(item: MicrodataItem): unknown {
  const value = (given: MicrodataValue): unknown =>
    typeof given === 'object' && 'properties' in given ? relaxed(given) : given
  const single = <T>(list: readonly T[]): T | readonly T[] => (list.length === 1 ? (list[0] as T) : list)
  return {
    ...(item.type === undefined ? {} : { type: single(item.type) }),
    properties: Object.fromEntries(
      Object.entries(item.properties).map(([name, values]) => [name, single(values.map(value))]),
    ),
  }
}

/** Without the languages and data types of literals, which no answer gives. */
function plainLiterals(nodes: unknown): unknown {
  return JSON.parse(
    JSON.stringify(nodes, (_, value: unknown) =>
      typeof value === 'object' && value !== null && '@value' in value
        ? { '@value': value['@value'] }
        : value,
    ),
  ) as unknown
}

/** A graph has no order, its blank nodes have no names, and equivalent XML is equal. */
function asGraph(nodes: unknown): unknown {
  const blanks = new Map<string, string>()
  const canonical = JSON.stringify(nodes).replace(/"_:(\w+)"/g, (_, name: string) => {
    blanks.set(name, blanks.get(name) ?? `"_:blank${blanks.size}"`)
    return blanks.get(name) as string
  })
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.map(sorted).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    if (typeof value !== 'object' || value === null)
      return typeof value === 'string' ? value.replace(/\n+$/, '') : value
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    )
  }
  return sorted(JSON.parse(canonical))
}

/** The Dublin Core elements among the metas of a page, under their plain names. */
function dublinCore({ all }: HtmlDocument): unknown[] {
  const elements = new Set([
    'contributor',
    'coverage',
    'creator',
    'date',
    'description',
    'format',
    'identifier',
    'language',
  ])
  return all.flatMap((element) => {
    const name = element.name === 'meta' ? (attribute(element, 'name') ?? '').toLowerCase() : ''
    const content = attribute(element, 'content')
    return elements.has(name) ? [{ name, content, URI: `http://purl.org/dc/elements/1.1/${name}` }] : []
  })
}
