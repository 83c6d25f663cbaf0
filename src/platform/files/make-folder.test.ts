// Folders that can be made, and those that cannot.
import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadPepper } from '#platform/keys/pepper.ts'
import { makeFolder } from './make-folder.ts'

test('a folder is made with those above it, once, and not where a file is in its way', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-folder-'))
  t.after(async () => rm(folder, { recursive: true }))
  const deep = join(folder, 'a', 'b', 'c')
  await Promise.all([makeFolder(deep), makeFolder(deep)])
  await makeFolder(deep)
  assert.ok((await stat(deep)).isDirectory())
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(makeFolder(join(folder, 'file')), { code: 'EEXIST' })
  await assert.rejects(makeFolder(join(folder, 'file', 'below')), { code: 'ENOTDIR' })
})

test(
  'in a folder that can hold none it fails instead of trying for ever',
  { skip: process.platform !== 'linux' && '/proc is a folder of Linux' },
  async () => {
    await assert.rejects(makeFolder('/proc/surveyor'), { code: 'ENOENT' })
    await assert.rejects(makeFolder('/proc/surveyor/below'), { code: 'ENOENT' })
  },
)

test('a data folder that cannot be made is named with its setting', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-folder-'))
  t.after(async () => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), '')
  const dataDir = join(folder, 'file', 'data')
  const named = (error: unknown) =>
    error instanceof Error &&
    error.message.includes(`${dataDir} cannot be used`) &&
    error.cause instanceof Error
  await assert.rejects(loadPepper(dataDir), named)
})
