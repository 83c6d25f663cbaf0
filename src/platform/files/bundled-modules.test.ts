// When the files of a bundle are imported, and when the sources in their place.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import {
  bundledModules,
  bundleFolder,
  modulesOfThisProcess,
  sourceState,
  type BundledFiles,
} from './bundled-modules.ts'

test('a source that is changed, gone or new is imported itself', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-bundle-'))
  t.after(async () => rm(folder, { recursive: true }))
  const root = pathToFileURL(`${folder}/`)
  const [known, unknown] = [new URL('src/a.ts', root), new URL('src/b.ts', root)]
  const found = (source: URL): string => bundledModules('product', root)(source).href
  const bundle = new URL(bundleFolder('product'), root)
  await Promise.all([new URL('src/', root), bundle].map((path) => mkdir(path, { recursive: true })))
  await writeFile(known, 'export {}')
  assert.equal(found(known), known.href)

  const files: BundledFiles = {
    modules: { 'src/a.ts': 'a-1.mjs' },
    sources: {
      'src/a.ts': sourceState(join(folder, 'src/a.ts')),
      'src/': sourceState(join(folder, 'src/')),
    },
  }
  await writeFile(new URL('files.json', bundle), JSON.stringify(files))
  const file = new URL('a-1.mjs', bundle).href
  assert.equal(found(known), file)
  assert.equal(found(unknown), unknown.href)
  await writeFile(unknown, '')
  assert.equal(found(known), known.href)
  await rm(unknown)
  assert.equal(found(known), file)
  await utimes(known, 1, 1)
  assert.equal(found(known), file)
  await writeFile(known, 'export []')
  assert.equal(found(known), known.href)
  await rm(known)
  assert.equal(found(known), known.href)
})

test('a process that runs sources imports sources', () => {
  const source = new URL('bundled-modules.ts', import.meta.url)
  assert.equal(modulesOfThisProcess()(source), source)
})
