// Tracks references to blobs: content shared by several rows is removed when the last reference is gone, never before.
import type { Readable } from 'node:stream'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { identifier, joinSql, sql, type Sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { BlobContent, BlobStore, ByteRange, StoredBlob } from './blob-store.ts'

/**
 * How to keep a blob: `put` it, then insert a row of your own whose column references `blobs (sha256)`. To release it,
 * delete the row or set the column to null: the sweep removes the content when no other row refers to it.
 */
export interface BlobService {
  /** Held for `holdMs` (by default an hour) whether or not a row refers to it; errors as `BlobStore.put`. */
  put(content: BlobContent, options: KeepOptions): Promise<StoredBlob>
  /** As `BlobStore.read`. */
  read(sha256: string, range?: ByteRange): Promise<Readable | null>
  /** Removes blobs that are neither held nor referred to, and answers how many. Any replica may run it. */
  sweep(): Promise<number>
}

/** `holdMs`: how long the content stays without a reference, by default an hour. */
export interface KeepOptions {
  readonly maxBytes: number
  readonly signal?: AbortSignal
  readonly holdMs?: number
}

/** The store, and the tables that refer to its content. */
export interface BlobServiceDeps {
  /** Migrated with the module blobs and with the tables of `referrers`. */
  readonly db: Database
  readonly store: BlobStore
  readonly log: Logger
  /**
   * The columns with a foreign key to `blobs`. A column missing here still protects its blobs, but causes errors in the
   * sweep.
   */
  readonly referrers: readonly { readonly table: string; readonly column: string }[]
}

/** Far longer than it takes to insert a row after a put, and as long as unused disk space is acceptable. */
const HOLD_MS = 3_600_000
const SWEEP_BATCH = 500

/** Starts nothing: the caller runs `sweep` now and then. */
export function createBlobService(deps: BlobServiceDeps): BlobService {
  const { db, store, log } = deps
  const unreferenced = joinSql(
    deps.referrers.map(
      ({ table, column }) =>
        sql`not exists (select from ${identifier(table)} r where r.${identifier(column)} = b.sha256)`,
    ),
    ' and ',
  )
  const loose: Sql = sql`b.held_until < now() and ${unreferenced}`

  const announce = async ({ sha256, bytes }: StoredBlob, holdMs: number): Promise<void> => {
    // Waits for a sweep that has locked the row: content that the sweep removes is then stored again.
    await db.execute(sql`
      insert into blobs (sha256, bytes, held_until)
      values (${sha256}, ${bytes}, now() + ${holdMs} * interval '1 millisecond')
      on conflict (sha256) do update set held_until = greatest(blobs.held_until, excluded.held_until)`)
  }

  /**
   * The row is deleted first, and the content before that is committed: nothing can be put or referred to in between.
   */
  const removeOne = (sha256: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const gone = await tx.execute(sql`delete from blobs b where b.sha256 = ${sha256} and ${loose}`)
      if (gone > 0) await store.remove(sha256)
      return gone > 0
    })

  return {
    put: (content, { holdMs = HOLD_MS, ...options }) =>
      store.put(content, { ...options, announce: (blob) => announce(blob, holdMs) }),
    read: (sha256, range) => store.read(sha256, range),

    async sweep() {
      let removed = 0
      let after = ''
      for (;;) {
        const rows = await db.query<{ sha256: string }>(sql`
          select b.sha256 from blobs b where b.sha256 > ${after} and ${loose} order by b.sha256 limit ${SWEEP_BATCH}`)
        for (const { sha256 } of rows) {
          try {
            if (await removeOne(sha256)) removed += 1
          } catch (error) {
            // An unreachable store would fail for each of them.
            if (error instanceof SurveyorError) throw error
            log.error({ err: error, sha256 }, 'a blob could not be removed')
          }
        }
        if (rows.length < SWEEP_BATCH) return removed
        after = rows.at(-1)?.sha256 ?? ''
      }
    },
  }
}
