// The workers of this schema: registration, heartbeats, and what happens to those who fall silent.
import type { RegisterWorkerBody, Worker, WorkerDirective } from '#contract/worker.ts'
import { formatId, parseId, uuidV7 } from '#kit/ids.ts'
import { storableText } from '#kit/text/text-rules.ts'
import type { Database } from '#platform/db/database.ts'
import { sql, type Sql } from '#platform/db/sql.ts'
import { unknownWorker } from '#platform/jobs/leases/leases.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { storableJson } from '#platform/db/storable-json.ts'

/** `stale` and `lost` come from the time of the last heartbeat. */
export type WorkerState = Worker['status']

/** What the process of a worker uses. */
export interface WorkerPressure {
  readonly cpu: number | null
  readonly memBytes: number | null
  readonly browsers: number | null
  /** Absent for a worker without a browser farm. */
  readonly farmAnswers?: boolean
  /** Absent before a page needed one. */
  readonly browserStarts?: boolean
}

/** A worker as operators see it. */
export interface WorkerRecord {
  /** `wrk_…` */
  readonly id: string
  readonly name: string
  readonly instanceId: string
  readonly version: string
  readonly state: WorkerState
  readonly directive: WorkerDirective
  readonly capabilities: RegisterWorkerBody['capabilities']
  readonly tags: readonly string[]
  readonly host: NonNullable<RegisterWorkerBody['host']> | null
  readonly pressure: WorkerPressure | null
  readonly runningJobs: number
  readonly registeredAt: Date
  readonly lastSeenAt: Date
}

/** How often a worker is to call. */
export interface WorkerIntervals {
  readonly heartbeatMs: number
  /** How long a worker should let the engine wait for a job. */
  readonly pollWaitMs: number
  readonly cancelCheckMs: number
  readonly leaseMs: number
}

/** The workers, by the clock of the database. */
export interface WorkerRegistry {
  /** The same `instanceId` is the same worker, also after it was pruned. `created` says whether it was unknown. */
  register(
    worker: RegisterWorkerBody,
  ): Promise<{ workerId: string; created: boolean; intervals: WorkerIntervals }>
  /**
   * Records that the worker is alive; `renew` of the engine keeps its leases. Throws `unknown_worker`: register again.
   */
  heartbeat(
    workerId: string,
    heartbeat: { readonly status: 'running' | 'quiet' | 'draining'; readonly pressure?: WorkerPressure },
  ): Promise<{ directive: WorkerDirective }>
  /** Sets what the worker is told with each heartbeat from now on, until it registers again. Throws `unknown_worker`. */
  direct(workerId: string, directive: WorkerDirective): Promise<void>
  /**
   * Removes the worker. Its running jobs are released, and their delivery is not charged, unless `requeue` is false.
   */
  unregister(workerId: string, options?: { readonly requeue?: boolean }): Promise<{ requeuedJobs: number }>
  /**
   * Removes the worker with this `instanceId`, whose process has ended: its leases are lost at once. Does nothing for a
   * worker that is unknown or has left.
   */
  ended(instanceId: string): Promise<{ lostJobs: number }>
  /** null for an unknown or malformed id. */
  get(workerId: string): Promise<WorkerRecord | null>
  /** Newest first; workers that are gone are `offline`. */
  list(): Promise<WorkerRecord[]>
  /** Removes workers that were silent for longer. Their jobs go to others and their tokens no longer count. */
  prune(options: {
    readonly olderThanMs: number
    readonly dryRun?: boolean
  }): Promise<{ pruned: string[]; requeuedJobs: number }>
}

/** What happens to the jobs of a worker that leaves or is lost. */
export interface WorkerRegistryDeps {
  readonly db: Database
  readonly settings: JobSettings
  /** Both take stored uuids and answer how many jobs they took from the workers. */
  readonly releaseAll: (workerId: string) => Promise<number>
  readonly loseAll: (workerIds: readonly string[]) => Promise<number>
}

interface WorkerRow {
  readonly id: string
  readonly name: string
  readonly instance_id: string
  readonly version: string
  readonly state: WorkerState
  readonly directive: WorkerDirective
  readonly capabilities: RegisterWorkerBody['capabilities']
  readonly tags: string[]
  readonly host: NonNullable<RegisterWorkerBody['host']> | null
  readonly pressure: WorkerPressure | null
  readonly running_jobs: number
  readonly registered_at: Date
  readonly last_seen_at: Date
}

const POLL_WAIT_MS = 25_000

export function createWorkerRegistry(deps: WorkerRegistryDeps): WorkerRegistry {
  const { db, settings } = deps
  const intervals: WorkerIntervals = {
    heartbeatMs: settings.heartbeatMs,
    pollWaitMs: POLL_WAIT_MS,
    cancelCheckMs: Math.ceil(settings.heartbeatMs / 2),
    leaseMs: settings.leaseMs,
  }

  /** Changes the row of a registered worker, given by its stored uuid, with `change`. */
  async function touch(
    workerId: string,
    change: Sql,
  ): Promise<{ readonly id: string; readonly directive: WorkerDirective }> {
    const id = parseId('wrk', workerId)
    const [touched] =
      id === null
        ? []
        : await db.query<{ id: string; directive: WorkerDirective }>(
            sql`update workers set ${change} where id = ${id} and gone_at is null returning id, directive`,
          )
    if (touched === undefined) throw unknownWorker()
    return touched
  }

  return {
    async register(worker) {
      const [row] = await db.query<{ id: string; created: boolean }>(sql`
        insert into workers as w (id, instance_id, name, version, capabilities, tags, host)
        values (
          ${uuidV7()}, ${storableText(worker.instanceId)}, ${storableText(worker.name)},
          ${storableText(worker.version)},
          ${storableJson(worker.capabilities)}::jsonb, ${storableJson(worker.tags ?? [])}::jsonb,
          nullif(${storableJson(worker.host)}::jsonb, 'null')
        )
        on conflict (instance_id) do update set
          name = excluded.name, version = excluded.version, capabilities = excluded.capabilities,
          tags = excluded.tags, host = excluded.host, status = 'running', directive = 'continue', last_seen_at = now(), gone_at = null,
          registered_at = case when w.gone_at is null then w.registered_at else now() end
        returning id, xmax = 0 as created`)
      if (row === undefined) throw new Error('A registration gave no row.')
      return { workerId: formatId('wrk', row.id), created: row.created, intervals }
    },

    async heartbeat(workerId, { status, pressure }) {
      const { directive } = await touch(
        workerId,
        sql`last_seen_at = now(), status = ${status},
          pressure = coalesce(nullif(${storableJson(pressure)}::jsonb, 'null'), pressure)`,
      )
      return { directive }
    },

    async direct(workerId, directive) {
      await touch(workerId, sql`directive = ${directive}`)
    },

    async unregister(workerId, options = {}) {
      const { id } = await touch(workerId, sql`last_seen_at = now(), gone_at = now()`)
      return { requeuedJobs: options.requeue === false ? 0 : await deps.releaseAll(id) }
    },

    async ended(instanceId) {
      const rows = await db.query<{ id: string }>(sql`
        update workers set gone_at = now()
        where instance_id = ${storableText(instanceId)} and gone_at is null
        returning id`)
      const ids = rows.map(({ id }) => id)
      return { lostJobs: ids.length === 0 ? 0 : await deps.loseAll(ids) }
    },

    async get(workerId) {
      const id = parseId('wrk', workerId)
      if (id === null) return null
      const [row] = await selectWorkers(deps, sql`w.id = ${id} and ${isForUsers}`)
      return row ?? null
    },

    list: async () => selectWorkers(deps, isForUsers),

    async prune({ olderThanMs, dryRun = false }) {
      const silent = sql`${isForUsers} and gone_at is null and last_seen_at < now() - ${olderThanMs} * interval '1 millisecond'`
      if (dryRun) {
        const found = await selectWorkers(deps, silent)
        const requeuedJobs = found.reduce((sum, worker) => sum + worker.runningJobs, 0)
        return { pruned: found.map((worker) => worker.id), requeuedJobs }
      }
      const rows = await db.query<{ id: string }>(
        sql`update workers w set gone_at = now() where ${silent} returning id`,
      )
      const ids = rows.map((row) => row.id)
      return {
        pruned: ids.map((id) => formatId('wrk', id)),
        requeuedJobs: ids.length === 0 ? 0 : await deps.loseAll(ids),
      }
    },
  }
}

/** A worker for system jobs, or with slots in their pool, belongs to the service: no list shows it. */
const isForUsers = sql`not coalesce(w.capabilities -> 'concurrency' ? 'system', false) and not exists (
  select from jsonb_array_elements_text(w.capabilities -> 'types') as t (type) where starts_with(t.type, 'system.')
)`

async function selectWorkers(deps: WorkerRegistryDeps, which: Sql): Promise<WorkerRecord[]> {
  const { heartbeatMs, workerLostMs } = deps.settings
  const rows = await deps.db.query<WorkerRow>(sql`
    select w.id, w.name, w.instance_id, w.version, w.directive, w.capabilities, w.tags, w.host, w.pressure, w.registered_at,
      w.last_seen_at,
      case when w.gone_at is not null then 'offline'
        when w.last_seen_at < now() - ${workerLostMs} * interval '1 millisecond' then 'lost'
        when w.last_seen_at < now() - ${heartbeatMs * 3} * interval '1 millisecond' then 'stale'
        when w.status = 'running' then 'online'
        else w.status end as state,
      (
        select count(*) from jobs j
        where j.worker_id = w.id and j.state = 'running' and j.children_total is null
      ) as running_jobs
    from workers w
    where ${which}
    order by w.id desc`)
  return rows.map((row) => ({
    id: formatId('wrk', row.id),
    name: row.name,
    instanceId: row.instance_id,
    version: row.version,
    state: row.state,
    directive: row.directive,
    capabilities: row.capabilities,
    tags: row.tags,
    host: row.host,
    pressure: row.pressure,
    runningJobs: row.running_jobs,
    registeredAt: row.registered_at,
    lastSeenAt: row.last_seen_at,
  }))
}
