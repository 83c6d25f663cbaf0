import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { EXTRACTOR_NAMES } from '#contract/crawl/extractor.ts'
import { discoverExtractors } from './discover.ts'
import { inputProblems } from './input-problems.ts'

const folderAbove = (specifier: string) => new URL('..', new URL('.', import.meta.resolve(specifier)))

/** A folder with a minimal descriptor for each of the names; `change` may replace its code. */
async function folderOf(
  t: TestContext,
  names: readonly string[],
  change: Record<string, string> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'discover-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const name of names) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'index.ts'), change[name] ?? descriptor(name))
  }
  return folder
}

const descriptor = (name: string, more = '') => `
  export default {
    name: '${name}', version: '1.0.0', summary: 'x', unavailableReason: 'x', ${more}
    operations: { extract: {
      summary: 'x', input: { type: 'object' }, output: { type: 'object' }, pool: 'light', batch: false,
      example: { request: {} },
    } },
  }`

test('the extractors of the product are found, those of the self-description first, and their examples fit their schemas', async () => {
  const found = await discoverExtractors(folderAbove('#extractors/markdown/index.ts'))
  assert.deepEqual(
    found.slice(0, EXTRACTOR_NAMES.length).map((d) => d.name),
    EXTRACTOR_NAMES,
  )
  const examples = found.flatMap(({ operations }) => Object.values(operations))
  for (const { path, input, example } of examples)
    assert.deepEqual(inputProblems(input, example.request), [], path)
})

test('several folders are one list, with what the self-description does not name at its end', async (t) => {
  const folder = await folderOf(t, [...EXTRACTOR_NAMES].toReversed())
  const found = await discoverExtractors([
    folder,
    fileURLToPath(folderAbove('#test/support/extractors/noop/index.ts')),
  ])
  assert.deepEqual(
    found.map((d) => d.name),
    [...EXTRACTOR_NAMES, 'noop'],
  )
})

test('one that is missing, there twice, misplaced or broken stops the start', async (t) => {
  const all = await folderOf(t, EXTRACTOR_NAMES)
  await assert.rejects(
    discoverExtractors([await folderOf(t, EXTRACTOR_NAMES.slice(1))]),
    /No extractor .* maps\./,
  )
  await assert.rejects(discoverExtractors([all, await folderOf(t, ['pdf'])]), /Two extractors .*'pdf'/)
  const misplaced = await folderOf(t, ['rss'], { rss: descriptor('atom') })
  await assert.rejects(discoverExtractors([all, misplaced]), /folder 'rss' holds the extractor 'atom'/)
  const empty = await folderOf(t, ['rss'], { rss: 'export const x = 1' })
  await assert.rejects(discoverExtractors([all, empty]), /no default export/)
  const broken = await folderOf(t, ['rss'], { rss: descriptor('rss', "version: '1',") })
  await assert.rejects(discoverExtractors([all, broken]), /Extractor 'rss': its version '1'/)
})
