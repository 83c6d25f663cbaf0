import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readlink } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import type { IsolateBounds } from '#extract/context.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createIsolate } from './isolate.ts'

const never = new AbortController().signal

/** A parser module given as text. */
const parser = (body: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`export const parse = async (input) => { ${body} }`)}`)

const upper = parser('return new TextEncoder().encode(new TextDecoder().decode(input).toUpperCase())')
const pid = parser('return new TextEncoder().encode(String(process.pid))')

function isolateFor(t: TestContext, children = 1) {
  const isolate = createIsolate({ children, heapMb: 64, log: silentLogger })
  t.after(() => isolate[Symbol.asyncDispose]())
  return {
    ask: async (
      module: URL,
      input: string | Uint8Array = '',
      signal = never,
      bounds?: IsolateBounds,
    ): Promise<string> =>
      Buffer.from(await isolate.run(module, Buffer.from(input), signal, bounds)).toString('utf8'),
    dispose: () => isolate[Symbol.asyncDispose](),
  }
}

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

test('bytes go in and come out, empty and large, and one child serves many documents', async (t) => {
  const { ask } = isolateFor(t)
  assert.equal(await ask(upper, 'abc'), 'ABC')
  assert.equal(await ask(upper, ''), '')
  const large = 'x'.repeat(5_000_000)
  assert.equal(await ask(upper, large), large.toUpperCase())
  assert.equal(await ask(pid), await ask(pid))
})

test('two children work at once, a third call waits its turn', async (t) => {
  const { ask } = isolateFor(t, 2)
  const pids = await Promise.all([ask(pid), ask(pid), ask(pid), ask(pid)])
  assert.equal(new Set(pids).size, 2)
})

test('an error with a code arrives as it was thrown, a defect does not pretend to have one', async (t) => {
  const { ask } = isolateFor(t)
  const coded = new URL('./isolate.test.parser.ts', import.meta.url)
  await assert.rejects(ask(coded), { code: 'unsupported_document', message: 'Not a document.' })
  await assert.rejects(ask(parser('throw new TypeError("boom")')), /TypeError: boom/)
  assert.equal(await ask(upper, 'still here'), 'STILL HERE')
})

test('a parser that eats its memory or aborts takes only its child along', async (t) => {
  const { ask } = isolateFor(t)
  const before = await ask(pid)
  await assert.rejects(ask(parser('const all = []; for (;;) all.push(new Array(1e5).fill({}))')), {
    code: 'unsupported_document',
  })
  await assert.rejects(ask(parser('process.abort()')), { code: 'unsupported_document' })
  assert.notEqual(await ask(pid), before)
})

test('a parser that never ends is killed when the job is, and so is one that waits its turn', async (t) => {
  const { ask } = isolateFor(t)
  const child = Number(await ask(pid))
  const stop = new AbortController()
  const ends = [
    assert.rejects(ask(parser('for (;;);'), '', stop.signal), /stopped/),
    assert.rejects(ask(upper, 'x', stop.signal), /stopped/),
  ]
  // One turn of the event loop: the first call has gone to the child, the second is queued.
  await setImmediate()
  stop.abort(new Error('stopped'))
  await Promise.all(ends)
  assert.equal(isAlive(child), false)
  assert.equal(await ask(upper, 'next'), 'NEXT')
})

test('there is no network, no writing, no child process, no environment', async (t) => {
  const { ask } = isolateFor(t)
  const refused = (module: string, call: string): Promise<string> =>
    ask(
      parser(
        `const m = await import('${module}')
         try { await (${call}) } catch (error) { return Buffer.from(String(error.code)) }
         return Buffer.from('done')`,
      ),
    )
  const connect = `new Promise((resolve, reject) => m.connect(9, '127.0.0.1').on('connect', resolve).on('error', reject))`
  assert.equal(await refused('node:net', connect), 'ERR_ACCESS_DENIED')
  assert.equal(await refused('node:fs', `m.writeFileSync('/tmp/isolate-test', 'x')`), 'ERR_ACCESS_DENIED')
  assert.equal(await refused('node:fs', `m.readFileSync('/etc/hostname')`), 'ERR_ACCESS_DENIED')
  assert.equal(await refused('node:child_process', `m.execSync('true')`), 'ERR_ACCESS_DENIED')
  assert.equal(await ask(parser('return Buffer.from(Object.keys(process.env).join())')), '')
})

test('nothing is left when the isolate is closed', async (t) => {
  const { ask, dispose } = isolateFor(t)
  const child = Number(await ask(pid))
  assert.equal(isAlive(child), true)
  await dispose()
  assert.equal(isAlive(child), false)
})

test('native code runs beside parsers without it, in children of its own and never in more than there are', async (t) => {
  const { ask } = isolateFor(t)
  const sharp = parser(
    `const { default: sharp } = await import('${import.meta.resolve('sharp')}')
     const image = sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
     return Buffer.from((await image.raw().toBuffer()).length + ' ' + process.pid)`,
  )
  await assert.rejects(ask(sharp), /ERR_DLOPEN_DISABLED|addons/)
  const plain = Number(await ask(pid))
  const [bytes, native] = (await ask(sharp, '', never, { native: true })).split(' ')
  assert.equal(bytes, '18')
  assert.equal(isAlive(plain), false)
  assert.equal(await ask(pid, '', never, { native: true }), native)
  // Other systems have no limit for writable memory alone.
  if (process.platform !== 'linux') return
  await assert.rejects(ask(parser('Buffer.alloc(3.9e9)'), '', never, { native: true }), /allocation/i)
})

test('native code has no network of the machine where a namespace can be made', async (t) => {
  if (spawnSync('/bin/sh', ['-c', 'unshare -rn true']).status !== 0) return t.skip('no namespaces here')
  const { ask } = isolateFor(t)
  const child = await ask(pid, '', never, { native: true })
  assert.notEqual(await readlink(`/proc/${child}/ns/net`), await readlink('/proc/self/ns/net'))
})

test('a parser that takes longer than it may is killed, and the job goes on', async (t) => {
  const { ask } = isolateFor(t)
  const child = Number(await ask(pid))
  await assert.rejects(ask(parser('for (;;);'), '', never, { timeoutMs: 50 }), {
    code: 'extract_timeout',
    retryable: false,
  })
  assert.equal(isAlive(child), false)
  assert.equal(await ask(upper, 'next', never, { timeoutMs: 60_000, maxWaitMs: 60_000 }), 'NEXT')
})

test('waiting and parsing together end in the time for both; the document after is parsed', async (t) => {
  const { ask } = isolateFor(t)
  const child = Number(await ask(pid))
  const late = { code: 'extract_timeout', retryable: false }
  const ends = [
    assert.rejects(ask(parser('for (;;);'), '', never, { totalMs: 300 }), late),
    // This call is still queued when its time ends.
    assert.rejects(ask(upper, 'x', never, { totalMs: 50 }), late),
  ]
  await Promise.all(ends)
  assert.equal(isAlive(child), false)
  assert.equal(await ask(upper, 'next', never, { totalMs: 60_000 }), 'NEXT')
})

test('a child that hangs holds up neither the others nor the event loop', async (t) => {
  const { ask } = isolateFor(t, 2)
  const stop = new AbortController()
  const hanging = assert.rejects(ask(parser('for (;;);'), '', stop.signal), /stopped/)
  for (let n = 0; n < 5; n += 1) assert.equal(await ask(upper, `page ${n}`), `PAGE ${n}`)
  stop.abort(new Error('stopped'))
  await hanging
})

test('children give way to the process that answers', async (t) => {
  const { ask } = isolateFor(t)
  assert.ok(getPriority(Number(await ask(pid))) > getPriority())
})

test('a document may wait only so long for its turn', async (t) => {
  const { ask } = isolateFor(t)
  const stop = new AbortController()
  const busy = assert.rejects(ask(parser('for (;;);'), '', stop.signal), /stopped/)
  await assert.rejects(ask(upper, 'x', never, { maxWaitMs: 50 }), { code: 'extract_timeout' })
  stop.abort(new Error('stopped'))
  await busy
  assert.equal(await ask(upper, 'next'), 'NEXT')
})
