import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { plainText } from '#extractors/markdown/serialize/plain-text.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { revealContent } from './reveal-content.ts'

const shown = (html: string): string =>
  plainText([revealContent(parseHtml(html)).root], (element) => !isVisible(element))

test('streamed parts stand where their placeholder stood, each once', () => {
  const html = `<main><h1>Axes</h1><template id="B:0"></template><p>End.</p></main>
    <div hidden id="S:0"><p>First part, then <template id="P:1"></template></p></div><div hidden id="S:1">the second.</div>`
  assert.equal(shown(html), 'Axes\nFirst part, then\nthe second.\nEnd.')
})

test('a streamed part without a placeholder is shown where it stands; one that holds its own ends', () => {
  assert.equal(shown('<p>A</p><div hidden id="S:a">B</div>'), 'A\nB')
  assert.equal(shown('<p>A</p><div hidden id="S:0">B <template id="B:0"></template></div>'), 'A')
  assert.equal(
    shown('<template id="B:0"></template><div hidden id="S:0">B<template id="B:0"></template></div>'),
    'B',
  )
})

test('a noscript that holds more than the page is the page; a smaller one is not', () => {
  const post = '<p>The harbour walk is three kilometres long and open all year, rain or shine.</p>'
  assert.match(shown(`<p>Loading</p><noscript>${post.repeat(9)}</noscript>`), /harbour walk/)
  assert.doesNotMatch(shown(`${post.repeat(20)}<noscript>${post.repeat(9)}scripts</noscript>`), /scripts/)
  assert.equal(shown('<p>Page</p><noscript>Switch scripts on.</noscript>'), 'Page')
})
