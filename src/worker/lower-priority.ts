// Lets a process give way to others: heavy work is not to keep the machine from answering.
import { writeFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Linux lets users set this ten times a second, over all their processes. */
const TRIES = 5
const AGAIN_MS = 150

/**
 * Adds `by` to the niceness of the process `pid`, up to the lowest priority there is. Right after its start: what the
 * process has made by then, threads on Linux, keeps its own. Never throws: a system that refuses runs it as any other.
 *
 * A process with a session of its own (`ownSession`) is weighed twice where Linux groups by session
 * (`sched_autogroup`): inside of its session, where it is alone, and as a session among others.
 */
export function lowerPriority(pid: number, by: number, ownSession = false): void {
  try {
    const nice = Math.min(getPriority() + by, constants.priority.PRIORITY_LOW)
    setPriority(pid, nice)
    if (ownSession) void lowerSession(pid, nice)
  } catch {
    // It is gone already, or the system does not let us.
  }
}

async function lowerSession(pid: number, nice: number): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(nice))
    } catch (error) {
      const isEarly = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isEarly) return
      await sleep(AGAIN_MS, undefined, { ref: false })
    }
  }
}
