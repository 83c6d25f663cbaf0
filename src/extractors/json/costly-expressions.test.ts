// Expressions of a caller that take long: a child process does the work, so that other jobs go on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { createPatternCompiler, TooLongHereError } from './expressions/user-pattern.ts'
import { create } from './extract.ts'

/** Answers the value and how often a child was asked. */
async function extract(
  input: Readonly<Record<string, unknown>>,
): Promise<{ value: unknown; inChild: number }> {
  let inChild = 0
  const context = extractContext(() => assert.fail('nothing is fetched'), {
    isolate: (...task) => {
      inChild += 1
      return isolateHere(...task)
    },
  })
  const { operations } = await create({ settings: {} })
  const output = await operations['extract']?.({ found: false, ...input }, context)
  return { value: fieldsOf(output?.data)['value'], inChild }
}

const html = (text: string) => `<title>Axes</title><p>${text}</p>`

test('a short expression is searched for in this process, a large one in a long text in a child', async () => {
  const rules = { price: { selector: 'p', regex: '([0-9]+) €' } }
  assert.deepEqual(await extract({ html: html('19 €'), rules }), { value: { price: '19' }, inChild: 0 })
  const large = { price: { selector: 'p', regex: `(?:a?b?){200}([0-9]+)` } }
  assert.deepEqual(await extract({ html: html(`${'ab'.repeat(800)}19`), rules: large }), {
    value: { price: '19' },
    inChild: 1,
  })
})

test('the pattern of a schema is no different', async () => {
  const schema = {
    type: 'object',
    properties: { title: { type: 'string', pattern: '^(?:[a-z]?[A-Z]?){300}$' } },
  }
  const title = 'Axe'.repeat(300)
  const { value, inChild } = await extract({ html: `<title>${title}</title><p>x</p>`, schema })
  assert.deepEqual([value, inChild], [{ title }, 1])
})

test('work whose time is over in this process is given up, in a path too', () => {
  const patterns = createPatternCompiler()
  const pattern = patterns.compile('[0-9]')
  assert.equal(pattern.test('1'), true)
  patterns.limitTo(-1)
  assert.throws(() => pattern.test('1'), TooLongHereError)
  assert.throws(() => patterns.check(), TooLongHereError)
})
