// A background job as both services show it.
import { Type, type Static } from 'typebox'
import { Problem } from './problem.ts'
import { Count, Id, Links, Nullable, Timestamp, Words } from './schema.ts'

/** `failed`: a failure that is not retryable. `dead`: retried as often as it may be. `expired`: its deadline passed. */
export const TERMINAL_STATES = [
  'succeeded',
  'partially_succeeded',
  'failed',
  'dead',
  'cancelled',
  'expired',
] as const
/** A state that never changes. */
export type TerminalState = (typeof TERMINAL_STATES)[number]

/** In the order of a life: a claim makes a job `running`; from `succeeded` on it has ended. */
export const JOB_STATES = ['scheduled', 'queued', 'running', ...TERMINAL_STATES] as const
/** One of `JOB_STATES`. */
export type JobState = (typeof JOB_STATES)[number]

/** Whether a job in this state has ended. */
export function isTerminal(state: JobState): state is TerminalState {
  return (TERMINAL_STATES as readonly string[]).includes(state)
}

/** What work waits for before it goes on. */
export const Waiting = Type.Object(
  {
    code: Type.String({
      maxLength: 64,
      description:
        'The error code of the last try, `queued` (no worker has taken it yet), or `awaiting_answer` (it was asked and is silent).',
    }),
    detail: Type.String({ maxLength: 500 }),
    host: Nullable(Type.String({ maxLength: 300, description: 'Of the server that is waited for.' })),
    until: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When it is tried again, RFC 3339; null where nobody knows.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Waiting = Static<typeof Waiting>

/** What a job has done so far, as its worker last reported it. */
export const JobProgress = Type.Object(
  {
    done: Nullable(Count()),
    total: Nullable(Count()),
    message: Nullable(Type.String({ maxLength: 500 })),
    waiting: Type.Optional(Nullable(Waiting)),
  },
  { additionalProperties: false },
)
export type JobProgress = Static<typeof JobProgress>

/** A job without its result, which has a path of its own. */
export const Job = Type.Object(
  {
    id: Id('job'),
    type: Type.String({ description: '`maps.search`, `markdown.extract`, …' }),
    status: Words(JOB_STATES),
    priority: Type.Integer({ minimum: 0, maximum: 9 }),
    deliveries: Type.Integer({ minimum: 0, description: 'How often a worker claimed it.' }),
    failures: Type.Integer({ minimum: 0, description: 'How often a worker reported a retryable failure.' }),
    progress: Nullable(JobProgress),
    input: Type.Unknown(),
    result: Type.Optional(Type.Unknown({ description: 'Only on the job itself, not in lists.' })),
    resultExpired: Type.Optional(
      Type.Boolean({ description: 'True where the result was there and is no longer kept.' }),
    ),
    error: Nullable(Problem),
    parentId: Nullable(Id('job')),
    index: Nullable(
      Type.Integer({ minimum: 0, description: 'Its place in the batch that it belongs to, from 0.' }),
    ),
    children: Nullable(
      Type.Object({
        total: Type.Integer(),
        succeeded: Type.Integer(),
        failed: Type.Integer(),
        cancelled: Type.Integer(),
      }),
    ),
    workerId: Nullable(Id('wrk')),
    leaseExpiresAt: Nullable(Timestamp),
    cancelRequestedAt: Nullable(Timestamp),
    cancelReason: Nullable(Type.String()),
    scheduledFor: Nullable(Timestamp),
    deadlineAt: Nullable(Timestamp),
    retryOf: Nullable(Id('job')),
    createdAt: Timestamp,
    startedAt: Nullable(Timestamp),
    completedAt: Nullable(Timestamp),
    metadata: Type.Record(Type.String(), Type.String()),
    links: Links,
  },
  { $id: 'Job' },
)
export type Job = Static<typeof Job>
