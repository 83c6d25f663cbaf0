// Lets one process at a time build an index: an exclusive SQLite lock, which the kernel drops when its holder dies.
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/** The held lock, or null while another process (or another call in this one) holds it. */
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
