// The webhook that crawl sends about its proxy pool.
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'
import { EventMetadata, EventSequence, sentWebhook, type SentWebhook } from '#contract/webhook-event.ts'

/** Sent to endpoints for all owners: a group belongs to nobody. */
export const PROXY_WEBHOOK_EVENTS = ['proxy.group_exhausted'] as const

export const PROXY_WEBHOOKS: readonly SentWebhook[] = [
  sentWebhook(
    PROXY_WEBHOOK_EVENTS[0],
    'A group of proxies has none left to lease',
    Type.Object(
      {
        sequence: EventSequence,
        group: Type.String(),
        reason: Words(['all_cooling', 'budget_spent'], {
          description: '`all_cooling`: all rest after failures, or are disabled. `budget_spent`: for today.',
        }),
        proxies: Type.Integer({ description: 'How many the group has.' }),
        metadata: EventMetadata,
      },
      { additionalProperties: false },
    ),
    { sequence: 44, group: 'eu', reason: 'all_cooling', proxies: 12, metadata: {} },
  ),
]
