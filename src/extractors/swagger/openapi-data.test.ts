// Every file of the public set (../shared/data/openapi): read, checked, converted, resolved, or refused with a reason.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { sameJson, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { validateSpec } from '#extractors/swagger/validate/validate-spec.ts'
import { readDescription, type ReadOptions } from '#extractors/swagger/work/read-description.ts'

const SET = 'data/openapi'
const skipped = { skip: skipWithout(SET) }
const OPTIONS: ReadOptions = {
  output: 'both',
  validate: true,
  convertTo: 'none',
  resolveRefs: 'none',
  filter: null,
}
/** Not ours to change: what the authors of these files got wrong, by the rules of OpenAPI. */
const WRONG = {
  ambiguous_path: 10,
  minProperties: 1,
  unknown_security_scheme: 6,
}

const filesOf = (folder: string): string[] =>
  (readdirSync(sharedPath(`${SET}/${folder}`), { recursive: true }) as string[])
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .map((name) => `${folder}/${name}`)

const read = (file: string, options: Partial<ReadOptions> = {}) => {
  const text = readFileSync(sharedPath(`${SET}/${file}`), 'utf8')
  const url = `https://specs.example/${file}`
  return readDescription({ text, url, others: [], options: { ...OPTIONS, ...options } })
}

test('every file is read, and what is not a description is named', skipped, async () => {
  const manifest = readFileSync(sharedPath(`${SET}/MANIFEST.md`), 'utf8')
  const versions: Record<string, number> = {}
  const refused: string[] = []
  const wrong: Record<string, number> = {}
  let operations = 0
  for (const [, folder = '', files] of manifest.matchAll(/^\| ([\w-]+) \| (\d+) \| \d+ \|$/gm)) {
    const names = filesOf(folder)
    assert.equal(names.length, Number(files), folder)
    for (const name of names) {
      const reading = await read(name)
      if (reading.type !== 'description') {
        refused.push(`${name}: ${reading.type === 'nothing' ? reading.detail : reading.type}`)
        continue
      }
      const version = reading.specVersion?.slice(0, 3) ?? 'none'
      versions[version] = (versions[version] ?? 0) + 1
      assert.deepEqual(reading.warnings, [], name)
      for (const { code } of reading.validation?.errors ?? []) wrong[code] = (wrong[code] ?? 0) + 1
      operations += reading.lists?.operations.length ?? 0
    }
  }
  assert.deepEqual(refused, ['oas-examples/test/tsconfig.json: JSON that describes no API'])
  assert.deepEqual(versions, { '2.0': 48, '3.0': 164, '3.1': 29 })
  assert.deepEqual(wrong, WRONG)
  assert.equal(operations, 3_169)
})

test('what was right is right as 3.1, with its references resolved or not', skipped, async () => {
  for (const folder of ['autorest-swagger2', 'directory', 'oas-examples', 'other']) {
    for (const name of filesOf(folder)) {
      const small = statSync(sharedPath(`${SET}/${name}`)).size < 20_000
      for (const resolveRefs of small ? (['none', 'internal'] as const) : (['none'] as const)) {
        const reading = await read(name, { resolveRefs, convertTo: '3.1' })
        if (reading.type !== 'description' || reading.validation?.valid !== true) continue
        const { errors } = await validateSpec(reading.spec as JsonObject, '3.1')
        // A rule that Swagger 2.0 did not have.
        const others = errors.filter(({ code }) => code !== 'ambiguous_path')
        assert.deepEqual(others, [], `${name} ${resolveRefs}`)
        assert.equal(reading.convertedTo, reading.specVersion?.startsWith('3.1') === true ? null : '3.1.1')
      }
    }
  }
})

test('JSON and YAML of one description are read alike', skipped, async () => {
  const differing: string[] = []
  let pairs = 0
  for (const version of ['2.0', '3.0', '3.1']) {
    for (const name of filesOf(`oas-examples/${version}/yaml`)) {
      const twin = name.replace('/yaml/', '/json/').replace(/\.yaml$/, '.json')
      const [yaml, json] = [await read(name), await read(twin)]
      assert.ok(yaml.type === 'description' && json.type === 'description')
      if (!sameJson(yaml.spec, json.spec)) differing.push(name)
      pairs += 1
    }
  }
  assert.equal(pairs, 38)
  // Their authors wrote other things into the two.
  assert.deepEqual(differing, [
    'oas-examples/2.0/yaml/petstore-expanded.yaml',
    'oas-examples/3.1/yaml/parameters-style.yaml',
    'oas-examples/3.1/yaml/train-travel.yaml',
  ])
})
