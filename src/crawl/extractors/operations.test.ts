import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { defineExtractor, type OperationDescriptor } from '#extract/define-extractor.ts'
import { operationsOf, splitJobType, typesOf } from './operations.ts'

const operation = (path: string, batch: boolean): OperationDescriptor => ({
  summary: 'Do it.',
  input: Type.Object({}),
  output: Type.Object({}),
  pool: 'light',
  timeoutMs: 1_000,
  batch,
  path,
  example: { request: {} },
})
const maps = defineExtractor({
  name: 'maps',
  version: '1.0.0',
  summary: 'Maps.',
  available: false,
  unavailableReason: 'a test',
  operations: {
    search: operation('/api/v1/maps/search', true),
    resolve: operation('/api/v1/maps/resolve', false),
  },
})

test('paths and types of batches are made from the operation', () => {
  const [search, resolve] = operationsOf([maps])
  assert.equal(search?.jobType, 'maps.search')
  assert.equal(search.batchType, 'maps.search.batch')
  assert.equal(search.batchPath, '/api/v1/maps/batch/search')
  assert.equal(resolve?.batchType, null)
  assert.equal(resolve.batchPath, null)
})

test('a job type is taken apart, also that of a batch', () => {
  assert.deepEqual(splitJobType('maps.search'), { extractor: 'maps', operation: 'search' })
  assert.deepEqual(splitJobType('maps.search.batch'), { extractor: 'maps', operation: 'search' })
})

test('a filter by extractor means all its types', () => {
  const operations = operationsOf([maps])
  assert.equal(typesOf(operations, { extractor: undefined, types: undefined }), null)
  assert.deepEqual(typesOf(operations, { extractor: undefined, types: ['x'] }), ['x'])
  assert.deepEqual(typesOf(operations, { extractor: 'maps', types: undefined }), [
    'maps.search',
    'maps.search.batch',
    'maps.resolve',
  ])
  assert.deepEqual(typesOf(operations, { extractor: 'maps', types: ['maps.resolve', 'json.extract'] }), [
    'maps.resolve',
  ])
  assert.deepEqual(typesOf(operations, { extractor: 'none', types: undefined }), [])
})
