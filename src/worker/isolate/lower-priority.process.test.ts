import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
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

test('the session of a child is lowered from that of its parent, whose own niceness holds inside that session', async (t) => {
  if (!existsSync('/proc/self/autogroup')) return t.skip('no groups by session here')
  const module = new URL('./lower-priority.ts', import.meta.url).href
  const program = `
    import { spawn } from 'node:child_process'
    import { readFileSync } from 'node:fs'
    import { setPriority } from 'node:os'
    import { lowerPriority } from '${module}'
    setPriority(5)
    const child = spawn('/bin/sh', ['-c', 'read line'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    const nice = (pid) => Number(readFileSync('/proc/' + pid + '/autogroup', 'utf8').trim().split(' ').at(-1))
    const before = nice(child.pid)
    lowerPriority(child.pid, 3, true)
    for (let tries = 0; tries < 200 && nice(child.pid) === before; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
    console.log(JSON.stringify({ parent: nice('self'), before, after: nice(child.pid) }))
    child.stdin.end()`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const { parent, before, after } = JSON.parse(stdout)
  if (after === before) return t.skip('this container does not allow it')
  assert.equal(after, parent + 3)
})
