// Our tree of a page and the one that the standard builds lead to the same text of the whole page.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { parse5Tree } from '#test/support/extract/parse5-tree.ts'
import { REAL_PAGES, realPages, type RealPage } from '#test/support/extract/real-pages.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { extractPage } from './extract-page.ts'

/** Pages whose text differs, by what our tree leaves out; `npm run bench -- html-parser` compares all of them. */
const DIFFERENT: Readonly<Record<string, string>> = {
  '0041': 'an iframe that is left open in a noscript ends with it',
  '0073': 'an element that stands wrong in a table is not moved before it',
  '0193': 'text in a noscript of the head stays there, unseen',
  '0242': 'text in a noscript of the head stays there, unseen',
  '0455': 'text in a noscript of the head stays there, unseen',
  '0612': 'a form inside a form is kept',
  '0613': 'a form inside a form is kept',
  '1795': 'text in a noscript of the head stays there, unseen',
  '2838': 'an iframe that is left open in a noscript ends with it',
  '2908': 'one text stands before its neighbour',
  'eval/parcoabruzzo.it.58354.html': 'parse5 finds no body of a page with frames',
}

function textOf({ url }: RealPage, document: HtmlDocument): string {
  try {
    const { data } = extractPage({
      html: '',
      url,
      statusCode: null,
      charset: null,
      charsetSource: null,
      frames: [],
      options: { mainContent: 'full', formats: ['text'] },
      tree: () => document,
    })
    return (data.text ?? '').replace(/\s+/g, ' ').trim()
  } catch (error) {
    return String(error)
  }
}

test('a sample of real pages has the same text in both trees', { skip: skipWithout(REAL_PAGES) }, () => {
  const inSample = (name: string): boolean =>
    (createHash('sha256').update(`trees ${name}`).digest()[0] ?? 0) < 8
  let seen = 0
  for (const page of realPages((_, name) => inSample(name) && !(name in DIFFERENT))) {
    seen += 1
    assert.equal(
      textOf(page, parseHtml(page.html)),
      textOf(page, parse5Tree(page.html)),
      `${page.set} ${page.name}`,
    )
  }
  assert.ok(seen > 30, `${seen} pages`)
})
