import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerProblems } from './header-rules.ts'

const problems = (headers: Record<string, string>) => headerProblems(headers, '/webhook/headers')

test('headers of one’s own are fine', () => {
  assert.deepEqual(problems({ 'x-team': 'maps', 'X-Api-Key': 'abc', traceparent: '00-1-2-01' }), [])
})

test('headers that frame, route, authenticate or are ours are refused, in any case', () => {
  for (const name of [
    'Host',
    'authorization',
    'Cookie',
    'content-length',
    'Transfer-Encoding',
    'webhook-signature',
    'Webhook-Id',
    'proxy-authorization',
    'X-Forwarded-For',
    'metadata-flavor',
    'X-aws-ec2-metadata-token',
    'sec-fetch-site',
    'user-agent',
    'bad name',
    'a\r\nb',
    '',
  ]) {
    assert.equal(problems({ [name]: 'x' }).length, 1, name)
  }
})

test('a value cannot break out of its line', () => {
  for (const value of ['a\r\nhost: b', 'a\nb', 'é', '\u0000']) {
    assert.equal(problems({ 'x-a': value }).length, 1)
  }
  assert.equal(problems({ 'x/a~b': 'x' })[0]?.pointer, '/webhook/headers/x~1a~0b')
})
