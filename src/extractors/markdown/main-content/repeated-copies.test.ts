import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { linesOf } from '#extractors/markdown/main-content/lines/page-lines.ts'
import { viewPage } from '#extractors/markdown/main-content/view/page-view.ts'
import { dropCopies } from './repeated-copies.ts'

const SAW = '<p>Our saw cuts through the hardest oak that grows in the valley.</p>'
const AXE = '<p>The axe is made by hand in the old mill, of wood felled near it.</p>'

/** For each line of the page whether it is still kept. */
function keptOf(main: string): number[] {
  const document = parseHtml(`<main>${main}</main>`)
  const view = viewPage(document)
  const { orders } = linesOf(view)
  const kept = new Uint8Array(orders.length).fill(1)
  dropCopies(document.all, view, orders, kept)
  return [...kept]
}

test('of the copies for other widths and those of a slider the first is kept', () => {
  const copies: Record<string, readonly string[]> = {
    'one for each width': ['class="d-none d-md-block"', 'class="d-md-none"'],
    'names of their own': ['class="desktopText"', 'class="mobileText"'],
    'three widths': ['class="tier desktop"', 'class="tier tablet"', 'class="tier phone"'],
    'one hidden by its class': ['', 'class="hidden"'],
    'the clone of a slide': ['class="slide"', 'class="slide slide-cloned"'],
  }
  for (const [name, attributes] of Object.entries(copies))
    assert.deepEqual(
      keptOf(AXE + attributes.map((each) => `<div ${each}>${SAW}</div>`).join('')),
      [1, 1, ...attributes.slice(1).map(() => 0)],
      name,
    )
  assert.deepEqual(
    keptOf(`<div class="hidden">${SAW}</div><div>${SAW}</div>${AXE}`),
    [0, 1, 1],
    'the one that calls itself a copy',
  )
  assert.deepEqual(
    keptOf(`<div class="desktop">${SAW}${AXE}</div><div class="mobile">${AXE}${SAW}</div>`),
    [1, 1, 0, 0],
    'in another order',
  )
  assert.deepEqual(
    keptOf(`<div class="desktop">${SAW}</div><div class="mobile">${SAW}${AXE}</div>`),
    [0, 1, 1],
    'one that says more',
  )
})

test('what repeats itself on purpose stays', () => {
  const pages: Record<string, string> = {
    'no name says that it is a copy': `<div>${SAW}</div><div>${SAW}</div>${AXE}`,
    'entries of one class': `<div class="column is-mobile">${SAW}</div><div class="column is-mobile">${SAW}</div>`,
    'a part that is not repeated': `<div class="desktop">${SAW}</div><div class="mobile">${AXE}</div>`,
    'a word or two': '<p>Buy now</p><p class="mobile">Buy now</p><p>Buy now</p><p>Buy now</p>',
  }
  for (const [name, page] of Object.entries(pages))
    assert.ok(
      keptOf(page).every((kept) => kept === 1),
      name,
    )
})
