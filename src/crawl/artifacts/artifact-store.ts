// The rows of artifacts: their facts, their owner, their blob and their expiry.
import { pageOf, uuidCursor } from '#crawl/requests/id-pages.ts'
import type { CursorValues } from '#kit/cursor.ts'
import { formatId, parseId, uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import type { StoredBlob } from '#platform/blobs/blob-store.ts'

/** The facts of a new artifact besides its bytes. */
export interface ArtifactFacts {
  readonly kind: string
  readonly mediaType: string
  readonly filename: string | null
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly pages?: number | undefined
}

/** An artifact as its row holds it: facts, owner, times, and whether its bytes can still be read. */
export interface ArtifactRecord {
  /** `art_…` */
  readonly id: string
  /** Null when a caller uploaded it. */
  readonly jobId: string | null
  /** The caller who uploaded it or whose job made it. */
  readonly owner: string
  readonly kind: string
  readonly mediaType: string
  readonly filename: string | null
  readonly width: number | null
  readonly height: number | null
  readonly pages: number | null
  readonly sha256: string
  readonly bytes: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly expired: boolean
}

/** An upload whose bytes are stored and that has no row yet. */
export interface NewUpload {
  /** `art_…` */
  readonly id: string
  readonly facts: ArtifactFacts
  readonly blob: StoredBlob
}

/** Absent fields do not filter. */
export interface ArtifactFilter {
  readonly jobId?: string | undefined
  readonly kind?: string | undefined
  /** Only artifacts of this caller; null: of everybody. */
  readonly owner: string | null
  readonly limit: number
  /** The `next` of the previous page. */
  readonly after?: CursorValues | null
}

/** The lease of a job in its stored form. */
export interface StoredLease {
  readonly id: string
  readonly leaseToken: string
}

/** The rows only; bytes are in the blob store. */
export interface ArtifactStore {
  /** All of them or none, in their order. The blobs must have been stored a moment ago. */
  addUploads(owner: string, uploads: readonly NewUpload[], ttlMs: number): Promise<ArtifactRecord[]>
  /**
   * Null when the lease no longer counts. The same content of the same kind again is the same artifact, with a new
   * expiry.
   */
  addOfJob(
    lease: StoredLease,
    facts: ArtifactFacts,
    blob: StoredBlob,
    ttlMs: number,
    on?: Queryable,
  ): Promise<ArtifactRecord | null>
  /** Null for an unknown or malformed id. An expired artifact is found as long as its row is kept. */
  find(id: string): Promise<ArtifactRecord | null>
  /** The existing ones among them, by their ids. */
  findAll(ids: readonly string[]): Promise<ReadonlyMap<string, ArtifactRecord>>
  /** Newest first, without expired ones. Throws `invalid_cursor`. */
  list(filter: ArtifactFilter): Promise<ListPage<ArtifactRecord>>
  /** The input of a running job under its lease; null when the lease no longer counts. */
  inputUnder(lease: StoredLease, on?: Queryable): Promise<{ readonly input: unknown } | null>
  remove(id: string): Promise<boolean>
  /** Those of a job (a stored uuid) of one kind. */
  removeOfJob(job: string, kind: string, on: Queryable): Promise<void>
  /** Releases the blobs of expired artifacts, and answers how many. */
  expire(): Promise<number>
  /** Deletes the rows of uploads that expired before; artifacts of jobs are deleted with the job. */
  forget(olderThan: Date): Promise<number>
}

interface ArtifactRow extends Omit<ArtifactRecord, 'id' | 'jobId'> {
  readonly id: string
  readonly jobId: string | null
}

const columns = sql`
  a.id, a.job_id as "jobId", a.owner, a.kind, a.media_type as "mediaType", a.filename, a.width, a.height, a.pages,
  a.sha256, a.bytes, a.created_at as "createdAt", a.expires_at as "expiresAt",
  (a.blob is null or a.expires_at <= now()) as expired`

const into = sql`
  insert into artifacts as a
    (id, job_id, owner, kind, media_type, filename, width, height, pages, sha256, bytes, blob, expires_at)`

function factValues(facts: ArtifactFacts, { sha256, bytes }: StoredBlob, ttlMs: number): Sql {
  const { kind, mediaType, filename, width = null, height = null, pages = null } = facts
  return sql`${kind}, ${mediaType}, ${filename}, ${width}::int, ${height}::int, ${pages}::int, ${sha256},
    ${bytes}::bigint, ${sha256}, now() + ${ttlMs} * interval '1 millisecond'`
}

/** Uses the schema that `db` is bound to. */
export function createArtifactStore({ db }: { readonly db: Database }): ArtifactStore {
  return {
    async addUploads(owner, uploads, ttlMs) {
      const values = uploads.map(
        ({ id, facts, blob }) =>
          sql`(${parseId('art', id)}::uuid, null, ${owner}, ${factValues(facts, blob, ttlMs)})`,
      )
      const rows = await db.query<ArtifactRow>(
        sql`${into} values ${joinSql(values, ', ')} returning ${columns}`,
      )
      const added = new Map(rows.map(recordOf).map((record) => [record.id, record]))
      return uploads.flatMap(({ id }) => added.get(id) ?? [])
    },

    async addOfJob({ id, leaseToken }, facts, blob, ttlMs, on = db) {
      // The row lock keeps the job from ending or being claimed again between the check and the insert.
      const [row] = await on.query<ArtifactRow>(sql`
        with job as (
          select id, coalesce(fairness_key, '') as owner from jobs
          where id = ${id} and lease_token = ${leaseToken} and state = 'running'
          for share
        )
        ${into}
        select ${uuidV7()}::uuid, job.id, job.owner, ${factValues(facts, blob, ttlMs)} from job
        on conflict (job_id, kind, sha256) where job_id is not null
          do update set blob = excluded.blob, expires_at = excluded.expires_at
        returning ${columns}`)
      return row === undefined ? null : recordOf(row)
    },

    async find(id) {
      const uuid = parseId('art', id)
      if (uuid === null) return null
      const [row] = await db.query<ArtifactRow>(sql`select ${columns} from artifacts a where a.id = ${uuid}`)
      return row === undefined ? null : recordOf(row)
    },

    async findAll(ids) {
      const uuids = ids.flatMap((id) => parseId('art', id) ?? [])
      if (uuids.length === 0) return new Map()
      const rows = await db.query<ArtifactRow>(
        sql`select ${columns} from artifacts a where a.id = any(${uuids}::uuid[])`,
      )
      return new Map(rows.map(recordOf).map((record) => [record.id, record]))
    },

    async list({ jobId, kind, owner, limit, after = null }) {
      const job = jobId === undefined ? undefined : parseId('job', jobId)
      const position = uuidCursor('art', after)
      if (job === null) return { items: [], next: null }
      const conditions = [
        sql`a.blob is not null and a.expires_at > now()`,
        ...(job === undefined ? [] : [sql`a.job_id = ${job}`]),
        ...(owner === null ? [] : [sql`a.owner = ${owner}`]),
        ...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
        ...(position === null ? [] : [sql`a.id < ${position}`]),
      ]
      const rows = await db.query<ArtifactRow>(sql`
        select ${columns} from artifacts a where ${joinSql(conditions, ' and ')}
        order by a.id desc limit ${limit + 1}`)
      return pageOf(rows.map(recordOf), limit)
    },

    async inputUnder({ id, leaseToken }, on = db) {
      const [row] = await on.query<{ input: unknown }>(sql`
        select input from jobs where id = ${id} and lease_token = ${leaseToken} and state = 'running'`)
      return row ?? null
    },

    async remove(id) {
      const uuid = parseId('art', id)
      return uuid !== null && (await db.execute(sql`delete from artifacts where id = ${uuid}`)) > 0
    },

    async removeOfJob(job, kind, on) {
      await on.execute(sql`delete from artifacts where job_id = ${job} and kind = ${kind}`)
    },

    expire: () =>
      db.execute(sql`update artifacts set blob = null where expires_at <= now() and blob is not null`),

    forget: (olderThan) =>
      db.execute(
        sql`delete from artifacts where job_id is null and blob is null and expires_at < ${olderThan}`,
      ),
  }
}

function recordOf(row: ArtifactRow): ArtifactRecord {
  return {
    ...row,
    id: formatId('art', row.id),
    jobId: row.jobId === null ? null : formatId('job', row.jobId),
  }
}
