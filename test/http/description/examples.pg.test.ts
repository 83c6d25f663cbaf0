// Every operation of both services shows an example, each fits its schema, every schema is one, and no default turns one request
// into another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Check } from 'typebox/value'
import { operationsOf, readDescription, type NamedOperation } from '#test/support/http/openapi.ts'
import { startBoth } from '#test/support/description/start-both.ts'

interface Example {
  readonly where: string
  readonly schema: object
  readonly value: unknown
}

function examplesOf({ parameters = [], requestBody, responses }: NamedOperation): Example[] {
  const contents = [
    ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => [`body ${type}`, media] as const),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([type, media]) => [`${status} ${type}`, media] as const),
      ),
    ...parameters.map((parameter) => [`parameter ${parameter.name}`, parameter] as const),
  ]
  return contents.flatMap(([where, { schema = {}, example }]) =>
    example === undefined ? [] : [{ where, schema, value: example }],
  )
}

test('every operation that is built has an example, and no example breaks its schema', async (t) => {
  for (const [service, { url }] of Object.entries(await startBoth(t))) {
    const operations = operationsOf(await readDescription(url))
    assert.ok(operations.length > 20, service)
    const without: string[] = []
    const wrong: string[] = []
    for (const operation of operations) {
      const name = `${service} ${operation.method} ${operation.path}`
      const examples = examplesOf(operation)
      const isBuilt = Object.keys(operation.responses).some((status) => status.startsWith('2'))
      if (isBuilt && examples.length === 0) without.push(name)
      if (operation.requestBody !== undefined && !examples.some(({ where }) => where.startsWith('body'))) {
        without.push(`${name}: its body`)
      }
      for (const { where, schema, value } of examples) {
        if (!Check(schema, value)) wrong.push(`${name}: ${where}: ${JSON.stringify(value).slice(0, 300)}`)
      }
    }
    assert.deepEqual(without, [])
    assert.deepEqual(wrong, [])
  }
})

/** The compiler of the routes trusts them. */
test('every schema of a description is valid by JSON Schema', async (t) => {
  const ajv = new Ajv2020({ strict: false, logger: false })
  for (const { url } of Object.values(await startBoth(t))) {
    const wrong: string[] = []
    for (const { method, path, parameters = [], requestBody, responses } of operationsOf(
      await readDescription(url),
    )) {
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      )
      for (const { schema = {} } of [...parameters, ...contents]) {
        if (ajv.validateSchema(schema) !== true) wrong.push(`${method} ${path}: ${ajv.errorsText()}`)
      }
    }
    assert.deepEqual(wrong, [])
  }
  assert.equal(ajv.validateSchema({ type: 'object', properties: { a: { minimum: 'x' } } }), false)
})

/** Objects that need a key, and would never lack one: their defaults are filled in before they are judged. */
function selfFilled(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { minProperties = 0, properties = {} } = schema as {
    minProperties?: number
    properties?: Record<string, object>
  }
  const filled = Object.entries(properties).filter(([, property]) => 'default' in property)
  return [
    ...(minProperties > 0 ? filled.map(([name]) => `${at}/${name}`) : []),
    ...Object.entries(schema).flatMap(([key, part]) => selfFilled(part, `${at}/${key}`)),
  ]
}

test('no default is filled in where leaving the field out means something else', async (t) => {
  for (const { url } of Object.values(await startBoth(t))) {
    for (const { method, path, requestBody } of operationsOf(await readDescription(url)))
      assert.deepEqual(selfFilled(requestBody?.content, `${method} ${path}`), [])
  }
})
