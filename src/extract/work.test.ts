import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isolateHere } from '#test/support/extract/extract-context.ts'
import type { IsolateBounds } from './context.ts'
import { extractError } from './errors.ts'
import { childSide, defineWork, type WorkKind, type WorkScope } from './work.ts'

interface Task {
  readonly text: string
  readonly file?: Uint8Array
  readonly shout?: () => string
}

interface Answer {
  readonly text: string
  readonly file: Uint8Array | null
  readonly pid: number
}

const run = ({ text, file, shout }: Task): Answer => {
  if (text === 'refused') throw extractError('validation_failed', 'No.')
  return { text: shout?.() ?? text.toUpperCase(), file: file?.toReversed() ?? null, pid: process.pid }
}
/** The child side is this module, in this process. */
export const parse = childSide(run)

const sizeOf = ({ text }: Task): number => text.length
const module = new URL(import.meta.url)
const work = (more: Partial<Extract<WorkKind<Task, Answer>, { child: 'large' }>> = {}) =>
  defineWork<Task, Answer>({ module, child: 'large', sizeOf, maxSizeHere: 10, run, ...more })

/** A job of 5 s, and what it had done elsewhere. */
function jobOf() {
  const sent: { length: number; message: string; bounds: IsolateBounds | undefined }[] = []
  const scope: WorkScope = {
    context: {
      async isolate(parser, input, bounds) {
        sent.push({ length: input.length, message: Buffer.from(input.make()).toString(), bounds })
        return isolateHere(parser, input, bounds)
      },
    },
    endsAtMs: performance.now() + 5_000,
  }
  return { scope, sent }
}

test('a small task is done here, also when the time is up; a large one in a child, within the time', async () => {
  const { scope, sent } = jobOf()
  const late = { ...scope, endsAtMs: performance.now() - 1 }
  assert.equal((await work().run({ text: 'small' }, late)).text, 'SMALL')
  assert.equal(sent.length, 0)
  const text = 'large task here'
  assert.equal((await work().run({ text }, scope)).text, 'LARGE TASK HERE')
  assert.equal(sent.length, 1)
  assert.equal(sent[0]?.length, text.length)
  const totalMs = sent[0]?.bounds?.totalMs ?? 0
  assert.ok(totalMs > 4_000 && totalMs <= 5_000, String(totalMs))
  await assert.rejects(work().run({ text }, late), { code: 'extract_timeout' })
  assert.equal(sent.length, 1)
})

test('the limit may depend on the task, and some work is never done here', async () => {
  const { scope, sent } = jobOf()
  const picky = work({ maxSizeHere: ({ text }) => (text.startsWith('!') ? 0 : 10) })
  await picky.run({ text: '?' }, scope)
  assert.equal(sent.length, 0)
  await picky.run({ text: '!' }, scope)
  assert.equal(sent.length, 1)
  const bounds = { native: true, timeoutMs: 700 }
  const always = defineWork<Task, Answer>({ module, child: 'always', sizeOf, bounds })
  assert.equal((await always.run({ text: '' }, scope)).text, '')
  const { totalMs, ...given } = sent[1]?.bounds ?? {}
  assert.deepEqual(given, bounds)
  assert.ok(totalMs !== undefined && totalMs <= 5_000)
})

test('bytes go along in both directions, in whichever field; functions stay here', async () => {
  const { scope, sent } = jobOf()
  const text = 'ünïcode and "quotes"'
  const file = Buffer.from([0, 1, 255, 128])
  const answer = await work().run({ text, file, shout: () => 'never called' }, scope)
  assert.equal(answer.text, text.toUpperCase())
  assert.deepEqual(Buffer.from(answer.file ?? []), Buffer.from([128, 255, 1, 0]))
  assert.doesNotMatch(sent[0]?.message ?? '', /never|shout/)
  const empty = await work().run({ text, file: Buffer.alloc(0) }, scope)
  assert.equal(empty.file?.length, 0)
  assert.equal((await work().run({ text }, scope)).file, null)
  const two = { text, file, other: file }
  await assert.rejects(work().run(two, scope), /more than one block/)
})

test('any JSON is an answer, and an error is one with its code', async () => {
  const { scope } = jobOf()
  for (const value of [null, 'text', 7, [1, [2]], { a: { b: null } }, false]) {
    const echo = childSide(() => value)
    const isolate = async (_: URL, input: { make: () => Uint8Array }) => echo(input.make())
    const always = defineWork<object, unknown>({ module, child: 'always', sizeOf: () => 1, bounds: {} })
    assert.deepEqual(await always.run({}, { ...scope, context: { isolate } }), value)
  }
  await assert.rejects(work({ maxSizeHere: 0 }).run({ text: 'refused' }, scope), {
    code: 'validation_failed',
  })
})

test('a task is packed when a child is free for it, not before', async () => {
  const { scope } = jobOf()
  let packed = 0
  const task = {
    text: 'a text of some length',
    get file() {
      packed += 1
      return Buffer.alloc(1)
    },
  }
  const isolate = async (parser: URL, input: { length: number; make: () => Uint8Array }) => {
    assert.equal(packed, 0)
    return isolateHere(parser, input)
  }
  await work().run(task, { ...scope, context: { isolate } })
  assert.equal(packed, 1)
})
