// Every example of both interface descriptions is sent as it stands, and answered as the description says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { operationsOf, readDescription, type NamedOperation } from '#test/support/http/openapi.ts'
import {
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

/** The request that an operation shows: its parameters and its body. */
function requestOf(service: Service, operation: NamedOperation): ExampleRequest {
  const { method, path, parameters = [], requestBody } = operation
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(textOf(example)))
    if (place === 'query') query.set(name, textOf(example))
  }
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const isJson = type === 'application/json'
  return {
    service,
    method,
    path: query.size === 0 ? filled : `${filled}?${query.toString()}`,
    ...(media === undefined || type === undefined
      ? {}
      : {
          body: isJson ? JSON.stringify(media.example) : String(media.example),
          headers: { 'content-type': type },
        }),
  }
}

/** An extraction is waited for; these are waited for only on request, or not at all. */
const BACKGROUND = new Set(['/api/search', '/api/enrich/start'])

/** The problem of the answer to an example; null when it is as described. */
async function faultOf(
  world: ExampleWorld,
  service: Service,
  operation: NamedOperation,
  announced: ReadonlySet<string>,
) {
  const request = requestOf(service, operation)
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

for (const service of ['crawl', 'places'] as const) {
  test(`every example of ${service} works as it is described`, async (t) => {
    const world = await startExampleWorld(t)
    const operations = operationsOf(await readDescription(world.urls[service]))
    const announced = await announcedExtractors(world.urls.crawl)
    const faults: string[] = []
    let left = 0
    for (const operation of operations) {
      const { method, path } = operation
      if (NO_MAP !== false && needsMap(service, operation)) left += 1
      else {
        const fault = await faultOf(world, service, operation, announced)
        if (fault !== null) faults.push(`${method} ${path}: ${fault}`)
      }
    }
    if (NO_MAP !== false) t.diagnostic(`${left} examples are left out: ${NO_MAP}`)
    const hint = 'An example must name something of test/support/description/example-world.ts.'
    assert.deepEqual(faults, [], `${hint}\n${faults.join('\n')}`)
    assert.ok(operations.length - left > 20)
  })
}
