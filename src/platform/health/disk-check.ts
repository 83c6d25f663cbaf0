// Whether the disk of the data folder has room.
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Gauge } from 'prom-client'
import type { HealthCheck } from '#contract/health.ts'
import { errorCode } from '#kit/unknown-values.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'

export interface DiskSettings {
  /** Absolute; a folder that does not exist yet is on the disk of its parent. */
  readonly folder: string
  /** With less than this the service is not ready; with less than four times as much it warns. */
  readonly reserveBytes: number
}

const MEBIBYTE = 1_048_576
const EARLY = 4

export async function diskCheck({ folder, reserveBytes }: DiskSettings): Promise<HealthCheck> {
  const freeBytes = await freeSpace(folder)
  if (freeBytes >= reserveBytes * EARLY) return { status: 'pass', detail: null }
  return {
    status: freeBytes < reserveBytes ? 'fail' : 'warn',
    detail: `${Math.floor(freeBytes / MEBIBYTE)} MiB are free on the disk of the data folder.`,
  }
}

/** The same for alerts; without a value while the disk cannot be asked. */
export function registerDiskMetrics({ registry }: Metrics, { folder, reserveBytes }: DiskSettings): void {
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_data_disk_free_bytes',
      help: 'Free space on the disk of the data folder.',
      registers: [],
      async collect() {
        this.reset()
        const freeBytes = await freeSpace(folder).catch(() => null)
        if (freeBytes !== null) this.set(freeBytes)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'surveyor_data_disk_reserve_bytes',
      help: 'With less free space than this the service is not ready.',
      registers: [],
      collect() {
        this.set(reserveBytes)
      },
    }),
  )
}

/** The bytes that this user may still write. */
async function freeSpace(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeSpace(dirname(folder))
  }
}
