import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createGuard } from '#platform/egress/guard/guard.ts'
import { OPAQUE_DETAIL } from '#platform/egress/guard/refusal-words.ts'
import { checkRedirect, nextHop, type Hop } from './redirect.ts'

const hop = (over: Partial<Hop> = {}): Hop => ({
  url: new URL('https://a.test/dir/page?q=1#part'),
  method: 'GET',
  idempotent: true,
  headers: { accept: '*/*', authorization: 'Bearer x', 'x-api-key': 'k', cookie: 'c=1' },
  body: undefined,
  ...over,
})

suite('nextHop', () => {
  test('only the five redirect codes with a Location lead on', () => {
    for (const status of [301, 302, 303, 307, 308]) assert.ok(nextHop(hop(), status, '/x'), String(status))
    for (const status of [200, 201, 300, 304, 305, 306, 309, 404])
      assert.equal(nextHop(hop(), status, '/x'), null)
    assert.equal(nextHop(hop(), 302, undefined), null)
  })

  test('Location is taken relative to the URL, keeps its fragment or ours, and may be UTF-8', () => {
    assert.equal(nextHop(hop(), 302, 'other')?.url.href, 'https://a.test/dir/other#part')
    assert.equal(nextHop(hop(), 302, '//b.test/x#here')?.url.href, 'https://b.test/x#here')
    const utf8 = Buffer.from('/größe').toString('latin1')
    assert.equal(nextHop(hop(), 302, utf8)?.url.pathname, '/gr%C3%B6%C3%9Fe')
    const latin1 = nextHop(hop(), 302, '/gr\u00f6\u00dfe?q=\u00e4')
    assert.equal(latin1?.url.href, 'https://a.test/gr%F6%DFe?q=%E4#part')
    const name = Buffer.from('https://größe.test/').toString('latin1')
    assert.equal(nextHop(hop(), 302, name)?.url.host, 'xn--gre-6ka8i.test')
    assert.throws(() => nextHop(hop(), 302, 'http://[::1'), { code: 'target_protocol_error' })
  })

  test('a POST becomes a GET after 301, 302 and 303, and stays after 307 and 308', () => {
    const post = hop({
      method: 'POST',
      body: 'a=1',
      headers: { 'content-type': 'text/plain', accept: '*/*' },
    })
    for (const status of [301, 302, 303]) {
      const next = nextHop(post, status, '/x')
      assert.deepEqual([next?.method, next?.body, next?.headers], ['GET', undefined, { accept: '*/*' }])
    }
    for (const status of [307, 308]) {
      const next = nextHop(post, status, '/x')
      assert.deepEqual(
        [next?.method, next?.body, next?.headers['content-type']],
        ['POST', 'a=1', 'text/plain'],
      )
    }
    assert.equal(nextHop(hop({ method: 'HEAD' }), 303, '/x')?.method, 'HEAD')
  })

  test('another origin sees no credentials, of whatever name', () => {
    assert.deepEqual(nextHop(hop(), 302, 'https://a.test/x')?.headers, hop().headers)
    for (const elsewhere of [
      'https://b.test/',
      'http://a.test/',
      'https://a.test:8443/',
      'https://x.a.test/',
    ]) {
      assert.deepEqual(nextHop(hop(), 302, elsewhere)?.headers, { accept: '*/*' }, elsewhere)
    }
  })
})

test('where a redirect to an address of this machine is refused, operators are told why', () => {
  const guard = createGuard({ allow: [], hosts: [], log: silentLogger })
  const own = {
    checkUrl: () => {
      throw guard.refuse('own_address', '93.184.215.14')
    },
  }
  assert.throws(() => checkRedirect(own, new URL('http://93.184.215.14/')), {
    code: 'url_not_allowed',
    message: `The target redirects elsewhere. ${OPAQUE_DETAIL}`,
    operatorDetail:
      /^93\.184\.215\.14 is refused: its address is one of this machine; .*SURVEYOR_EGRESS_ALLOW\.$/,
  })
})
