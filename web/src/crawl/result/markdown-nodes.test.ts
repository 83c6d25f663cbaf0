import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownTree, type MarkdownNode } from './markdown-nodes.ts'

const nodes = (markdown: string, base: string | null = null) => markdownTree(markdown, base).nodes

function flat(list: readonly MarkdownNode[]): MarkdownNode[] {
  return list.flatMap((node) => (typeof node === 'string' ? [node] : [node, ...flat(node.children)]))
}

const textOf = (list: readonly MarkdownNode[]): string =>
  flat(list)
    .filter((node) => typeof node === 'string')
    .join('')
const hrefsOf = (list: readonly MarkdownNode[]) =>
  flat(list).flatMap((node) =>
    typeof node !== 'string' && ['a', 'picture'].includes(node.tag) ? [node.href] : [],
  )
const tagsOf = (list: readonly MarkdownNode[]) =>
  flat(list).flatMap((n) => (typeof n === 'string' ? [] : [n.tag]))

test('headings, lists, tables, code and emphasis become elements; headings stand below those of the page', () => {
  const tree = nodes('# A\n\nb *c* **d** `e`\n\n3. f\n4. g\n\n|h|i|\n|-|-|\n|j|k|\n\n```js\nl\n```\n\n> m')
  assert.deepEqual(tagsOf(tree), [
    'h3',
    'p',
    'em',
    'strong',
    'code',
    'ol',
    'li',
    'li',
    'table',
    'thead',
    'tr',
    'th',
    'th',
    'tbody',
    'tr',
    'td',
    'td',
    'pre',
    'blockquote',
    'p',
  ])
  assert.equal(tree.find((n) => typeof n !== 'string' && n.tag === 'ol' && n.start === 3) !== undefined, true)
})

test('HTML of a stranger is text', () => {
  const tree = nodes('<script>alert(1)</script>\n\nx <img src=x onerror=alert(1)> <b>y</b>')
  assert.deepEqual(tagsOf(tree), ['p'])
  assert.match(textOf(tree), /<script>alert\(1\)<\/script>/)
  assert.match(textOf(tree), /<img src=x onerror=alert\(1\)>/)
})

test('the HTML that our Markdown has becomes elements, also where it does not fit together', () => {
  assert.deepEqual(tagsOf(nodes('a<sup>2</sup> b<br>c<!-- -->')), ['p', 'sup', 'br'])
  assert.equal(textOf(nodes('a</sup></sub> b\n\nc')), 'a bc')
  assert.equal(textOf(nodes('*a<sup>b* c\n\nd')), 'ab cd')
})

test('links lead to the web or to mail only, pictures are not loaded', () => {
  const markdown =
    '[a](javascript:alert(1)) [b](JaVaScRiPt:x) [c](data:text/html,x) [d](vbscript:x) [e](/f) [g](https://h.test/) ' +
    '![p](https://i.test/p.png) ![q](data:image/svg+xml,x) <javascript:alert(2)>'
  assert.deepEqual(hrefsOf(nodes(markdown, 'https://base.test/x/')), [
    null,
    null,
    null,
    null,
    'https://base.test/f',
    'https://h.test/',
    'https://i.test/p.png',
    null,
    null,
  ])
  assert.deepEqual(hrefsOf(nodes('[e](/f)')), [null])
})

test('ten million characters are cut, and it is said', () => {
  const { nodes: shown, cutChars } = markdownTree('word '.repeat(2_000_000), null)
  assert.equal(cutChars, 10_000_000 - 200_000)
  assert.equal(textOf(shown).length, 199_999)
})

test('marks that reorder text are written out', () => {
  assert.equal(textOf(nodes('a \u202eb')), 'a ⟨U+202E⟩b')
})
