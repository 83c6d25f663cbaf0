import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLinkSigner } from './link-signer.ts'

const ID = 'art_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const signer = createLinkSigner(Buffer.alloc(32, 'a'))

function parts(query: string): { sig: string; exp: number } {
  const parameters = new URLSearchParams(query)
  return { sig: parameters.get('sig') ?? '', exp: Number(parameters.get('exp')) }
}

test('a link opens its artifact until its time is over, and nothing else', () => {
  const link = parts(signer.sign(ID, new Date(Date.now() + 60_000)))
  assert.equal(signer.check(ID, link), true)
  assert.equal(signer.check(ID.replace('9', '8'), link), false)
  assert.equal(signer.check(ID, { ...link, exp: link.exp + 1 }), false)
  assert.equal(signer.check(ID, parts(signer.sign(ID, new Date(Date.now() - 1_000)))), false)
})

test('a signature that was changed, cut or made with another pepper is not valid', () => {
  const link = parts(signer.sign(ID, new Date(Date.now() + 60_000)))
  for (const sig of [
    '',
    'x',
    link.sig.slice(0, -1),
    `${link.sig}AA`,
    link.sig.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
  ]) {
    assert.equal(signer.check(ID, { ...link, sig }), false, sig)
  }
  const other = createLinkSigner(Buffer.alloc(32, 'b'))
  assert.equal(other.check(ID, link), false)
})
