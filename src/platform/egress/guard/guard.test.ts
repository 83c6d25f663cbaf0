import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { suite, test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createGuard } from './guard.ts'

const guardWith = (allow: readonly string[], hosts: readonly string[] = []) =>
  createGuard({ allow, hosts, log: silentLogger })

suite('the guard', () => {
  test('ports: the two of the web, and what no other protocol claims', () => {
    const guard = guardWith([])
    for (const port of [80, 443, 1024, 3000, 8080, 8443, 65_535])
      assert.equal(guard.refusal('8.8.8.8', port), null)
    for (const port of [0, 1, 22, 25, 53, 81, 1023, 2049, 5060, 6000, 6667, 10_080, 65_536, Number.NaN]) {
      assert.equal(guard.refusal('8.8.8.8', port), 'port')
    }
  })

  test('an opened range is open on its port only, or on every port that a public host has', () => {
    const guard = guardWith(['127.0.0.1/32:81', '10.1.0.0/16', '[fd00::1]:9', 'fd00:2::/32:9', 'fd00:3::1'])
    assert.equal(guard.refusal('127.0.0.1', 81), null)
    assert.equal(guard.refusal('::ffff:127.0.0.1', 81), null)
    assert.equal(guard.refusal('127.0.0.1', 80), 'loopback')
    assert.equal(guard.refusal('127.0.0.2', 81), 'port')
    assert.equal(guard.refusal('10.1.255.255', 8080), null)
    assert.equal(guard.refusal('10.1.255.255', 22), 'port')
    assert.equal(guard.refusal('10.2.0.0', 8080), 'private')
    assert.equal(guard.refusal('fd00::1', 9), null)
    assert.equal(guard.refusal('fd00:2::5', 9), null)
    assert.equal(guard.refusal('fd00:3::1', 80), null)
    assert.equal(guard.refusal('fd00:3::2', 80), 'not_global_unicast')
  })

  test('metadata stays shut although everything was opened', () => {
    const guard = guardWith(['0.0.0.0/0', '::/0', '169.254.169.254:80'])
    assert.equal(guard.refusal('127.0.0.1', 80), null)
    for (const address of [
      '169.254.169.254',
      '168.63.129.16',
      '100.100.100.200',
      'fd00:ec2::254',
      '::ffff:169.254.169.254',
    ]) {
      assert.equal(guard.refusal(address, 80), 'cloud_metadata', address)
    }
  })

  test('addresses of this machine are refused even where they are public', () => {
    const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
    for (const { address } of own) assert.notEqual(guardWith([]).refusal(address, 80), null, address)
  })

  test('entries that are no ranges or hosts are refused with an example', () => {
    for (const entry of [
      '10.0.0.0/33',
      'example.org',
      '10.0.0.0/8:99999',
      '10.0.0.0/8:0',
      '10.0.0.0/8:x',
      '',
      '[::1',
      '[10.0.0.1]x',
      'true',
    ]) {
      assert.throws(() => guardWith([entry]), /looks like/, entry)
    }
    for (const entry of [
      'a.test',
      'a.test=b.test:80',
      'a.test=127.0.0.1',
      '*=127.0.0.1:80',
      '*.*.test=127.0.0.1:80',
      '=127.0.0.1:80',
      'a.test=127.0.0.1:0',
    ]) {
      assert.throws(() => guardWith([], [entry]), /looks like/, entry)
    }
    assert.throws(() => guardWith([], ['a.test=169.254.169.254:80']), /metadata/)
  })

  test('a mapped name leads where the operator said, and only that name', () => {
    const guard = guardWith([], ['*.town.test=127.0.0.1:8123', 'one.test=[::1]:9'])
    for (const name of ['a.town.test', 'A.TOWN.test', 'a.b.town.test', 'a.town.test.']) {
      assert.deepEqual([guard.mapped(name)?.address, guard.mapped(name)?.port], ['127.0.0.1', 8123], name)
    }
    assert.equal(guard.mapped('one.test')?.address, '::1')
    for (const name of ['town.test', 'xtown.test', 'a.town.test.evil.org', 'a.one.test', '127.0.0.1']) {
      assert.equal(guard.mapped(name), null, name)
    }
    assert.equal(guard.refusal('127.0.0.1', 8123), 'loopback')
  })

  test('checkUrl refuses before any input or output, and says no more than the URL itself shows', () => {
    const guard = guardWith([])
    const codeOf = (url: string): string | null => {
      try {
        guard.checkUrl(new URL(url))
        return null
      } catch (error) {
        assert.ok(error instanceof SurveyorError)
        // The message depends on the text of the URL alone; names stay unresolved.
        assert.match(error.message, /^(The URL is not allowed: its? |Only http and https URLs)/)
        return error.code
      }
    }
    for (const url of [
      'http://a.test/',
      'https://a.test:8443/',
      'http://a.test:3000/',
      'http://a.test:8080/',
      'http://8.8.8.8/',
      'http://[2606:4700:4700::1111]/',
    ]) {
      assert.equal(codeOf(url), null, url)
    }
    for (const url of [
      'file:///etc/passwd',
      'ftp://a.test/',
      'data:,x',
      'javascript:1',
      'ws://a.test/',
      'blob:http://a.test/x',
    ]) {
      assert.equal(codeOf(url), 'scheme_not_allowed', url)
    }
    for (const url of [
      'http://127.1/',
      'http://2130706433/',
      'http://[::1]/',
      'http://user@a.test/',
      'http://:secret@a.test/',
      'http://a.test:22/',
      'http://8.8.8.8:25/',
      ...[21, 1433, 2049, 3306, 5432, 6000, 6379, 6667, 10_080, 11_211, 27_017].map(
        (port) => `http://8.8.8.8:${port}/`,
      ),
      'http://a.test:6379/',
    ]) {
      assert.equal(codeOf(url), 'url_not_allowed', url)
    }
  })
})
