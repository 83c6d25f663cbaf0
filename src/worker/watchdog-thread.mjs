// The thread of watchdog.ts: kills the process once the main thread has stopped ticking. JavaScript, because a thread has
// no cache of compiled code: it would load what strips the types, a tenth of the start of a worker.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** @type {{ ticks: Int32Array, stallMs: number, checks: number }} */
const { ticks, stallMs, checks } = workerData

/** A blocked loop uses a core. One that waits for a core is late with the whole machine and goes on by itself. */
const BUSY_SHARE = 0.5
/** Blocked without a core, as by a lock: killed after this many times as long. */
const IDLE_FACTOR = 4

let seen = -1
let unchanged = 0
let spentBefore = 0

/** Microseconds of core time of the whole process. */
const coreTime = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

// Counted in checks and not by the clock: after sleep or a stop of the process, no time counts as passed.
setInterval(() => {
  const now = Atomics.load(ticks, 0)
  if (now !== seen) {
    seen = now
    unchanged = 0
    spentBefore = coreTime()
    return
  }
  unchanged += 1
  if (unchanged < checks) return
  const isBusy = coreTime() - spentBefore >= BUSY_SHARE * stallMs * 1_000
  if (!isBusy && unchanged < IDLE_FACTOR * checks) return
  const line = { level: 'fatal', msg: `the event loop stood still for ${stallMs} ms; the process ends` }
  writeSync(2, `${JSON.stringify(line)}\n`)
  process.kill(process.pid, 'SIGKILL')
}, stallMs / checks)
