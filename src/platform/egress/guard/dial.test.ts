import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { suite, test } from 'node:test'
import { problemOf } from '#contract/surveyor-error.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { createDial } from './dial.ts'
import { createGuard } from './guard.ts'
import { createResolveName } from './resolve-name.ts'

const guard = createGuard({ allow: ['127.0.0.1/32'], hosts: [], log: silentLogger })
const resolvingTo = (...addresses: string[]) => createDial({ guard, resolveName: async () => addresses })

suite('dial', () => {
  test('goes to the address that was judged', async (t) => {
    const site = await startServer(t, () => {})
    const { socket, dnsMs, connectMs } = await resolvingTo('127.0.0.1')('some.test', site.port)
    assert.equal(socket.remoteAddress, '127.0.0.1')
    assert.ok(dnsMs !== null && dnsMs >= 0 && connectMs >= 0)
    socket.destroy()
    const literal = await resolvingTo()('127.0.0.1', site.port)
    assert.equal(literal.dnsMs, null)
    literal.socket.destroy()
  })

  test('one forbidden answer among many refuses the name, and nothing is dialled', async (t) => {
    const site = await startServer(t, () => {})
    let connections = 0
    site.server.on('connection', () => (connections += 1))
    for (const addresses of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
      ['127.0.0.1', '::1'],
      [...Array.from({ length: 50 }, () => '127.0.0.1'), '169.254.169.254'],
      ['127.0.0.1', 'not an address'],
    ]) {
      await assert.rejects(resolvingTo(...addresses)('some.test', site.port), { code: 'target_dns_error' })
    }
    assert.equal(connections, 0)
  })

  test('where the connection arrived is judged once more', async (t) => {
    const site = await startServer(t, () => {})
    let looks = 0
    const forgetful = createDial({
      guard: { ...guard, refusal: () => (looks++ === 0 ? null : 'arrived_elsewhere') },
      resolveName: async () => ['127.0.0.1'],
    })
    const closed = new Promise((resolve) =>
      site.server.once('connection', (socket) => socket.once('close', resolve)),
    )
    await assert.rejects(forgetful('some.test', site.port), { code: 'target_dns_error' })
    await closed
    assert.deepEqual(site.asked, [])
  })

  test('a name that leads inside gets the very answer of a name that there is not', async () => {
    const answers: string[] = await Promise.all(
      [
        createDial({ guard, resolveName: () => Promise.reject(unknownName()) }),
        resolvingTo(),
        resolvingTo('10.0.0.1'),
        resolvingTo('::1'),
        resolvingTo('8.8.8.8', '192.168.0.1'),
        resolvingTo('169.254.169.254'),
      ].map((dial) =>
        dial('intranet.test', 6379).then(
          () => 'connected',
          (error: unknown) => JSON.stringify(problemOf(error)),
        ),
      ),
    )
    assert.equal(new Set(answers).size, 1)
    assert.match(answers[0] ?? '', /"target_dns_error"/)
    assert.match(answers[0] ?? '', /"retryable":false/)
  })

  test('no address, no name server, no patience', async () => {
    await assert.rejects(resolvingTo()('some.test', 80), { code: 'target_dns_error' })
    const failing = createDial({ guard, resolveName: () => Promise.reject(new Error('SERVFAIL')) })
    await assert.rejects(failing('some.test', 80), { code: 'target_dns_error' })
    const silent = createDial({ guard, resolveName: () => new Promise(() => {}) })
    await assert.rejects(silent('some.test', 80, AbortSignal.abort()), { code: 'target_timeout' })
  })
})

test('a name that only the system knows is found', async () => {
  const addresses = await createResolveName()('localhost')
  assert.ok(addresses.includes('127.0.0.1') || addresses.includes('::1'), addresses.join())
})

test('a name is looked up once for all who ask at the same time, and again for who asks later', async (t) => {
  const looks = t.mock.method(Resolver.prototype, 'resolve4', async () => ['192.0.2.7'])
  t.mock.method(Resolver.prototype, 'resolve6', () => Promise.reject(unknownName()))
  const resolveName = createResolveName()
  const answers = await Promise.all(Array.from({ length: 30 }, async () => resolveName('one.test')))
  assert.deepEqual([...new Set(answers.flat())], ['192.0.2.7'])
  assert.equal(looks.mock.callCount(), 1)
  await Promise.all([resolveName('one.test'), resolveName('other.test')])
  assert.equal(looks.mock.callCount(), 3)
})

/** The error of node:dns. */
function unknownName(): Error {
  return Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
}
