// /openapi-3.0.json of both services: nothing in it that OpenAPI 3.0.3 does not know, and nothing missing that it asks for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf, readDescription, type Description, type Schema } from '#test/support/http/openapi.ts'
import { startBoth } from '#test/support/description/start-both.ts'

/** OpenAPI 3.0.3, "Schema Object". */
const KEYWORDS = new Set(
  (
    'title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern ' +
    'maxItems minItems uniqueItems maxProperties minProperties required enum type allOf oneOf anyOf ' +
    'not items properties additionalProperties description format default nullable discriminator ' +
    'readOnly writeOnly xml externalDocs example deprecated'
  ).split(' '),
)
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])

/** The errors of a schema, with their places. */
function faultsOf(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [`${at} is no schema`]
  const { type, nullable, items, properties = {}, additionalProperties, not, ...rest } = schema as Schema
  const faults = Object.keys(schema)
    .filter((key) => !KEYWORDS.has(key))
    .map((key) => `${at} has ${key}`)
  if (type !== undefined && !TYPES.has(type as string))
    faults.push(`${at} has the type ${JSON.stringify(type)}`)
  if (nullable !== undefined && type === undefined) faults.push(`${at} is nullable without a type`)
  if ((type === 'array') !== (items !== undefined))
    faults.push(`${at} is an array without items, or the reverse`)
  for (const key of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (rest[key] !== undefined && typeof rest[key] !== 'boolean') faults.push(`${at}: ${key} is no flag`)
  }
  if ('enum' in rest && (!Array.isArray(rest['enum']) || rest['enum'].length === 0))
    faults.push(`${at}: empty enum`)
  if (Array.isArray(rest['enum']) && rest['enum'].includes(null) && nullable !== true) {
    faults.push(`${at} allows null but is not nullable`)
  }
  const parts: [string, unknown][] = [
    ...Object.entries(properties as Schema),
    ...(items === undefined ? [] : [['items', items] as [string, unknown]]),
    ...(not === undefined ? [] : [['not', not] as [string, unknown]]),
    ...(typeof additionalProperties === 'object' ? [['*', additionalProperties] as [string, unknown]] : []),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
      ((rest[key] ?? []) as unknown[]).map((part, index) => [`${key}/${index}`, part] as [string, unknown]),
    ),
  ]
  return [...faults, ...parts.flatMap(([name, part]) => faultsOf(part, `${at}/${name}`))]
}

function documentFaults(document: Description): string[] {
  const faults: string[] = []
  const ids = new Set<string>()
  for (const { method, path, operationId, parameters = [], requestBody, responses } of operationsOf(
    document,
  )) {
    const at = `${method} ${path}`
    if (ids.has(operationId)) faults.push(`${at}: operationId ${operationId} twice`)
    ids.add(operationId)
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    if (named.join() !== declared.join()) faults.push(`${at}: parameters ${declared.join()}`)
    for (const parameter of parameters) {
      if (parameter.in === 'path' && parameter.required !== true)
        faults.push(`${at}: ${parameter.name} not required`)
      faults.push(...faultsOf(parameter.schema, `${at} ${parameter.name}`))
    }
    if (requestBody !== undefined && method === 'GET') faults.push(`${at}: a body`)
    if (Object.keys(responses).length === 0) faults.push(`${at}: no responses`)
    const contents = [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.entries(part?.content ?? {}),
    )
    for (const [type, { schema }] of contents) {
      if (schema !== undefined) faults.push(...faultsOf(schema, `${at} ${type}`))
    }
    for (const [status, { description }] of Object.entries(responses)) {
      if (!/^[1-5]\d\d$/.test(status)) faults.push(`${at}: status ${status}`)
      if (typeof description !== 'string') faults.push(`${at}: ${status} has no description`)
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas))
    faults.push(...faultsOf(schema, name))
  return faults
}

test('the 3.0 document of both services is one, and has every operation of the 3.1 document', async (t) => {
  for (const [service, { url }] of Object.entries(await startBoth(t))) {
    const older = await readDescription(url, 'openapi-3.0.json')
    const newer = await readDescription(url)
    assert.equal(older.openapi, '3.0.3')
    assert.deepEqual(documentFaults(older), [], service)
    const names = (document: Description) =>
      operationsOf(document).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual(names(older), names(newer))
    // The check detects keywords that exist only in 3.1.
    assert.ok(documentFaults(newer).length > 0)
  }
})

test('an open service names the ways in, too, and where it is; metrics have one meaning each', async (t) => {
  const { crawl, places } = await startBoth(t)
  for (const { url } of [crawl, places]) {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as Description & {
      readonly servers: unknown
      readonly components: { readonly securitySchemes: object }
    }
    assert.deepEqual(Object.keys(document.components.securitySchemes).slice(0, 2), ['bearer', 'apiKey'])
    assert.deepEqual(document.paths['/api/jobs']?.['get']?.security, [{}, { bearer: [] }, { apiKey: [] }])
    assert.deepEqual(document.servers, [{ url: '/' }])
    const older = (await (await fetch(`${url}/openapi-3.0.json`)).json()) as {
      readonly info: { readonly license: unknown }
    }
    assert.deepEqual(older.info.license, { name: 'Apache-2.0' })

    const text = await (await fetch(`${url}/metrics`)).text()
    const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({
      name,
      type,
    }))
    assert.ok(families.length > 10)
    // OpenMetrics calls the family of a counter by its name without `_total`.
    const names = families.map(({ name, type }) => (type === 'counter' ? name.replace(/_total$/, '') : name))
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    )
  }
})
