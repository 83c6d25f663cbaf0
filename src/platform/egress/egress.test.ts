import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { openEgress, startServer } from '#test/support/sites/local-server.ts'

const BASE = { maxBytes: 1_000_000, deadlineMs: 10_000 }

const failsWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof SurveyorError, String(error))
  assert.equal(error.code, code)
  return true
}

suite('egress.fetch', () => {
  test('brings status, headers and decoded body, and says who we are', async (t) => {
    const seen: Record<string, unknown>[] = []
    const site = await startServer(t, (request, response) => {
      if (request.url !== '/robots.txt') seen.push(request.headers)
      response.setHeader('set-cookie', ['a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT', 'b=2'])
      response.writeHead(203, { 'content-encoding': 'gzip', 'x-two': ['1', '2'] }).end(gzipSync('hello'))
    })
    const egress = openEgress(t, { contact: 'https://example.org/bot', productVersion: '1.2.3' })
    const answer = await egress.fetch({
      ...BASE,
      url: `${site.origin}/a b?c#d`,
      headers: { 'Accept-Language': 'de' },
    })
    assert.equal(answer.status, 203)
    assert.equal(Buffer.from(answer.body).toString(), 'hello')
    assert.equal(answer.bytes, 5)
    assert.equal(answer.finalUrl, `${site.origin}/a%20b?c#d`)
    assert.equal(answer.headers['x-two'], '1, 2')
    assert.equal(answer.headers['set-cookie']?.split('\n').length, 2)
    assert.deepEqual(answer.robots, { verdict: 'allowed', rule: null })
    assert.equal(seen[0]?.['user-agent'], 'Surveyor/1.2.3 (+https://example.org/bot)')
    assert.equal(seen[0]?.['accept-language'], 'de')
    assert.deepEqual(site.asked, ['/robots.txt', '/a%20b?c'])
  })

  test('an error status is an answer', async (t) => {
    const site = await startServer(t, (_request, response) => response.writeHead(404).end('gone'))
    const answer = await openEgress(t).fetch({ ...BASE, url: site.origin })
    assert.deepEqual([answer.status, answer.bytes], [404, 4])
  })

  test('headers that are ours cannot be set', async (t) => {
    const egress = openEgress(t)
    for (const name of [
      'Host',
      'user-agent',
      'Content-Length',
      'transfer-encoding',
      'Connection',
      'accept-encoding',
    ]) {
      const asked = egress.fetch({ ...BASE, url: 'http://127.0.0.1:1024/', headers: { [name]: 'x' } })
      await assert.rejects(asked, failsWith('invalid_header'), name)
    }
  })

  test('robots.txt is obeyed on every hop, unless it is to be ignored', async (t) => {
    const site = await startServer(t, (request, response) => {
      if (request.url === '/open') response.writeHead(302, { location: '/secret' })
      const robots = request.url === '/robots.txt'
      response.end(robots ? 'User-agent: *\nDisallow: /secret\nAllow: /open\n' : 'page')
    })
    const egress = openEgress(t)
    await assert.rejects(
      egress.fetch({ ...BASE, url: `${site.origin}/secret` }),
      failsWith('robots_disallowed'),
    )
    await assert.rejects(
      egress.fetch({ ...BASE, url: `${site.origin}/open` }),
      failsWith('robots_disallowed'),
    )
    assert.deepEqual(site.asked, ['/robots.txt', '/open'])
    const answer = await egress.fetch({ ...BASE, url: `${site.origin}/secret`, robots: 'ignore' })
    assert.deepEqual(answer.robots, { verdict: 'ignored', rule: null })
  })

  test('of a long robots.txt the first 500 KiB count; its own redirects are followed up to five', async (t) => {
    const filler = `# ${'x'.repeat(97)}\n`
    const long = `User-agent: *\nDisallow: /early\n${filler.repeat(5200)}Disallow: /late\n`
    assert.ok(long.length > 500 * 1024)
    const site = await startServer(t, (request, response) => {
      if (request.url === '/robots.txt') response.end(long)
      else response.end('page')
    })
    const egress = openEgress(t)
    await assert.rejects(
      egress.fetch({ ...BASE, url: `${site.origin}/early` }),
      failsWith('robots_disallowed'),
    )
    assert.equal((await egress.fetch({ ...BASE, url: `${site.origin}/late` })).status, 200)

    for (const [hops, refused] of [
      [5, true],
      [6, false],
    ] as const) {
      const moved = await startServer(t, (request, response) => {
        const at = request.url === '/robots.txt' ? 0 : Number(request.url?.slice(1))
        if (at < hops) response.writeHead(301, { location: `/${at + 1}` })
        response.end('User-agent: *\nDisallow: /\n')
      })
      const asked = egress.fetch({ ...BASE, url: `${moved.origin}/99` })
      if (refused) await assert.rejects(asked, failsWith('robots_disallowed'))
      else assert.equal((await asked).status, 200)
    }
  })

  test('redirects are followed up to ten, told, and refused beyond', async (t) => {
    const site = await startServer(t, (request, response) => {
      const left = Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0)
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` })
      response.end(request.url === '/robots.txt' ? '' : request.method)
    })
    const egress = openEgress(t)
    const ten = await egress.fetch({ ...BASE, url: `${site.origin}/10` })
    assert.equal(ten.finalUrl, `${site.origin}/0`)
    assert.equal(ten.redirects.length, 10)
    assert.equal(ten.redirects[9], `${site.origin}/1`)
    await assert.rejects(egress.fetch({ ...BASE, url: `${site.origin}/11` }), failsWith('too_many_redirects'))
    await assert.rejects(
      egress.fetch({ ...BASE, url: `${site.origin}/2`, maxRedirects: 1 }),
      failsWith('too_many_redirects'),
    )
    const first = await egress.fetch({ ...BASE, url: `${site.origin}/2`, maxRedirects: 0 })
    assert.deepEqual([first.status, first.headers['location']], [302, '/1'])
  })

  test('a failure after a redirect to another origin says where it led', async (t) => {
    const gone = await startServer(t, () => {})
    const site = await startServer(t, (request, response) => {
      if (request.url === '/cut') return request.socket.destroy()
      if (request.url === '/here') response.writeHead(302, { location: '/cut' })
      if (request.url === '/there') response.writeHead(301, { location: `${gone.origin}/x?secret=1` })
      response.end()
    })
    gone.server.close()
    const egress = openEgress(t)
    for (const [path, message] of [
      ['/there', `The target redirects to ${gone.origin}. The target does not accept a connection.`],
      ['/here', 'The target closed the connection.'],
    ] as const) {
      const asked = egress.fetch({ ...BASE, url: site.origin + path })
      await assert.rejects(asked, { code: 'target_connect_error', message, retryable: true })
    }
  })

  test('credentials do not follow to another origin', async (t) => {
    const seen: (string | undefined)[] = []
    const other = await startServer(t, (request, response) => {
      if (request.url !== '/robots.txt')
        seen.push(request.headers.authorization, request.headers['x-api-key'] as string)
      response.end()
    })
    const site = await startServer(t, (_request, response) =>
      response.writeHead(307, { location: `${other.origin}/x` }).end(),
    )
    const headers = { Authorization: 'Bearer x', 'X-Api-Key': 'k' }
    await openEgress(t).fetch({ ...BASE, url: site.origin, headers, robots: 'ignore' })
    assert.deepEqual(seen, [undefined, undefined])
  })

  test('a mapped name is served where the operator said, under its own name', async (t) => {
    const hosts: (string | undefined)[] = []
    const site = await startServer(t, (request, response) => {
      hosts.push(request.headers.host)
      response.writeHead(request.url === '/robots.txt' ? 404 : 200).end()
    })
    const egress = openEgress(t, { allow: [], hosts: [`*.town.test=127.0.0.1:${site.port}`] })
    const answer = await egress.fetch({ ...BASE, url: 'http://bakery.town.test/menu' })
    assert.equal(answer.finalUrl, 'http://bakery.town.test/menu')
    assert.deepEqual(hosts, ['bakery.town.test', 'bakery.town.test'])
    await assert.rejects(egress.fetch({ ...BASE, url: site.origin }), failsWith('url_not_allowed'))
  })

  test('what cannot be reached says why', async (t) => {
    const egress = openEgress(t)
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    await new Promise((resolve) => closed.close(resolve))
    await assert.rejects(
      egress.fetch({ ...BASE, url: `http://127.0.0.1:${port}/` }),
      failsWith('target_connect_error'),
    )
    await assert.rejects(
      egress.fetch({ ...BASE, url: 'file:///etc/passwd' }),
      failsWith('scheme_not_allowed'),
    )
    await assert.rejects(egress.fetch({ ...BASE, url: 'not a url' }), failsWith('url_not_allowed'))
    await assert.rejects(egress.fetch({ ...BASE, url: 'http://10.0.0.1/' }), failsWith('url_not_allowed'))
    const site = await startServer(t, (_request, response) => response.end('plain'))
    await assert.rejects(
      egress.fetch({ ...BASE, url: `https://127.0.0.1:${site.port}/` }),
      failsWith('target_tls_error'),
    )
  })

  test('the caller can give up, and hears his own reason', async (t) => {
    const site = await startServer(t, () => {})
    const gaveUp = new AbortController()
    site.server.once('request', () => gaveUp.abort(new Error('changed my mind')))
    const asked = openEgress(t).fetch({ ...BASE, url: site.origin, robots: 'ignore', signal: gaveUp.signal })
    await assert.rejects(asked, /changed my mind/)
  })

  test('a body that hardly moves is given up before the deadline', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const site = await startServer(t, (_request, response) => {
      response.write('first bytes')
    })
    const asked = openEgress(t).fetch({ ...BASE, url: site.origin, robots: 'ignore', deadlineMs: 60_000 })
    const ended = assert.rejects(asked, failsWith('target_timeout')).then(() => true)
    const tick = async (): Promise<false> => {
      t.mock.timers.tick(10_000)
      return new Promise((resolve) => setImmediate(resolve, false))
    }
    while (!(await Promise.race([ended, tick()])));
  })

  test('a kept connection that the server closed meanwhile is replaced without a word', async (t) => {
    let served = 0
    const server = createServer((socket) => {
      socket.on('error', () => {})
      let onThis = 0
      socket.on('data', () => {
        // The second request on a connection reaches a server that has just closed it.
        onThis += 1
        if (onThis > 1) socket.destroy()
        else served += 1
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=60\r\n\r\nok')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    const egress = openEgress(t)
    for (let i = 0; i < 3; i += 1) {
      const answer = await egress.fetch({ ...BASE, url, robots: 'ignore' })
      assert.equal(answer.status, 200)
    }
    await Promise.all([1, 2].map(() => egress.fetch({ ...BASE, url, robots: 'ignore' })))
    const post = { ...BASE, url, method: 'POST', robots: 'ignore' } as const
    assert.equal((await egress.fetch({ ...post, idempotent: true })).status, 200, 'two are closed')
    await assert.rejects(egress.fetch(post), failsWith('target_connect_error'))
  })

  test('one connection at a time where a host is given no more', async (t) => {
    let running = 0
    let max = 0
    const site = await startServer(t, (_request, response) => {
      running += 1
      max = Math.max(max, running)
      setImmediate(() => {
        running -= 1
        response.end()
      })
    })
    const egress = openEgress(t, { hostConcurrency: 2 })
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        egress.fetch({ ...BASE, url: `${site.origin}/${i}`, robots: 'ignore' }),
      ),
    )
    assert.equal(max, 2)
  })

  test('a body is sent as it was given', async (t) => {
    const site = await startServer(t, async (request, response) => {
      response.end(
        `${request.method} ${request.headers['content-type']} ${(await request.toArray()).join('')}`,
      )
    })
    const answer = await openEgress(t).fetch({
      ...BASE,
      url: site.origin,
      method: 'POST',
      body: new TextEncoder().encode('data=1'),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      robots: 'ignore',
    })
    assert.equal(Buffer.from(answer.body).toString(), 'POST application/x-www-form-urlencoded data=1')
  })
})

test('disposing closes what was kept open', async (t) => {
  const site = await startServer(t, (_request, response) => response.end())
  const egress = openEgress(t)
  const closed = new Promise((resolve) =>
    site.server.once('connection', (socket) => socket.once('close', resolve)),
  )
  await egress.fetch({ ...BASE, url: site.origin, robots: 'ignore' })
  await egress[Symbol.asyncDispose]()
  await closed
})
