// TLS through the guarded connector: the certificate is for the name in the URL, wherever the connection was led.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { openEgress } from '#test/support/sites/local-server.ts'

const read = (name: string): string => readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
const BASE = { maxBytes: 1000, deadlineMs: 10_000, robots: 'ignore' } as const

/** With a certificate for secure.test and *.secure.test of an authority that this process trusts for the test. */
async function startSecure(
  t: TestContext,
): Promise<{ server: Server; port: number; names: (string | false | null)[] }> {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, read('authority.pem')])
  const pem = read('secure-test.pem')
  const names: (string | false | null)[] = []
  const server = createServer({ key: pem, cert: pem }, (_request, response) => response.end('secret page'))
  server.on('secureConnection', (socket: TLSSocket) => names.push(socket.servername))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    setDefaultCACertificates(before)
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port, names }
}

suite('TLS', () => {
  test('a mapped name is asked for by its own name and its certificate is checked', async (t) => {
    const { port, names } = await startSecure(t)
    const egress = openEgress(t, {
      hosts: [`secure.test=127.0.0.1:${port}`, `*.secure.test=127.0.0.1:${port}`],
    })
    const answer = await egress.fetch({ ...BASE, url: 'https://secure.test/' })
    assert.equal(Buffer.from(answer.body).toString(), 'secret page')
    assert.equal((await egress.fetch({ ...BASE, url: 'https://www.secure.test./' })).status, 200)
    assert.deepEqual(names, ['secure.test', 'www.secure.test'])
  })

  test('a certificate for another name is refused', async (t) => {
    const { port } = await startSecure(t)
    const egress = openEgress(t, { hosts: [`other.test=127.0.0.1:${port}`] })
    for (const url of ['https://other.test/', `https://127.0.0.1:${port}/`]) {
      await assert.rejects(
        egress.fetch({ ...BASE, url }),
        { code: 'target_tls_error', retryable: false },
        url,
      )
    }
  })

  test('a certificate that nobody vouches for is refused', async (t) => {
    const { port } = await startSecure(t)
    setDefaultCACertificates([])
    const egress = openEgress(t, { hosts: [`secure.test=127.0.0.1:${port}`] })
    await assert.rejects(egress.fetch({ ...BASE, url: 'https://secure.test/' }), { code: 'target_tls_error' })
  })
})
