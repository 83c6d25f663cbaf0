// Files that commands write, and those that they refuse before their work.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { explainError } from '#bin/product/explain-error.ts'
import { UsageError } from './command-line.ts'
import { checkWritable, writeWhole } from './write-output.ts'

async function madeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-write-'))
  t.after(async () => rm(folder, { recursive: true }))
  return folder
}

test('a file has its name when it is whole, and a failure leaves the one before', async (t) => {
  const folder = await madeFolder(t)
  const file = join(folder, 'new', 'places.csv')
  await writeWhole(file, ['name\n', Buffer.from('Café\n')])
  assert.equal(await readFile(file, 'utf8'), 'name\nCafé\n')
  async function* broken(): AsyncGenerator<string> {
    yield 'half'
    throw new Error('gone')
  }
  await assert.rejects(writeWhole(file, broken()), /gone/)
  assert.equal(await readFile(file, 'utf8'), 'name\nCafé\n')
  assert.deepEqual(await readdir(join(folder, 'new')), ['places.csv'])
})

test('a full disk is told with the name of the file, which stays as it was', async (t) => {
  const folder = await madeFolder(t)
  const file = join(folder, 'places.csv')
  await writeFile(file, 'kept')
  await symlink('/dev/full', `${file}.part`)
  await assert.rejects(writeWhole(file, ['name\n']), (error) => {
    assert.match(explainError(error), /places\.csv was not written \(ENOSPC: no space left on device/)
    return true
  })
  assert.equal(await readFile(file, 'utf8'), 'kept')
  assert.deepEqual(await readdir(folder), ['places.csv'])
  await assert.rejects(writeWhole('/dev/full', ['name\n']), /\/dev\/full was not written/)
})

test('a device stays one', async (t) => {
  const file = join(await madeFolder(t), 'nothing.csv')
  await symlink('/dev/null', file)
  await checkWritable(file)
  await writeWhole(file, ['name\n'])
  assert.equal(await readlink(file), '/dev/null')
})

test('a file that is replaced keeps its permissions, and a link leads to the new one', async (t) => {
  const folder = await madeFolder(t)
  const [file, link] = [join(folder, 'november.csv'), join(folder, 'latest.csv')]
  await writeFile(file, 'before', { mode: 0o600 })
  await symlink('november.csv', link)
  await checkWritable(link)
  await writeWhole(link, ['name\n'])
  assert.deepEqual([await readlink(link), await readFile(file, 'utf8')], ['november.csv', 'name\n'])
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.deepEqual((await readdir(folder)).toSorted(), ['latest.csv', 'november.csv'])
  await symlink('nowhere/else.csv', join(folder, 'dangling.csv'))
  await writeWhole(join(folder, 'dangling.csv'), ['name\n'])
  assert.equal(await readFile(join(folder, 'dangling.csv'), 'utf8'), 'name\n')
})

test('what cannot be written is refused, and trying it changes nothing', async (t) => {
  const folder = await madeFolder(t)
  const file = join(folder, 'places.csv')
  await writeFile(file, 'kept')
  await checkWritable(file)
  assert.equal(await readFile(file, 'utf8'), 'kept')
  assert.deepEqual(await readdir(folder), ['places.csv'])
  await mkdir(join(folder, 'a.csv'))
  for (const [name, message] of [
    ['a.csv', /a\.csv is a folder; name a file/],
    ['places.csv/below.csv', /below\.csv cannot be written \((EEXIST|ENOTDIR)\)/],
  ] as const) {
    await assert.rejects(
      checkWritable(join(folder, name)),
      (error) => error instanceof UsageError && message.test(error.message),
    )
  }
})
