// The settings of each part, in its own types.
import { availableParallelism, hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Settings } from '#config/settings.ts'
import type { Provider } from '#contract/places/place.ts'
import { DAY_MS } from '#kit/time/clock.ts'
import type { CacheSettings } from '#platform/cache/entries/cache-settings.ts'
import type { DiskSettings } from '#platform/health/disk-check.ts'
import { DEFAULT_JOB_SETTINGS, type JobSettings } from '#platform/jobs/model/job-settings.ts'
import {
  DEFAULT_WEBHOOK_SETTINGS,
  type WebhookSettings,
} from '#platform/webhooks/delivery/webhook-settings.ts'
import { DEFAULT_WORKER_TIMES, defaultConcurrency, type WorkerSettings } from '#worker/settings.ts'
import { productVersion } from './product-version.ts'

/** Leases, sweeps and retention of the job engine. Days become milliseconds. */
export function jobSettings(settings: Settings): JobSettings {
  const { leaseMs, sweepMs, keepResultsDays, keepJobsDays, hostConcurrency } = settings
  return {
    ...DEFAULT_JOB_SETTINGS,
    // While the host's limit of jobs fetches, the same number of jobs can parse.
    domainConcurrency: 2 * hostConcurrency,
    leaseMs,
    sweepMs,
    // Two heartbeats may be lost.
    heartbeatMs: Math.round(leaseMs / 3),
    keepResultsMs: keepResultsDays * DAY_MS,
    keepJobsMs: keepJobsDays * DAY_MS,
  }
}

/** `KIND=NUMBER` entries as an object. */
export function numbersByKind(entries: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    entries.map((entry) => {
      const [kind, number] = entry.split('=')
      return [kind, Number(number)] as const
    }),
  )
}

/** Bounds of the cache of crawl. */
export function cacheSettings(settings: Settings): Partial<CacheSettings> {
  const { cacheMaxBytes, cacheMaxEntries, cacheMemoryBytes, cacheKeepDays } = settings
  return {
    maxBytes: cacheMaxBytes,
    maxEntries: cacheMaxEntries,
    memoryBytes: cacheMemoryBytes,
    keepMs: cacheKeepDays * DAY_MS,
  }
}

/** The data folder as an absolute path, and the space that stays free, in bytes. */
export function diskSettings({ dataDir, diskReserveMb }: Settings): DiskSettings {
  return { folder: resolve(dataDir), reserveBytes: diskReserveMb * 1_048_576 }
}

/** Retention, guard and User-Agent of the deliveries. */
export async function webhookSettings(settings: Settings): Promise<WebhookSettings> {
  const { egressAllow, egressHosts, contact, keepWebhooksDays } = settings
  return {
    ...DEFAULT_WEBHOOK_SETTINGS,
    keepMs: keepWebhooksDays * DAY_MS,
    allow: egressAllow,
    hosts: egressHosts,
    contact,
    productVersion: await productVersion(),
  }
}

/** Concurrency of a worker by pool: a share of the cores, unless the settings name it. */
export function workerSettings(settings: Settings, version: string): WorkerSettings {
  return {
    ...DEFAULT_WORKER_TIMES,
    name: processName(),
    version,
    tags: settings.workerTags,
    concurrency: {
      ...defaultConcurrency(availableParallelism()),
      ...numbersByKind(settings.workerConcurrency),
    },
    stopGraceMs: settings.stopGraceMs,
    stallMs: settings.leaseMs,
    pageMemoryBytes: settings.cacheMemoryBytes,
    chromium: settings.chromium,
    browserUrl: settings.browserUrl,
  }
}

/** The map of a search that names none. */
export function mapProvider({ mapProvider: chosen, osmFile }: Settings): Provider {
  return chosen ?? (osmFile === null ? 'overpass' : 'osm-file')
}

/** The settings that extractors may see: their addresses and models. */
export function extractorSettings(settings: Settings): Readonly<Record<string, string | boolean | null>> {
  const { osmFile, overpassUrl, nominatimUrl, photonUrl, googleEnabled, googleUrl, googleRobots, airbnbUrl } =
    settings
  const { contact, doclingServeUrl, doclingServeKey, llmUrl, llmKey, llmModel } = settings
  const maps = {
    mapProvider: mapProvider(settings),
    osmFile,
    overtureFile: settings.overtureFile,
    overtureUrl: settings.overtureUrl,
    overpassUrl,
    nominatimUrl,
    photonUrl,
    mangroveUrl: settings.mangroveUrl,
    googleEnabled,
    googleUrl,
    googleRobots,
  }
  return { ...maps, airbnbUrl, contact, doclingServeUrl, doclingServeKey, llmUrl, llmKey, llmModel }
}

/** Shown in the lists of workers. */
export function processName(): string {
  return `${hostname()}-${process.pid}`
}
