import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { suite, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { parseRobots } from '#kit/http/parse-robots.ts'
import { escapePattern, isProductToken, matchRules, matchInTurns, robotsPath, rulesFor } from './robots.ts'

/** The reference matcher's own test file, read in place and never copied. */
const REFERENCE = path.resolve('../shared/data/robots/google-robots_test.cc')

const isAllowed = (file: string, agent: string, url: string): boolean =>
  matchRules(rulesFor(parseRobots(Buffer.from(file, 'latin1')), agent), robotsPath(url)).allowed

/** Our parser with the name and the methods of the reference's reporter. */
function report(file: string) {
  const lines = parseRobots(Buffer.from(file, 'latin1'))
  return {
    last_line_seen: () => lines.at(-1)?.line ?? 0,
    valid_directives: () => lines.filter(({ kind }) => kind !== 'other').length,
    unknown_directives: () => lines.filter(({ kind }) => kind === 'other').length,
    sitemap: () =>
      lines
        .filter(({ kind }) => kind === 'sitemap')
        .map(({ value }) => value)
        .join(''),
  }
}

/**
 * Translates the C++ of the test bodies in that file to JavaScript. Byte strings stay byte strings: the file is read as
 * latin1.
 */
function transliterated(body: string): string {
  return body
    .replace(/"((?:[^"\\]|\\.)*)"(?=\s*")/g, '"$1" +')
    .replace(
      /^\s*(?:static\s+)?(?:const\s+)?(?:absl::string_view|std::string|char|size_t|int)\s+(\w+)(?:\[\])?\s*(=|;)/gm,
      (_all, name: string, end: string) => (end === ';' ? `let ${name} = "";` : `let ${name} =`),
    )
    .replace(/^\s*RobotsStatsReporter report;/gm, 'let report;')
    .replace(/googlebot::ParseRobotsTxt\((\w+), &report\)/g, 'report = parsed($1)')
    .replace(/absl::StrAppend\(&(\w+),/g, '$1 = joined($1,')
    .replace(/absl::StrCat\(/g, 'joined(')
    .replace(/std::string\(("\\n")\)/g, '$1')
    .replace(/\.(?:length|size)\(\)/g, '.length')
    .replace(/RobotsMatcher::IsValidUserAgentToObey\(absl::string_view\(\)\)/g, 'IsValidUserAgentToObey("")')
    .replace(/RobotsMatcher::/g, '')
}

suite(
  'against the expectations of the reference matcher',
  { skip: existsSync(REFERENCE) ? false : `${REFERENCE} is not there` },
  () => {
    const source = existsSync(REFERENCE) ? readFileSync(REFERENCE, 'latin1') : ''
    const bodies = [...source.matchAll(/^TEST\(RobotsUnittest, (\w+)\) \{\n([\s\S]*?)^\}/gm)]
    let expectations = 0

    for (const [, name = '', body = ''] of bodies) {
      test(name, () => {
        const expect = (actual: unknown, expected: unknown): void => {
          expectations += 1
          assert.equal(actual, expected)
        }
        runInNewContext(
          transliterated(
            body.replace(/\/\/.*$/gm, (comment) => (/^\/\/[^"]*$/.test(comment) ? '' : comment)),
          ),
          {
            EXPECT_TRUE: (actual: boolean) => expect(actual, true),
            EXPECT_FALSE: (actual: boolean) => expect(actual, false),
            EXPECT_EQ: (expected: unknown, actual: unknown) => expect(actual, expected),
            TestPath: (url: string, expected: string) => expect(robotsPath(url), expected),
            TestEscape: (pattern: string, expected: string) => expect(escapePattern(pattern), expected),
            IsUserAgentAllowed: isAllowed,
            IsValidUserAgentToObey: isProductToken,
            parsed: report,
            joined: (...parts: string[]) => parts.join(''),
          },
        )
      })
    }

    test('all of them were met', () => {
      // Each of the two in the helpers TestPath and TestEscape counts as one expectation in each of their calls.
      const written = source.match(/EXPECT_/g)?.length ?? 0
      const calls = source.match(/^ {2}Test(?:Path|Escape)\(/gm)?.length ?? 0
      assert.equal(written, 180)
      assert.equal(expectations, written - 2 + calls)
    })
  },
)

test('the deciding line is told', () => {
  const rules = rulesFor(
    parseRobots(Buffer.from('User-agent: *\nDisallow: /a\nAllow: /a/b*c$\n')),
    'Surveyor',
  )
  assert.deepEqual(matchRules(rules, '/x'), { allowed: true, rule: null })
  assert.deepEqual(matchRules(rules, '/a/x'), { allowed: false, rule: 'Disallow: /a' })
  assert.deepEqual(matchRules(rules, '/a/bxc'), { allowed: true, rule: 'Allow: /a/b*c$' })
})

test('crawl-delay belongs to the groups of the agent', () => {
  const file = Buffer.from(
    'User-agent: Other\nCrawl-delay: 9\nUser-agent: *\nCrawl-delay: 2.5\nDisallow: /x\n',
  )
  assert.equal(rulesFor(parseRobots(file), 'Surveyor').crawlDelayMs, 2500)
  assert.equal(rulesFor(parseRobots(file), 'Other').crawlDelayMs, 9000)
  assert.equal(
    rulesFor(parseRobots(Buffer.from('User-agent: *\nCrawl-delay: soon\n')), 'Surveyor').crawlDelayMs,
    null,
  )
})

test('a file that is no robots.txt allows everything', () => {
  const page = Buffer.from('<!doctype html><title>Not found</title><p style="a: b">Disallow everything</p>')
  assert.ok(matchRules(rulesFor(parseRobots(page), 'Surveyor'), '/').allowed)
})

test('wildcards without end do no harm', () => {
  const pattern = `/${'*a'.repeat(8000)}$`
  const file = Buffer.from(`User-agent: *\n${`Disallow: ${pattern}\n`.repeat(30)}`)
  assert.ok(matchRules(rulesFor(parseRobots(file), 'Surveyor'), `/${'a'.repeat(4000)}b`).allowed)
})

test('half a megabyte of rules against a long path lets other work in between', async () => {
  const unit = 'Disallow: /*ab\n'
  const last = 'Disallow: /*a*x\n'
  const file = Buffer.from(`User-agent: *\n${unit.repeat(30_000)}${last}`)
  const rules = rulesFor(parseRobots(file), 'Surveyor')
  const path = `/${'a'.repeat(2_000)}x`
  let turns = 0
  const count = (): void => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const match = await matchInTurns(rules, path)
  clearImmediate(next)
  assert.deepEqual(match, { allowed: false, rule: 'Disallow: /*a*x' })
  assert.ok(turns > 30, `${turns} turns`)
})

test('blanks inside and round a line are trimmed as C does', () => {
  const file = Buffer.from(' \t\v\f user-agent \t : \v x \f # note\n\tdisallow\t:\t/a\u00a0 \t', 'latin1')
  assert.deepEqual(parseRobots(file), [
    { line: 1, kind: 'user-agent', value: 'x' },
    { line: 2, kind: 'disallow', value: '/a\u00a0' },
  ])
})
