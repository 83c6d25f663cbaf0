// The `webhook` of requests that start jobs: part of the body, but none of the extractor's business.
import { Type, type TSchema } from 'typebox'
import { JOB_WEBHOOK_EVENTS, webhookRequest, type WebhookRequest } from '#contract/webhook.ts'
import type { WebhookTarget } from '#platform/webhooks/target.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import { propertiesOf } from '#crawl/use-cases/flat-query.ts'

export const WebhookField = webhookRequest(JOB_WEBHOOK_EVENTS)

/** The body of a request for one `input`: its fields and `webhook`. */
export function withWebhook(input: TSchema): TSchema {
  return { ...input, properties: { ...propertiesOf(input), webhook: Type.Optional(WebhookField) } }
}

/** Takes a body that fits `withWebhook(input)` apart. */
export function takeWebhook(body: unknown): { input: unknown; asked: WebhookRequest | undefined } {
  const { webhook: asked, ...input } = body as { readonly webhook?: WebhookRequest }
  return { input, asked }
}

/** What the job is enqueued with. Throws as `Webhooks.accept`. */
export async function webhookOf(
  { webhooks }: { readonly webhooks: Webhooks },
  asked: WebhookRequest | undefined,
): Promise<WebhookTarget | undefined> {
  return webhooks.announcementFor(asked === undefined ? null : await webhooks.accept(asked))
}
