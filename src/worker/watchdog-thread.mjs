// The thread of watchdog.ts: kills the process once the main thread has stopped ticking. JavaScript, because a thread has
// no cache of compiled code: it would load what strips the types, a tenth of the start of a worker.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** @type {{ ticks: Int32Array, stallMs: number, checks: number }} */
const { ticks, stallMs, checks } = workerData

let seen = -1
let unchanged = 0

// Counted in checks and not by the clock: after sleep or a stop of the process, no time counts as passed.
setInterval(() => {
  const now = Atomics.load(ticks, 0)
  unchanged = now === seen ? unchanged + 1 : 0
  seen = now
  if (unchanged < checks) return
  const line = { level: 'fatal', msg: `the event loop stood still for ${stallMs} ms; the process ends` }
  writeSync(2, `${JSON.stringify(line)}\n`)
  process.kill(process.pid, 'SIGKILL')
}, stallMs / checks)
