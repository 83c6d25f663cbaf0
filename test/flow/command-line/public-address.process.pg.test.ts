// A service never listens where others can reach it without asking them for a key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductDatabaseUrl } from '#test/support/database/database.ts'
import { runSurveyor, startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'

for (const service of ['crawl', 'places']) {
  test(`${service} refuses a public address without a key, says how to make one, and takes it with one`, async (t) => {
    const workingDir = await temporaryFolder(t)
    const DATABASE_URL = await createProductDatabaseUrl(t)
    const args = [service, '--host', '0.0.0.0', `--${service}-port`, '0']
    const refused = await runSurveyor(t, args, { workingDir, environment: { DATABASE_URL } })
    assert.equal(refused.code, 1)
    assert.match(refused.output, new RegExp(`surveyor keys create --service ${service}`))
    assert.doesNotMatch(refused.output, /is ready/)

    const environment = { DATABASE_URL, SURVEYOR_ADMIN_KEY: 'the-admin-key-of-this-test-0001' }
    const program = startSurveyor(t, args, { workingDir, environment })
    const [line] = await program.line(new RegExp(`^.*"${service} is ready".*$`))
    const { url } = JSON.parse(line) as { url: string }
    assert.equal((await fetch(`${url}/api/jobs`)).status, 401)
    const withKey = { authorization: `Bearer ${environment.SURVEYOR_ADMIN_KEY}` }
    assert.equal((await fetch(`${url}/api/jobs`, { headers: withKey })).status, 200)
    program.child.kill('SIGTERM')
    assert.deepEqual(await program.ended, { code: 0, signal: null })
  })
}
