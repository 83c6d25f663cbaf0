// Nominatim's own features: an answer that holds what they promise is read for what it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skipWithout } from '#test/support/shared-data.ts'
import { FEATURES, featureRequests, type FeatureRequest } from '#test/support/maps/nominatim-features.ts'
import { readNominatim } from './read-nominatim.ts'

/** Answers are made in the format that Surveyor asks for and in its older sister. */
const FORMATS = new Set(['json', 'jsonv2'])
const BASE = { lat: '47.1', lon: '9.5', display_name: 'X, Y', category: 'place', type: 'village' }

/** The JSON that the feature describes; what it leaves open is filled with `BASE`. */
function bodyOf({ count, results }: FeatureRequest): unknown {
  const rows = Array.from({ length: count ?? Math.max(0, ...results.keys()) + 1 }, (_, i) => {
    const row: Record<string, unknown> = { ...BASE }
    for (const [column, value] of Object.entries(results.get(i) ?? {})) {
      const [field = '', part] = (column.split('!')[0] as string).split('+')
      // A pattern says what a text is like, not what it is.
      if (column.includes('!') && field !== 'boundingbox') continue
      if (field === 'boundingbox') row[field] = value.split(',')
      else if (field === 'class') row['category'] = value
      else if (part === undefined) row[field] = value
      else row[field] = { ...(row[field] as object | undefined), [part]: value }
    }
    return row
  })
  return rows
}

for (const group of ['search', 'reverse'] as const) {
  test(`the features of ${group}`, { skip: skipWithout(FEATURES) }, (t) => {
    const leftOut = new Map<string, number>()
    let read = 0
    for (const request of featureRequests(group)) {
      const { name, format, status, count, results } = request
      if (!FORMATS.has(format)) {
        leftOut.set(format, (leftOut.get(format) ?? 0) + 1)
        continue
      }
      read += 1
      const rows = bodyOf(request) as Record<string, unknown>[]
      const error = results.get(0)?.['error'] ?? results.get(0)?.['error+message']
      const body = error !== undefined || group === 'reverse' ? rows[0] : rows
      const answer = readNominatim({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) })
      if (status === 400) {
        assert.equal(answer.kind, 'refused', name)
        if (error !== undefined) assert.equal(answer.kind === 'refused' && answer.detail, error, name)
        continue
      }
      assert.equal(answer.kind, 'found', name)
      const candidates = answer.kind === 'found' ? answer.candidates : []
      assert.equal(candidates.length, error === undefined ? (count ?? rows.length) : 0, name)
      for (const [i, candidate] of candidates.entries()) {
        const row = rows[i] as Record<string, string> & { address?: { country_code?: string } }
        assert.equal(candidate.category, `${row['category']}/${row['type']}`, name)
        assert.equal(candidate.countryCode, row.address?.country_code?.toUpperCase() ?? null, name)
        assert.equal(candidate.name, row['name'] ?? row['display_name']?.split(',')[0], name)
        const box = row['boundingbox'] as unknown as string[] | undefined
        assert.deepEqual(
          candidate.bbox,
          box === undefined ? null : [2, 0, 3, 1].map((side) => Number(box[side])),
          name,
        )
        const id = row['osm_id'] === undefined ? null : { type: row['osm_type'], id: Number(row['osm_id']) }
        if (id?.type !== undefined) assert.deepEqual(candidate.osm, id, name)
      }
    }
    const others = [...leftOut].map(([format, times]) => `${times} ${format}`).join(', ')
    t.diagnostic(`${read} requests read; left out, because Surveyor never asks for these formats: ${others}`)
    assert.ok(read > 20, `only ${read} requests were read`)
  })
}
