import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideSecrets, mapSecrets } from './hide-secrets.ts'

test('headers, cookies and passwords are hidden; what is asked stays readable', () => {
  const input = {
    url: 'https://user:pass@example.org/a?b=c',
    headers: { Authorization: 'Bearer abc', 'X-Token': 'abc', 'Accept-Language': 'de' },
    cookies: [{ name: 'session', value: 'abc' }],
    httpAuth: { username: 'ann', password: 'abc' },
    formats: ['markdown'],
  }
  assert.deepEqual(hideSecrets(input), {
    url: 'https://[hidden]@example.org/a?b=c',
    headers: { Authorization: '[hidden]', 'X-Token': '[hidden]', 'Accept-Language': 'de' },
    cookies: [{ name: 'session', value: '[hidden]' }],
    httpAuth: { username: 'ann', password: '[hidden]' },
    formats: ['markdown'],
  })
  assert.equal(input.headers.Authorization, 'Bearer abc')
})

test('what an action writes is hidden, what it does is not', () => {
  const actions = [
    { type: 'click', selector: '#login' },
    { type: 'write', selector: '#password', text: 'abc' },
  ]
  const shown = [actions[0], { type: 'write', selector: '#password', text: '[hidden]' }]
  assert.deepEqual(hideSecrets({ actions }), { actions: shown })
  const clicks = { actions: [actions[0]] }
  assert.equal(mapSecrets(clicks, () => assert.fail('no secret')) === clicks, true)
})

test('the defaults of a batch are an input too', () => {
  const shown = hideSecrets({ items: 3, defaults: { headers: { Cookie: 'a=b' } } })
  assert.deepEqual(shown, { items: 3, defaults: { headers: { Cookie: '[hidden]' } } })
})

test('an input without secrets is given as it is', () => {
  const input = { query: 'cafes', area: { lat: 1, lng: 2 }, html: '<p>x', list: 'a@b.example' }
  assert.deepEqual(hideSecrets(input), input)
  for (const value of [null, 3, 'text', true]) assert.equal(hideSecrets(value), value)
})

test('each credential can be changed and changed back', () => {
  const input = {
    url: 'https://user:pass@example.org/',
    headers: { Authorization: 'Bearer abc', Accept: 'text/html' },
    cookies: [{ name: 'session', value: 'abc' }],
    httpAuth: { username: 'ann', password: 'abc' },
  }
  const seen: string[] = []
  const backwards = (text: string) => {
    seen.push(text)
    return text.split('').toReversed().join('')
  }
  const changed = mapSecrets(input, backwards)
  assert.deepEqual(seen, ['Bearer abc', 'abc', 'abc'])
  assert.notDeepEqual(changed, input)
  assert.deepEqual(mapSecrets(changed, backwards), input)
})
