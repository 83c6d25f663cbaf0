// The `webhooks` of an OpenAPI 3.1 document: the requests that the service sends, and how it treats the answer.
import type { SentWebhook } from '#contract/webhook-event.ts'

type Json = Record<string, unknown>

const HEADERS: readonly [name: string, required: boolean, description: string][] = [
  ['webhook-id', true, 'The same for all attempts and replays: who knows it has nothing to do.'],
  ['webhook-timestamp', true, 'Of this attempt, in seconds since 1970.'],
  [
    'webhook-signature',
    false,
    '`v1,` and the base64 of the HMAC-SHA-256 of `id.timestamp.body`; two of them while a secret changes; absent ' +
      'where nobody gave a secret.',
  ],
]

const ANSWERS: Json = {
  '2XX': { description: 'Taken.' },
  '410': { description: 'Disables the endpoint.' },
  '429': { description: 'Comes again after `Retry-After`; so do 502, 503 and 504.' },
  default: { description: 'Comes again later: see the retry table.' },
}

/** `hoist` moves named schemas to the components. */
export function describeWebhooks(
  webhooks: readonly SentWebhook[],
  hoist: (schema: unknown) => unknown,
): Json {
  if (webhooks.length === 0) return {}
  return {
    webhooks: Object.fromEntries(
      webhooks.map(({ event, summary, body, example }) => [
        event,
        {
          post: {
            operationId: operationIdOf(event),
            summary,
            tags: ['webhooks'],
            security: [],
            parameters: HEADERS.map(([name, required, description]) => ({
              name,
              in: 'header',
              required,
              description,
              schema: { type: 'string' },
            })),
            requestBody: {
              required: true,
              content: { 'application/json': { schema: hoist(body), example } },
            },
            responses: ANSWERS,
          },
        },
      ]),
    ),
  }
}

/** `onJobSucceeded` of `job.succeeded`. */
function operationIdOf(event: string): string {
  const words = event.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `on${words.join('')}`
}
