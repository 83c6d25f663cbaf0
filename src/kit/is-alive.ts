// Whether a process runs.
import { errorCode } from './unknown-values.ts'

/** Whether a process with this id runs, of whatever user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user is alive too.
    return errorCode(error) === 'EPERM'
  }
}
