import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { decodeHtml } from './charset.ts'

const CASES = 'data/html5lib-tokenizer/encoding'

/** The declared encoding of each page in a file; html5lib also assumes windows-1252 without a declaration. */
function casesOf(file: string): { page: Buffer; expected: string }[] {
  const parts = readFileSync(sharedPath(`${CASES}/${file}`), 'latin1').split(/^#data\n/m)
  return parts.slice(1).map((part) => {
    const [data = '', label = ''] = part.split('\n#encoding\n')
    return { page: Buffer.from(data, 'latin1'), expected: new TextDecoder(label.trim()).encoding }
  })
}

test("html5lib's cases of declared encodings", { skip: skipWithout(CASES) }, () => {
  const cases = ['tests1.dat', 'tests2.dat', 'test-yahoo-jp.dat'].flatMap(casesOf)
  assert.equal(cases.length, 82)
  for (const { page, expected } of cases) {
    const { charset, source } = decodeHtml(page, null)
    const shown = page.toString('latin1').slice(0, 200)
    if (expected !== 'windows-1252') {
      assert.equal(charset, expected, shown)
      assert.ok(source === 'meta' || source === 'bom', shown)
    }
    // Without a declaration our code examines the letters, which html5lib does not.
    if (expected === 'windows-1252' && source === 'meta') assert.equal(charset, expected, shown)
  }
})

test('a declaration in a comment, in a text, in another attribute or cut off is none', () => {
  const source = (page: string) => decodeHtml(Buffer.from(page), null).source
  for (const page of [
    '<!-- <meta charset="koi8-r"> --><p>x',
    '<p title="<meta charset=koi8-r>">x',
    '<meta name="x" data-charset="koi8-r">x',
    '<meta content="text/html; charset=koi8-r">x',
    '<meta charset=koi8-r',
    '<meta charset="no-such-label">x',
  ])
    assert.equal(source(page), 'valid_utf8', page)
  assert.equal(source(`<!--${'-'.repeat(9_000)}--><META CHARSET = 'koi8-r' />`), 'meta')
})
