import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/support/any-text.ts'
import { contentDisposition, filenameOf, safeFilename } from './content-disposition.ts'

test('a name is written for old and new clients, and read again', () => {
  assert.equal(contentDisposition('inline', 'page.png'), 'inline; filename="page.png"')
  assert.equal(
    contentDisposition('attachment', 'Übersicht 50% (neu).pdf'),
    'attachment; filename="_bersicht 50_ (neu).pdf"; filename*=UTF-8\'\'%C3%9Cbersicht%2050%25%20%28neu%29.pdf',
  )
  for (const name of ['page.png', 'Übersicht 50% (neu).pdf', '東京.html', "it's.txt", 'a;b.csv']) {
    assert.equal(filenameOf(contentDisposition('attachment', name)), name)
  }
})

test('a name is read from what clients send', () => {
  const cases: readonly [string | undefined, string | null][] = [
    [undefined, null],
    ['attachment', null],
    ['attachment; filename=report.pdf', 'report.pdf'],
    ['attachment; filename="my \\"own\\" report.pdf"', 'my own report.pdf'],
    ["attachment; filename=plain.txt; filename*=UTF-8''besser%C3%B6.txt", 'besserö.txt'],
    ["attachment; filename=plain.txt; filename*=UTF-8''broken%ZZ", 'plain.txt'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\Users\\\\me\\\\x.doc"', 'x.doc'],
    ['attachment; filename=".."', null],
    ['attachment; filename=".htaccess"', 'htaccess'],
    ['attachment; filename="   "', null],
  ]
  for (const [header, expected] of cases) assert.equal(filenameOf(header), expected, String(header))
})

test('whatever a name holds, the header stays one line of printable ASCII', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 400 }), (text) => {
      const name = safeFilename(text)
      if (name === null) return
      assert.ok(name.length <= 200)
      assert.ok(!/[/\\]/.test(name))
      const header = contentDisposition('attachment', name)
      assert.match(header, /^[\x20-\x7e]*$/)
      assert.equal(filenameOf(header), name)
    }),
  )
})
