import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { pageLanguage, siteLinks } from './site-links.ts'

const linksOf = (html: string): string[] =>
  siteLinks(parseHtml(html), 'https://a.test/x/', 'a.test')
    .filter(({ weight }) => weight > 0)
    .map(({ url }) => decodeURI(url.replace('https://a.test', '')))
const link = (href: string, text = 'x'): string => `<a href="${href}">${text}</a>`

for (const [href, text] of [
  ['/p1', 'Get in touch'],
  ['/p1', 'Mentions légales'],
  ['/p1', 'Yhteystiedot'],
  ['/p1', 'İletişim'],
  ['/p1', 'Контакты'],
  ['/p1', 'お問い合わせ'],
  ['/p1', '회사소개'],
  ['/nous-contacter.html', 'x'],
  ['/de/ueber-uns/', 'x'],
  ['/aviso_legal.php', 'x'],
  ['/files/Impressum.pdf', 'x'],
  ['/files/a1.docx', 'Kontakt'],
] as const) {
  test(`leads to contacts: ${href} ${text}`, () => assert.equal(linksOf(link(href, text)).length, 1))
}

test('headlines, files, other sites and other schemes do not lead to contacts', () => {
  const html = [
    link('/news/contact-sports-are-more-popular-than-they-have-ever-been'),
    link('/contact.xlsx', 'Contact'),
    link('https://b.test/contact', 'Contact'),
    link('mailto:contact@a.test', 'Contact'),
    link('/contactless', 'Contactless'),
    link('javascript:contact()', 'Contact'),
  ]
  assert.deepEqual(linksOf(html.join('')), [])
})

test('contact before imprint before about; text and path together before one of them; each address once', () => {
  const html = [
    link('/datenschutz', 'Datenschutz'),
    link('/about', 'About us'),
    link('/impressum', 'Impressum'),
    link('/c1', 'Kontakt'),
    link('/kontakt#map', 'Kontakt'),
    link('/kontakt', 'Hier'),
    '<area href="../team" alt="x">',
  ]
  assert.deepEqual(linksOf(html.join('')), [
    '/kontakt',
    '/c1',
    '/impressum',
    '/about',
    '/team',
    '/datenschutz',
  ])
})

test('other links of the site come after, without a weight; those of other sites and files are left out', () => {
  const html = link('/bread', 'Bread') + link('/menu.pdf') + link('https://b.test/x') + link('/team')
  assert.deepEqual(
    siteLinks(parseHtml(html), 'https://a.test/x/', 'a.test').map(({ url, weight }) => [url, weight > 0]),
    [
      ['https://a.test/team', true],
      ['https://a.test/bread', false],
    ],
  )
})

test('the language of a page', () => {
  for (const [tag, expected] of [
    ['de-AT', 'de'],
    [' EN ', 'en'],
    ['zh_Hans', 'zh'],
    ['german', null],
    ['', null],
  ] as const)
    assert.equal(pageLanguage(parseHtml(`<html lang="${tag}"><p>x</p></html>`)), expected, tag)
  assert.equal(pageLanguage(parseHtml('<p>x</p>')), null)
})
