// A job engine on a fresh database for one test, with workers to claim by.
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import { openDatabase, type Database, type Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import {
  createJobEngine,
  DEFAULT_JOB_SETTINGS,
  type ClaimedJob,
  type CompletionHook,
  type JobEngine,
  type JobSettings,
  type JobSpec,
  type JobSteps,
} from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database.ts'

export interface TestEngine {
  readonly db: TestDatabase
  readonly engine: JobEngine
  /** Registers a worker and answers its id. */
  worker(): Promise<string>
  /** Claims up to `count` jobs of these types without waiting. */
  claim(workerId: string, types: readonly string[], count?: number): Promise<ClaimedJob[]>
}

/** A worker claims only what it registered: whatever tests of the engine call their jobs. */
const TYPES =
  'test.job test.batch test.ending test.never test.offer test.top child.job even.job maker.job next.job odd.job ' +
  'other.job recent.job a.walk b.walk c.walk parent.walk a.x b.x c.x new.x none.x old.x other.x t0.x t1.x'

export interface TestEngineOptions {
  readonly settings?: Partial<JobSettings>
  readonly hooks?: readonly CompletionHook[]
  readonly steps?: (db: Database) => JobSteps
  /** false: the test calls what it needs; nothing happens by itself. */
  readonly started?: boolean
}

export async function createTestEngine(t: TestContext, options: TestEngineOptions = {}): Promise<TestEngine> {
  const db = await createTestDatabase(t, ['jobs'])
  return { db, ...(await engineOn(t, db, options)) }
}

/** Another replica: its own connections to the same database. */
export async function createReplica(
  t: TestContext,
  db: TestDatabase,
  options: TestEngineOptions = {},
): Promise<Omit<TestEngine, 'db'> & { readonly own: Database }> {
  const own = await openDatabase({
    url: db.url,
    schema: db.schema,
    maxConnections: 5,
    applicationName: 'replica',
    log: silentLogger,
  })
  const engine = await engineOn(t, own, options)
  t.after(async () => own[Symbol.asyncDispose]())
  return { own, ...engine }
}

/** As if the workers of all running jobs had been silent for a lease: the next sweep takes their jobs. */
export async function expireLeases(db: Queryable): Promise<void> {
  await db.execute(sql`
    update jobs set lease_expires_at = now() - interval '1 ms' where lease_expires_at is not null`)
}

/** On a database of the caller, which closes it. */
export async function engineOn(
  t: TestContext,
  db: Database,
  options: TestEngineOptions,
): Promise<Omit<TestEngine, 'db'>> {
  const engine = createJobEngine({
    db,
    log: silentLogger,
    settings: { ...DEFAULT_JOB_SETTINGS, ...options.settings },
    ...(options.hooks === undefined ? {} : { hooks: options.hooks }),
    ...(options.steps === undefined ? {} : { steps: options.steps(db) }),
  })
  t.after(async () => engine[Symbol.asyncDispose]())
  if (options.started !== false) await engine.start()
  return {
    engine,
    async worker() {
      const { workerId } = await engine.workers.register({
        name: 'test',
        instanceId: randomUUID(),
        version: '1.0.0',
        capabilities: { types: TYPES.split(' '), concurrency: { light: 10 } },
      })
      return workerId
    },
    claim: async (workerId, types, count = 1) =>
      engine.claimNext({ workerId, max: [{ types, count }], waitMs: 0 }),
  }
}

export function jobSpec(spec: Partial<JobSpec> = {}): JobSpec {
  return { type: 'test.job', pool: 'light', input: { n: 1 }, ...spec }
}

export function retryableProblem(): Problem {
  return problemOf(new SurveyorError('target_timeout', 'The target took too long.'))
}

export function finalProblem(): Problem {
  return problemOf(new SurveyorError('empty_content', 'There is nothing.'))
}
