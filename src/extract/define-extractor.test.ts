import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { defineExtractor, type ExtractorDescriptor, type OperationDescriptor } from './define-extractor.ts'

const operation: OperationDescriptor = {
  summary: 'Read a page.',
  input: Type.Object({ url: Type.String() }, { additionalProperties: false }),
  output: Type.Object({}),
  pool: 'http',
  timeoutMs: 1_000,
  batch: false,
  path: '/api/v1/sample/extract',
  example: { request: { url: 'https://example.org/' } },
}
const sample: ExtractorDescriptor = {
  name: 'sample',
  version: '1.0.0',
  summary: 'A sample.',
  available: false,
  unavailableReason: 'not built yet',
  operations: { extract: operation },
}
const load = async () => ({ create: async () => ({ operations: {} }) })

const withOperation = (change: Partial<OperationDescriptor>): ExtractorDescriptor => ({
  ...sample,
  operations: { extract: { ...operation, ...change } },
})

test('a sound descriptor is handed back as it is', () => {
  assert.equal(defineExtractor(sample), sample)
  const built = { ...sample, available: true, unavailableReason: null, load }
  assert.equal(defineExtractor(built), built)
})

const broken: readonly [ExtractorDescriptor, RegExp][] = [
  [{ ...sample, name: 'Sample' }, /name/],
  [{ ...sample, version: '1.0' }, /version '1.0'/],
  [{ ...sample, summary: ' ' }, /no summary/],
  [{ ...sample, load }, /`load` exactly when/],
  [{ ...sample, available: true, unavailableReason: null }, /`load` exactly when/],
  [{ ...sample, unavailableReason: null }, /unavailableReason exactly when/],
  [{ ...sample, operations: {} }, /no operation/],
  [{ ...sample, operations: { extract: operation, search: operation } }, /share a path/],
  [{ ...sample, operations: { 'ex-tract': operation } }, /camelCase/],
  [withOperation({ summary: '' }), /no summary/],
  [withOperation({ pool: 'heavy' as 'http' }), /unknown kind heavy/],
  [withOperation({ timeoutMs: 0 }), /timeoutMs/],
  [withOperation({ path: '/sample' }), /below \/api\/v1/],
  [withOperation({ batchPath: '/sample' }), /batch path '\/sample'/],
  [withOperation({ input: Type.String() }), /input schema that is not an object/],
  [withOperation({ output: Type.Union([Type.Object({}), Type.Null()]) }), /output schema that is not/],
  [withOperation({ shorthand: { fields: ['id'], addressOf: (id) => id } }), /no field 'id'/],
]

for (const [descriptor, rule] of broken) {
  test(`refused: ${rule.source}`, () => {
    assert.throws(
      () => defineExtractor(descriptor),
      (error: Error) => {
        assert.match(error.message, new RegExp(`^Extractor '${descriptor.name}'`))
        assert.match(error.message, rule)
        return true
      },
    )
  })
}
