// The batch paths of the operations that take one: many inputs, one parent job, always 202.
import { Type, type TSchema } from 'typebox'
import { JobAccepted } from '#contract/result.ts'
import type { Database } from '#platform/db/database.ts'
import { idempotent } from '#platform/http/idempotency.ts'
import type { ArtifactDesk } from '#crawl/artifacts/artifact-desk.ts'
import type { App } from '#platform/http/server.ts'
import type { JobEngine } from '#platform/jobs/job-engine.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import { propertiesOf } from '#crawl/use-cases/flat-query.ts'
import type { ExtractorOperation } from '#crawl/use-cases/operations.ts'
import { submitBatch } from '#crawl/use-cases/submit-batch.ts'
import { accepted } from './accepted.ts'
import { BatchDelivery } from './delivery-field.ts'
import { operationRoute } from './extractions.ts'
import { requireInputScopes } from './input-scopes.ts'
import { checkSources } from './input-sources.ts'
import { jobOrigin } from './job-origin.ts'
import { WebhookField, webhookOf } from './webhook-field.ts'

const MOST_ITEMS = 1_000

export interface BatchRouteDeps {
  readonly db: Database
  readonly engine: JobEngine
  readonly operations: readonly ExtractorOperation[]
  readonly webhooks: Webhooks
  readonly artifacts: ArtifactDesk
}

export function batchRoutes(app: App, deps: BatchRouteDeps): void {
  for (const described of deps.operations) {
    const { batchType, batchPath, operation } = described
    if (batchType === null || batchPath === null) continue
    app.post(
      batchPath,
      {
        ...operationRoute(described, ['Idempotency-Key']),
        schema: {
          summary: `${operation.summary} Many at once.`,
          description:
            'Answers 202 with a parent job; each item is a job of its own below it (`GET /api/jobs?parentId=`), ' +
            'and the parent ends when all of them have.',
          body: {
            ...batchBody(operation.input),
            examples: [{ items: [operation.example.request] }],
          },
          response: { 202: JobAccepted },
        },
        ...idempotent(deps),
      },
      async (request, reply) => {
        const { webhook: asked, ...batch } = request.body
        requireInputScopes(request.caller, [batch.defaults, ...batch.items])
        await checkSources(deps.artifacts, request.caller, [
          { input: batch.defaults, place: '/defaults/' },
          ...batch.items.map((input, index) => ({ input, place: `/items/${index}/` })),
        ])
        const webhook = await webhookOf(deps, asked)
        const parent = await submitBatch(
          deps,
          { ...described, batchType },
          batch,
          jobOrigin(request),
          webhook,
        )
        return accepted(reply, parent)
      },
    )
  }
}

/** Items may leave out what the defaults give, so each is checked as a whole only once it is laid over them. */
function batchBody(input: TSchema) {
  const given = Object.entries(propertiesOf(input)).map(([name, schema]) => {
    // Filled in now, a default of the schema would win over one of the batch.
    const { default: _, ...rest } = schema as TSchema & { default?: unknown }
    return [name, Type.Optional(Type.Unsafe(rest))] as const
  })
  const fields = { ...Object.fromEntries(given), delivery: Type.Optional(BatchDelivery) }
  const part = Type.Object(fields, { additionalProperties: false })
  return Type.Object(
    {
      items: Type.Array(part, { minItems: 1, maxItems: MOST_ITEMS, description: 'One input each.' }),
      defaults: Type.Optional(
        Type.Object(fields, { additionalProperties: false, description: 'For all items.' }),
      ),
      webhook: Type.Optional(WebhookField),
    },
    { additionalProperties: false },
  )
}
