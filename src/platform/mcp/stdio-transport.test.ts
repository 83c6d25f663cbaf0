import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { stdioTransport } from './stdio-transport.ts'

interface Answer {
  readonly id: string | number | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' }
const callOf = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'wait' } })

/** A server whose tool `wait` ends when `finish` is called. */
function served() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const text: string[] = []
  output.setEncoding('utf8').on('data', (chunk: string) => text.push(chunk))
  const begun = new PassThrough({ objectMode: true })
  const finished = Promise.withResolvers<void>()
  const { transport, ended } = stdioTransport(input, output)
  const server = serveStdio(
    () => {
      const mcp = new McpServer({ name: 'test', version: '1' })
      mcp.registerTool('wait', {}, async () => {
        begun.emit('call')
        await finished.promise
        return { content: [{ type: 'text', text: 'done' }] }
      })
      return mcp
    },
    { transport },
  )
  return {
    input,
    output,
    begun,
    ended,
    server,
    finish: finished.resolve,
    say: (...messages: readonly object[]) => {
      for (const message of messages) input.write(`${JSON.stringify(message)}\n`)
    },
    answers: () =>
      text
        .join('')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => parseKnownJson<Answer>(line)),
  }
}

test('what was asked before the end of the input is answered, and then it ends', async () => {
  const { input, begun, ended, finish, say, answers } = served()
  const called = once(begun, 'call')
  say(INITIALIZE, INITIALIZED, callOf(2))
  // The last line may lack its end.
  input.end(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'ping' }))
  await called
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  assert.equal(hasEnded, false)
  finish()
  await ended
  assert.deepEqual(
    answers()
      .map(({ id }) => id)
      .toSorted(),
    [1, 2, 3],
  )
  assert.deepEqual(answers().find(({ id }) => id === 2)?.result, {
    content: [{ type: 'text', text: 'done' }],
  })
})

test('a line that is no message is answered with the error of the protocol, and the next one as ever', async () => {
  const { input, ended, say, answers } = served()
  say(INITIALIZE)
  input.write('this is not JSON\n\r\n\n{"jsonrpc":"2.0","id":7}\n[1]\nnull\n{"id":8,"method":5}\n')
  say({ jsonrpc: '2.0', id: 9, method: 'ping' })
  input.end()
  await ended
  const refused = answers().flatMap(({ id, error }) => (error === undefined ? [] : [[id, error.code]]))
  assert.deepEqual(refused, [
    [null, -32_700],
    [7, -32_600],
    [null, -32_600],
    [null, -32_600],
    [8, -32_600],
  ])
  assert.ok(answers().some(({ id, result }) => id === 9 && result !== undefined))
})

test('a call that was cancelled, and a reader that is gone, hold nothing up', async () => {
  const cancelled = served()
  const called = once(cancelled.begun, 'call')
  cancelled.say(INITIALIZE, INITIALIZED, callOf(2))
  await called
  cancelled.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
  cancelled.input.end()
  await cancelled.ended
  cancelled.finish()

  const gone = served()
  const begun = once(gone.begun, 'call')
  gone.say(INITIALIZE, INITIALIZED, callOf(2))
  await begun
  gone.output.destroy(new Error('EPIPE'))
  await gone.ended
  gone.finish()
  gone.input.end()
})
