// The library links that npm packages cannot contain are created by us.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { layLinks } from './binaries.ts'

test('links are laid where they are missing, by several starts at once, and left alone after that', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'surveyor-links-'))
  t.after(async () => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, 'native/lib'), { recursive: true })
  await writeFile(join(root, 'native/lib/libx.so.1.2'), 'library')
  await writeFile(
    join(root, 'native/pg-symlinks.json'),
    JSON.stringify([
      { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so' },
      { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' },
    ]),
  )
  await Promise.all([layLinks(root), layLinks(root), layLinks(root)])
  await layLinks(root)
  assert.equal(await readlink(join(root, 'native/lib/libx.so')), 'libx.so.1.2')
  assert.equal(await readFile(join(root, 'native/lib/libx.so.1'), 'utf8'), 'library')
})
