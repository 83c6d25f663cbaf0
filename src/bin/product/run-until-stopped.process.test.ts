// A process that ends badly says why on stderr, also where its log is silent and where its clean-up does not end.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { test, type TestContext } from 'node:test'
import { startProgram } from '#test/support/programs/program.ts'
import { root } from '#test/support/source-tree.ts'

/** Runs `start` as the body of the start of a command that may take `stopWithinMs` to stop, and says READY after it. */
function run(t: TestContext, start: string, stopWithinMs = 600_000) {
  const program = `
    import { runUntilStopped } from '#bin/product/run-until-stopped.ts'
    import { silentLogger } from '#platform/telemetry/logger.ts'
    setInterval(() => undefined, 60_000)
    const never = { async [Symbol.asyncDispose]() { await new Promise(() => undefined) } }
    await runUntilStopped({
      log: silentLogger,
      say: (text) => console.log(text),
      stopWithinMs: ${stopWithinMs},
      async start(resources) { ${start}; console.log('READY') },
    })`
  return startProgram(t, process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(root),
  })
}

test('an error that nothing handles, and a promise that nobody awaits', async (t) => {
  const thrown = run(t, `setImmediate(() => { throw new Error('the disk has gone') })`)
  await thrown.line(/^An error that nothing handles: Error: the disk has gone$/)
  assert.equal((await thrown.ended).code, 1)

  const rejected = run(t, `void Promise.reject(new Error('postgres://me:secret@db/x cannot be reached'))`)
  await rejected.line(
    /^An error that nothing handles: Error: postgres:\/\/\[redacted\]@db\/x cannot be reached$/,
  )
  assert.equal((await rejected.ended).code, 1)

  const empty = run(t, 'setImmediate(() => { throw undefined })')
  await empty.line(/^An error that nothing handles: An error without a message: undefined$/)
  assert.equal((await empty.ended).code, 1)
})

test('a second signal', async (t) => {
  const program = run(t, 'resources.use(never)')
  await program.line(/^READY$/)
  program.child.kill('SIGTERM')
  await program.line(/^Still stopping/)
  program.child.kill('SIGTERM')
  await program.line(/^Ended at once, by a second signal\.$/)
  assert.equal((await program.ended).code, 1)
})

test('a stop that takes too long', async (t) => {
  const program = run(t, 'resources.use(never)', 1)
  await program.line(/^READY$/)
  program.child.kill('SIGTERM')
  await program.line(/^Ended at once: the stop took too long\.$/)
  assert.equal((await program.ended).code, 1)
})

test('a start that fails, where what had started does not stop', async (t) => {
  const program = run(t, `resources.use(never); throw new Error('the port is taken')`, 1)
  await program.line(/^the port is taken$/)
  assert.equal((await program.ended).code, 1)
})
