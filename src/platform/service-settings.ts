// The settings of both services: where and whom they serve, and how their jobs, keys and webhooks behave.
import type { DiskSettings } from '#platform/health/disk-check.ts'
import type { JobSettings } from '#platform/jobs/job-engine.ts'
import type { FixedKey } from '#platform/keys/key-authenticator.ts'
import type { WebhookSettings } from '#platform/webhooks/delivery/webhook-settings.ts'

export interface ServiceSettings {
  readonly host: string
  /** 0: a free port. */
  readonly port: number
  /** Serves everybody on this machine and nobody else; otherwise a key is required. */
  readonly open: boolean
  /** Who may set X-Forwarded-For. */
  readonly trustProxy: boolean | readonly string[]
  /** The origins whose pages may call it from a browser. */
  readonly corsOrigins?: readonly string[]
  /** How long it goes on serving after it is told to stop, while it reports that it is not ready. */
  readonly stopDelayMs: number
  /** Other processes serve the same schema, so limits are counted over all of them. */
  readonly replicated: boolean
  readonly keyPepper: Buffer
  /** The keys of the settings. */
  readonly fixedKeys: readonly FixedKey[]
  readonly jobs: JobSettings
  readonly webhooks: WebhookSettings
  readonly disk: DiskSettings
}
