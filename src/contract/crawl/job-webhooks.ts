// The bodies of the webhooks that crawl sends: one shape for the end of a job.
import { Type } from 'typebox'
import { TERMINAL_STATES } from '#contract/job.ts'
import { Problem } from '#contract/problem.ts'
import { Id, Nullable, Timestamp, Words } from '#contract/schema.ts'
import { JOB_WEBHOOK_EVENTS } from '#contract/webhook.ts'
import {
  EventMetadata,
  EventSequence,
  EXAMPLE_TIME,
  EXAMPLE_UUID,
  sentWebhook,
  type SentWebhook,
} from '#contract/webhook-event.ts'

/** All fields except the ids are absent when the job was no longer kept at the time of the event. */
const JobEventData = Type.Object(
  {
    sequence: EventSequence,
    jobId: Id('job'),
    type: Type.Optional(Type.String()),
    extractor: Type.Optional(Type.String()),
    operation: Type.Optional(Type.String()),
    status: Type.Optional(Words(TERMINAL_STATES)),
    url: Type.Optional(
      Nullable(Type.String({ description: 'What was extracted, where the input named a URL.' })),
    ),
    error: Type.Optional(Nullable(Problem)),
    children: Type.Optional(
      Nullable(
        Type.Object(
          {
            total: Type.Integer(),
            succeeded: Type.Integer(),
            failed: Type.Integer(),
            cancelled: Type.Integer(),
          },
          { description: 'Of a batch.' },
        ),
      ),
    ),
    jobHref: Type.Optional(Type.String()),
    resultHref: Type.Optional(Type.String()),
    createdAt: Type.Optional(Timestamp),
    completedAt: Type.Optional(Nullable(Timestamp)),
    metadata: EventMetadata,
    result: Type.Optional(
      Type.Unknown({ description: 'With `include: result`, where it has at most 256 KiB.' }),
    ),
  },
  { $id: 'JobEventData', additionalProperties: false },
)

const JOB_SUMMARIES: Readonly<Record<(typeof JOB_WEBHOOK_EVENTS)[number], string>> = {
  'job.succeeded': 'A job succeeded',
  'job.partially_succeeded': 'Some items of a batch succeeded',
  'job.failed': 'A job failed',
  'job.dead': 'A job failed as often as it may',
  'job.cancelled': 'A job was cancelled',
  'job.expired': 'No worker took a job in time',
}

/** The events of crawl. */
export const JOB_WEBHOOKS: readonly SentWebhook[] = JOB_WEBHOOK_EVENTS.map((event) =>
  sentWebhook(event, JOB_SUMMARIES[event], JobEventData, {
    sequence: 42,
    jobId: `job_${EXAMPLE_UUID}`,
    type: 'maps.search',
    extractor: 'maps',
    operation: 'search',
    status: event.slice('job.'.length),
    url: null,
    error: null,
    children: null,
    jobHref: `/api/jobs/job_${EXAMPLE_UUID}`,
    resultHref: `/api/jobs/job_${EXAMPLE_UUID}/result`,
    createdAt: EXAMPLE_TIME,
    completedAt: EXAMPLE_TIME,
    metadata: { order: '7' },
  }),
)
