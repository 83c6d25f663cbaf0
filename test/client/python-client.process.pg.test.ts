// examples/client.py: the services from Python with nothing installed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeSecret, signedHeaders } from '#platform/webhooks/secrets/sign.ts'
import { problem, startScriptedServer } from '#test/support/client/scripted-server.ts'
import { ADMIN_KEY, ADMIN_KEYS, startTownServices } from '#test/support/client/town-services.ts'
import { startTestPlaces } from '#test/support/places/start-places.ts'
import { startProgram } from '#test/support/programs/program.ts'

const CLIENT = fileURLToPath(new URL('../../examples/client.py', import.meta.url))
const found = spawnSync('python3', ['--version']).status === 0
const skip = found || process.env['CI'] === 'true' ? false : 'python3 is not installed here'

test('a search from Python: sent, waited for, listed', { skip }, async (t) => {
  const { crawl } = await startTownServices(t)
  const places = await startTestPlaces(t, { crawlUrl: crawl.url, fixedKeys: ADMIN_KEYS })
  const { PATH = '' } = process.env
  const run = async (key: string, words: string) => {
    const env = { PATH, SURVEYOR_KEY: key, PYTHONIOENCODING: 'utf-8' }
    const program = startProgram(t, 'python3', [CLIENT, places.url, words], { env })
    const { code } = await program.ended
    return { code, lines: program.output().split('\n') }
  }
  const { code, lines } = await run(ADMIN_KEY, 'cafe')
  assert.equal(code, 0, lines.join('\n'))
  assert.ok(lines.includes('succeeded complete'), lines.join('\n'))
  const rows = lines.flatMap((line) =>
    line.startsWith('{') ? [JSON.parse(line) as { name: string | null }] : [],
  )
  const listed = await places.get('/api/places?limit=500', { authorization: `Bearer ${ADMIN_KEY}` })
  assert.ok(rows.length > 2)
  assert.deepEqual(
    rows.map(({ name }) => name).toSorted(),
    listed.body.items.map((item: { name: string }) => item.name).toSorted(),
  )
  const stranger = await run('another-key-of-this-test-000001', 'cafe')
  assert.equal(stranger.code, 1)
  assert.match(stranger.lines.join('\n'), /Problem: unauthenticated: /)
  const nowhere = await run(ADMIN_KEY, 'cafes in Nowhereville')
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.lines.join('\n'), /^failed .*No area named "nowhereville"/m)
})

test(
  'it tries again what may succeed later, under one Idempotency-Key, and verifies webhooks',
  { skip },
  async (t) => {
    const scripts = [
      problem('queue_full', 503, { retryAfterMs: 1 }),
      // The head of an answer, and a part of it.
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        response.write('{"id":', () => response.destroy())
      },
      { status: 502, text: '<h1>Bad gateway</h1>' },
      { json: { id: 'sea_1' } },
    ]
    const { url, asked } = await startScriptedServer(t, scripts)
    const secret = makeSecret()
    const body = JSON.stringify({ type: 'job.succeeded', data: { name: 'Café' } })
    const headers = signedHeaders([makeSecret(), secret], { id: 'msg_1', timestamp: 1_795_251_600, body })
    const given = JSON.stringify({ url, secret, headers, body })
    const python = `
import json, sys, client
given = json.loads(sys.argv[1])
print(client.call(given["url"], "POST", "/api/search", {"query": "cafe"})["id"])
def seen(body, headers=given["headers"], now=1795251600):
    try:
        return client.verify(given["secret"], headers, body.encode(), now)["type"]
    except ValueError as error:
        return str(error)
print(seen(given["body"]))
print(seen(given["body"] + " "))
print(seen(given["body"], now=1795251600 + 301))
`
    const env = {
      PATH: process.env['PATH'] ?? '',
      PYTHONPATH: fileURLToPath(new URL('.', `file://${CLIENT}`)),
      PYTHONDONTWRITEBYTECODE: '1',
    }
    const program = startProgram(t, 'python3', ['-c', python, given], { env })
    assert.equal((await program.ended).code, 0, program.output())
    assert.deepEqual(program.output().split('\n'), [
      'sea_1',
      'job.succeeded',
      'it is not signed with this secret',
      'it is more than five minutes away from now',
    ])
    assert.equal(new Set(asked.map((request) => request.headers['idempotency-key'])).size, 1)
    assert.equal(asked.length, 4)
  },
)
