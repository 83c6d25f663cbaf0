// The golden-fixture runner of extractors: one case for each fixture, and no untested expectation.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const EXPECTED = '.expected.json'

/** The files of one case, without its expectation. */
export interface FixtureCase {
  /** `monaco` for `monaco.osm` and `monaco.expected.json`. */
  readonly name: string
  /** The files of the case by the rest of their name: `.osm`, `.request.json`. */
  readonly files: ReadonlyMap<string, Buffer>
}

/**
 * Registers a test for each `<case>.*` in `folder`: the output of `run` for the files must equal
 * `<case>.expected.json`, as JSON. A case without an expectation fails, and so does an expectation without a case.
 */
export async function fixtureTest(
  folder: URL,
  run: (fixture: FixtureCase) => Promise<unknown>,
): Promise<void> {
  const root = folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`)
  const names = (await readdir(root)).filter((name) => !name.startsWith('.')).toSorted()
  const cases = new Map<string, string[]>()
  for (const name of names) {
    const stem = name.slice(0, name.indexOf('.', 1))
    cases.set(stem, [...(cases.get(stem) ?? []), name.slice(stem.length)])
  }
  test('there are fixtures', () => assert.ok(cases.size > 0, `none in ${root.pathname}`))
  for (const [name, endings] of cases) {
    test(`fixture ${name}`, async () => {
      assert.ok(endings.includes(EXPECTED), `${name}${EXPECTED} is missing: write down what is right`)
      assert.ok(endings.length > 1, `${name}${EXPECTED} expects something of nothing`)
      const files = new Map<string, Buffer>()
      for (const ending of endings) files.set(ending, await readFile(new URL(name + ending, root)))
      const expected: unknown = JSON.parse(String(files.get(EXPECTED)))
      files.delete(EXPECTED)
      const actual: unknown = JSON.parse(JSON.stringify(await run({ name, files })))
      assert.deepEqual(actual, expected)
    })
  }
}
