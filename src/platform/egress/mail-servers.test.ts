import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAcceptsMail, type MailResolver } from './mail-servers.ts'

const failed = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(code), { code })
}
const resolver = (over: Partial<Record<keyof MailResolver, unknown>>): MailResolver => {
  const absent = failed('ENODATA')
  return { resolveMx: absent, resolve4: absent, resolve6: absent, ...over } as MailResolver
}

test('a domain takes mail where a server is named, or it has an address itself', async () => {
  const asked = async (over: Partial<Record<keyof MailResolver, unknown>>) =>
    createAcceptsMail(resolver(over))('firm.example')
  assert.equal(await asked({ resolveMx: async () => [{ exchange: 'mx.firm.example', priority: 10 }] }), true)
  assert.equal(await asked({ resolve4: async () => ['192.0.2.1'] }), true)
  assert.equal(await asked({ resolve6: async () => ['2001:db8::1'] }), true)
})

test('it takes none where it says so, or is not there; silence is not an answer', async () => {
  const asked = async (over: Partial<Record<keyof MailResolver, unknown>>) =>
    createAcceptsMail(resolver(over))('firm.example')
  // RFC 7505, also where the domain has an address.
  const nullMx = async () => [{ exchange: '', priority: 0 }]
  assert.equal(await asked({ resolveMx: nullMx, resolve4: async () => ['192.0.2.1'] }), false)
  assert.equal(await asked({}), false)
  assert.equal(await asked({ resolveMx: failed('ENOTFOUND') }), false)
  assert.equal(await asked({ resolveMx: failed('ETIMEOUT') }), null)
  assert.equal(await asked({ resolve4: failed('ESERVFAIL') }), null)
})
