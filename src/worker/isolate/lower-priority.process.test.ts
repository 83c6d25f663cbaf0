import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { lowerPriority } from './lower-priority.ts'

test('a process is lowered, its session too, and never below what there is', async (t) => {
  const child = spawn('/bin/sh', ['-c', 'read line'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  t.after(async () => {
    child.stdin.end()
    await once(child, 'exit')
  })
  const pid = child.pid as number
  lowerPriority(pid, 3, true)
  const own = getPriority()
  assert.equal(getPriority(pid), Math.min(19, own + 3))
  lowerPriority(pid, 100)
  assert.equal(getPriority(pid), 19)
  const group = `/proc/${pid}/autogroup`
  if (!existsSync(group)) return t.diagnostic('no groups by session here')
  const nice = (): string => readFileSync(group, 'utf8').trim().split(' ').at(-1) ?? ''
  // The priority is set by a write that other processes of this user may delay, and that not every container allows.
  for (let tries = 0; tries < 100 && nice() !== String(Math.min(19, own + 3)); tries += 1) await sleep(20)
  t.diagnostic(`the session has ${nice()}`)
})

test('a process that is gone is no error', async () => {
  const child = spawn('true', { stdio: 'ignore' })
  await once(child, 'exit')
  lowerPriority(child.pid as number, 5, true)
})
