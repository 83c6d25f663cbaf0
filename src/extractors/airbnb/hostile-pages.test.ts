import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { AirbnbData } from '#extractors/airbnb/request/airbnb-data.ts'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import { create } from './extract.ts'

const FIXTURES = new URL('fixtures/', import.meta.url)
const SCRIPT = /(<script id="data-deferred-state-0"[^>]*>)([\s\S]*?)(<\/script>)/
/** What a page without its data, or with data of another shape, ends in. */
const REFUSALS = new Set(['upstream_changed', 'target_http_error', 'empty_content'])
/** Each fifth value is replaced, by each of the hostile ones in turn: all of all takes minutes. */
const STRIDE = 5
const isData = Compile(AirbnbData)

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** In the place of any value: of other kinds, out of range, too long, too deep, with names that every object has. */
const HOSTILE: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' \n ',
  'x',
  '-0',
  '\u0000\ud800',
  '<b>'.repeat(200),
  '9'.repeat(400),
  '1,2.3 4€$'.repeat(300),
  [],
  [null, [], {}, 0, ''],
  {},
  { length: 3, constructor: null, toString: 1, hasOwnProperty: [] },
  { text: { text: { text: [] } }, title: 7, body: null, amount: {}, latitude: '1e9', id: [] },
]

interface Page {
  readonly name: string
  readonly html: string
  readonly state: Json
}

const pages: readonly Page[] = globSync('*.html', { cwd: FIXTURES })
  .toSorted()
  .flatMap((file) => {
    const html = readFileSync(new URL(file, FIXTURES), 'utf8')
    const state = SCRIPT.exec(html)?.[2]
    return state === undefined ? [] : [{ name: file, html, state: JSON.parse(state) as Json }]
  })

const { operations } = await create({ settings: {} })

/** The data of the page with this state, or null where it is refused; anything else fails the test. */
async function read({ name, html }: Page, text: string, what: string): Promise<AirbnbData | null> {
  const input = { html: html.replace(SCRIPT, (_, begin: string, __, end: string) => begin + text + end) }
  try {
    const output = await operations['extract']?.(input, extractContext(undefined, { isolate: isolateHere }))
    const data: unknown = output?.data
    assert.ok(isData.Check(data), `${name}, ${what}: ${JSON.stringify(isData.Errors(data).slice(0, 3))}`)
    assert.deepEqual(blanksIn(data), [], `${name}, ${what}`)
    return data
  } catch (error) {
    if (error instanceof SurveyorError && REFUSALS.has(error.code)) return null
    throw new Error(`${name}, ${what}`, { cause: error })
  }
}

/** Where a value says nothing: a text without words, a place at zero. */
function blanksIn(data: AirbnbData): string[] {
  const blanks: string[] = []
  JSON.stringify(data, (key, value: unknown) => {
    if (typeof value === 'string' && value.trim() === '') blanks.push(key)
    if (key === 'coordinates' && value !== null && Object(value).lat === 0 && Object(value).lng === 0)
      blanks.push(key)
    return value
  })
  return blanks
}

/** Each value in the tree with a way to put another one into its place for a moment. */
function* places(
  node: Json,
  path = '',
): Generator<{ path: string; as(value: Json, use: () => string): string }> {
  if (typeof node !== 'object' || node === null) return
  const holder = node as Record<string, Json>
  for (const [key, before] of Object.entries(holder)) {
    yield {
      path: `${path}/${key}`,
      as(value, use) {
        holder[key] = value
        const text = use()
        holder[key] = before
        return text
      },
    }
    yield* places(before, `${path}/${key}`)
  }
}

test('any value of a page may be of any other kind: null where it is not known, or a changed page', async () => {
  let at = 0
  for (const page of pages) {
    for (const { path, as } of places(page.state)) {
      const value = HOSTILE[at % HOSTILE.length] ?? null
      at += 1
      if (at % STRIDE > 0) continue
      const text = as(value, () => JSON.stringify(page.state))
      await read(page, text, `${path} = ${JSON.stringify(value).slice(0, 60)}`)
    }
  }
})

test('a name that is gone from the whole page costs its fields, or the page', async () => {
  for (const page of pages) {
    const names = new Set<string>()
    for (const { path } of places(page.state)) names.add(path.slice(path.lastIndexOf('/') + 1))
    for (const name of names) {
      if (/^\d+$/.test(name)) continue
      const text = JSON.stringify(page.state).replaceAll(`${JSON.stringify(name)}:`, '"gone":')
      await read(page, text, `without ${name}`)
    }
  }
})

test('data is found at any depth that is read, and refused below', async () => {
  const within = (depth: number, text: string): string =>
    `${'{"section":['.repeat(depth)}${text}${']}'.repeat(depth)}`
  for (const page of pages) {
    const text = JSON.stringify(page.state)
    const data = await read(page, text, 'as it is')
    assert.deepEqual(await read(page, within(20, text), 'deeper'), data)
    assert.equal(await read(page, within(5_000, text), 'too deep'), null)
    assert.equal(await read(page, text.slice(0, -1), 'cut'), null)
  }
})
