import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createLogger, silentLogger } from '#platform/telemetry/logger.ts'
import { serveMessages } from './tool-server.ts'
import { defineTool, type ToolSet } from './tool.ts'

const INFO = { name: 'test', version: '1', instructions: 'None.' }
const VERSION = '2026-07-28'

const tool = defineTool({
  name: 'double',
  title: 'Double',
  description: 'Doubles a number.',
  scopes: ['extract'],
  isReadOnly: true,
  goesOut: false,
  input: Type.Object({ number: Type.Number() }),
  output: Type.Object({ doubled: Type.Number() }),
  async run({ number }, context) {
    await context.progress(1, 2, 'half')
    return { data: { doubled: number * 2 } }
  },
})
const SET: ToolSet = {
  tools: [tool],
  files: null,
  call: async () => assert.fail('no request is expected'),
}

const request = (headers: Record<string, string>, signal?: AbortSignal): Request =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: '{}',
    ...(signal === undefined ? {} : { signal }),
  })

const old = (params: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'double', ...params },
})

const LISTEN = {
  jsonrpc: '2.0',
  id: 7,
  method: 'subscriptions/listen',
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
}
const LISTEN_HEADERS = { 'mcp-protocol-version': VERSION, 'mcp-method': 'subscriptions/listen' }

test('a client of 2025 gets plain JSON, and a stream where it asks for progress', async () => {
  await using server = serveMessages(INFO, silentLogger)
  const plain = await server.answer(SET, request({}), old({ arguments: { number: 4 } }))
  assert.match(plain.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(Object(await plain.json()).result.structuredContent.doubled, 8)
  const streamed = await server.answer(
    SET,
    request({}),
    old({ arguments: { number: 4 }, _meta: { progressToken: 'p' } }),
  )
  assert.match(streamed.headers.get('content-type') ?? '', /^text\/event-stream/)
  const events = await streamed.text()
  assert.match(events, /notifications\/progress/)
  assert.match(events, /"doubled":8/)
})

test('each message sees the tools of the one who sent it', async () => {
  await using server = serveMessages(INFO, silentLogger)
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const names = async (set: ToolSet): Promise<unknown> =>
    Object(await (await server.answer(set, request({}), list)).json()).result?.tools.length
  assert.deepEqual(await Promise.all([names(SET), names({ ...SET, tools: [] }), names(SET)]), [
    1,
    undefined,
    1,
  ])
})

test('a bad call is told which argument is wrong, misspelt or missing, in the words of the API', async () => {
  await using server = serveMessages(INFO, silentLogger)
  const call = async (given: object) => {
    const answer = await server.answer(SET, request({}), old({ arguments: given }))
    const { isError, content } = Object(await answer.json()).result
    assert.equal(isError, true)
    const { code, retryable, errors } = JSON.parse(content[0].text)
    assert.deepEqual([code, retryable], ['validation_failed', false])
    return errors
  }
  assert.deepEqual(await call({ number: '4' }), [
    { pointer: '/number', code: 'wrong_type', detail: 'Must be a number.' },
  ])
  assert.deepEqual(await call({ numbr: 4 }), [
    { pointer: '/number', code: 'required', detail: 'This is required.' },
    { pointer: '/numbr', code: 'unknown_key', detail: 'Unknown key; did you mean "number"?' },
  ])
})

test('an answer of another shape than its schema says is an error that the operator sees', async () => {
  const logged: unknown[] = []
  const log = createLogger({
    name: 'test',
    level: 'error',
    stream: { write: (line) => void logged.push(line) },
  })
  await using server = serveMessages(INFO, log)
  const wrong = { ...tool, run: async () => ({ data: { doubled: null } }) }
  const answer = await server.answer(
    { ...SET, tools: [wrong] },
    request({}),
    old({ arguments: { number: 4 } }),
  )
  const { isError, content } = Object(await answer.json()).result
  assert.deepEqual([isError, JSON.parse(content[0].text).code], [true, 'internal'])
  assert.match(String(logged), /The answer of double has another shape/)
})

test('streams of changes are counted, end with their client, and with the service', async () => {
  const server = serveMessages(INFO, silentLogger)
  const listen = async (signal?: AbortSignal): Promise<Response> =>
    server.answer(SET, request(LISTEN_HEADERS, signal), LISTEN)
  const gone = new AbortController()
  const first = await listen(gone.signal)
  assert.match(first.headers.get('content-type') ?? '', /^text\/event-stream/)
  const others = await Promise.all(Array.from({ length: 63 }, async () => listen()))
  assert.match(await (await listen()).text(), /limit/i)
  gone.abort()
  await first.text().catch(() => '')
  const next = await listen()
  assert.match(next.headers.get('content-type') ?? '', /^text\/event-stream/)
  await server[Symbol.asyncDispose]()
  for (const stream of [...others, next]) await stream.text().catch(() => '')
})
