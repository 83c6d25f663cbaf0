import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anchorTemplate, isProbeable, localePrefix, pathTemplate } from './path-template.ts'

for (const [path, expected] of [
  ['/', '/'],
  ['/index.html', '/'],
  ['/de/', '/'],
  ['/kontakt', '/kontakt'],
  ['/de/kontakt.html', '/kontakt'],
  ['/pt-BR/Contato/', '/contato'],
  ['/de/%C3%9Cber_uns/index.php?x=1#team', '/ueber-uns'],
  ['/u%CC%88ber-uns.HTML', '/ueber-uns'],
  ['/sobre-n%C3%B3s', '/sobre-nos'],
  ['/news/2026/412-new-bread', '/news/:n/:n-new-bread'],
  ['/p/01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89', '/p/:id'],
  ['/a/9f86d081884c7d65', '/a/:id'],
  ['/stra%C3%9Fe', '/strasse'],
  ['/%E0%A4%A', '/e0-a4-a'],
  ['/お問い合わせ', '/お問い合わせ'],
] as const) {
  test(`the template of ${path}`, () => assert.equal(pathTemplate(`https://a.test${path}`), expected))
}

test('what has no template: other schemes, deep and long paths, pages that only a query tells apart', () => {
  for (const url of [
    'nothing',
    'ftp://a.test/kontakt',
    'https://a.test/?page_id=4',
    `https://a.test/${'a/'.repeat(9)}`,
    `https://a.test/${'a'.repeat(600)}`,
  ])
    assert.equal(pathTemplate(url), null, url)
})

test('a template of a template is itself', () => {
  for (const path of ['/kontakt', '/ueber-uns/team', '/sobre-nos'])
    assert.equal(pathTemplate(`https://a.test${path}`), path)
})

test('words of links: folded, without headlines', () => {
  assert.equal(anchorTemplate('  Über uns! '), 'uber-uns')
  assert.equal(anchorTemplate('Contact 24'), 'contact-:n')
  for (const text of ['', '!!!', '123', 'x'.repeat(60), 'one two three four five six seven'])
    assert.equal(anchorTemplate(text), null, text)
})

test('which pages can be asked for without a link, and in which language', () => {
  assert.deepEqual(['/kontakt', '/', '/a/:n'].map(isProbeable), [true, false, false])
  assert.deepEqual(
    ['https://a.test/de/x', 'https://a.test/de-AT', 'https://a.test/shop', 'nothing'].map(localePrefix),
    ['/de', '/de-AT', '', ''],
  )
})
