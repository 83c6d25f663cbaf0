import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText, safeHref, visibleText } from './visible-text.ts'

test('what would reorder or hide text is written out', () => {
  assert.equal(visibleText('exe.\u202egnp.jpg'), 'exe.⟨U+202E⟩gnp.jpg')
  assert.equal(visibleText('a\u0000b\u2066c'), 'a⟨U+0000⟩b⟨U+2066⟩c')
  assert.equal(visibleText('a\tb\nc שלום 👩‍👧 é'), 'a\tb\nc שלום 👩‍👧 é')
})

test('a long text is cut, a character is not', () => {
  assert.deepEqual(cutText('abc', 3), { text: 'abc', cutChars: 0 })
  assert.deepEqual(cutText('abcd', 3), { text: 'abc', cutChars: 1 })
  assert.deepEqual(cutText('ab👩', 3), { text: 'ab', cutChars: 2 })
})

test('only addresses of the web and of mail become links', () => {
  assert.equal(safeHref('javascript:alert(1)'), null)
  assert.equal(safeHref('java\nscript:alert(1)'), null)
  assert.equal(safeHref(' data:text/html,x'), null)
  assert.equal(safeHref('/a', 'https://example.org/b/c'), 'https://example.org/a')
  assert.equal(safeHref('/a'), null)
  assert.equal(safeHref('mailto:a@example.org'), 'mailto:a@example.org')
})
