// The worker-facing API of crawl: the protocol that every worker speaks, ours included (anchors: Buildkite, Camunda).
import { Type, type Static } from 'typebox'
import { ENGINE_REASONS } from './engine-reason.ts'
import { JobProgress } from './job.ts'
import { FieldProblem, Problem } from './problem.ts'
import { REPORT_KINDS, RunReports } from './run-reports.ts'
import { Count, Id, ListOf, MAX_DURATION_MS, MAX_INT4, Nullable, Timestamp, Words } from './schema.ts'

/** From what the worker last said and how long ago that was; the jobs of a `lost` one are claimed by others. */
export const WORKER_STATES = ['online', 'quiet', 'draining', 'stale', 'lost', 'offline'] as const

const strict = { additionalProperties: false } as const

/** The capabilities of a worker: job types, and how many jobs at once for each kind of work. */
export const WorkerCapabilities = Type.Object(
  {
    types: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 200 }),
    concurrency: Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 1000 }), {
      description: 'By kind of work: `light`, `http`, `browser`, `parser`.',
    }),
  },
  strict,
)

/** What a worker can do: its operations, how many jobs of each kind of work at once, its version. */
export const RegisterWorkerBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    instanceId: Type.String({
      minLength: 8,
      maxLength: 100,
      description:
        'Chosen by the worker, constant for its life: registering again with it is the same worker.',
    }),
    version: Type.String({ maxLength: 50 }),
    capabilities: WorkerCapabilities,
    tags: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 32 })),
    host: Type.Optional(
      Type.Object(
        {
          os: Type.String({ maxLength: 100 }),
          arch: Type.String({ maxLength: 50 }),
          cpus: Type.Integer({ minimum: 0, maximum: MAX_INT4 }),
          memBytes: Count(),
          browser: Type.Optional(
            Nullable(
              Type.Object(
                {
                  source: Type.String({ maxLength: 50 }),
                  version: Type.String({ maxLength: 50 }),
                  sandbox: Nullable(Type.Boolean()),
                },
                {
                  ...strict,
                  description:
                    'What it opens pages with; null: there is none. Absent: it runs no jobs that need one.',
                },
              ),
            ),
          ),
        },
        strict,
      ),
    ),
  },
  strict,
)
export type RegisterWorkerBody = Static<typeof RegisterWorkerBody>

/** The id of the worker, and the pace that crawl expects of it, in milliseconds. */
export const RegisterWorkerAnswer = Type.Object({
  workerId: Id('wrk'),
  intervals: Type.Object({
    heartbeatMs: Type.Integer(),
    pollWaitMs: Type.Integer(),
    cancelCheckMs: Type.Integer(),
    leaseMs: Type.Integer(),
  }),
  claimsWithCompletions: Type.Optional(
    Type.Literal(true, {
      description:
        '`POST /api/worker/completions` takes a `claim`. Absent in older versions of crawl, which refuse it.',
    }),
  ),
  attachmentsWithCompletions: Type.Optional(
    Type.Literal(true, {
      description:
        '`POST /api/worker/completions` takes `permitReleases` and `snapshotReports`. Absent in older versions.',
    }),
  ),
  reportsWithCompletions: Type.Optional(
    Type.Array(Words(REPORT_KINDS), {
      description:
        'The kinds of `reports` that go with the end of a job. Absent in older versions, which refuse them.',
    }),
  ),
})
export type RegisterWorkerAnswer = Static<typeof RegisterWorkerAnswer>

const LeaseRef = Type.Object({ jobId: Type.String(), leaseToken: Type.String({ maxLength: 200 }) }, strict)

const Directive = Words(['continue', 'quiet', 'drain', 'stop'], {
  description:
    '`quiet`: finish what runs and claim nothing, until `continue`; `drain`: the same and then leave; `stop`: leave now.',
})
/** What the operator asks of a worker with its next heartbeat. */
export type WorkerDirective = Static<typeof Directive>

/** As last reported by the worker. */
const WorkerPressure = Type.Object(
  {
    cpu: Nullable(Type.Number({ minimum: 0, maximum: 1_000_000, description: '1 is one core at work.' })),
    memBytes: Nullable(Count()),
    browsers: Nullable(Type.Integer({ minimum: 0, maximum: MAX_INT4 })),
    farmAnswers: Type.Optional(
      Type.Boolean({
        description: 'Of a worker with a browser farm: whether the farm answered when it was last asked.',
      }),
    ),
    browserStarts: Type.Optional(
      Type.Boolean({
        description: 'Whether its browser started when a page last needed a new one; absent before.',
      }),
    ),
  },
  strict,
)

/** The leases that the worker holds, and what it counted since the last heartbeat. */
export const HeartbeatBody = Type.Object(
  {
    status: Words(['running', 'quiet', 'draining']),
    running: Type.Array(LeaseRef, { maxItems: 1000 }),
    pressure: Type.Optional(WorkerPressure),
    egressBlocked: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), Type.Integer({ minimum: 1, maximum: 1_000_000 }), {
        maxProperties: 40,
        description: 'How often the guard of its way out refused since the heartbeat before, by reason.',
      }),
    ),
  },
  strict,
)
export type HeartbeatBody = Static<typeof HeartbeatBody>

/** Which leases go on, which jobs are to be stopped, and the directive of the operator. */
export const HeartbeatAnswer = Type.Object({
  directive: Directive,
  leases: Type.Array(Type.Object({ jobId: Id('job'), expiresAt: Timestamp })),
  cancelJobs: Type.Array(Type.Object({ jobId: Id('job'), reason: Type.String() })),
  lostJobs: Type.Array(Id('job')),
})
export type HeartbeatAnswer = Static<typeof HeartbeatAnswer>

/** Whether running jobs go back to the queue at once; that counts neither as a failure nor as a delivery. */
export const UnregisterBody = Type.Object(
  {
    requeue: Type.Optional(
      Type.Boolean({ default: true, description: 'Hand running jobs back without charging a delivery.' }),
    ),
  },
  strict,
)
/** How many jobs went back to the queue. */
export const UnregisterAnswer = Type.Object({ requeuedJobs: Type.Integer() })

/** What the worker can take, and how long the answer may wait for a job (`waitMs`). */
export const NextQuery = Type.Object({
  types: Type.Optional(
    Type.String({ description: 'Comma-separated job types.', examples: ['maps.search,maps.extract'] }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
  waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 30_000, default: 25_000 })),
})
/** A job that could be claimed; it changes nothing, and another worker may be first. */
export const JobOffer = Type.Object({ id: Id('job'), type: Type.String(), priority: Type.Integer() })
/** Offers, best first; empty when the wait was over. */
export const NextAnswer = Type.Object({ jobs: Type.Array(JobOffer) })

/** Names the worker that will hold the lease. */
export const ClaimBody = Type.Object({ workerId: Type.String() }, strict)
/** The ways to a target, cheapest first: without a proxy, or through one of this kind. */
export const PROXY_KINDS = ['none', 'datacenter', 'isp', 'residential', 'mobile'] as const

/** What was learned of the domain of a job about the engine to begin with; for `engine: auto`. */
export const EngineStrategy = Type.Object(
  {
    engine: Words(['http', 'browser']),
    reason: Words(ENGINE_REASONS, {
      description:
        '`learned`: the way that pages of the domain needed lately. `trial`: some needed a browser, and HTTP is tried. The result ' +
        'repeats it as `engine.reason` when the job followed it.',
    }),
    proxyKind: Type.Optional(
      Words(PROXY_KINDS, {
        description: 'The cheapest way that pages of the domain come by. Absent: `none`.',
      }),
    ),
    minDelayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60_000,
        description:
          'The least time between two requests to one host of the domain. Absent: as the worker is set.',
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'The most requests to one host of the domain at a time. Absent: as the worker is set.',
      }),
    ),
  },
  { description: 'Absent: nothing is known of the domain, or the engine is not to be chosen.' },
)
export type EngineStrategy = Static<typeof EngineStrategy>

/** A job with its lease: everything that is written about it needs `leaseToken`. */
export const ClaimedJob = Type.Object({
  job: Type.Object({
    id: Id('job'),
    type: Type.String(),
    input: Type.Unknown(),
    priority: Type.Integer(),
    metadata: Type.Record(Type.String(), Type.String()),
    traceparent: Nullable(Type.String()),
  }),
  leaseToken: Type.String(),
  attempt: Type.Integer({ description: 'The delivery this is, from 1.' }),
  leaseExpiresAt: Timestamp,
  deadlineAt: Nullable(Timestamp),
  strategy: Type.Optional(EngineStrategy),
})
export type ClaimedJob = Static<typeof ClaimedJob>

/** The array form: claims up to `max` jobs for each kind of work in one call, and waits until there is one. */
export const ClaimsBody = Type.Object(
  {
    workerId: Type.String(),
    max: Type.Array(
      Type.Object(
        {
          types: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 200 }),
          count: Type.Integer({ minimum: 1, maximum: 500 }),
        },
        strict,
      ),
      { minItems: 1, maxItems: 16 },
    ),
    waitMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 30_000, default: 25_000 })),
  },
  strict,
)
export type ClaimsBody = Static<typeof ClaimsBody>
/** The jobs that this worker now holds; fewer than asked for when the queue has no more. */
export const ClaimsAnswer = Type.Object({ jobs: Type.Array(ClaimedJob) })
export type ClaimsAnswer = Static<typeof ClaimsAnswer>

/** The state of a running job; refused when the lease has ended. */
export const ProgressBody = Type.Object(
  { leaseToken: Type.String({ maxLength: 200 }), progress: JobProgress },
  strict,
)
/** Whether the job is to be stopped, and until when its lease is valid. */
export const ProgressAnswer = Type.Object({ cancelRequested: Type.Boolean(), leaseExpiresAt: Timestamp })

/** The result of a job. Repeated with the same lease it is answered as the first time. */
export const CompleteBody = Type.Object(
  {
    leaseToken: Type.String({ maxLength: 200 }),
    result: Type.Unknown(),
    reports: Type.Optional(RunReports),
  },
  strict,
)
const RefusedReports = Type.Optional(
  Type.Array(FieldProblem, { description: 'With `reports`: the entries that were not taken.' }),
)
/** The state that the job ended in. */
export const CompleteAnswer = Type.Object({
  jobId: Id('job'),
  status: Type.String(),
  refused: RefusedReports,
})

const HostHold = Type.Object(
  {
    forMs: Type.Integer({ minimum: 1, maximum: 3_600_000 }),
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Shown after "waiting for host X until T because".',
      examples: ['it asked so (503, Retry-After 120)'],
    }),
  },
  {
    ...strict,
    description: 'The host of the job is to be left alone: for so long no job for it is claimed.',
  },
)
/** Keeps jobs of one host back for a time, with a reason that callers are shown. */
export type HostHold = Static<typeof HostHold>

/** Why a job failed; `error.retryable` decides whether it is tried again. */
export const FailBody = Type.Object(
  {
    leaseToken: Type.String({ maxLength: 200 }),
    error: Problem,
    retryAfterMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
    hold: Type.Optional(HostHold),
    reports: Type.Optional(RunReports),
  },
  strict,
)
/** What became of the job, and when it is tried again if it is. */
export const FailAnswer = Type.Object({
  jobId: Id('job'),
  status: Type.String(),
  nextAttemptAt: Nullable(Timestamp),
  refused: RefusedReports,
})

/** The array form: each entry succeeds or fails alone. */
export const CompletionsBody = Type.Object(
  {
    completions: Type.Array(
      Type.Object(
        {
          jobId: Type.String(),
          leaseToken: Type.String({ maxLength: 200 }),
          result: Type.Optional(Type.Unknown()),
          error: Type.Optional(Problem),
          retryAfterMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
          release: Type.Optional(
            Type.Literal(true, {
              description: 'The work did not begin: the job is queued again, and the claim does not count.',
            }),
          ),
          hold: Type.Optional(HostHold),
          reports: Type.Optional(RunReports),
        },
        {
          ...strict,
          description:
            'Exactly one of `result`, `error` and `release`; `hold` goes with the last two, `reports` with the first two.',
        },
      ),
      { minItems: 1, maxItems: 500 },
    ),
    claim: Type.Optional(
      Type.Object(
        { workerId: ClaimsBody.properties.workerId, max: ClaimsBody.properties.max },
        {
          ...strict,
          description:
            'Claims at the same time, as `POST /api/worker/claims` with `waitMs: 0` does, and saves that call.',
        },
      ),
    ),
    permitReleases: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: 1_000,
        description: 'Entries as in `POST /api/worker/permits/release`. A wrong one is named in `refused`.',
      }),
    ),
    snapshotReports: Type.Optional(
      Type.Array(Type.Unknown(), {
        maxItems: 100,
        description:
          'Entries as in `POST /api/worker/snapshots`, stored before the jobs end. A wrong one is named in `refused`.',
      }),
    ),
  },
  strict,
)
export type CompletionsBody = Static<typeof CompletionsBody>
/**
 * One outcome for each completion, in their order; an error of one does not touch the others. `jobs` only where the body
 * had a `claim`; empty also when that claim failed, so that it loses no outcome.
 */
export const CompletionsAnswer = Type.Object({
  outcomes: Type.Array(
    Type.Object({
      jobId: Type.String(),
      status: Nullable(Type.String()),
      nextAttemptAt: Nullable(Timestamp),
      error: Nullable(Problem),
    }),
  ),
  jobs: Type.Optional(
    Type.Array(ClaimedJob, {
      description:
        'With `claim`: the jobs that the worker holds now. Empty also when the claim failed: `claims` tells why.',
    }),
  ),
  refused: Type.Optional(
    Type.Array(FieldProblem, {
      description:
        'With `permitReleases`, `snapshotReports` or `reports`: the entries that were not taken. It touches no outcome.',
    }),
  ),
})
export type CompletionsAnswer = Static<typeof CompletionsAnswer>

/** Whether the caller no longer wants the result. */
export const CancelCheckAnswer = Type.Object({
  cancelled: Type.Boolean(),
  reason: Nullable(Words(['user', 'deadline', 'lease_lost', 'parent'])),
  leaseExpiresAt: Nullable(Timestamp),
})

/** A worker as the operator sees it. */
export const Worker = Type.Object(
  {
    id: Id('wrk'),
    name: Type.String(),
    instanceId: Type.String(),
    version: Type.String(),
    status: Words(WORKER_STATES),
    directive: Directive,
    capabilities: WorkerCapabilities,
    tags: Type.Array(Type.String()),
    host: Nullable(Type.Unknown()),
    runningJobs: Type.Integer(),
    pressure: Nullable(WorkerPressure),
    registeredAt: Timestamp,
    lastSeenAt: Timestamp,
  },
  { $id: 'Worker' },
)
export type Worker = Static<typeof Worker>
/** A page of the workers. */
export const WorkerList = ListOf(Worker)

/** What the operator tells a worker; it learns it with its next heartbeat. */
export const DirectWorkerBody = Type.Object({ directive: Directive }, strict)

/** How long a worker must have been silent to be taken off the list. */
export const PruneWorkersBody = Type.Object(
  {
    olderThanMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_DURATION_MS,
        default: 600_000,
        description: 'Take out who was silent for longer.',
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only say who would be taken out.' })),
  },
  strict,
)
/** Which workers were taken off, or would be in a dry run. */
export const PruneWorkersAnswer = Type.Object({
  pruned: Type.Array(Id('wrk')),
  requeuedJobs: Type.Integer({ description: 'Jobs of theirs that went to others.' }),
  dryRun: Type.Boolean(),
})

/** The capacity of all workers together; capacity and types count only workers that take jobs now. */
export const WorkerMetrics = Type.Object({
  total: Type.Integer(),
  byStatus: Type.Record(Type.String(), Type.Integer()),
  runningJobs: Type.Integer(),
  capacity: Type.Record(Type.String(), Type.Integer(), { description: 'Jobs at once, by kind of work.' }),
  types: Type.Record(Type.String(), Type.Integer(), { description: 'Workers by the job types they take.' }),
})
export type WorkerMetrics = Static<typeof WorkerMetrics>
