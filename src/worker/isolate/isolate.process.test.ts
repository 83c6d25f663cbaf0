import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readlink } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import type { IsolateBounds } from '#extract/context.ts'
import { isAlive } from '#kit/is-alive.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createIsolate } from './isolate.ts'
import { startChild } from './parser-child.ts'

const never = new AbortController().signal

/** A parser module given as text. */
const parser = (body: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(`export const parse = async (input) => { ${body} }`)}`)

const upper = parser('return new TextEncoder().encode(new TextDecoder().decode(input).toUpperCase())')
const pid = parser('return new TextEncoder().encode(String(process.pid))')

function isolateFor(t: TestContext, children = 1, inputBytes?: number) {
  const isolate = createIsolate({
    children,
    heapMb: 64,
    log: silentLogger,
    ...(inputBytes === undefined ? {} : { inputBytes }),
  })
  t.after(() => isolate[Symbol.asyncDispose]())
  const askFor = async (
    jobId: string,
    module: URL,
    input: string | Uint8Array = '',
    signal = never,
    bounds?: IsolateBounds,
  ): Promise<string> => {
    const document = { length: Buffer.byteLength(input), make: () => Buffer.from(input) }
    return Buffer.from(await isolate.run(module, document, { jobId, signal }, bounds)).toString('utf8')
  }
  return {
    askFor,
    ask: askFor.bind(null, 'job_1'),
    run: isolate.run,
    dispose: () => isolate[Symbol.asyncDispose](),
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
  await assert.rejects(ask(parser('for (;;);'), '', never, { timeoutMs: 50 }), { code: 'extract_timeout' })
  assert.equal(isAlive(child), false)
  assert.equal(await ask(upper, 'next', never, { timeoutMs: 60_000, totalMs: 60_000 }), 'NEXT')
})

test('a parser that only waited may be tried again, as far as the system tells', async (t) => {
  const { ask } = isolateFor(t)
  const sleeps = parser('return new Promise((resolve) => setTimeout(resolve, 1e9))')
  await assert.rejects(ask(sleeps, '', never, { timeoutMs: 1_000 }), {
    code: 'extract_timeout',
    retryable: process.platform === 'linux',
  })
})

test('the time of a parser begins when its module is loaded', async (t) => {
  const child = startChild({ heapMb: 64, log: silentLogger, findModule: (source) => source }, false)
  t.after(() => child.kill())
  const module = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const endless = module('export const parse = () => { for (;;); }')
  const stop = new AbortController()
  const { promise: loaded, resolve } = Promise.withResolvers<void>()
  const asked = assert.rejects(child.ask(endless, new Uint8Array(), stop.signal, resolve), /stopped/)
  await loaded
  stop.abort(new Error('stopped'))
  await asked

  const other = startChild({ heapMb: 64, log: silentLogger, findModule: (source) => source }, false)
  t.after(() => other.kill())
  const broken = module('throw new TypeError("no such library")')
  await assert.rejects(
    other.ask(broken, new Uint8Array(), never, () => {}),
    /no such library/,
  )
})

test('waiting and parsing together end in the time for both; the document after is parsed', async (t) => {
  const { ask } = isolateFor(t)
  const child = Number(await ask(pid))
  const ends = [
    assert.rejects(ask(parser('for (;;);'), '', never, { totalMs: 300 }), { code: 'extract_timeout' }),
    // This call is still queued when its time ends.
    assert.rejects(ask(upper, 'x', never, { totalMs: 50 }), { code: 'extract_timeout', retryable: true }),
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

test('large pages that hang in all children do not hold up small ones', async (t) => {
  const { run, dispose } = isolateFor(t)
  const stop = new AbortController()
  const askOf = async (
    jobId: string,
    host: string,
    module: URL,
    size: number,
    signal = never,
  ): Promise<string> => {
    const document = { length: size, make: () => Buffer.alloc(size, 'x') }
    return Buffer.from(await run(module, document, { jobId, host, signal }, { totalMs: 60_000 })).toString()
  }
  const large = 3_000_000
  const endless = parser('for (;;);')
  const hanging = ['job_1', 'job_2', 'job_3'].map((job) =>
    assert.rejects(askOf(job, 'hostile.test', endless, large, stop.signal), /stopped/),
  )
  assert.equal(await askOf('job_4', 'good.test', upper, 3), 'XXX')
  assert.equal(await askOf('job_5', 'hostile.test', upper, 3), 'XXX')
  stop.abort(new Error('stopped'))
  await Promise.all(hanging)
  assert.equal((await askOf('job_6', 'good.test', upper, large)).length, large)
  await dispose()
})

test('children give way to the process that answers', async (t) => {
  const { ask } = isolateFor(t)
  assert.ok(getPriority(Number(await ask(pid))) > getPriority())
})

test('a document may wait only so long for its turn', async (t) => {
  const { ask } = isolateFor(t)
  const stop = new AbortController()
  const busy = assert.rejects(ask(parser('for (;;);'), '', stop.signal), /stopped/)
  await assert.rejects(ask(upper, 'x', never, { totalMs: 50 }), { code: 'extract_timeout' })
  stop.abort(new Error('stopped'))
  await busy
  assert.equal(await ask(upper, 'next'), 'NEXT')
})

test('a job with a hundred documents holds up the one document of another job by one of them', async (t) => {
  const { askFor } = isolateFor(t)
  const order: string[] = []
  const parsed = async (jobId: string, name: string): Promise<void> => {
    await askFor(jobId, upper, name)
    order.push(name)
  }
  const many = Array.from({ length: 100 }, (_, n) => parsed('job_many', `many ${n}`))
  const few = ['first', 'second'].map((name) => parsed('job_few', name))
  const one = parsed('job_one', 'alone')
  await Promise.all([...many, ...few, one])
  assert.deepEqual(order.slice(0, 7), ['many 0', 'many 1', 'first', 'alone', 'many 2', 'second', 'many 3'])
  // Within a job they are parsed in their order.
  const ofMany = order.filter((name) => name.startsWith('many'))
  assert.deepEqual(
    ofMany,
    ofMany.map((_, n) => `many ${n}`),
  )
})

test('documents in the queue are not made, and those that are parsed at once are bounded in bytes', async (t) => {
  const { run } = isolateFor(t, 4, 2_500)
  const counts = { made: 0, parsed: 0, most: 0 }
  const document = async (jobId: string, length: number): Promise<void> => {
    const make = (): Buffer => {
      counts.made += length
      counts.most = Math.max(counts.most, counts.made - counts.parsed)
      return Buffer.alloc(length, 'x')
    }
    const pause = parser('await new Promise((resolve) => setTimeout(resolve, 20)); return input')
    const output = await run(pause, { length, make }, { jobId, signal: never })
    counts.parsed += length
    assert.equal(output.length, length)
  }
  const small = () => Array.from({ length: 12 }, (_, n) => document(`job_${n % 3}`, 1_000))
  const first = small()
  assert.equal(counts.made, 0)
  await Promise.all(first)
  assert.equal(counts.most, 2_000)
  // A document above the bound is parsed alone, and smaller ones do not pass it for ever.
  await Promise.all([...small(), document('job_large', 4_000)])
  assert.equal(counts.made, 28_000)
  assert.equal(counts.most, 4_000)
})

test('a document that waits for its bytes ends in its time, and those behind it go on', async (t) => {
  const { askFor } = isolateFor(t, 2, 100)
  const stop = new AbortController()
  const child = Number(await askFor('job_0', pid))
  const busy = assert.rejects(askFor('job_1', parser('for (;;);'), 'x'.repeat(60), stop.signal), /stopped/)
  const late = assert.rejects(askFor('job_2', upper, 'x'.repeat(60), never, { totalMs: 80 }), {
    code: 'extract_timeout',
    retryable: true,
  })
  const small = askFor('job_3', upper, 'small')
  await late
  assert.equal(await small, 'SMALL')
  assert.equal(isAlive(child), true)
  stop.abort(new Error('stopped'))
  await busy
  assert.equal(isAlive(child), false)
})

test('an error arrives with all that its caller may learn', async (t) => {
  const { ask } = isolateFor(t)
  const refusing = new URL('./isolate.test.parser.ts', import.meta.url)
  await assert.rejects(ask(refusing, 'details'), {
    code: 'unsupported_document',
    retryable: true,
    retryAfterMs: 700,
    blockedBy: { provider: 'cloudflare', kind: 'challenge' },
    errors: [{ pointer: '/a', code: 'no', detail: 'must not be' }],
  })
})
