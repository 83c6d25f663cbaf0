// The files of parsers as `npm ci` has bundled them, and when the sources are imported in their place.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { production, read } from '#test/support/source-tree.ts'
import { createIsolate } from './isolate.ts'
import { BUNDLE_FOLDER, bundledModules, hashOf, PARSER, type BundledFiles } from './parser-bundle.ts'

const root = new URL('../../../', import.meta.url)

test('every parser is bundled, and loads in a child', async () => {
  const findModule = bundledModules()
  const sources = production.filter((path) => PARSER.test(read(path)))
  assert.ok(sources.length > 10)
  await using isolate = createIsolate({ children: 1, heapMb: 256, log: silentLogger })
  const caller = { jobId: 'job_1', signal: new AbortController().signal }
  const nothing = { length: 0, make: () => new Uint8Array() }
  for (const path of sources) {
    const source = new URL(path, root)
    assert.notEqual(findModule(source).href, source.href, `${path}: npm run parsers`)
    // What reads the task, after the parser and all that it imports were loaded.
    const parsed = isolate.run(source, nothing, caller, { native: true })
    await assert.rejects(parsed, /outside buffer bounds/, path)
  }
})

test('a source that is changed, gone or new is imported itself', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-parsers-'))
  t.after(async () => rm(folder, { recursive: true }))
  const at = pathToFileURL(`${folder}/`)
  const [parser, other] = [new URL('src/a.ts', at), new URL('src/b.ts', at)]
  assert.equal(bundledModules(at)(parser), parser)

  const text = 'export const parse = 1'
  const files: BundledFiles = {
    modules: { 'src/a.ts': 'a-1.mjs' },
    sources: { 'src/a.ts': hashOf(Buffer.from(text)) },
  }
  await Promise.all(['src', BUNDLE_FOLDER].map((path) => mkdir(join(folder, path), { recursive: true })))
  await writeFile(join(folder, BUNDLE_FOLDER, 'files.json'), JSON.stringify(files))
  assert.equal(bundledModules(at)(parser), parser)
  await writeFile(parser, text)
  assert.equal(bundledModules(at)(parser).href, new URL(`${BUNDLE_FOLDER}a-1.mjs`, at).href)
  assert.equal(bundledModules(at)(other), other)
  await writeFile(parser, `${text}0`)
  assert.equal(bundledModules(at)(parser), parser)
})
