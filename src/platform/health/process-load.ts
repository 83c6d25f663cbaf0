// The load of this process, measured between two readings.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pressure } from '#contract/health.ts'

export type ProcessLoad = Pick<Pressure, 'cpu' | 'memoryBytes' | 'eventLoopDelayMs'>

/** The queue load that a service reports. */
export type QueueLoad = Omit<Pressure, keyof ProcessLoad>

const SAMPLING_MS = 20

export interface ProcessGauge extends Disposable {
  /** Since the last reading, or since the start. */
  read(): ProcessLoad
}

export function createProcessGauge(): ProcessGauge {
  const delay = monitorEventLoopDelay({ resolution: SAMPLING_MS })
  delay.enable()
  let beforeMs = performance.now()
  let before = process.cpuUsage()
  return {
    read() {
      const elapsedMs = performance.now() - beforeMs
      const { user, system } = process.cpuUsage(before)
      beforeMs += elapsedMs
      before = process.cpuUsage()
      // The histogram counts from one sample to the next, which is never less than the sampling itself.
      const lateMs = delay.count === 0 ? null : Math.max(0, delay.percentile(99) / 1e6 - SAMPLING_MS)
      delay.reset()
      return {
        cpu: elapsedMs < 1 ? null : Math.round((user + system) / 10 / elapsedMs) / 100,
        memoryBytes: process.memoryUsage.rss(),
        eventLoopDelayMs: lateMs === null ? null : Math.round(lateMs * 10) / 10,
      }
    },
    [Symbol.dispose]() {
      delay.disable()
    },
  }
}
