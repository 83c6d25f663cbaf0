// Folders that an operator names: made with those above them, and named when they cannot be used.
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '#kit/unknown-values.ts'

/**
 * Like `mkdir` with `recursive`, which tries for ever in a folder that can hold no other and says `ENOENT` of each, such
 * as /proc, and says `ENOENT` of one that is read-only. `mode` is for the last folder. Throws the error of the system.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await makeOne(path, mode)
  } catch (error) {
    const above = dirname(path)
    if (errorCode(error) !== 'ENOENT' || above === path) throw error
    await makeFolder(above)
    await makeOne(path, mode)
  }
}

/**
 * Does `work` on the data folder. An error of the system, which names a file or not even that, comes with the folder and the
 * setting for it.
 */
export async function inDataFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Programs that cannot be started are no fault of the folder.
    if (!isSystemError(error) || error.syscall.startsWith('spawn')) throw error
    throw new Error(
      `The data folder ${dataDir} cannot be used; another one is named by --data-dir DIR or SURVEYOR_DATA_DIR.`,
      { cause: error },
    )
  }
}

function isSystemError(error: unknown): error is Error & { readonly syscall: string } {
  return error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'
}

async function makeOne(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (!isThere) throw error
  }
}
