// Lowers the priority of a process, so that heavy work does not keep the machine from answering.
import { readFile, writeFile } from 'node:fs/promises'
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
 * weights: one inside its session, where it is alone, and one for its session among others. The latter is lowered from
 * that of the session of this process: its own niceness holds inside that one only, and counted once more it would leave
 * a child of a worker of `surveyor start` a tenth of a core on a busy machine and not a third.
 */
export function lowerPriority(pid: number, by: number, ownSession = false): void {
  try {
    const nice = Math.min(getPriority() + by, constants.priority.PRIORITY_LOW)
    setPriority(pid, nice)
    if (ownSession) void lowerSession(pid, by)
  } catch {
    // The process is gone already, or the system does not allow it.
  }
}

async function lowerSession(pid: number, by: number): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      const own = await readFile('/proc/self/autogroup', 'utf8')
      const nice = Number(own.trim().split(' ').at(-1)) + by
      return await writeFile(
        `/proc/${pid}/autogroup`,
        String(Math.min(nice, constants.priority.PRIORITY_LOW)),
      )
    } catch (error) {
      const isEarly = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isEarly) return
      await sleep(AGAIN_MS, undefined, { ref: false })
    }
  }
}
