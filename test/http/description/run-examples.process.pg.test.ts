// Every example of both interface descriptions is sent as it stands, and answered as the description says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { operationsOf, readDescription, type NamedOperation } from '#test/support/http/openapi.ts'
import {
  EXAMPLE_HINT,
  NO_MAP,
  startExampleWorld,
  type ExampleRequest,
  type ExampleWorld,
} from '#test/support/description/example-world.ts'

type Service = ExampleRequest['service']

/** Lists stand in one parameter, with commas. */
const textOf = (example: unknown): string =>
  typeof example === 'string'
    ? example
    : [example]
        .flat()
        .map((part) => JSON.stringify(part))
        .join(',')
        .replaceAll('"', '')

/** The requests that an operation shows: its parameters with each of its bodies. */
function requestsOf(service: Service, operation: NamedOperation): ExampleRequest[] {
  const { method, path, parameters = [], requestBody } = operation
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(textOf(example)))
    if (place === 'query') query.set(name, textOf(example))
  }
  const request = { service, method, path: query.size === 0 ? filled : `${filled}?${query.toString()}` }
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema, example }]) => {
    if (type === 'multipart/form-data') return { form: formOf(schema, example) }
    const body = type === 'application/json' ? JSON.stringify(example) : String(example)
    return { body, headers: { 'content-type': type } }
  })
  return bodies.length === 0 ? [request] : bodies.map((body) => ({ ...request, ...body }))
}

/** Files are `@`, and what is not flat is JSON. */
function formOf(schema: unknown, example: unknown): NonNullable<ExampleRequest['form']> {
  const { properties = {} } = schema as { properties?: Record<string, { format?: string; items?: object }> }
  return Object.entries(Object(example) as object).flatMap(([name, value]) => {
    const { format } = { ...properties[name], ...properties[name]?.items } as { format?: string }
    if (format === 'binary') return [value].flat().map(() => [name, '@'] as const)
    const isFlat = Array.isArray(value) || typeof value !== 'object'
    return [[name, isFlat ? textOf(value) : JSON.stringify(value)] as const]
  })
}

/** An extraction is waited for; these are waited for only on request, or not at all. */
const BACKGROUND = new Set(['/api/search', '/api/enrich/start'])

/** The problem of the answer to an example; null when it is as described. */
async function faultOf(
  world: ExampleWorld,
  operation: NamedOperation,
  request: ExampleRequest,
  announced: ReadonlySet<string>,
) {
  const { status, mediaType, text, json } = await world.send(request)
  const shown = `${status} ${text.slice(0, 400)}`
  if (isPending(operation, announced))
    return status === 501 ? null : `must not be built, but answered ${shown}`
  const described = operation.responses[String(status)]
  if (described === undefined || status >= 300) return shown
  if (status === 202 && !BACKGROUND.has(operation.path) && operation.responses['200'] !== undefined)
    return `no answer in time: ${shown}`
  if (json === null) return null
  const schema = described.content?.[mediaType]?.schema
  if (schema === undefined) return `${mediaType} is not described`
  if (!Check(schema, json)) return `breaks its schema: ${shown}`
  if (status !== 202 || !/\/batch\/|\/api\/search$/.test(operation.path)) return null
  const end = await world.ended(request, json)
  return end === 'succeeded' ? null : `ended as ${String(end)}`
}

/** Of an extractor that is announced and not there yet. */
function isPending({ path }: NamedOperation, announced: ReadonlySet<string>): boolean {
  return announced.has(/^\/api\/v1\/([^/]+)\//.exec(path)?.[1] ?? '')
}

async function announcedExtractors(crawlUrl: string): Promise<ReadonlySet<string>> {
  const answer = await fetch(`${crawlUrl}/api/v1/extractors`)
  const { items } = (await answer.json()) as { items: { name: string; available: boolean }[] }
  assert.ok(items.some(({ available }) => available))
  return new Set(items.flatMap(({ name, available }) => (available ? [] : [name])))
}

const needsMap = (service: Service, { path }: NamedOperation) =>
  path.includes('/maps/') || (service === 'places' && /\{(?:id|placeId|sessionId)\}/.test(path))

test('every example of both services works as it is described', async (t) => {
  const world = await startExampleWorld(t)
  const announced = await announcedExtractors(world.urls.crawl)
  for (const service of ['crawl', 'places'] as const) {
    await t.test(service, async (t) => {
      const operations = operationsOf(await readDescription(world.urls[service]))
      const faults: string[] = []
      let left = 0
      for (const operation of operations) {
        const { method, path } = operation
        if (NO_MAP !== false && needsMap(service, operation)) left += 1
        else {
          for (const request of requestsOf(service, operation)) {
            const fault = await faultOf(world, operation, request, announced)
            const kind = request.form === undefined ? '' : ' by form'
            if (fault !== null) faults.push(`${method} ${path}${kind}: ${fault}`)
          }
        }
      }
      if (NO_MAP !== false) t.diagnostic(`${left} examples are left out: ${NO_MAP}`)
      assert.ok(faults.length === 0, `${EXAMPLE_HINT}\n${faults.join('\n')}`)
      assert.ok(operations.length - left > 20)
    })
  }
})
