// Lowers the priority of a process, so that heavy work does not keep the machine from answering.
import { writeFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Linux allows this ten times a second for all processes of a user together. */
const TRIES = 5
const AGAIN_MS = 150

/**
 * Adds `by` to the niceness of the process `pid`, up to the lowest priority there is. To be called right after its
 * start: threads that exist already keep their own priority on Linux. Never throws: on a system that refuses, the
 * process runs unchanged.
 *
 * Where Linux groups by session (`sched_autogroup`), a process with a session of its own (`ownSession`) has two
 * weights: one inside its session, where it is alone, and one for its session among others.
 */
export function lowerPriority(pid: number, by: number, ownSession = false): void {
  try {
    const nice = Math.min(getPriority() + by, constants.priority.PRIORITY_LOW)
    setPriority(pid, nice)
    if (ownSession) void lowerSession(pid, nice)
  } catch {
    // The process is gone already, or the system does not allow it.
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
