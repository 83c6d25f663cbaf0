// The program and the parsers as `npm ci` has bundled them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PARSER } from '#extract/work.ts'
import { bundledModules } from '#platform/files/bundled-modules.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { production, read } from '#test/support/source-tree.ts'
import { createIsolate } from './isolate.ts'

const root = new URL('../../../', import.meta.url)

test('every parser is bundled, and loads in a child', async () => {
  const findModule = bundledModules('parsers')
  const sources = production.filter((path) => PARSER.test(read(path)))
  assert.ok(sources.length > 10)
  await using isolate = createIsolate({ children: 1, heapMb: 256, log: silentLogger })
  const caller = { jobId: 'job_1', signal: new AbortController().signal }
  const nothing = { length: 0, make: () => new Uint8Array() }
  for (const path of sources) {
    const source = new URL(path, root)
    assert.notEqual(findModule(source).href, source.href, `${path}: npm run bundle`)
    // What reads the task, after the parser and all that it imports were loaded.
    const parsed = isolate.run(source, nothing, caller, { native: true })
    await assert.rejects(parsed, /outside buffer bounds/, path)
  }
})

test('the program and every extractor are bundled', () => {
  const findModule = bundledModules('product')
  const descriptors = production.filter((path) => /^src\/extractors\/[^/]+\/index\.ts$/.test(path))
  assert.ok(descriptors.length > 10)
  for (const path of ['src/bin/surveyor.ts', ...descriptors]) {
    const source = new URL(path, root)
    assert.notEqual(findModule(source).href, source.href, `${path}: npm run bundle`)
  }
})
