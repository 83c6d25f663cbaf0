// What a command prints may be lost on a full disk: then it fails and says so.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../surveyor.ts', import.meta.url))

test(
  'a command whose output cannot be written fails, with one line',
  { skip: !existsSync('/dev/full') && '/dev/full is a device of Linux' },
  async (t) => {
    await using full = await open('/dev/full', 'w')
    const child = spawn(process.execPath, [COMMAND, '--help'], {
      stdio: ['ignore', full.fd, 'pipe'],
      signal: t.signal,
    })
    assert.ok(child.stderr)
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.match(said, /^Standard output could not be written \(ENOSPC: .*\)\n$/)
    assert.equal(code, 1)
  },
)
