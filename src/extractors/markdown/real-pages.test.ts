// What real pages of the shared data come out as; each is read once for all that is asked of it.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { extractHtml } from '#test/support/extract/extract-html.ts'
import { parse5Tree } from '#test/support/extract/parse5-tree.ts'
import { REAL_PAGES, realPages, readTruth } from '#test/support/extract/real-pages.ts'
import { flawsOf } from '#test/support/extract/render-markdown.ts'
import { wordsShown } from '#test/support/extract/words-shown.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { judged } from '#test/support/walls/wall-sets.ts'
import type { WallKind } from '#test/support/walls/wall.ts'
import { extractPage } from './extract-page.ts'

const SKIP = { skip: skipWithout(REAL_PAGES) }

/** About `share` of 256 pages, the same ones on each machine. */
const inSample = (name: string, share: number): boolean =>
  (createHash('sha256').update(`rendered ${name}`).digest()[0] ?? 0) < share

/** One page of `wcxb` is the page of a bot check; another shows nothing but its consent box. */
const REAL_WALLS = new Map<string, WallKind>([
  ['0551', 'challenge'],
  ['4650', 'consent'],
])

interface Judged {
  readonly name: string
  readonly expected: WallKind
  readonly verdict: WallKind
  readonly isForum: boolean
  /** Whether the page has posts, and whether each of them has an author and a text. */
  readonly hasPosts: boolean
  readonly areSigned: boolean
}

let read: Judged[] | null = null

/** Each tenth page of `wcxb` and each fourth of the other sets, as the main content of a page is asked for. */
function readPages(): readonly Judged[] {
  if (read !== null) return read
  const kinds = new Map(readTruth().map(({ id, pageType }) => [id, pageType]))
  const isWanted = (set: string, name: string): boolean =>
    set === 'wcxb' ? name.endsWith('3') || REAL_WALLS.has(name) : inSample(name, 64)
  read = [...realPages(isWanted)].map(({ set, name, html, url }) => {
    const { verdict, data } = judged(html, url, ['posts'])
    const posts = data?.posts ?? null
    return {
      name: `${set} ${name}`,
      expected: set === 'wcxb' ? (REAL_WALLS.get(name) ?? 'page') : 'page',
      verdict,
      isForum: set === 'wcxb' && kinds.get(name) === 'forum',
      hasPosts: posts !== null,
      areSigned: posts?.every(({ author, markdown }) => author !== null && markdown !== '') ?? false,
    }
  })
  return read
}

test('real pages are pages', SKIP, () => {
  const pages = readPages()
  // Teasers and empty pages are there; the bench lists them.
  const wrong = pages.filter(
    ({ verdict, expected }) => verdict !== expected && verdict !== 'paywall' && verdict !== 'empty',
  )
  assert.ok(pages.length > 200, `${pages.length} pages`)
  assert.deepEqual(wrong, [])
})

test('real forums have posts, other pages have none', SKIP, () => {
  const [forums, others] = [true, false].map((is) => readPages().filter(({ isForum }) => isForum === is))
  assert.deepEqual(
    others?.filter(({ hasPosts }) => hasPosts).map(({ name }) => name),
    [],
  )
  const threads = forums?.filter(({ areSigned }) => areSigned).length ?? 0
  assert.ok(forums !== undefined && threads >= forums.length / 2, `${threads} of ${forums?.length}`)
})

/** A catalogue of courses: fourteen entries, each a link with a text. */
const LISTING = '0216'

test('entries of a listing', SKIP, () => {
  const [page] = [...realPages((set, name) => set === 'wcxb' && name === LISTING)]
  assert.ok(page !== undefined)
  const { data } = extractHtml(page.html, page.url)
  assert.equal(data.kind?.name, 'listing')
  const entries = (data.markdown ?? '').match(/^- \[[^\]]+\]\(https:[^)]*\)\n\n {2}\S/gm) ?? []
  assert.equal(entries.length, 14)
})

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

interface Written {
  readonly markdown: string
  readonly text: string
}

/** The whole page in these forms; the error as its text, and no Markdown, for a page without content. */
function written(document: HtmlDocument, url: string, formats: ('markdown' | 'text')[]): Written {
  try {
    const { data } = extractPage({
      html: '',
      url,
      statusCode: null,
      charset: null,
      charsetSource: null,
      frames: [],
      options: { mainContent: 'full', formats },
      tree: () => document,
    })
    return { markdown: data.markdown ?? '', text: data.text ?? '' }
  } catch (error) {
    return { markdown: '', text: String(error) }
  }
}

test(
  'pages in full: every mark is read as one, no word is lost, and the tree of the standard gives the same text',
  SKIP,
  () => {
    let pages = 0
    const flaws: string[] = []
    const lost: string[] = []
    const different: string[] = []
    const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
    for (const { set, name, html, url } of realPages((_, page) => inSample(page, 12))) {
      pages += 1
      const document = parseHtml(html)
      const { markdown, text } = written(document, url, ['markdown', 'text'])
      if (
        !(name in DIFFERENT) &&
        onOneLine(text) !== onOneLine(written(parse5Tree(html), url, ['text']).text)
      )
        different.push(`${set} ${name}`)
      if (markdown === '') continue
      for (const flaw of flawsOf(markdown)) flaws.push(`${set} ${name}: ${flaw.kind} ${flaw.text}`)
      for (const word of wordsShown(document, /\p{L}{4,}/gu))
        if (!text.includes(word)) lost.push(`${set} ${name} text: ${word}`)
        // `Note` above a box is written as its mark.
        else if (!markdown.includes(word) && !markdown.includes(`[!${word.toUpperCase()}]`))
          lost.push(`${set} ${name} Markdown: ${word}`)
    }
    assert.ok(pages > 50, `${pages} pages`)
    assert.deepEqual({ flaws, lost, different }, { flaws: [], lost: [], different: [] })
  },
)
