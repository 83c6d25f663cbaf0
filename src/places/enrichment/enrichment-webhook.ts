// POST /api/enrich/webhook: signed reports of crawl about enrichments; stored at once, processed afterwards.
import type { FastifyRequest } from 'fastify'
import { IncomingWebhookBody, ReceivedWebhookAnswer } from '#contract/webhook.ts'
import type { App } from '#platform/http/server/server.ts'
import type { IncomingWebhook } from '#platform/webhooks/incoming/receive.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import type { IncomingHandler } from '#platform/webhooks/incoming/process-incoming.ts'

const WEBHOOK_ID = 'msg_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a80'

/** The largest result in an event is a quarter of a mebibyte (platform/webhooks/publish.ts). */
const BODY_LIMIT_BYTES = 524_288
const MAX_KEYS = 50_000

/** Adds the route. A report with a wrong signature is refused before its body is parsed. */
export function enrichmentWebhookRoute(app: App, { webhooks }: { readonly webhooks: Webhooks }): void {
  const verify = (request: FastifyRequest): void => webhooks.verify(asReceived(request))

  app.post(
    '/api/enrich/webhook',
    {
      config: {
        group: 'enrich',
        scope: null,
        signed: true,
        seed: true,
        maxKeys: MAX_KEYS,
        // Verified before anything is parsed: another sender learns nothing, and costs no more than reading the bytes.
        rawBody: verify,
      },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        summary: 'Receive results of enrichment',
        description:
          'Standard Webhooks 1.0, signed with the secret that crawl and places share (`SURVEYOR_CALLBACK_SECRET`), at ' +
          'most five minutes old. Kept once by its `webhook-id` and answered before any work; a repeat gets the same ' +
          'answer. What became of it is in the record.',
        body: {
          ...IncomingWebhookBody,
          examples: [{ type: 'webhook.test', timestamp: '2026-11-21T09:00:00.000Z', data: { sequence: 1 } }],
        },
        response: {
          202: {
            ...ReceivedWebhookAnswer,
            examples: [
              {
                recordId: 'whk_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a81',
                webhookId: WEBHOOK_ID,
                event: 'webhook.test',
              },
            ],
          },
        },
      },
      preValidation: async (request) => {
        if (request.rawBody === null) verify(request)
      },
    },
    async (request, reply) => {
      const { recordId, webhookId, event } = await webhooks.receive(asReceived(request))
      return reply.code(202).send({ recordId, webhookId, event })
    },
  )
}

function asReceived({ headers, rawBody }: FastifyRequest): IncomingWebhook {
  return { headers, rawBody: rawBody ?? Buffer.alloc(0) }
}

/** By event type. An event of any other type is discarded, and its record says so. */
export const INCOMING_EVENTS: Readonly<Record<string, IncomingHandler>> = {
  /** Its only purpose is to arrive. */
  'webhook.test': async () => 'processed',
}
