// What people ask of pages that they made up without having seen the code, beside what those pages say (docs/json.md).
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { create } from './extract.ts'

/** By set: the least precision and recall of values. The classes of the second one were mended, nothing for the first. */
const REACHED = [
  ['first', 0.973, 0.757],
  ['second', 0.994, 0.988],
] as const

interface AskedPage {
  readonly html: string
  readonly url: string
  readonly schema: JsonObject
  readonly truth: JsonValue
  /** By JSON Pointer: other values that are right as well. */
  readonly may?: Readonly<Record<string, readonly JsonValue[]>>
}

/** Each scalar by its JSON Pointer; an empty list is null. */
function scalarsOf(value: JsonValue, pointer = ''): [string, JsonValue][] {
  if (!isJsonObject(value) && !Array.isArray(value)) return [[pointer, value]]
  const entries = Object.entries(value)
  return entries.length === 0
    ? [[pointer, null]]
    : entries.flatMap(([key, inner]) => scalarsOf(inner, `${pointer}/${key}`))
}

/** Texts but for white space and a last slash; moments in any zone. */
function isSame(a: JsonValue, b: JsonValue): boolean {
  const [one, other] = [a, b].map((value) =>
    typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim().replace(/\/$/, '') : value,
  )
  if (one === other) return true
  const isMoment = (text: unknown): text is string =>
    typeof text === 'string' && /^\d{4}-\d\d-\d\dT/.test(text)
  return isMoment(one) && isMoment(other) && Date.parse(one) === Date.parse(other)
}

for (const [name, leastPrecision, leastRecall] of REACHED) {
  test(name, async (t) => {
    const file = new URL(`../../../test/support/asked-schemas/${name}.jsonl`, import.meta.url)
    const pages = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AskedPage)
    const { operations } = await create({ settings: {} })
    const counts = { right: 0, wrong: 0, missing: 0, extra: 0 }
    for (const { html, url, schema, truth, may = {} } of pages) {
      const input = { html, baseUrl: url, schema, found: false }
      const output = await operations['extract']?.(input, extractContext(undefined, { isolate: isolateHere }))
      assert.ok(output !== undefined)
      const { value } = output.data as { readonly value: JsonValue }
      const [got, wanted] = [new Map(scalarsOf(value)), new Map(scalarsOf(truth))]
      for (const pointer of new Set([...got.keys(), ...wanted.keys()])) {
        const [given, right] = [got.get(pointer) ?? null, wanted.get(pointer) ?? null]
        if (given === null && right === null) continue
        const isRight = [right, ...(may[pointer] ?? [])].some((one) => isSame(given, one))
        if (isRight && given === null) continue
        const verdict = isRight ? 'right' : given === null ? 'missing' : right === null ? 'extra' : 'wrong'
        counts[verdict] += 1
        if (!isRight) t.diagnostic(`${url} ${pointer}: ${JSON.stringify(given)} for ${JSON.stringify(right)}`)
      }
    }
    const { right, wrong, missing, extra } = counts
    const [precision, recall] = [right / (right + wrong + extra), right / (right + wrong + missing)]
    t.diagnostic(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
    assert.equal(pages.length, 40)
    assert.ok(precision >= leastPrecision, `precision ${precision}`)
    assert.ok(recall >= leastRecall, `recall ${recall}`)
  })
}
