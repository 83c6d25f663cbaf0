// The cost of reading hostile bytes by their number: no reader may grow faster than linearly.
import type { Outcome } from '#lab/experiment.ts'
import { execFile } from 'node:child_process'
import { cpuUsage } from 'node:process'
import { promisify } from 'node:util'
import { decodeHtml } from '#parsing/sniffing/charset.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { refreshTarget } from '#parsing/page/meta-refresh.ts'
import { parseJsonLoosely } from '#parsing/json/parse-json.ts'
import { readNumber } from '#extractors/json/scalars/read-number.ts'
import { readPageFacts } from '#extractors/page/page-facts.ts'
import { readRdfa } from '#extractors/json/structured/rdfa/read-rdfa.ts'
import { scriptHints } from '#extractors/swagger/hints/script-hints.ts'
import { parseJson as parseStrictJson } from '#extractors/swagger/read/parse-json.ts'
import { phonesFromTags, emailsFromTags } from '#extractors/maps/osm/tags/contacts-from-tags.ts'
import { markdownContext } from '#extractors/markdown/serialize/markdown-context.ts'
import { writeMarkdown } from '#extractors/markdown/serialize/write-markdown.ts'
import { parseRobots } from '#kit/http/parse-robots.ts'
import { rulesFor } from '#platform/egress/robots/robots.ts'

export const name = 'lengths'
export const about =
  'CPU of each reader of strangers’ bytes at 1, 2 and 4 lengths of what is worst for it, and at 16 where 4 took too long'

const CHARS = 200_000
const TIMES = [1, 2, 4] as const
/** Room for what a reader makes of the longest text: moving what is still used from one half to the other is not the reader's. */
const ROOMY_HEAP = ['--min-semi-space-size=256', '--max-semi-space-size=512']
/** Four times the length in four times the time, twice that for caches and the garbage collector. */
const MAX_GROWTH = 8
/**
 * Where the heap grows, a linear reader too takes a step, once. So a growth is wrong only if the next one is as large.
 */
const CONFIRMED_AT = 16
/** Below that a figure says nothing. */
const FLOOR_MS = 40
const RUNS = 4

/** The repeated units of the attacks. */
const UNITS = [
  ' ',
  '\t',
  '\n',
  ' \n',
  '#',
  '/',
  '-',
  '_',
  '=',
  '?',
  '<',
  '<!--',
  '&',
  ':',
  '"',
  '\\',
  '[',
  '](',
  '*',
  '`',
  '|',
  '$',
  '.',
  '0',
  'a',
  'a@',
  '%',
  ';',
]

const markdownOf = (html: string): string => {
  const document = parseHtml(html)
  return writeMarkdown(
    [document.root],
    markdownContext(document, [document.root], {
      base: 'http://a.test/',
      links: 'inline',
      images: 'keep',
      dataUrls: false,
      gfm: true,
      skip: () => false,
    }),
  )
}

/** Each reader gets the attack between two other characters, so that nothing trims it away before. */
const READERS: Readonly<Record<string, (attack: string) => unknown>> = {
  'robots.txt': (attack) =>
    rulesFor(parseRobots(Buffer.from(`user-agent: *\na${attack}b: x\ndisallow: /${attack}x`, 'latin1')), 'x'),
  'text in a page': (attack) => markdownOf(`<p>a${attack}b<h1>a${attack}b</h1><b>a${attack}b</b>`),
  'attributes of a page': (attack) =>
    markdownOf(
      `<img src="a" alt='a${attack.replaceAll("'", '')}b'><a href="/x" title='a${attack.replaceAll("'", '')}b'>x</a>`,
    ),
  'code and formulas': (attack) =>
    markdownOf(`<pre>a${attack}b</pre><p><code>a${attack}b</code><math alttext='a${attack}b'>`),
  'a table': (attack) => markdownOf(`<table><tr><th>a${attack}b<th>x<tr><td>a<br>${attack}b<td>y</table>`),
  'a charset': (attack) => decodeHtml(Buffer.from(`<meta charset${attack}x`), `text/html; charset${attack}x`),
  'a refresh': (attack) =>
    refreshTarget(parseHtml(`<meta http-equiv=refresh content='0${attack}x'>`), 'http://a.test/'),
  'the facts of a page': (attack) =>
    readPageFacts(
      parseHtml(`<p>a${attack}b<a href='/x${attack.replaceAll("'", '')}'>a${attack}b</a>`),
      'http://a.test/',
      `a${attack}b`,
    ),
  'loose JSON': (attack) => parseJsonLoosely(`[${attack}x`),
  'RDFa of a page': (attack) =>
    readRdfa(
      parseHtml(
        `<p vocab="a${attack.replaceAll('"', '')}b" prefix='a: a${attack.replaceAll("'", '')}b'><b property='a${attack.replaceAll("'", '')}b'>a${attack}b</b>`,
      ),
      'http://a.test/',
    ),
  'a script': (attack) => scriptHints(`x = {a: "b", c: a${attack}b}; f(a${attack}b)`, 'http://a.test/'),
  'a mistake in JSON': (attack) => outcomeOf(() => parseStrictJson(`{"a": [${attack}b`)),
  'a number': (attack) => readNumber(`1${attack}1`),
  'tags of a map': (attack) => [
    phonesFromTags({ phone: `1${attack}x` }, 'DE'),
    emailsFromTags({ email: `a${attack}x` }),
  ],
}

function outcomeOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

/** The least of several runs: a garbage collection in one of them is not the reader's. */
function cpuMs(work: () => unknown): number {
  let min = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run += 1) {
    const before = cpuUsage()
    work()
    const { user, system } = cpuUsage(before)
    min = Math.min(min, (user + system) / 1_000)
    if (min < FLOOR_MS) break
  }
  return min
}

interface Growth {
  /** More than linear. */
  readonly wrong: readonly string[]
  /** Looked so, and was linear up to the length that confirms it. */
  readonly stepped: readonly string[]
  readonly slowest: Readonly<Record<string, string>>
}

function measure(): Growth {
  const wrong: string[] = []
  const stepped: string[] = []
  const slowest: Record<string, string> = {}
  for (const [reader, read] of Object.entries(READERS)) {
    let worst = 0
    for (const unit of UNITS) {
      const msAt = (times: number): number => cpuMs(() => read(unit.repeat((CHARS * times) / unit.length)))
      const ms = TIMES.map(msAt)
      const [first = 0, , last = 0] = ms
      if (last > worst) {
        worst = last
        slowest[reader] = `${JSON.stringify(unit)} ${ms.map((each) => each.toFixed(0)).join(', ')}`
      }
      const least = Math.max(first, FLOOR_MS / MAX_GROWTH)
      if (last > FLOOR_MS && last / least > MAX_GROWTH) {
        const confirming = msAt(CONFIRMED_AT)
        const list = confirming / last > MAX_GROWTH ? wrong : stepped
        const all = [...ms, confirming].map((each) => each.toFixed(0)).join(', ')
        list.push(`${reader}, ${JSON.stringify(unit)}: ${all} ms`)
      }
    }
  }
  return { wrong, stepped, slowest }
}

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, [...ROOMY_HEAP, import.meta.filename])
  const growth: Growth = JSON.parse(stdout)
  return {
    id: name,
    pass: growth.wrong.length === 0,
    figure: {
      chars: TIMES.map((times) => CHARS * times),
      readers: Object.keys(READERS).length,
      units: UNITS.length,
      ...growth,
    },
    secs: (performance.now() - startedAt) / 1_000,
  }
}

if (import.meta.main) console.log(JSON.stringify(measure()))
