import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkPages, pageKey } from './link-pages.ts'

const FILES = new Map(
  Object.entries({
    'https://a.test/': 'index.md',
    'https://a.test/docs/guide': 'docs/guide.md',
    'https://a.test/docs/deep/x': 'docs/deep/x (1).md',
  }).map(([url, file]) => [pageKey(url) ?? '', file]),
)
const linked = (text: string, file = 'docs/other.md'): string =>
  linkPages(text, file, (key) => FILES.get(key) ?? null)

test('links to saved pages become relative, with their fragments, in any spelling', () => {
  for (const [text, expected] of [
    ['[g](https://a.test/docs/guide)', '[g](guide.md)'],
    ['[g](http://www.a.test/docs/guide/#part "Title")', '[g](guide.md#part "Title")'],
    [
      '[g](<https://a.test/docs/guide>) and [h](https://a.test/?utm_source=x)',
      '[g](<guide.md>) and [h](../index.md)',
    ],
    ['[x](https://a.test/docs/deep/x)', '[x](deep/x%20%281%29.md)'],
    ['[![i](https://a.test/i.png)](https://a.test/docs/guide)', '[![i](https://a.test/i.png)](guide.md)'],
  ] as const)
    assert.equal(linked(text), expected)
  assert.equal(linked('[g](https://a.test/docs/guide)', 'docs/deep/z.md'), '[g](../guide.md)')
})

test('all else stays as it is: other sites, pictures, code, what is no link', () => {
  for (const text of [
    '[b](https://b.test/docs/guide)',
    '![p](https://a.test/p.png)',
    '`[g](https://a.test/docs/guide)`',
    '``a ` [g](https://a.test/docs/guide)``',
    '```\n[g](https://a.test/docs/guide)\n```',
    '~~~~\n~~~\n[g](https://a.test/docs/guide)\n~~~~',
    '\\](https://a.test/docs/guide)',
    '[g](https://a.test/docs/guide',
    '[m](mailto:a@a.test)',
  ])
    assert.equal(linked(text), text)
  assert.equal(linked('``` x\n```\n[g](https://a.test/docs/guide)'), '``` x\n```\n[g](guide.md)')
  assert.equal(linked('a ` b [g](https://a.test/docs/guide)'), 'a ` b [g](guide.md)')
})

test('the work on a line of nothing but beginnings is bounded', () => {
  const size = 200_000
  for (const text of ['](', '](<', '`', '](https://a.test/(', '](a', '`` ` ', '\\'].map((part) =>
    part.repeat(size / part.length),
  ))
    assert.equal(linked(text).length, text.length)
})
