import assert from 'node:assert/strict'
import { test } from 'node:test'
import { madePlace } from '#test/support/places/generated-places.ts'
import { keptContent, parseContent, parseFields, wholeContentJson, writeContent } from './kept-content.ts'
import type { StoredContent } from './show-content.ts'

const TAG = { provider: 'osm-file', tier: 'tag', fetchedAt: '2026-01-01T00:00:00.000Z' } as const
const DERIVED = { ...TAG, tier: 'derived' } as const
const SPELLED = { ...TAG, raw: 'BC' } as const
const WEBSITE = { provider: 'website', fetchedAt: '2026-02-01T00:00:00.000Z' } as const
/** A name that looks like the beginning of a provenance, and a tag of that name. */
const NAME = 'x,"provenance":[{"a":1}]'

function contentOf(provenance: StoredContent['provenance']): StoredContent {
  const { source: _source, raw: _raw, categories, ...fields } = madePlace('node/1', { lat: 1, lng: 2 })
  return {
    ...fields,
    name: NAME,
    attributes: { provenance: '[' },
    categories: categories.map(({ id }) => id),
    provenance,
    reviewCoverage: 'partial',
  }
}

const PROVENANCES: Record<string, StoredContent['provenance']> = {
  none: {},
  one: { name: TAG },
  'in turns': { name: TAG, names: TAG, links: DERIVED, aliases: TAG, 'address.city': DERIVED },
  'with what the provider spells': { 'address.region': SPELLED, 'address.city': SPELLED, name: TAG },
  'with further values': {
    emails: { ...TAG, also: WEBSITE },
    phones: TAG,
    socials: { ...TAG, also: WEBSITE },
  },
}

for (const [what, provenance] of Object.entries(PROVENANCES)) {
  test(`a content is read as it was written, in the order of its fields: ${what}`, () => {
    const content = contentOf(provenance)
    const json = writeContent(content)
    assert.equal(JSON.stringify(parseContent(json)), JSON.stringify(content))
    assert.equal(wholeContentJson(json), JSON.stringify(content))
    assert.equal(parseFields(json).name, NAME)
    assert.deepEqual(parseFields(json).attributes, content.attributes)
  })

  test(`a content from before, with its provenance by field, is read as it is: ${what}`, () => {
    const json = JSON.stringify(contentOf(provenance))
    assert.equal(JSON.stringify(parseContent(json)), json)
    assert.equal(wholeContentJson(json), json)
    assert.equal(parseFields(json).name, NAME)
  })
}

test('an origin stands once, and its number where it comes again', () => {
  const { provenance } = keptContent(contentOf(PROVENANCES['in turns'] ?? {}))
  assert.deepEqual(provenance, [TAG, 'name', 'names', DERIVED, 'links', 0, 'aliases', 1, 'address.city'])
})
