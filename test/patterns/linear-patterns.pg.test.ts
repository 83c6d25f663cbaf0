// No regular expression of ours may need more than linear time for any text.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import { startBoth } from '#test/support/description/start-both.ts'
import { growthOfPattern } from './growth-of-pattern.ts'

const ROOT = new URL('../../', import.meta.url)

/** The code that builds patterns from text, and why that does not bypass this test. */
const MADE_OF_TEXT: Readonly<Record<string, string>> = {
  'src/crawl/artifacts/receive-upload.ts':
    'told apart at each step; its parts are bounded by the length of a header',
  'src/extractors/contact/business/company-ids.ts': 'a list of prefixes, then parts that are bounded',
  'src/extractors/contact/business/opening-times.ts':
    'begins at the start of a line, and every part is bounded',
  'src/extractors/contact/business/postal-forms.ts':
    'begins at the start of a line, and every part is bounded',
  'src/extractors/contact/emails/script-emails.ts': 'from a quote to the next one, at most 2,000 characters',
  'src/extractors/contact/page/country-names.ts': 'a list of names',
  'src/extractors/contact/phones/phone-text.ts': 'between both ends of a number, then a list of words',
  'src/extractors/contact/phones/read-phones.ts': 'a list of words, then parts that are bounded',
  'src/extractors/contact/socials/social-networks.ts': 'one word of bounded length',
  'src/extractors/docling/extract.ts': 'a mark of our own, then digits',
  'src/extractors/image/list/element-candidates.ts': 'every part is bounded',
  'src/extractors/image/list/role-words.ts': 'every part is bounded',
  'src/extractors/markdown/posts/shown-times.ts': 'at most 60 characters of text, and every part is bounded',
  'src/extractors/maps/locations/coordinates.ts':
    'two halves of bounded parts, between both ends of the text',
  'src/extractors/maps/locations/distance-words.ts':
    'between both ends of a location, which has 300 characters; all but the name is bounded',
  'src/extractors/maps/locations/location-words.ts':
    'begins at the start of a location, which has 300 characters; all but the name is bounded',
  'src/extractors/maps/locations/map-links.ts': 'numbers of bounded length',
  'src/extractors/maps/locations/several-places.ts':
    'between both ends of a location, which has 300 characters; two names around a word',
  'src/extractors/maps/osm/plus-code.ts': 'every part is bounded',
  'src/extractors/maps/osm/tags/tag-values.ts': 'one class of characters',
  'src/extractors/maps/query/abbreviations.ts':
    'the text is a phrase of our tables; a word gives it at most twelve letters, each once',
  'src/extractors/maps/query/number-phrases.ts': 'between both ends of a phrase, and every part is bounded',
  'src/extractors/maps/query/words/contact-qualifiers.ts':
    'between both ends of a phrase; endings alone repeat, in one way each',
  'src/extractors/maps/query/words/inflections.ts': 'any of a list of parts of words; nothing repeats',
  'src/extractors/maps/query/words/qualifiers.ts': 'a digit, then parts that are bounded',
  'src/extractors/maps/query/words/word-stems.ts':
    'between both ends of a phrase; only articles repeat, in one way each',
  'src/extractors/swagger/hints/link-hints.ts': 'every part is bounded',
  'src/extractors/swagger/validate/schema-validator.ts': 'patterns of the official schemas',
  'src/parsing/page/walls/wall-marks.ts': 'any of several that are checked by themselves',
  'src/parsing/dates/find-days.ts': 'every part is bounded',
  'src/parsing/page/origin/credits.ts':
    'anchored at the beginning of a line of at most 250 characters, or a name of 2,000',
  'src/parsing/hours/hours-tokens.ts': 'sticky: a piece begins where the last one ended, in 1,000 characters',
  'src/platform/http/input/explain-invalid.ts': 'the pattern of a schema, which the description shows',
  'src/platform/http/openapi/schema-example.ts': 'the pattern of a schema, which the description shows',
}

test('the check sees what makes a pattern slow', () => {
  const slow = [
    /[ \t]+$/, // the search starts over in what it took
    /\s*\n\s*/,
    /(?:a+)+b/, // trades with itself
    /^\s*x?\s*$/, // two that trade
    /<!--[^]*?-->/, // a start of several characters
    /"(?:[^"\\]|\\.)*"/,
    /(?<=\s+)x/,
  ]
  for (const { source, flags } of slow) assert.notDeepEqual(growthOfPattern(source, flags), [], source)
  for (const { source, flags } of [/#.*/s, /^\s+/, /[a-z]{1,40}@/, /\s+/g, /=+$/y, /^[^:]*:[^:]*:/]) {
    assert.deepEqual(growthOfPattern(source, flags), [], source)
  }
})

test('every regular expression in src is linear', () => {
  const found = new Set<string>()
  const madeOfText = new Set<string>()
  let seen = 0
  for (const path of globSync('src/**/*.ts', { cwd: ROOT }).toSorted()) {
    if (path.endsWith('.test.ts')) continue
    const text = readFileSync(new URL(path, ROOT), 'utf8')
    const checkCall = (callee: { type: string; name?: unknown }): void => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') madeOfText.add(path)
    }
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        seen += 1
        const { pattern, flags } = node.regex
        const line = text.slice(0, node.start).split('\n').length
        for (const why of growthOfPattern(pattern, flags))
          found.add(`${path}:${line} /${pattern}/${flags}: ${why}`)
      },
      NewExpression: ({ callee }) => checkCall(callee),
      CallExpression: ({ callee }) => checkCall(callee),
    }).visit(parseSync(path, text).program)
  }
  assert.ok(seen > 500, `${seen} regular expressions`)
  assert.deepEqual([...found], [])
  assert.deepEqual([...madeOfText].toSorted(), Object.keys(MADE_OF_TEXT).toSorted())
})

test('every pattern that the services check input and output by is linear', async (t) => {
  const { crawl, places } = await startBoth(t)
  const patterns = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'pattern' && typeof inner === 'string') patterns.add(inner)
      else if (key === 'patternProperties') Object.keys(inner as object).forEach((each) => patterns.add(each))
      collect(inner)
    }
  }
  for (const { url } of [crawl, places]) collect(await (await fetch(new URL('/openapi.json', url))).json())
  assert.ok(patterns.size > 5, `${patterns.size} patterns`)
  const found = [...patterns].flatMap((pattern) =>
    growthOfPattern(pattern, 'u').map((why) => `${pattern}: ${why}`),
  )
  assert.deepEqual(found, [])
})
