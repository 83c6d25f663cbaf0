// The fields of requests besides those of an extractor: delivery, options of the job, many URLs, webhook.
import { Type, type TSchema } from 'typebox'
import { DELIVERIES, deliveryField } from '#contract/crawl/delivery.ts'
import { JobOptions } from '#contract/crawl/job-options.ts'
import { JOB_WEBHOOK_EVENTS, webhookRequest, type WebhookRequest } from '#contract/webhook.ts'
import type { OperationDescriptor } from '#extract/define-extractor.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import { visibleOwner, type Caller } from '#platform/http/auth/authenticator.ts'
import { propertiesOf } from './flat-query.ts'

/** The most inputs of one batch. */
export const MAX_ITEMS = 1_000
const FILES_ONLY = ['inline', 'artifact'] as const

/** The field `webhook` of a request: where its events go. */
export const WebhookField = webhookRequest(JOB_WEBHOOK_EVENTS)

/** The input of an operation, `delivery` with the values that the operation supports, and the options of its job. */
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

/** For the parts of a batch: their content cannot be the answer itself. */
export const batchFields = {
  delivery: Type.Optional(deliveryField(FILES_ONLY)),
  ...JobOptions.properties,
}

/** Fields of an input that a request may name many of, with the field for that: each value makes a job of a batch. */
const MANY = { url: 'urls', artifactId: 'artifactIds' } as const

/** The sources of a batch whose items are alike in all else. */
export interface ManySources {
  readonly field: keyof typeof MANY
  readonly values: readonly string[]
}

/** The body of a request: these fields, `webhook`, and `urls` and `artifactIds` when the operation takes many of them. */
export function requestBody(operation: OperationDescriptor): TSchema {
  const fields = requestFields(operation)
  const webhook = Type.Optional(WebhookField)
  const properties = propertiesOf(fields)
  const body = fields as TSchema & { oneOf?: readonly TSchema[] }
  if (!operation.batch || properties['url'] === undefined || body.oneOf === undefined)
    return { ...fields, properties: { ...properties, webhook } }
  const many = Object.entries(MANY).flatMap(([one, name]) => {
    const { [one]: source } = properties
    return source === undefined ? [] : [{ one, name, list: listOf(one, source) }]
  })
  const withLists = Object.entries(properties).flatMap(([name, schema]) => [
    [name, schema] as const,
    ...many.flatMap((each) => (each.one === name ? [[each.name, each.list] as const] : [])),
  ])
  const names = many.map(({ name }) => `\`${name}\``).join(' or ')
  return {
    ...body,
    properties: { ...Object.fromEntries(withLists), webhook },
    oneOf: [...body.oneOf, ...many.map(({ name }) => ({ required: [name] }))],
    description: `${String(Object(body).description ?? '')} Or ${names}, for a batch.`.trim(),
  }
}

function listOf(field: string, source: TSchema): TSchema {
  return Type.Optional(
    Type.Array(source, {
      minItems: 1,
      maxItems: MAX_ITEMS,
      description: `In the place of \`${field}\`: a batch with a job for each, all else alike. Answers 202.`,
    }),
  )
}

interface TakenBody {
  readonly webhook?: WebhookRequest
  readonly urls?: readonly string[]
  readonly artifactIds?: readonly string[]
}

/** Splits a body that fits `requestBody`. `many` is null when there is one input. */
export function takeBody(body: unknown): {
  readonly fields: object
  readonly many: ManySources | null
  readonly asked: WebhookRequest | undefined
} {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server has checked it by `requestBody`
  const { webhook: asked, urls, artifactIds, ...fields } = body as TakenBody
  const many =
    urls !== undefined
      ? ({ field: 'url', values: urls } as const)
      : artifactIds !== undefined
        ? ({ field: 'artifactId', values: artifactIds } as const)
        : null
  return { fields, many, asked }
}

/** The webhook that the job is enqueued with. Throws as `Webhooks.accept`. */
export async function webhookOf(
  { webhooks }: { readonly webhooks: Webhooks },
  asked: WebhookRequest | undefined,
  caller: Caller,
): Promise<WebhookTarget | undefined> {
  return webhooks.announcementFor(
    asked === undefined ? null : await webhooks.accept(asked, visibleOwner(caller, 'webhooks')),
  )
}
