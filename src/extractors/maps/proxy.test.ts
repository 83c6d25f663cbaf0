import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { memoryLimits } from '#test/support/maps/limits.ts'
import { extractContext } from '#test/support/extract/extract-context.ts'
import { create } from './extract.ts'

test('a request for a proxy is refused where the map is asked directly', async () => {
  const context = extractContext()
  const { log, fetch } = context
  const { operations } = await create({ settings: {}, dataDir: tmpdir(), limits: memoryLimits(), log, fetch })
  for (const [name, input] of [
    ['search', { query: 'cafes', location: 'Monaco', proxy: { mode: 'pool' } }],
    ['extract', { id: 'osm:node/1', provider: 'overpass', proxy: { country: 'DE' } }],
    ['resolve', { location: 'Monaco', provider: 'osm-file', proxy: { sessionKey: 'a' } }],
  ] as const)
    await assert.rejects(
      async () => operations[name]?.(input, context),
      (error: Error & { code?: string; errors?: readonly { pointer: string }[] }) =>
        error.code === 'validation_failed' && error.errors?.[0]?.pointer === '/proxy',
      name,
    )
})
