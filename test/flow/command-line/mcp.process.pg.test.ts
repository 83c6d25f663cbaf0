// The command that an assistant starts: its tools reach both services, and only the protocol is on standard output.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { dataOf, problemIn } from '#test/support/mcp/connect-client.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { runSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'

const PROGRAM = fileURLToPath(new URL('../../../src/bin/surveyor.mjs', import.meta.url))

for (const mode of ['auto', 'legacy'] as const) {
  test(`an assistant on this machine uses both services (${mode})`, async (t) => {
    const places = await startTestPlaces(t)
    const crawl = await startTestCrawl(t)
    const workingDir = await temporaryFolder(t)
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [PROGRAM, 'mcp', '--places-url', places.url, '--crawl-url', crawl.url],
        cwd: workingDir,
      }),
    )
    t.after(async () => client.close())
    const { tools } = await client.listTools()
    // What an assistant is given before its first call: few tools, each in few words.
    assert.equal(tools.length, 12)
    assert.ok(JSON.stringify(tools).length < 18_000)
    for (const { name, description = '', inputSchema } of tools) {
      const chars = description.length + JSON.stringify(inputSchema).length
      assert.ok(chars < 900, `${name}: ${chars}`)
    }
    assert.deepEqual(dataOf(await client.callTool({ name: 'list_places', arguments: {} })), {
      places: [],
      nextCursor: null,
    })
    const jobId = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
    assert.equal(
      problemIn(await client.callTool({ name: 'get_job', arguments: { jobId } }))['code'],
      'not_found',
    )
  })
}

test('lines that end with a call are answered before the program ends', async (t) => {
  const places = await startTestPlaces(t)
  const workingDir = await temporaryFolder(t)
  const program = spawn(
    process.execPath,
    [PROGRAM, 'mcp', '--places-url', places.url, '--crawl-url', 'http://127.0.0.1:9'],
    { cwd: workingDir, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  t.after(() => program.kill('SIGKILL'))
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_places', arguments: {} } },
  ]
  program.stdin.end(`no JSON\n${messages.map((message) => JSON.stringify(message)).join('\n')}`)
  const [out, err] = await Promise.all([text(program.stdout), text(program.stderr)])
  const answers = out
    .trim()
    .split('\n')
    .map((line) => parseKnownJson<{ id: unknown; error?: unknown }>(line))
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error === undefined]),
    [
      [null, false],
      [1, true],
      [2, true],
    ],
  )
  assert.equal(err, '')
})

test('without services the command says how to start them', async (t) => {
  const { code, output } = await runSurveyor(t, ['mcp'], { workingDir: await temporaryFolder(t) })
  assert.notEqual(code, 0)
  assert.match(output, /surveyor start/)
})
