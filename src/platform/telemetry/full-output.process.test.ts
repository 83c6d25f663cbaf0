// A log on a full disk: the process lives on, and what could not be written is bounded.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const LOGS = `
  const { createLogger } = await import(${JSON.stringify(new URL('logger.ts', import.meta.url).href)})
  const log = createLogger({ name: 'test', level: 'info' })
  for (let i = 0; i < 3_000; i += 1) log.info({ text: 'x'.repeat(1_000) }, 'a line')
  log.fatal('the last line')
  await new Promise((resolve) => setTimeout(resolve, 1))
  console.error('alive')`

const PRLIMIT = '/usr/bin/prlimit'
const LOGS_ON = `
  const { createLogger } = await import(${JSON.stringify(new URL('logger.ts', import.meta.url).href)})
  const log = createLogger({ name: 'test', level: 'info' })
  for (let number = 0; number < 100; number += 1) log.info({ number, text: 'x'.repeat(1_000) }, 'a line')
  console.error('full')
  process.stdin.once('data', () => {
    log.info({ number: 100 }, 'there is room again')
    process.stdin.destroy()
  })`

test(
  'what waited for room is written with the next line that has it, in order and once',
  { skip: !existsSync(PRLIMIT) && 'It is part of util-linux.' },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'surveyor-log-'))
    t.after(async () => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'log')
    await using output = await open(file, 'w')
    // A bound for the size of a file stands for the end of the disk, because it can be lifted without privileges.
    const child = spawn(
      PRLIMIT,
      ['--fsize=20500:unlimited', process.execPath, '--input-type=module', '--eval', LOGS_ON],
      { stdio: ['pipe', output.fd, 'pipe'], signal: t.signal },
    )
    const tooLong = setTimeout(() => child.kill('SIGKILL'), 20_000)
    t.after(() => clearTimeout(tooLong))
    assert.ok(child.stdin && child.stderr)
    const [said] = (await once(child.stderr, 'data')) as [Buffer]
    assert.equal(said.toString(), 'full\n')
    assert.equal((await stat(file)).size, 20_500, 'cut in the middle of a line')
    assert.equal(spawnSync(PRLIMIT, [`--pid=${child.pid}`, '--fsize=unlimited']).status, 0)
    child.stdin.write('room\n')
    assert.deepEqual(await once(child, 'exit'), [0, null])
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const numbers = lines.map((line) => (JSON.parse(line) as { number: number }).number)
    assert.deepEqual(numbers, [...Array(101).keys()])
  },
)

test(
  'a log that cannot be written neither ends nor blocks the process',
  { skip: !existsSync('/dev/full') && '/dev/full is a device of Linux' },
  async (t) => {
    await using full = await open('/dev/full', 'w')
    const child = spawn(process.execPath, ['--input-type=module', '--eval', LOGS], {
      stdio: ['ignore', full.fd, 'pipe'],
      signal: t.signal,
    })
    // Without an end of its own the child would be waited for as long as the whole test run.
    const tooLong = setTimeout(() => child.kill('SIGKILL'), 20_000)
    t.after(() => clearTimeout(tooLong))
    assert.ok(child.stderr)
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.deepEqual([said, code], ['alive\n', 0])
  },
)
