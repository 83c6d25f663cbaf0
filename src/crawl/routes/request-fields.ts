// What stands beside the fields of an extractor in requests: delivery, options of the job, many URLs, webhook.
import { Type, type TSchema } from 'typebox'
import { DELIVERIES, deliveryField } from '#contract/delivery.ts'
import { JobOptions } from '#contract/job-options.ts'
import { JOB_WEBHOOK_EVENTS, webhookRequest, type WebhookRequest } from '#contract/webhook.ts'
import type { OperationDescriptor } from '#extract/define-extractor.ts'
import type { WebhookTarget } from '#platform/webhooks/target.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import { ownerSeen, type Caller } from '#platform/http/authenticator.ts'
import { propertiesOf } from '#crawl/use-cases/flat-query.ts'

export const MAX_ITEMS = 1_000
const FILES_ONLY = ['inline', 'artifact'] as const

export const WebhookField = webhookRequest(JOB_WEBHOOK_EVENTS)

/** The input of an operation, `delivery` in the words that the operation knows, and the options of its job. */
export function requestFields({ input, raw }: OperationDescriptor): TSchema {
  const words = raw === undefined ? FILES_ONLY : DELIVERIES
  const own = {
    delivery: Type.Optional(deliveryField(words, { default: 'inline' })),
    ...JobOptions.properties,
  }
  for (const name of Object.keys(own))
    if (name in propertiesOf(input))
      throw new Error(`'${name}' is a field of every request, not of an extractor.`)
  return { ...input, properties: { ...propertiesOf(input), ...own } }
}

/** Of the parts of a batch: nobody waits there for the content itself. */
export const batchFields = {
  delivery: Type.Optional(deliveryField(FILES_ONLY)),
  ...JobOptions.properties,
}

/** The body of a request: these fields, `webhook`, and `urls` where the operation takes many of what `url` is. */
export function requestBody(operation: OperationDescriptor): TSchema {
  const fields = requestFields(operation)
  const webhook = Type.Optional(WebhookField)
  const { url, ...others } = propertiesOf(fields)
  const body = fields as TSchema & { oneOf?: readonly TSchema[] }
  if (!operation.batch || url === undefined || body.oneOf === undefined)
    return { ...fields, properties: { ...propertiesOf(fields), webhook } }
  const urls = Type.Optional(
    Type.Array(url, {
      minItems: 1,
      maxItems: MAX_ITEMS,
      description: 'In the place of `url`: a batch with a job for each, all else alike. Answers 202.',
    }),
  )
  return {
    ...body,
    properties: { url, urls, ...others, webhook },
    oneOf: [...body.oneOf, { required: ['urls'] }],
    description: `${String(Object(body).description ?? '')} Or \`urls\`, for a batch.`.trim(),
  }
}

/** Takes a body that fits `requestBody` apart. `urls` is null where there is one input. */
export function takeBody(body: unknown): {
  readonly fields: object
  readonly urls: readonly string[] | null
  readonly asked: WebhookRequest | undefined
} {
  const {
    webhook: asked,
    urls,
    ...fields
  } = body as {
    readonly webhook?: WebhookRequest
    readonly urls?: readonly string[]
  }
  return { fields, urls: urls ?? null, asked }
}

/** What the job is enqueued with. Throws as `Webhooks.accept`. */
export async function webhookOf(
  { webhooks }: { readonly webhooks: Webhooks },
  asked: WebhookRequest | undefined,
  caller: Caller,
): Promise<WebhookTarget | undefined> {
  return webhooks.announcementFor(
    asked === undefined ? null : await webhooks.accept(asked, ownerSeen(caller, 'webhooks')),
  )
}
