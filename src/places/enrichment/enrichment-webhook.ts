// POST /api/enrich/webhook: signed reports of crawl about enrichments; stored at once, processed afterwards.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { JOB_STATES } from '#contract/job.ts'
import { CALLBACK_PATH } from '#contract/places/callback.ts'
import { Problem } from '#contract/problem.ts'
import { Nullable, Words } from '#contract/schema.ts'
import { IncomingWebhookBody, JOB_WEBHOOK_EVENTS, ReceivedWebhookAnswer } from '#contract/webhook.ts'
import { parseId } from '#kit/ids.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import { checkJob } from '#places/enrichment/running/enrichment-jobs.ts'
import { readOpen } from '#places/enrichment/running/enrichment-rows.ts'
import { endOf, reportEnd } from '#places/enrichment/running/send-enrichment.ts'
import type { App } from '#platform/http/server/server.ts'
import type { IncomingWebhook } from '#platform/webhooks/incoming/receive.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import type { IncomingHandler } from '#platform/webhooks/incoming/process-incoming.ts'

const WEBHOOK_ID = 'msg_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a80'

/** The largest result in an event is a quarter of a mebibyte (platform/webhooks/records/publish.ts). */
const BODY_LIMIT_BYTES = 524_288
const MAX_KEYS = 50_000

/** Adds the route. A report with a wrong signature is refused before its body is parsed. */
export function enrichmentWebhookRoute(app: App, { webhooks }: { readonly webhooks: Webhooks }): void {
  const verify = (request: FastifyRequest): void => webhooks.verify(asReceived(request))

  app.post(
    CALLBACK_PATH,
    {
      config: {
        group: 'enrich',
        scope: null,
        signed: true,
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
export function incomingEvents(engine: JobSubmission): Readonly<Record<string, IncomingHandler>> {
  const jobEnded = reportOf(engine)
  return {
    // A test of the way here: it carries nothing to work on.
    'webhook.test': async () => 'processed',
    ...Object.fromEntries(JOB_WEBHOOK_EVENTS.map((event) => [event, jobEnded])),
  }
}

/** The part of a report about a job of crawl that is read. */
const jobReport = lazyShape(
  Type.Object({
    jobId: Type.String(),
    status: Words(JOB_STATES),
    error: Nullable(Problem),
    metadata: Type.Object({ enrichmentId: Type.String() }),
    result: Type.Optional(Type.Unknown()),
  }),
)

/** A report that is late, or comes once more, or is of a request that was given up finds nothing to do. */
function reportOf(engine: JobSubmission): IncomingHandler {
  return async (tx, { data }) => {
    if (!jobReport.Check(data)) return 'nobody_waits'
    const id = parseId('enr', data.metadata.enrichmentId)
    const open = id === null ? null : await readOpen(tx, id)
    if (open === null) return 'nobody_waits'
    // Before its own answer is stored, crawl may have done the work and reported it.
    if (open.crawlJobId !== null && open.crawlJobId !== data.jobId) return 'nobody_waits'
    const { id: enrichmentId, attempts } = open
    if (data.status === 'succeeded' && data.result === undefined) {
      // A result that is too large for an event is fetched.
      await engine.enqueueMany([checkJob(enrichmentId, null, 0)], tx)
      return 'processed'
    }
    const end = endOf(data, 'callback')
    if (end === 'running') return 'nobody_waits'
    await reportEnd({ tx, engine }, { enrichmentId, crawlJobId: open.crawlJobId, attempts }, end, null)
    return 'processed'
  }
}
