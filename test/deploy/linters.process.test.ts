// The programs that know these files find nothing wrong with them. CI installs the programs; elsewhere what is missing is
// skipped.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { root } from '#test/support/source-tree.ts'

const MONITORING = fileURLToPath(new URL('deploy/monitoring/', root))
const YAML = globSync('deploy/**/*.yaml', { cwd: root })
const YAML_RULES = `{extends: default, rules: {${[
  'line-length: {max: 140}',
  'document-start: disable',
  'comments: {min-spaces-from-content: 1}',
  'comments-indentation: disable',
  'braces: {min-spaces-inside: 0, max-spaces-inside: 1}',
].join(', ')}}}`

/** A reason to skip, or false. In CI a missing program is a failure. */
function missing(program: string): string | false {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return process.env['CI'] === 'true' ? false : `${program} is not installed`
  }
}

/** Everything that it says, in order. Throws where it ends badly. */
async function run(program: string, args: readonly string[], cwd = fileURLToPath(root)): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd })
  return stdout + stderr
}

test('promtool takes alerts, their tests and the configuration', { skip: missing('promtool') }, async () => {
  assert.match(
    await run('promtool', ['check', 'rules', 'alerts.yaml'], MONITORING),
    /SUCCESS: 12 rules found/,
  )
  assert.match(await run('promtool', ['check', 'config', 'prometheus.yaml'], MONITORING), /SUCCESS/)
  assert.match(await run('promtool', ['test', 'rules', 'alerts.test.yaml'], MONITORING), /SUCCESS/)
})

test('yamllint takes every YAML file', { skip: missing('yamllint') }, async () => {
  assert.ok(YAML.length > 10)
  assert.equal(await run('yamllint', ['--strict', '-d', YAML_RULES, ...YAML]), '')
})

test('shellcheck takes every script', { skip: missing('shellcheck') }, async () => {
  const scripts = [...globSync('deploy/**/*.sh', { cwd: root }), '.ci/run', '.ci/with-debian-postgres']
  assert.ok(scripts.length > 2)
  assert.equal(await run('shellcheck', scripts), '')
})
