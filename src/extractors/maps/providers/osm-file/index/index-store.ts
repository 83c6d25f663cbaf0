// Keeps the index of one source: found or built once for all workers, opened, replaced when the source changes.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { textBefore } from '#kit/text/text-rules.ts'
import { untilAborted } from '#kit/time/wait.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { JobProgress } from '#contract/job.ts'
import type { ExtractLog } from '#extract/context.ts'
import { openIndex, type OpenIndex } from './open-index.ts'

/** One state of a source. */
export interface SourceVersion {
  readonly id: string
  /** The path of the index, whether or not it exists: `<family>-<id>.sqlite`. */
  readonly path: string
}

/** What an index is made from. Its functions throw SurveyorError with what the operator may learn. */
export interface IndexSource {
  /** For the log and for who waits: the name of a file. */
  readonly name: string
  /** Below the data folder, for indexes and their lock. */
  readonly folder: string
  /** As it is now; `folder` is where indexes are kept. */
  versionOf(folder: string): Promise<SourceVersion>
  /** Where `versionOf` answers what it knew a while ago: what it is now by all means. */
  freshVersionOf?(folder: string): Promise<SourceVersion>
  /** Writes an index to `target`, a new file. Answers counts for the log. */
  build(work: {
    readonly target: string
    readonly signal: AbortSignal
    readonly onProgress: (share: number) => void
  }): Promise<object>
}

/** The source, and the data folder that holds its index. */
export interface IndexStoreOptions {
  readonly source: IndexSource
  readonly dataDir: string
  readonly log: ExtractLog
}

/** The index of a source that may be replaced at any time. Disposing waits for no search. */
export interface IndexStore extends AsyncDisposable {
  /**
   * Runs `work` on the index of the source as it is now. Builds it first where need be; `signal` ends only the wait for
   * that, since others may wait too. Throws `source_unavailable`, `source_broken`, `unsupported_document`,
   * `storage_unavailable`.
   */
  use<T>(
    signal: AbortSignal,
    work: (index: OpenIndex) => Promise<T>,
    onProgress?: (progress: JobProgress) => void,
  ): Promise<T>
}

interface Opened {
  readonly version: SourceVersion
  readonly index: OpenIndex
  users: number
}

const POLL_LOCK_EVERY_MS = 100
/** How often a source may change while it is read before that is an error. */
const MAX_ATTEMPTS = 3

const SQLITE_BUSY = 5

/** Opens nothing yet: the index is looked for, or built, at the first use. */
export function createIndexStore({ source, dataDir, log }: IndexStoreOptions): IndexStore {
  const folder = join(dataDir, source.folder)
  const stopping = new AbortController()
  let opened: Opened | null = null
  let opening: Promise<Opened> | null = null
  /** The callbacks of all who wait for the index. */
  const listeners = new Set<(progress: JobProgress) => void>()
  /** A source that cannot be read is not read again until it changes. */
  let failed: { readonly versionId: string; readonly error: SurveyorError } | null = null

  const report = (share: number): void => {
    const message = `indexing ${source.name}`
    for (const listener of listeners) listener({ done: Math.floor(share * 100), total: 100, message })
  }

  const isReplaced = (candidate: Opened) => candidate !== opened
  const closeIfUnused = (candidate: Opened) => {
    if (isReplaced(candidate) && candidate.users === 0) candidate.index[Symbol.dispose]()
  }

  const refresh = async (): Promise<Opened> => {
    const version = await source.versionOf(folder)
    if (opened?.version.id === version.id) return opened
    if (failed?.versionId === version.id) throw failed.error
    try {
      const before = opened
      opened = { version, index: await findOrBuild(version), users: 0 }
      failed = null
      if (before !== null) closeIfUnused(before)
      return opened
    } catch (error) {
      if (stopping.signal.aborted) throw error
      if (!(error instanceof SurveyorError)) throw unwritable(error)
      if (!error.retryable) failed = { versionId: version.id, error }
      throw error
    }
  }

  const findOrBuild = async (version: SourceVersion): Promise<OpenIndex> => {
    await mkdir(folder, { recursive: true })
    for (;;) {
      const found = existing(version.path)
      if (found !== null) return found
      using lock = tryBuildLock(join(folder, 'build.lock'))
      if (lock !== null) return existing(version.path) ?? (await build(version))
      await delay(POLL_LOCK_EVERY_MS, undefined, { signal: stopping.signal })
    }
  }

  const build = async (first: SourceVersion): Promise<OpenIndex> => {
    await removeLeftovers(folder, (name) => name.endsWith('.tmp'))
    let version = first
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const target = join(folder, `${randomUUID()}.tmp`)
      const started = Date.now()
      const outcome = await source
        .build({ target, signal: stopping.signal, onProgress: report })
        .catch((error: unknown) => error)
      const now = await (source.freshVersionOf ?? source.versionOf)(folder)
      if (now.id === version.id && !(outcome instanceof Error)) {
        await syncFile(target)
        await rename(target, version.path)
        log.info({ counts: outcome, tookMs: Date.now() - started }, `Indexed ${source.name}.`)
        const family = `${textBefore(basename(version.path), '-')}-`
        await removeLeftovers(folder, (name) => name.startsWith(family) && name !== basename(version.path))
        return openIndex(version.path)
      }
      await rm(target, { force: true })
      if (now.id === version.id) throw outcome
      version = now
    }
    throw new SurveyorError('source_unavailable', `The data of "${source.name}" changes while it is read.`)
  }

  return {
    async use(signal, work, onProgress) {
      opening ??= refresh().finally(() => {
        opening = null
      })
      if (onProgress !== undefined) listeners.add(onProgress)
      let current: Opened
      try {
        current = await untilAborted(opening, signal)
      } finally {
        if (onProgress !== undefined) listeners.delete(onProgress)
      }
      current.users += 1
      try {
        return await work(current.index)
      } finally {
        current.users -= 1
        closeIfUnused(current)
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await opening?.catch(() => undefined)
      const last = opened
      opened = null
      if (last !== null) closeIfUnused(last)
    },
  }
}

/** Null without one; an unreadable one is built again. */
function existing(path: string): OpenIndex | null {
  if (!existsSync(path)) return null
  try {
    return openIndex(path)
  } catch {
    return null
  }
}

/** A rename may reach the disk before the content does: a crash in between would leave an index of zeros. */
async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, 'r+')
  await handle.sync()
}

async function removeLeftovers(folder: string, isLeftover: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(names.filter(isLeftover).map((name) => rm(join(folder, name), { force: true })))
}

function unwritable(cause: unknown): SurveyorError {
  const detail = 'The index of the map data cannot be written to the data folder (SURVEYOR_DATA_DIR).'
  return new SurveyorError('storage_unavailable', detail, { cause })
}

/**
 * Lets one process at a time build an index: an exclusive SQLite lock, which the kernel drops when its holder dies.
 * The held lock, or null while another process (or another call in this one) holds it.
 */
export function tryBuildLock(path: string): Disposable | null {
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    db.exec('begin exclusive')
  } catch (error) {
    db.close()
    if (Object(error).errcode === SQLITE_BUSY) return null
    throw error
  }
  return {
    [Symbol.dispose]() {
      db.close()
    },
  }
}
