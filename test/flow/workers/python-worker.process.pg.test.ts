// The worker of examples/, which is not our TypeScript code: it shows whether docs/workers.md is enough to write one.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Problem } from '#contract/problem.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'
import type { Worker } from '#contract/worker.ts'
import { startProgram, type Program } from '#test/support/programs/program.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'

const WORKER = fileURLToPath(new URL('../../../examples/worker.py', import.meta.url))
const WORKER_KEY = 'the-worker-key-of-this-test-0001'
const ADMIN = { authorization: 'Bearer the-admin-key-of-this-test-0001' }

const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed here'

async function startWithKeys(t: TestContext): Promise<TestCrawl> {
  return startTestCrawl(t, {
    jobs: { heartbeatMs: 200 },
    fixedKeys: [
      { name: 'admin', secret: 'the-admin-key-of-this-test-0001', scopes: ['admin'] },
      { name: 'worker', secret: WORKER_KEY, scopes: ['worker'] },
    ],
  })
}

function startPython(t: TestContext, crawl: TestCrawl, key = WORKER_KEY): Program {
  const { PATH = '' } = process.env
  return startProgram(t, 'python3', [WORKER, crawl.url, 'echo.extract'], {
    env: { PATH, SURVEYOR_WORKER_KEY: key },
  })
}

async function workers(crawl: TestCrawl): Promise<Worker[]> {
  return (await crawl.call<{ items: Worker[] }>('GET', '/api/workers', { headers: ADMIN })).json.items
}

test(
  'a worker in Python registers, does the jobs of its type, and leaves on SIGTERM',
  { skip },
  async (t) => {
    const crawl = await startWithKeys(t)
    const program = startPython(t, crawl)
    await program.line(/registered as wrk_/)
    const [worker] = await workers(crawl)
    assert.deepEqual([worker?.status, worker?.tags], ['online', ['python']])
    const answers = await Promise.all(
      Array.from({ length: 5 }, async (_, n) =>
        crawl.call<ExtractionAnswer>('POST', '/api/v1/echo/extract', {
          body: { text: `hello ${n}` },
          headers: ADMIN,
        }),
      ),
    )
    for (const [n, { status, json }] of answers.entries()) {
      assert.equal(status, 200, program.output())
      const { echo, by } = json.data as { echo: unknown; by: string }
      assert.deepEqual(echo, { text: `hello ${n}`, times: 1 })
      assert.match(by, /^Python 3/)
      assert.equal(json.engine.used, 'python')
    }
    program.child.kill('SIGTERM')
    assert.deepEqual(await program.ended, { code: 0, signal: null }, program.output())
    assert.equal((await workers(crawl))[0]?.status, 'offline')
  },
)

test('it obeys when it is sent away, and says why it may not register', { skip }, async (t) => {
  const crawl = await startWithKeys(t)
  const program = startPython(t, crawl)
  const [, id] = await program.line(/registered as (wrk_\S+)/)
  await crawl.call('PATCH', `/api/workers/${id}`, { body: { directive: 'drain' }, headers: ADMIN })
  assert.deepEqual(await program.ended, { code: 0, signal: null }, program.output())

  const stranger = startPython(t, crawl, 'another-key-of-this-test-000001')
  await stranger.line(/cannot register: .*key/)
  stranger.child.kill('SIGTERM')
  assert.equal((await stranger.ended).code, 1)
  const nobody = await crawl.call<Problem>('POST', '/api/worker/register', { body: {} })
  assert.equal(nobody.status, 401)
})
