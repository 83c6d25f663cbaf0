import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import {
  defineExtractor,
  MAX_TIMEOUT_MS,
  type ExtractorDefinition,
  type OperationDefinition,
} from './define-extractor.ts'

const operation: OperationDefinition = {
  summary: 'Read a page.',
  input: Type.Object({ url: Type.String() }, { additionalProperties: false }),
  output: Type.Object({}),
  pool: 'http',
  batch: false,
  example: { request: { url: 'https://example.org/' } },
}
const announced: ExtractorDefinition = {
  name: 'sample',
  version: '1.0.0',
  summary: 'A sample.',
  unavailableReason: 'not built yet',
  operations: { extract: operation },
}
const { unavailableReason, ...rest } = announced
const load = async () => ({ create: async () => ({ operations: {} }) })
const sample: ExtractorDefinition = { ...rest, load }

const withOperation = (change: Partial<OperationDefinition>): ExtractorDefinition => ({
  ...sample,
  operations: { extract: { ...operation, ...change } },
})

test('what is defined is completed, and is complete then', () => {
  const descriptor = defineExtractor(sample)
  assert.deepEqual([descriptor.available, descriptor.unavailableReason], [true, null])
  const { path, timeoutMs = 0 } = descriptor.operations['extract'] ?? {}
  assert.equal(path, '/api/v1/sample/extract')
  assert.ok(timeoutMs > MAX_TIMEOUT_MS)
  assert.deepEqual(defineExtractor(descriptor), descriptor)
  const later = defineExtractor(announced)
  assert.deepEqual([later.available, later.unavailableReason], [false, unavailableReason])
  const own = withOperation({ path: '/api/v1/other', timeoutMs: 1_000 })
  const { extract } = defineExtractor(own).operations
  assert.deepEqual([extract?.path, extract?.timeoutMs], ['/api/v1/other', 1_000])
})

const broken: readonly [ExtractorDefinition, RegExp][] = [
  [{ ...sample, name: 'Sample' }, /name/],
  [{ ...sample, version: '1.0' }, /version '1.0'/],
  [{ ...sample, summary: ' ' }, /no summary/],
  [{ ...announced, load } as unknown as ExtractorDefinition, /either `load` or/],
  [rest as ExtractorDefinition, /either `load` or/],
  [{ ...sample, operations: {} }, /no operation/],
  [
    {
      ...sample,
      operations: { extract: operation, search: { ...operation, path: '/api/v1/sample/extract' } },
    },
    /share a path/,
  ],
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
