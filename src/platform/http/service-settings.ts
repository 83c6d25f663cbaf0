// What every service is told: where and whom it serves, and how its jobs, keys and webhooks behave.
import type { DiskSettings } from '#platform/health/disk-check.ts'
import type { JobSettings } from '#platform/jobs/job-engine.ts'
import type { FixedKey } from '#platform/keys/key-authenticator.ts'
import type { WebhookSettings } from '#platform/webhooks/webhook-settings.ts'

export interface ServiceSettings {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  /** Serves everybody on this machine and nobody else; otherwise a key is needed. */
  readonly open: boolean
  /** Who may set X-Forwarded-For. */
  readonly trustProxy: boolean | readonly string[]
  /** How long it serves on once it is told to stop, no longer ready. */
  readonly stopDelayMs: number
  /** Other processes serve the same schema: what is limited is counted over all of them. */
  readonly replicated: boolean
  readonly keyPepper: Buffer
  /** The keys of the settings. */
  readonly fixedKeys: readonly FixedKey[]
  readonly jobs: JobSettings
  readonly webhooks: WebhookSettings
  readonly disk: DiskSettings
}
