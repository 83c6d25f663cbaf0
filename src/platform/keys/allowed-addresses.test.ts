import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressMatcher, isNetwork } from './allowed-addresses.ts'

test('an address lies in a network, however either is written', () => {
  const matches = addressMatcher(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32', '::1'])
  for (const address of [
    '10.1.0.0',
    '10.1.255.255',
    '::ffff:10.1.2.3',
    '192.0.2.7',
    '2001:db8:1::9',
    '2001:0DB8::1',
    '::1',
    '2001:db8::1%eth0',
  ]) {
    assert.equal(matches(address), true, address)
  }
  for (const address of [
    '10.2.0.0',
    '192.0.2.8',
    '2001:db9::1',
    '::2',
    '127.0.0.1',
    '',
    'localhost',
    '10.1',
  ]) {
    assert.equal(matches(address), false, address)
  }
})

test('what is no network', () => {
  for (const text of ['10.1.0.0/33', '10.1.0.0/', '10.1', 'example.com', '', '::1/129', '10.0.0.0/8,::1']) {
    assert.equal(isNetwork(text), false, text)
  }
  for (const text of ['0.0.0.0/0', '::/0', '10.1.2.3', 'fd00::1']) assert.equal(isNetwork(text), true, text)
})
