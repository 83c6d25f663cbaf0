import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { array, assert as assertProperty, constant, integer, oneof, property } from 'fast-check'
import ipaddr from 'ipaddr.js'
import { cidrContains, isMetadata, parseAddress, parseCidr, refusalOf, unmapped } from './address.ts'

const refusal = (text: string): string | null => {
  const address = parseAddress(text)
  assert.ok(address !== null, text)
  return refusalOf(unmapped(address))
}

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.31.195.255',
  '192.31.197.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2620:4f:7fff::1',
  '2620:4f:8001::1',
  '3ffd::1',
  '3fee:ffff::1',
  '3fff:1000::1',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
  '2001:0:808:808::f7f7:f7f7',
  '2606:2800:220:1:0:5efe:8.8.8.8',
]

const CLOSED: Readonly<Record<string, readonly string[]>> = {
  this_network: ['0.0.0.0', '0.255.255.255', '::', '::1', '::2', '::ffff:0.0.0.0'],
  private: [
    '10.0.0.0',
    '10.255.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.168.0.0',
    '192.168.255.255',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::c0a8:101',
    '2002:a00:1::1',
    '2002:c0a8:101::',
    '2606:2800:220:1:0:5efe:10.0.0.1',
    '2606:2800:220:1:200:5efe:192.168.1.1',
    '2001:0:a00:1::',
    '2001:0:808:808::f5ff:fffe',
  ],
  shared_nat: ['100.64.0.0', '100.127.255.255', '::ffff:100.64.0.1'],
  loopback: [
    '127.0.0.0',
    '127.255.255.255',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::127.0.0.1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::5efe:127.0.0.1',
  ],
  cloud_metadata: ['168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::a83f:8110'],
  link_local: [
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
    '::ffff:169.254.169.254',
    '2002:a9fe:a9fe::',
  ],
  protocol_assignment: [
    '192.0.0.0',
    '192.0.0.255',
    '2001:1::1',
    '2001:2::1',
    '2001:3::1',
    '2001:10::1',
    '2001:1f:ffff::1',
    '2001:20::1',
    '2001:30::1',
    '2001:1ff:ffff::1',
  ],
  documentation: [
    '192.0.2.0',
    '192.0.2.255',
    '198.51.100.7',
    '203.0.113.7',
    '2001:db8::1',
    '2001:db8:ffff::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  as112: ['192.31.196.1', '192.175.48.1', '2620:4f:8000::1'],
  amt: ['192.52.193.1'],
  relay_6to4: ['192.88.99.1', '192.88.99.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255'],
  multicast: ['224.0.0.0', '239.255.255.255', '::ffff:224.0.0.1'],
  reserved: ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  returned_6bone: ['3ffe::1'],
  not_global_unicast: [
    '100::1',
    '100:0:0:1::1',
    '64:ff9b:1::1',
    '64:ff9b:1::8.8.8.8',
    '64:ff9b:0:1::1',
    '::ffff:0:8.8.8.8',
    '::1:0:0:0',
    '1fff::1',
    '4000::1',
    '5f00::1',
    '8000::1',
    'fc00::1',
    'fd00::1',
    'fdff::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff00::1',
    'ff02::1',
    'ff0e::1',
    'ffff::1',
  ],
}

suite('refusalOf', () => {
  test('public addresses pass, also right beside a closed range and inside a transition format', () => {
    for (const text of PUBLIC) assert.equal(refusal(text), null, text)
  })

  for (const [reason, addresses] of Object.entries(CLOSED)) {
    test(`${reason} is refused`, () => {
      for (const text of addresses) assert.equal(refusal(text), reason, text)
    })
  }
})

test('parseAddress takes canonical literals only', () => {
  for (const text of [
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.1.',
    ' 127.0.0.1',
    '127.0.0.01',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '',
    'localhost',
    '[::1]',
    '::1%lo',
    'fe80::1%25lo',
    ':::',
    '1::2::3',
    '::ffff:256.0.0.1',
  ]) {
    assert.equal(parseAddress(text), null, text)
  }
  assert.deepEqual(parseAddress('1.2.3.4'), [1, 2, 3, 4])
  assert.deepEqual(parseAddress('::FFFF:1.2.3.4'), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 1, 2, 3, 4])
})

test('parseAddress reads what another library writes', () => {
  const bytes = array(oneof(constant(0), integer({ min: 0, max: 255 })), {
    minLength: 16,
    maxLength: 16,
  })
  assertProperty(
    property(bytes, (wanted) => {
      const address = new ipaddr.IPv6(wanted)
      for (const text of [address.toString(), address.toNormalizedString(), address.toRFC5952String()]) {
        assert.deepEqual(parseAddress(text), wanted, text)
      }
      const dotted = `${address.toNormalizedString().split(':').slice(0, 6).join(':')}:${wanted.slice(12).join('.')}`
      assert.deepEqual(parseAddress(dotted), wanted, dotted)
    }),
  )
})

test('unmapped gives the address that the kernel dials', () => {
  assert.deepEqual(unmapped(parseAddress('::ffff:1.2.3.4') ?? []), [1, 2, 3, 4])
  assert.equal(unmapped(parseAddress('::1.2.3.4') ?? []).length, 16)
})

test('cidrContains compares by bit and keeps the families apart', () => {
  const inside = (cidr: string, text: string): boolean => {
    const range = parseCidr(cidr)
    assert.ok(range !== null, cidr)
    return cidrContains(range, parseAddress(text) ?? [])
  }
  assert.ok(inside('172.16.0.0/12', '172.31.255.255'))
  assert.ok(!inside('172.16.0.0/12', '172.32.0.0'))
  assert.ok(inside('0.0.0.0/0', '8.8.8.8'))
  assert.ok(!inside('::/0', '8.8.8.8'))
  assert.ok(!inside('::/8', '8.8.8.8'))
  assert.ok(inside('2001:db8::/33', '2001:db8:7fff::'))
  assert.ok(!inside('2001:db8::/33', '2001:db8:8000::'))
  assert.ok(inside('10.1.2.3', '10.1.2.3'))
  assert.ok(!inside('10.1.2.3', '10.1.2.2'))
  for (const text of [
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '::/129',
    '/8',
    '',
  ]) {
    assert.equal(parseCidr(text), null, text)
  }
})

test('metadata services are known in every disguise', () => {
  for (const text of [
    '169.254.169.254',
    '169.254.170.2',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fd00:42::42',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '2606:2800:220:1:0:5efe:169.254.169.254',
  ]) {
    assert.ok(isMetadata(unmapped(parseAddress(text) ?? [])), text)
  }
  for (const text of ['10.0.0.1', '127.0.0.1', '8.8.8.8', 'fd00::1', '::1']) {
    assert.ok(!isMetadata(parseAddress(text) ?? []), text)
  }
})
