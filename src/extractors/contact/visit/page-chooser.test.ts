import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import { seededRandom } from '#kit/chance/seeded-random.ts'
import type { SiteLink } from '#extractors/contact/links/site-links.ts'
import { createPageChooser, type ChosenPage, type Strategy } from './page-chooser.ts'
import { createPatternTable } from './pattern-table.ts'

type Active = WorkerPatterns['patterns'][number]

const pattern = (template: string, over: Partial<Active> = {}): Active => ({
  id: `pat of ${template}`,
  kind: 'path',
  template,
  language: 'de',
  fields: [],
  expectedYield: 0.5,
  blindYield: 0.2,
  cost404: 0,
  ...over,
})
const known = (
  template: string,
  alpha: number,
  beta: number,
  over = {},
): WorkerPatterns['known'][number] => ({
  kind: 'path',
  template,
  language: 'de',
  alpha,
  beta,
  isOpen: true,
  ...over,
})
const link = (path: string, weight = 0, text = ''): SiteLink => ({
  url: `https://a.test${path}`,
  text,
  weight,
})

interface Site {
  readonly patterns?: Partial<WorkerPatterns>
  readonly strategy?: Strategy
  readonly language?: string | null
  readonly firstUrl?: string
  readonly maxDepth?: number
}

/** The pages in the order of the visit; no page leads to further ones. */
function chosen(links: readonly SiteLink[], site: Site = {}): ChosenPage[] {
  const {
    patterns = {},
    strategy = 'both',
    language = 'de',
    firstUrl = 'https://a.test/',
    maxDepth = 2,
  } = site
  const all: WorkerPatterns = { version: 'x', patterns: [], known: [], skipped: [], ...patterns }
  const chooser = createPageChooser({
    firstUrl,
    maxDepth,
    strategy,
    table: createPatternTable(all, language),
    random: seededRandom('a.test'),
  })
  chooser.visit(firstUrl)
  chooser.add(links, 0)
  const pages: ChosenPage[] = []
  for (let page = chooser.next(); page !== null; page = chooser.next()) pages.push(page)
  return pages
}
const shown = (pages: readonly ChosenPage[]): string[] =>
  pages.map(({ url, chosenBy }) => `${chosenBy} ${url.replace('https://a.test', '')}`)
const MANY = [link('/x1'), link('/x2'), link('/x3'), link('/x4')]

test('by learned yields: patterns of paths and of words, then pages without a link, then one of the unknown', () => {
  const patterns = {
    patterns: [
      pattern('/standorte'),
      pattern('/filialen', { expectedYield: 0.6, blindYield: 0.3 }),
      pattern('wo-wir-sind', { kind: 'anchor', expectedYield: 0.7, blindYield: 0 }),
      pattern('/rare', { expectedYield: 0.3, blindYield: 0.1 }),
      pattern('/sucursales', { language: 'es', expectedYield: 0.9 }),
    ],
  }
  const links = [...MANY, link('/p/9', 0, 'Wo wir sind'), link('/de/standorte.html'), link('/sucursales')]
  const pages = chosen(links, { patterns })
  assert.deepEqual(shown(pages).slice(0, 3), [
    'pattern /p/9',
    'pattern /de/standorte.html',
    'blind /filialen',
  ])
  assert.deepEqual(
    pages.map(({ chosenBy, patternId }) => [chosenBy, patternId]),
    [
      ['pattern', 'pat of wo-wir-sind'],
      ['pattern', 'pat of /standorte'],
      ['blind', 'pat of /filialen'],
      ['exploration', null],
    ],
  )
})

test('a pattern of the language counts in the place of one for any; what was tried there ends it', () => {
  const any = pattern('/contact', { language: '*', expectedYield: 0.35 })
  const links = [link('/contact', 10), link('/werbung', 5)]
  const first = { patterns: { patterns: [any] } }
  assert.deepEqual(shown(chosen(links, first)), ['pattern /contact', 'link /werbung'])
  const tried = { patterns: [any], known: [known('/contact', 1.5, 40)] }
  assert.deepEqual(shown(chosen(links, { patterns: tried })), ['link /werbung', 'link /contact'])
  // Too few trials say nothing yet.
  const few = { patterns: [any], known: [known('/contact', 1, 12)] }
  assert.deepEqual(shown(chosen(links, { patterns: few })), ['pattern /contact', 'link /werbung'])
  const spanish = { patterns: tried, language: 'es' }
  assert.deepEqual(shown(chosen(links, spanish)), ['pattern /contact', 'link /werbung'])
})

test('each strategy does its part', () => {
  const patterns = { patterns: [pattern('/standorte')] }
  const links = [...MANY, link('/kontakt', 10)]
  assert.deepEqual(shown(chosen(links, { patterns, strategy: 'links' })), ['link /kontakt'])
  const both = shown(chosen(links, { patterns, strategy: 'both' }))
  assert.deepEqual(both.slice(0, 2), ['link /kontakt', 'blind /standorte'])
  const learned = shown(chosen(links, { patterns, strategy: 'patterns' }))
  assert.deepEqual([learned.length, learned[0]], [2, 'blind /standorte'])
  assert.ok(learned[1]?.startsWith('exploration'))
})

test('pages without a link: under the locale of the first page, not where a link is, not at depth 0', () => {
  const patterns = { patterns: [pattern('/standorte'), pattern('/news/:n')] }
  const blind = (site: Site, links = MANY) =>
    shown(chosen(links, { patterns, ...site })).filter((page) => page.startsWith('blind'))
  assert.deepEqual(blind({}), ['blind /standorte'])
  assert.deepEqual(blind({ firstUrl: 'https://a.test/de-AT/' }), ['blind /de-AT/standorte'])
  assert.deepEqual(blind({}, [...MANY, link('/de/standorte')]), [])
  assert.deepEqual(blind({ maxDepth: 0 }), [])
  assert.deepEqual(blind({ language: null }), [])
})

test('a shell of scripts is asked for what most sites have', () => {
  const patterns = { patterns: [pattern('/kontakt', { expectedYield: 0.4, blindYield: 0.1 })] }
  assert.deepEqual(shown(chosen([], { patterns })), ['blind /kontakt'])
  assert.ok(!shown(chosen(MANY, { patterns })).includes('blind /kontakt'))
  // Crawl cannot be reached: the builtin ones.
  const alone = createPageChooser({
    firstUrl: 'https://a.test/',
    maxDepth: 2,
    strategy: 'both',
    table: createPatternTable(null, 'de'),
    random: seededRandom('a.test'),
  })
  alone.add([], 0)
  assert.equal(alone.next()?.url, 'https://a.test/kontakt')
})

test('exploration: what was a hit elsewhere is drawn before what was not; the same site draws the same', () => {
  const patterns = {
    known: [known('/x1', 1, 40), known('/x2', 1, 40), known('/x3', 8, 9), known('/x4', 1, 40)],
  }
  for (const seed of ['a', 'b', 'c', 'd', 'e']) {
    const chooser = createPageChooser({
      firstUrl: 'https://a.test/',
      maxDepth: 2,
      strategy: 'both',
      table: createPatternTable({ version: 'x', patterns: [], skipped: [], known: patterns.known }, 'de'),
      random: seededRandom(seed),
    })
    chooser.add(MANY, 0)
    assert.equal(chooser.next()?.url, 'https://a.test/x3')
    assert.equal(chooser.next(), null)
  }
  assert.deepEqual(chosen(MANY), chosen(MANY))
})

test('what is excluded or rejected is not visited, whatever its words say', () => {
  const links = [
    link('/kontakt', 10, 'Kontakt'),
    link('/team', 4),
    link('/intern/a', 5),
    link('/impressum', 9),
  ]
  const patterns = {
    known: [known('/team', 1, 9, { isOpen: false })],
    skipped: [
      { kind: 'anchor', value: 'kontakt', match: 'exact' },
      { kind: 'path', value: 'a.test/intern/*', match: 'glob' },
    ],
  } satisfies Partial<WorkerPatterns>
  assert.deepEqual(shown(chosen(links, { patterns })), ['link /impressum'])
})
