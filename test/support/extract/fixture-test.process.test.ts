import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

/** Runs the runner over these files in a process of its own; the output of a case is its `.txt` in upper case. */
async function runOver(
  t: TestContext,
  files: Record<string, string>,
): Promise<{ code: number; report: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fixture-test-'))
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'fixtures'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'fixtures', name), text)
  const program = `
    import { fixtureTest } from '${new URL('./fixture-test.ts', import.meta.url).href}'
    await fixtureTest(new URL('file://${folder}/fixtures'), async ({ files }) => ({
      text: String(files.get('.txt')).toUpperCase(),
    }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A test runner inside a test runner writes another format than for a person.
    env: { ...process.env, NODE_TEST_CONTEXT: '' },
  })
  let report = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (report += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, report }
}

test('a case that gives what is expected passes', async (t) => {
  const { code, report } = await runOver(t, { 'a.txt': 'one', 'a.expected.json': '{"text":"ONE"}' })
  assert.equal(code, 0, report)
})

test('a wrong answer, a missing expectation, an expectation without a case and an empty folder fail', async (t) => {
  const wrong = await runOver(t, { 'a.txt': 'one', 'a.expected.json': '{"text":"TWO"}' })
  assert.equal(wrong.code, 1)
  const missing = await runOver(t, { 'a.txt': 'one' })
  assert.equal(missing.code, 1)
  assert.match(missing.report, /a\.expected\.json is missing/)
  const orphan = await runOver(t, {
    'a.txt': 'one',
    'a.expected.json': '{"text":"ONE"}',
    'b.expected.json': '{}',
  })
  assert.equal(orphan.code, 1)
  assert.match(orphan.report, /b\.expected\.json expects something of nothing/)
  assert.equal((await runOver(t, {})).code, 1)
})
