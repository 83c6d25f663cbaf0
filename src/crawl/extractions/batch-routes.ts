// The batch paths of operations with batches: many inputs, one parent job, always 202.
import { Type, type TSchema } from 'typebox'
import { JobAccepted } from '#contract/crawl/result.ts'
import type { Database } from '#platform/db/database.ts'
import { idempotent } from '#platform/http/idempotency/idempotency.ts'
import type { App } from '#platform/http/server/server.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { accepted } from './accepted.ts'
import { operationRoute, PAGE_LIMIT_BYTES } from './extraction-routes.ts'
import { batchFields, MAX_ITEMS, WebhookField } from '#crawl/requests/request-fields.ts'
import { takeBatch, type TakeBatchDeps } from './take-batch.ts'

/** The parts that the batch paths use. */
export interface BatchRouteDeps extends TakeBatchDeps {
  readonly db: Database
  readonly operations: readonly ExtractorOperation[]
}

/** One path for each operation with batches; an extractor that is only announced answers 501. */
export function batchRoutes(app: App, deps: BatchRouteDeps): void {
  for (const described of deps.operations) {
    const { batchType, batchPath, operation } = described
    if (batchType === null || batchPath === null) continue
    app.post(
      batchPath,
      {
        ...operationRoute(described, ['Idempotency-Key']),
        bodyLimit: PAGE_LIMIT_BYTES,
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
        const { webhook, ...batch } = request.body
        const parent = await takeBatch(deps, { ...described, batchType }, batch, webhook, request)
        return accepted(reply, parent)
      },
    )
  }
}

/** Items may omit what the defaults give, so each item is checked as a whole only after the defaults are applied. */
function batchBody(input: TSchema) {
  const given = Object.entries(propertiesOf(input)).map(([name, schema]) => {
    // If it were filled in now, a default of the schema would take precedence over one of the batch.
    const { default: _, ...rest } = schema as TSchema & { default?: unknown }
    return [name, Type.Optional(Type.Unsafe(rest))] as const
  })
  const fields = { ...Object.fromEntries(given), ...batchFields }
  const part = Type.Object(fields, { additionalProperties: false })
  return Type.Object(
    {
      items: Type.Array(part, { minItems: 1, maxItems: MAX_ITEMS, description: 'One input each.' }),
      defaults: Type.Optional(
        Type.Object(fields, { additionalProperties: false, description: 'For all items.' }),
      ),
      webhook: Type.Optional(WebhookField),
    },
    { additionalProperties: false },
  )
}
