// Every request that README and docs/ show is sent as it stands, and does what they say.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import {
  EXAMPLE_HINT,
  KEPT_PAGE,
  NO_MAP,
  SEARCH_DATA,
  startExampleWorld,
  type ExampleRequest,
} from '#test/support/description/example-world.ts'
import { documentedRequests } from '#test/support/description/read-docs.ts'

/** The parts of bodies that the documents omit. */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  [/"data": ?\{…\}/g, `"data": ${JSON.stringify(SEARCH_DATA)}`],
  [/whsec_…/g, makeSecret()],
  [/p9Zl3S…/g, KEPT_PAGE.key],
  [/"sha256": "…"/g, `"sha256": "${KEPT_PAGE.sha256}"`],
  [/"bodyBytes": \d+/g, `"bodyBytes": ${KEPT_PAGE.bodyBytes}`],
  [/KLUv\/…/g, KEPT_PAGE.body],
  [/\{…\}/g, '{}'],
  [/"…"/g, '"text"'],
]

function completed(request: ExampleRequest): ExampleRequest {
  const { body } = request
  if (body === undefined) return request
  return { ...request, body: LEFT_OUT.reduce((text, [gap, filled]) => text.replaceAll(gap, filled), body) }
}

function holds(whole: unknown, part: unknown): boolean {
  if (isDeepStrictEqual(whole, part)) return true
  return Object(whole) === whole && Object.values(whole as object).some((inner) => holds(inner, part))
}

/** Places asks a map, also for what it shows by an id. */
const needsMap = ({ service, path }: ExampleRequest) => service === 'places' || path.includes('/maps/')

test('every request in README and docs works as it is shown', async (t) => {
  const world = await startExampleWorld(t)
  const shown = await documentedRequests()
  const faults: string[] = []
  for (const { place, request, status, part } of shown) {
    if (NO_MAP !== false && needsMap(request)) {
      t.diagnostic(`${place} is left out: ${NO_MAP}`)
      continue
    }
    const answer = await world.send(completed(request))
    const isRight = status === null ? answer.status < 300 : answer.status === status
    const text = `${place}: ${request.method} ${request.path} answered ${answer.status} ${answer.text.slice(0, 400)}`
    if (!isRight) faults.push(text)
    else if (part !== undefined && !holds(answer.json, part))
      faults.push(`${text}, without ${JSON.stringify(part)}`)
    else if (answer.status === 202 && 'id' in Object(answer.json)) {
      const end = await world.ended(request, answer.json)
      if (end !== 'succeeded') faults.push(`${text} and ended as ${String(end)}`)
    }
  }
  assert.ok(faults.length === 0, `${EXAMPLE_HINT}\n${faults.join('\n')}`)
  assert.ok(shown.length >= 15, `only ${shown.length} requests were found`)
})
