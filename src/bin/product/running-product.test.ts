import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { announcedProduct } from './running-product.ts'

test('a file that a full disk or a crash left half written announces nothing', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'surveyor-running-'))
  t.after(async () => rm(dataDir, { recursive: true }))
  assert.equal(await announcedProduct(dataDir), null)
  for (const text of ['', '{"pid":']) {
    await writeFile(join(dataDir, 'running.json'), text)
    assert.equal(await announcedProduct(dataDir), null, text)
  }
})
