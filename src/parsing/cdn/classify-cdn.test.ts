import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { cdnOf, confidenceOf, findProviders } from './classify-cdn.ts'
import { providerOfAddress } from './provider-of-address.ts'

const namesOf = (seen: Parameters<typeof findProviders>[0]): string[] =>
  findProviders(seen).map(({ name }) => name)

test('addresses of both families, by the range that says more', () => {
  for (const [address, provider] of [
    ['104.16.0.1', 'cloudflare'],
    ['151.101.1.1', 'fastly'],
    ['13.32.0.1', 'cloudfront'],
    ['52.95.110.1', 'aws'],
    ['2606:4700::1111', 'cloudflare'],
    ['2a04:4e42::1', 'fastly'],
    ['::ffff:104.16.0.1', 'cloudflare'],
    ['192.0.2.1', null],
    ['0.0.0.0', null],
    ['255.255.255.255', null],
    ['2001:db8::1', null],
    ['::', null],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
    ['104.16.0', null],
    ['104.16.0.256', null],
    ['104.16.0.1.2', null],
    ['104.16..1', null],
    ['a name', null],
    ['', null],
    [':', null],
    [':::', null],
    ['1::2::3', null],
    ['1:2:3:4:5:6:7', null],
    ['1:2:3:4:5:6:7:8:9', null],
    ['2606:4700::104.16.0.1', 'cloudflare'],
    ['fe80::1%eth0', null],
    ['1:2:3:4:5:6:7:', null],
    [':1:2:3:4:5:6:7', null],
    ['2606:4700:0:0:0:0:0:1', 'cloudflare'],
    ['2606:4700::', 'cloudflare'],
    ['::2606:4700', null],
    ['12345::', null],
    ['1.2.3.4::', null],
  ] as const) {
    assert.equal(providerOfAddress(address), provider, address)
  }
})

test('names, headers, cookies, marks of pages and certificates name their provider', () => {
  assert.deepEqual(namesOf({ cnames: ['www.shop.example.edgekey.net.'] }), ['akamai'])
  assert.deepEqual(namesOf({ cnames: ['edgekey.net.example.org', 'net'] }), [])
  assert.deepEqual(namesOf({ headers: { 'cf-ray': '8f', server: 'cloudflare' } }), ['cloudflare'])
  assert.deepEqual(namesOf({ headers: { via: '1.1 abc.cloudfront.net (CloudFront)' } }), ['cloudfront'])
  assert.deepEqual(namesOf({ headers: { via: '1.1 varnish', 'x-cache': 'HIT' } }), [])
  assert.deepEqual(namesOf({ cookieNames: ['_abck', 'session'] }), ['akamai_bot_manager'])
  assert.deepEqual(namesOf({ bodyMarkers: ['datadome', 'recaptcha', 'constructor'] }), ['datadome'])
  assert.deepEqual(namesOf({ tlsIssuer: 'C=US, O=Cloudflare, Inc., CN=Cloudflare Inc ECC CA-3' }), [
    'cloudflare',
  ])
})

test('evidence adds up by noisy-or, each kind once; a cloud is nothing in front of a site', () => {
  assert.equal(confidenceOf([{ kind: 'header' }]), 0.7)
  assert.equal(confidenceOf([{ kind: 'header' }, { kind: 'cookie' }]), 0.88)
  assert.equal(confidenceOf([{ kind: 'range', share: 0.3 }]), 0.24)
  const seen = { headers: { 'cf-ray': '8f', 'cf-cache-status': 'HIT' }, ips: ['104.16.0.1', '104.16.0.2'] }
  assert.deepEqual(cdnOf(seen), { provider: 'cloudflare', kind: 'cdn', confidence: 0.94 })
  assert.equal(cdnOf({ ips: ['52.95.110.1'] }), null)
  assert.equal(cdnOf({}), null)
})

/** A word of its own for each provider that these answers of 2013 to 2020 can have, looked for anywhere in a header. */
const WORDS: Readonly<Record<string, RegExp>> = {
  cloudflare: /cloudflare|^cf-/i,
  cloudfront: /cloudfront|x-amz-cf/i,
  akamai: /akamai/i,
  fastly: /fastly|cache-[a-z]{3}\d/i,
  imperva: /incap|iinfo/i,
  sucuri: /sucuri/i,
  edgecast: /^ec(?:s|d|acc) \(/i,
  stackpath: /netdna|^x-hw$/i,
  keycdn: /keycdn/i,
  netlify: /netlify/i,
}
const RECORDED = 'data/cdn-waf/pagexray-headers/headers-by-host.json'

interface Recorded {
  readonly headers: readonly (readonly [string, string])[]
  readonly setCookieNames: readonly string[]
}

test(
  'recorded answers of 123 hosts: each provider that a header proves, and no other',
  { skip: skipWithout(RECORDED) },
  () => {
    const hosts = JSON.parse(readFileSync(sharedPath(RECORDED), 'utf8')) as Record<
      string,
      readonly Recorded[]
    >
    const missed: string[] = []
    const invented: string[] = []
    let proved = 0
    for (const [host, answers] of Object.entries(hosts)) {
      const expected = new Set<string>()
      const found = new Set<string>()
      for (const { headers: given, setCookieNames: cookieNames } of answers) {
        const headers: Record<string, string> = {}
        for (const [name, value] of given) {
          const lower = name.toLowerCase()
          headers[lower] = lower in headers ? `${headers[lower]}, ${value}` : value
          for (const [provider, word] of Object.entries(WORDS))
            if (word.test(lower) || word.test(value)) expected.add(provider)
        }
        for (const name of namesOf({ headers, cookieNames })) found.add(name)
      }
      proved += expected.size
      missed.push(...[...expected.difference(found)].map((name) => `${host} ${name}`))
      invented.push(...[...found.difference(expected)].map((name) => `${host} ${name}`))
    }
    assert.ok(proved >= 15, `${proved} are proved`)
    assert.deepEqual({ missed, invented }, { missed: [], invented: [] })
  },
)
