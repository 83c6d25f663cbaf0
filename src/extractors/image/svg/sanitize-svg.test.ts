import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeDeclarations, safeStyleSheet } from './safe-css.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg"'
const clean = (inner: string, attributes = ''): string =>
  sanitizeSvg(
    Buffer.from(`<svg ${NS} xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inner}</svg>`),
  ).svg
const inside = (inner: string): string =>
  clean(inner)
    .replace(`<svg ${NS}>`, '')
    .replace(/<\/svg>$/, '')
const removed = (inner: string) => sanitizeSvg(Buffer.from(`<svg ${NS}>${inner}</svg>`)).removed

test('what draws stays, in its own spelling', () => {
  const drawing =
    '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"></stop></linearGradient>' +
    '<clipPath id="c"><rect width="5" height="5"></rect></clipPath></defs>' +
    '<g fill="url(#g)" clip-path="url(#c)" transform="rotate(3 1 1)"><path d="M0 0L5,-5e1z"></path>' +
    '<text x="1" textLength="9">a &amp; &lt;b&gt;</text><use href="#c"></use></g>'
  assert.equal(inside(drawing), drawing)
  assert.equal(
    clean('', ' viewBox="0 0 9 9" preserveAspectRatio="none"'),
    `<svg ${NS} viewBox="0 0 9 9" preserveAspectRatio="none"></svg>`,
  )
  assert.equal(inside('<use xlink:href="#c"/>'), '<use href="#c"></use>')
  assert.equal(inside('<title>A &amp; B</title><desc>c</desc>'), '<title>A &amp; B</title><desc>c</desc>')
  assert.equal(inside('<svg:rect width="1"/>'), '<rect width="1"></rect>')
  assert.deepEqual(removed(drawing), [])
})

test('nothing stays that runs, and what could run is named', () => {
  for (const [hostile, kept, what] of [
    ['<script>alert(1)</script>', '', 'script'],
    ['<script href="https://e.example/x.js"/>', '', 'script'],
    ['<ScRiPt>alert(1)</ScRiPt>', '', 'script'],
    ['<rect onclick="alert(1)" width="1"/>', '<rect width="1"></rect>', 'event handler'],
    ['<a href="javascript:alert(1)"><rect width="1"/></a>', '<rect width="1"></rect>', 'script'],
    ['<a xlink:href=" java\nscript:alert(1)"><g/></a>', '<g></g>', null],
    ['<foreignObject><body><p onclick="x()">x</p></body></foreignObject>', '', 'foreignObject'],
    ['<g><foreignObject><p>x</p></foreignObject></g>', '<g></g>', 'foreignObject'],
    ['<use href="https://e.example/x.svg#a"/>', '<use></use>', 'external reference'],
    ['<image href="https://e.example/a.png" width="1"/>', '<image width="1"></image>', 'external reference'],
    ['<image href="file:///etc/passwd"/>', '<image></image>', 'external reference'],
    ['<image href="data:image/svg+xml;base64,PHN2Zz4="/>', '<image></image>', 'external reference'],
    ['<image href="data:text/html,x"/>', '<image></image>', 'external reference'],
    ['<feImage href="//e.example/a.png"/>', '<feImage></feImage>', 'external reference'],
    ['<rect fill="url(https://e.example/#a)"/>', '<rect></rect>', 'external style'],
    ['<rect style="fill:url(//e.example/a);stroke:red"/>', '<rect style="stroke:red"></rect>', null],
    ['<style>@import "https://e.example/x.css";</style>', '<style></style>', 'external style'],
    [
      '<style>a{fill:url(https://e.example/x)}b{fill:red}</style>',
      '<style>b{fill:red}</style>',
      'external style',
    ],
    ['<set attributeName="href" to="javascript:alert(1)"/>', '', 'animation of an address'],
    ['<animate attributeName="xlink:href" values="https://e.example"/>', '', 'animation of an address'],
    ['<animate attributeName="onclick" values="a()"/>', '', 'animation of an address'],
    ['<handler type="text/javascript">x</handler>', '', null],
    ['<!ENTITY x "y"><rect width="&x;"/>', '<rect width="&amp;x;"></rect>', null],
  ] as const) {
    const { svg, removed: names } = sanitizeSvg(Buffer.from(`<svg ${NS}>${hostile}</svg>`))
    assert.equal(svg, `<svg ${NS}>${kept}</svg>`, hostile)
    assert.deepEqual(names, what === null ? [] : [what], hostile)
    assert.doesNotMatch(svg, /javascript|\son\w+=|e\.example|file:/i)
  }
})

test('motion stays where it moves looks', () => {
  const motion =
    '<animateTransform attributeName="transform" type="rotate" from="0" to="360" dur="1s" repeatCount="indefinite"></animateTransform>'
  assert.equal(inside(motion), motion)
  assert.equal(
    inside('<animate attributeName="fill" to="url(https://e.example/#x)"/>'),
    '<animate attributeName="fill"></animate>',
  )
})

test('an embedded picture stays where it is one, and small', () => {
  const dot = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  assert.equal(
    inside(`<image href="data:image/gif;base64,${dot}"/>`),
    `<image href="data:image/gif;base64,${dot}"></image>`,
  )
  assert.deepEqual(removed('<image href="data:image/png;base64,AAAA"/>'), ['external reference'])
  const huge = Buffer.from(dot, 'base64')
  huge.writeUInt16LE(60_000, 6)
  huge.writeUInt16LE(60_000, 8)
  assert.deepEqual(removed(`<image href="data:image/gif;base64,${huge.toString('base64')}"/>`), [
    'external reference',
  ])
})

test('another size keeps the picture whole', () => {
  const sized = (attributes: string): string =>
    sanitizeSvg(Buffer.from(`<svg ${NS} ${attributes}/>`), { width: 50, height: 25 }).svg
  assert.equal(
    sized('width="4in" height="2in"'),
    `<svg ${NS} width="50" height="25" viewBox="0 0 384 192"></svg>`,
  )
  assert.equal(sized('viewBox="0 0 8 4"'), `<svg ${NS} viewBox="0 0 8 4" width="50" height="25"></svg>`)
})

test('styles lose what reaches outside, and whatever could hide it', () => {
  assert.equal(
    safeDeclarations('fill: red; stroke:url(#a); filter:url( "#b" )'),
    'fill: red;stroke:url(#a);filter:url( "#b" )',
  )
  for (const hostile of [
    'fill:url(a.svg#x)',
    'fill:u\\72l(//e.example)',
    'fill:url(#a) url(//e.example)',
    'background:image-set("a.png" 1x)',
    'behavior:url(#default)',
    'fill:expression(alert(1))',
    'fill:</style><script>',
    '-moz-binding:url(#x)',
    'fill:url("data:image/svg+xml,x")',
    'fill',
  ])
    assert.equal(safeDeclarations(hostile), '', hostile)
  assert.equal(
    safeStyleSheet('.a,b>c{fill:red} @font-face{src:url(x)} /* url(x) */ #d:hover{stroke:blue}'),
    '.a,b>c{fill:red}\n#d:hover{stroke:blue}',
  )
  assert.equal(safeStyleSheet('@media print{a{fill:red}} b{fill:blue}'), 'b{fill:blue}')
  assert.equal(safeStyleSheet('@import url(x); a{fill:red'), 'a{fill:red}')
  assert.equal(safeStyleSheet('a{fill:red}/*'), 'a{fill:red}')
})

test('a drawing of billions is refused before it is drawn, a circle of references is not followed', () => {
  const levels = Array.from(
    { length: 12 },
    (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`,
  ).join('')
  const bomb = Buffer.from(`<svg ${NS}><g id="a0"><rect/></g>${levels}</svg>`)
  assert.throws(() => sanitizeSvg(bomb), { code: 'target_too_large' })
  const patterns = Array.from(
    { length: 30 },
    (_, n) => `<pattern id="p${n + 1}"><rect fill="url(#p${n})"/><rect fill="url('#p${n}')"/></pattern>`,
  ).join('')
  const second = Buffer.from(`<svg ${NS}>${patterns}<rect fill="url(#p30)"/></svg>`)
  assert.throws(() => sanitizeSvg(second), { code: 'target_too_large' })
  const chain = Array.from({ length: 50_000 }, (_, n) => `<g id="a${n}"><use href="#a${n + 1}"/></g>`)
  assert.throws(() => clean(chain.join('')), { code: 'target_too_large' })
  assert.match(clean('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), /<use href="#a">/)
})

test('time grows with the drawing, not with its square', () => {
  for (const hostile of [
    '<g>'.repeat(90_000),
    `<style>${'/*'.repeat(500_000)}</style>`,
    `<style>${'a{'.repeat(300_000)}</style>`,
    `<style>url(${' '.repeat(900_000)}</style>`,
    `<rect style="${'fill:'.repeat(200_000)}"/>`,
    `<rect style="${'url( '.repeat(200_000)}"/>`,
    `<image href="data:image/png;base64,${'A '.repeat(500_000)}!"/>`,
    '&lt;'.repeat(200_000),
  ])
    assert.match(clean(hostile), /<\/svg>$/)
})
