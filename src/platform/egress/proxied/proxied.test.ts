import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ProxyFailure } from '#platform/egress/proxied/proxy-failure.ts'
import type { Egress } from '#platform/egress/egress.ts'
import {
  startLocalProxy,
  type LocalProxy,
  type LocalProxyOptions,
} from '#test/support/sites/local-proxies.ts'
import { openEgress, startServer } from '#test/support/sites/local-server.ts'

const read = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../../../test/egress/fixtures', name), 'utf8')
const BASE = { maxBytes: 1_000_000, deadlineMs: 20_000, robots: 'ignore' } as const
const PROTOCOLS = ['http', 'https', 'socks5'] as const
const PEM = read('secure-test.pem')

async function openProxy(t: TestContext, options: LocalProxyOptions): Promise<LocalProxy> {
  const proxy = await startLocalProxy(options)
  t.after(async () => proxy.stop())
  return proxy
}

/** This process trusts the authority of the fixtures for the test. */
function trustAuthority(t: TestContext): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, read('authority.pem')])
  t.after(() => setDefaultCACertificates(before))
}

/** An HTTPS proxy has the name that its certificate is for. */
const optionsOf = (protocol: LocalProxyOptions['protocol']): LocalProxyOptions => ({
  protocol,
  credentials: 'user:secret',
  ...(protocol === 'https' ? { pem: PEM, host: 'secure.test' } : {}),
})

async function ask(egress: Egress, proxyUrl: string, url: string, dns: 'local' | 'proxy' = 'local') {
  await using route = egress.openRoute({ url: proxyUrl, dns })
  const answer = await egress.fetch({ ...BASE, url, route })
  return { ...answer, text: Buffer.from(answer.body).toString(), carried: route.bytes }
}

suite('through a proxy', () => {
  for (const protocol of PROTOCOLS) {
    test(`${protocol}: pages by http and https, by address, with their own name`, async (t) => {
      trustAuthority(t)
      const site = await startServer(t, (request, response) => {
        response.end(`${request.headers.host} ${request.headers['proxy-authorization'] ?? 'none'}`)
      })
      const secure = createServer({ key: PEM, cert: PEM }, (request, response) =>
        response.end(`secure ${request.headers.host}`),
      )
      await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
      t.after(() => {
        secure.closeAllConnections()
        secure.close()
      })
      const securePort = (secure.address() as AddressInfo).port
      const proxy = await openProxy(t, optionsOf(protocol))
      const egress = openEgress(t, {
        hosts: [
          `site.test=127.0.0.1:${site.port}`,
          `www.secure.test=127.0.0.1:${securePort}`,
          `secure.test=127.0.0.1:${proxy.port}`,
        ],
      })
      const plain = await ask(egress, proxy.url, 'http://site.test/a')
      assert.equal(plain.text, 'site.test none')
      const answer = await ask(egress, proxy.url, 'https://www.secure.test/')
      assert.equal(answer.text, 'secure www.secure.test')
      assert.deepEqual(proxy.asked, [`127.0.0.1:${site.port}`, `127.0.0.1:${securePort}`])
      assert.ok(answer.carried > 1_000, `${answer.carried} bytes for a TLS handshake`)
    })
  }

  test('what a body weighs is counted', async (t) => {
    const site = await startServer(t, (_request, response) => response.end(Buffer.alloc(300_000, 'x')))
    const proxy = await openProxy(t, { protocol: 'http' })
    const { carried } = await ask(openEgress(t), proxy.url, `${site.origin}/`)
    assert.ok(carried > 300_000 && carried < 310_000, `${carried}`)
  })

  test('a redirect and robots.txt go through the proxy too, and nothing goes past it', async (t) => {
    const site = await startServer(t, (request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end()
      else response.end('User-agent: *\nDisallow: /closed')
    })
    const seen: (number | undefined)[] = []
    site.server.on('connection', (socket) => seen.push(socket.remotePort))
    const proxy = await openProxy(t, { protocol: 'socks5' })
    const egress = openEgress(t)
    await using route = egress.openRoute({ url: proxy.url, dns: 'local' })
    const answer = await egress.fetch({ ...BASE, robots: 'obey', url: `${site.origin}/old`, route })
    assert.deepEqual([answer.finalUrl, answer.robots.verdict], [`${site.origin}/new`, 'allowed'])
    await assert.rejects(egress.fetch({ ...BASE, robots: 'obey', url: `${site.origin}/closed`, route }), {
      code: 'robots_disallowed',
    })
    assert.deepEqual(site.asked, ['/robots.txt', '/old', '/new'])
    assert.equal(proxy.asked.length, seen.length)
  })

  for (const protocol of PROTOCOLS) {
    test(`${protocol}: how it fails is told apart, and its secret is in no error`, async (t) => {
      trustAuthority(t)
      const site = await startServer(t, (_request, response) => response.end('page'))
      const proxy = await openProxy(t, optionsOf(protocol))
      const egress = openEgress(t, { hosts: [`secure.test=127.0.0.1:${proxy.port}`] })
      const faultOf = async (url = proxy.url): Promise<string> => {
        try {
          await ask(egress, url, `${site.origin}/`)
          return 'none'
        } catch (error) {
          assert.ok(error instanceof Error && !/secret|127\.0\.0\.1/.test(`${error.message} ${error.stack}`))
          return error instanceof ProxyFailure ? error.fault : String(Object(error).code)
        }
      }
      assert.equal(await faultOf(), 'none')
      assert.equal(await faultOf(proxy.url.replace('user:secret@', 'user:secrets@')), 'auth_error')
      assert.equal(await faultOf(proxy.url.replace('user:secret@', '')), 'auth_error')
      for (const [fault, expected] of [
        ['refuse', 'connect_error'],
        ['garbage', 'connect_error'],
        ['endless', 'connect_error'],
        ...(protocol === 'socks5'
          ? ([
              [1, 'timeout'],
              [2, 'connect_error'],
              [5, 'target_connect_error'],
              [9, 'connect_error'],
            ] as const)
          : ([
              [502, 'timeout'],
              [403, 'connect_error'],
              [503, 'connect_error'],
            ] as const)),
      ] as const) {
        proxy.fault = fault
        assert.equal(await faultOf(), expected, String(fault))
      }
      await proxy.stop()
      assert.equal(await faultOf(), 'connect_error')
    })
  }

  test('its own address passes the guard, and TLS to it needs its certificate', async (t) => {
    const site = await startServer(t, (_request, response) => response.end('page'))
    const proxy = await openProxy(t, { protocol: 'http' })
    const closed = openEgress(t, { allow: [], hosts: [`site.test=127.0.0.1:${site.port}`] })
    await assert.rejects(ask(closed, proxy.url, 'http://site.test/'), { code: 'proxy_failed' })
    for (const host of ['localhost', '[::ffff:127.0.0.1]', '2130706433', '169.254.169.254'])
      await assert.rejects(ask(closed, `http://${host}:${proxy.port}`, 'http://site.test/'), {
        code: 'proxy_failed',
      })
    assert.equal(proxy.connections, 0)
    const tls = await openProxy(t, { protocol: 'https', pem: PEM })
    await assert.rejects(ask(openEgress(t), tls.url, `${site.origin}/`), { code: 'proxy_failed' })
    assert.deepEqual(tls.asked, [])
  })

  test('a target that the guard refuses is never named to the proxy, whoever looks up names', async (t) => {
    const proxy = await openProxy(t, { protocol: 'socks5' })
    const egress = openEgress(t, { allow: [`127.0.0.1/32:${proxy.port}`] })
    for (const dns of ['local', 'proxy'] as const) {
      for (const url of [
        'http://127.0.0.1/',
        'http://169.254.169.254/',
        'http://[::1]/',
        'http://10.0.0.1:8080/',
      ])
        await assert.rejects(ask(egress, proxy.url, url, dns), { code: 'url_not_allowed' }, url)
      await assert.rejects(ask(egress, proxy.url, 'http://localhost/', dns), { code: 'target_dns_error' })
    }
    assert.deepEqual([proxy.asked, proxy.connections], [[], 0])
  })

  test('a page in a browser: the forward proxy goes through the proxy as well', async (t) => {
    const site = await startServer(t, (request, response) => response.end(`page ${request.headers.host}`))
    const proxy = await openProxy(t, { protocol: 'http' })
    const egress = openEgress(t, { hosts: [`site.test=127.0.0.1:${site.port}`] })
    await using route = egress.openRoute({ url: proxy.url, dns: 'local' })
    await using visit = await egress.openVisit({ deadlineMs: 20_000, robots: 'obey', route })
    await visit.admit('http://site.test/')
    const text = await new Promise<string>((resolve, reject) => {
      const port = Number(new URL(visit.proxyUrl).port)
      get({ host: '127.0.0.1', port, path: 'http://site.test/x' }, (response) => {
        response.setEncoding('utf8').on('data', resolve)
      }).once('error', reject)
    })
    assert.equal(text, 'page site.test')
    assert.deepEqual(site.asked, ['/robots.txt', '/x'])
    assert.equal(proxy.asked.length, 2)
  })
})
