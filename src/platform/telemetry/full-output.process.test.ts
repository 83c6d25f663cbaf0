// A log on a full disk: the process lives on, and what could not be written is bounded.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const LOGS = `
  const { createLogger } = await import(${JSON.stringify(new URL('logger.ts', import.meta.url).href)})
  const log = createLogger({ name: 'test', level: 'info' })
  for (let i = 0; i < 3_000; i += 1) log.info({ text: 'x'.repeat(1_000) }, 'a line')
  log.fatal('the last line')
  await new Promise((resolve) => setTimeout(resolve, 1))
  console.error('alive')`

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
