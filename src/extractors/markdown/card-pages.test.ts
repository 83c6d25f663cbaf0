// On a real page that looks like a listing, the entries are the items of a list.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REAL_PAGES, realPages } from '#test/support/extract/real-pages.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { extractHtml } from '#test/support/extract/extract-html.ts'

/** A catalogue of courses: fourteen entries, each a link with a text. */
const LISTING = '0216'

test('entries of a listing', { skip: skipWithout(REAL_PAGES) }, () => {
  const [page] = [...realPages((set, name) => set === 'wcxb' && name === LISTING)]
  assert.ok(page !== undefined)
  const { data } = extractHtml(page.html, page.url)
  assert.equal(data.kind?.name, 'listing')
  const entries = (data.markdown ?? '').match(/^- \[[^\]]+\]\(https:[^)]*\)\n\n {2}\S/gm) ?? []
  assert.equal(entries.length, 14)
})
