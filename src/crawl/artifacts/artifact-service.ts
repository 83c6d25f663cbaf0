// The artifact service of crawl: accepts artifacts from callers and workers, serves them, expires them.
import type { Readable } from 'node:stream'
import { sourcesOf } from '#contract/crawl/artifact.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import type { BlobService } from '#platform/blobs/blob-service.ts'
import type { BlobContent, ByteRange } from '#platform/blobs/blob-store.ts'
import { visibleOwner, requireScope, type Caller } from '#platform/http/auth/authenticator.ts'
import { leaseLost, storedLease, type LeaseRef } from '#platform/jobs/leases/leases.ts'
import { keptSince, startRetention } from '#platform/db/retention.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { ListPage } from '#platform/http/output/pagination.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { LinkSigner } from './link-signer.ts'
import type {
  ArtifactFacts,
  ArtifactFilter,
  ArtifactRecord,
  ArtifactStore,
  NewUpload,
} from './artifact-store.ts'

/** Times in milliseconds, sizes in bytes. */
export interface ArtifactSettings {
  /** How long an artifact is kept that names no time. */
  readonly keepMs: number
  readonly maxBytes: number
  /** How long the row of an upload stays to say that it has expired. */
  readonly rememberMs: number
  readonly sweepMs: number
  /** How often unreferenced blobs are searched for, which reads the whole store. */
  readonly blobSweepMs: number
}

/** A day for a file that names no time, at most 200 MiB a file, and 30 days in which an expired one is still known. */
export const DEFAULT_ARTIFACT_SETTINGS: ArtifactSettings = {
  keepMs: 86_400_000,
  maxBytes: 200 * 1_048_576,
  rememberMs: 30 * 86_400_000,
  sweepMs: 60_000,
  blobSweepMs: 600_000,
}

/** Keeps files as blobs by their hash: equal bytes are stored once, whatever their owners. */
export interface ArtifactService extends AsyncDisposable {
  readonly maxBytes: number
  /** Starts the expiry of artifacts. */
  start(): void
  /**
   * Stores the bytes of an upload; without `keep` they are removed after a while. Throws `body_too_large`,
   * `storage_unavailable`, and errors of the content stream.
   */
  receive(facts: ArtifactFacts, content: BlobContent): Promise<NewUpload>
  /** Makes them files of the owner, in their order: all of them or none. */
  keep(
    owner: string,
    uploads: readonly NewUpload[],
    options?: { readonly ttlMs?: number | undefined },
  ): Promise<ArtifactRecord[]>
  /** Takes back what `keep` did. */
  discard(uploads: readonly NewUpload[]): Promise<void>
  /**
   * Stores and keeps a file of a job that a worker holds. Throws as `receive`, and `lease_lost` when the worker no
   * longer holds it, also after the upload. `on` is a transaction that holds the job, if there is one.
   */
  saveOfJob(
    lease: LeaseRef,
    facts: ArtifactFacts,
    content: BlobContent,
    on?: Queryable,
  ): Promise<ArtifactRecord>
  /** Removes what `saveOfJob` stored under this kind. Throws `lease_lost`. `on` is a transaction that holds the job. */
  removeOfJob(lease: LeaseRef, kind: string, on: Queryable): Promise<void>
  /**
   * For the owner, or a caller with the scope `artifacts:all`. Throws `scope_missing`, `not_found` or `result_expired`.
   */
  get(id: string, caller: Caller): Promise<ArtifactRecord>
  /**
   * Why the caller cannot use some of them, by their ids. An artifact of another owner does not exist for the caller.
   */
  refusals(ids: readonly string[], caller: Caller): Promise<ReadonlyMap<string, SurveyorError>>
  /** For a request with a signed link to it. Throws `unauthenticated`, `not_found` or `result_expired`. */
  getLinked(id: string, link: { readonly sig: string; readonly exp: number }): Promise<ArtifactRecord>
  /** A query string that opens the artifact without a key, and its expiry: never later than that of the artifact. */
  sign(artifact: ArtifactRecord, ttlMs: number): { readonly query: string; readonly expiresAt: Date }
  /** For a worker whose job names it in a field of its input. Throws `lease_lost`, `not_found` or `result_expired`. */
  getForJob(lease: LeaseRef, id: string): Promise<ArtifactRecord>
  list(filter: ArtifactFilter): Promise<ListPage<ArtifactRecord>>
  /** For the owner, or a caller with the scope `artifacts:all`. Throws `scope_missing` or `not_found`. */
  remove(id: string, caller: Caller): Promise<void>
  /** Throws `result_expired` when its content is lost, which is logged, or `storage_unavailable`. */
  open(artifact: ArtifactRecord, range?: ByteRange): Promise<Readable>
}

/** Nothing expires before `start`. */
export function createArtifactService(deps: {
  readonly store: ArtifactStore
  readonly blobService: BlobService
  readonly links: LinkSigner
  readonly settings: ArtifactSettings
  readonly log: Logger
}): ArtifactService {
  const { store, blobService, links, settings, log } = deps
  const { keepMs, maxBytes, rememberMs, sweepMs, blobSweepMs } = settings
  const started = new AsyncDisposableStack()

  const present = (artifact: ArtifactRecord | null): ArtifactRecord => {
    if (artifact === null) throw unknownArtifact()
    if (artifact.expired) throw expiredArtifact()
    return artifact
  }

  const allowed = async (id: string, caller: Caller): Promise<ArtifactRecord | null> => {
    const artifact = await store.find(id)
    // The same error for a missing artifact and for one of another owner: the difference would reveal too much.
    if (artifact?.owner !== caller.id) requireScope(caller, 'artifacts:all')
    return artifact
  }

  return {
    maxBytes,

    start() {
      started.use(
        startRetention({
          log,
          everyMs: sweepMs,
          tasks: {
            artifacts: () => store.expire(),
            uploads: () => store.forget(keptSince(rememberMs)),
          },
        }),
      )
      started.use(startRetention({ log, everyMs: blobSweepMs, tasks: { blobs: () => blobService.sweep() } }))
    },

    async receive(facts, content) {
      // Before the bytes, so that the ids of several files have the order in which they arrive.
      const id = newId('art')
      return { id, facts, blob: await blobService.put(content, { maxBytes }) }
    },

    keep: (owner, uploads, { ttlMs = keepMs } = {}) => store.addUploads(owner, uploads, ttlMs),

    async discard(uploads) {
      for (const { id } of uploads) await store.remove(id)
    },

    async saveOfJob(lease, facts, content, on) {
      const stored = storedLease(lease)
      // Checked before the bytes are read, so that a fenced worker does not send them in vain.
      if ((await store.inputUnder(stored, on)) === null) throw leaseLost()
      const blob = await blobService.put(content, { maxBytes })
      const artifact = await store.addOfJob(stored, facts, blob, keepMs, on)
      if (artifact === null) throw leaseLost()
      return artifact
    },

    async removeOfJob(lease, kind, on) {
      const stored = storedLease(lease)
      if ((await store.inputUnder(stored, on)) === null) throw leaseLost()
      await store.removeOfJob(stored.id, kind, on)
    },

    get: async (id, caller) => present(await allowed(id, caller)),

    async refusals(ids, caller) {
      const found = await store.findAll(ids)
      const owner = visibleOwner(caller, 'artifacts')
      return new Map(
        ids.flatMap((id) => {
          const artifact = found.get(id)
          if (artifact === undefined || (owner !== null && artifact.owner !== owner))
            return [[id, unknownArtifact()]]
          return artifact.expired ? [[id, expiredArtifact()]] : []
        }),
      )
    },

    async getLinked(id, link) {
      // The same message for an expired link and for one that never existed.
      if (!links.check(id, link)) {
        throw new SurveyorError('unauthenticated', 'The link is not valid, or not any more.')
      }
      return present(await store.find(id))
    },

    sign(artifact, ttlMs) {
      const until = Math.min(Date.now() + ttlMs, artifact.expiresAt.getTime())
      const expiresAt = new Date(Math.floor(until / 1_000) * 1_000)
      return { query: links.sign(artifact.id, expiresAt), expiresAt }
    },

    async getForJob(lease, id) {
      const job = await store.inputUnder(storedLease(lease))
      if (job === null) throw leaseLost()
      const named = sourcesOf(job.input).some((source) => source.id === id)
      return present(named ? await store.find(id) : null)
    },

    list: (filter) => store.list(filter),

    async remove(id, caller) {
      await allowed(id, caller)
      if (!(await store.remove(id))) throw unknownArtifact()
    },

    async open(artifact, range) {
      const body = await blobService.read(artifact.sha256, range)
      if (body !== null) return body
      log.error({ artifactId: artifact.id }, 'the content of an artifact is lost')
      throw expiredArtifact()
    },

    async [Symbol.asyncDispose]() {
      await started.disposeAsync()
    },
  }
}

function unknownArtifact(): SurveyorError {
  return new SurveyorError('not_found', 'No artifact has this id.')
}

function expiredArtifact(): SurveyorError {
  return new SurveyorError('result_expired', 'The artifact is no longer kept.')
}
