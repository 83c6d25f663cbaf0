// Structured data: how fast the sources of real pages are read, and how fast a schema is filled from them.
import { createPatternCompiler } from '#extractors/json/expressions/user-pattern.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { mapSchema } from '#extractors/json/mapping/map-schema.ts'
import { compileSchema } from '#extractors/json/schema/compile-schema.ts'
import { PAGE_SOURCES, type PageSource } from '#extractors/json/sources/found.ts'
import { readPage } from '#extractors/json/sources/read-page.ts'
import { haveArticles, readSet, SET_NAMES } from './main-content/article-sets.ts'

export const name = 'structured-data'
export const about =
  'pages/s and p99 of reading JSON-LD, microdata, RDFa and the rest, and of filling a schema'

const text = { type: 'string' }
const ARTICLE = {
  type: 'object',
  properties: {
    headline: text,
    author: text,
    datePublished: { type: 'string', format: 'date-time' },
    description: text,
    image: { type: 'string', format: 'uri' },
    publisher: text,
    language: text,
    url: { type: 'string', format: 'uri' },
    tags: { type: 'array', items: text },
  },
  required: ['headline'],
}

/** Prints one line for each part of the work, over all pages of the article sets, and how many pages fill each field. */
export async function run(): Promise<void> {
  if (!haveArticles()) {
    console.log('structured-data: skipped, the article sets are not here (../shared/data/articles)')
    return
  }
  const pages = SET_NAMES.flatMap((set) => readSet(set)).map(({ html, url }) => ({ html, url }))
  const documents = measure('parse HTML', pages, ({ html, url }) => ({ document: parseHtml(html), url }))
  for (const source of PAGE_SOURCES)
    measure(source, documents, ({ document, url }) =>
      readPage(document, url, new Set<PageSource>([source]), 1_000),
    )
  const all = new Set(PAGE_SOURCES)
  const found = measure('all sources', documents, ({ document, url }) => ({
    ...readPage(document, url, all, 1_000),
    url,
  }))
  const { schema } = compileSchema(ARTICLE, createPatternCompiler())
  const mapped = measure('fill a schema', found, (page) =>
    mapSchema(schema, page.found, { coerce: true, base: page.url, locale: null, rules: null }),
  )
  for (const field of Object.keys(ARTICLE.properties)) {
    const filled = mapped.filter(({ value }) => (value as Record<string, unknown>)[field] !== null).length
    console.log(`  ${field.padEnd(16)} filled on ${filled} of ${mapped.length} pages`)
  }
}

function measure<T, R>(what: string, inputs: readonly T[], work: (input: T) => R): R[] {
  // The first calls pay for compiling.
  for (const input of inputs.slice(0, 20)) work(input)
  const times: number[] = []
  const results = inputs.map((input) => {
    const startedMs = performance.now()
    const result = work(input)
    times.push(performance.now() - startedMs)
    return result
  })
  times.sort((a, b) => a - b)
  const total = times.reduce((sum, ms) => sum + ms, 0)
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2)
  const rate = Math.round((1_000 * inputs.length) / total)
  console.log(
    `${what.padEnd(18)} ${String(rate).padStart(7)} pages/s   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms`,
  )
  return results
}
