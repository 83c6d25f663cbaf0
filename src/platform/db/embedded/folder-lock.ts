// The lock of a folder: one process at a time.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the lock of `folder`, or answers null when another process holds it. Node has no flock; an exclusive SQLite
 * transaction on an empty file has the same effect without stale state.
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const database = openLockFile(folder)
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw cannotLock(folder, error)
  }
  await writeFile(join(folder, 'owner'), String(process.pid))
  return {
    async [Symbol.asyncDispose]() {
      await rm(join(folder, 'owner'), { force: true })
      database.close()
    },
  }
}

function openLockFile(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, 'lock'))
  } catch (error) {
    throw cannotLock(folder, error)
  }
}

/** Usually the folder of another user. */
function cannotLock(folder: string, cause: unknown): Error {
  return new Error(`The data folder ${folder} cannot be locked.`, { cause })
}

/** The process that holds the lock of `folder`, for a message. */
export async function lockOwner(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'owner'), 'utf8').catch(() => '')
  return /^\d+$/.test(text) ? Number(text) : null
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
