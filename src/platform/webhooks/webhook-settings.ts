// How webhooks are delivered: the numbers, and how the sender reaches the world.

export interface WebhookSettings {
  /** Ranges `CIDR[:port]` that the operator opened; receivers elsewhere on private networks are refused. */
  readonly allow: readonly string[]
  /** Names served elsewhere, each `name=ip:port`. */
  readonly hosts: readonly string[]
  /** Who the User-Agent names. */
  readonly contact: string | null
  readonly productVersion: string
  /** For one attempt, from the look-up of the name to the last byte of the answer. */
  readonly timeoutMs: number
  /** Silence of a sender after which its deliveries go to another one; longer than `timeoutMs`. */
  readonly leaseMs: number
  /** Deliveries to one receiver at the same time, over all replicas. */
  readonly perReceiver: number
  /** Deliveries of this process at the same time. */
  readonly concurrency: number
  /** How long an idle sender waits before it looks again although nobody called. */
  readonly pollMs: number
  /** All waits of the retry table are multiplied by this: 1, but in tests and experiments. */
  readonly timeScale: number
  /** How long after its end a record is kept. */
  readonly keepMs: number
  /** How often each replica deletes what is older. */
  readonly retentionMs: number
}

export const DEFAULT_WEBHOOK_SETTINGS: WebhookSettings = {
  allow: [],
  hosts: [],
  contact: null,
  productVersion: '0',
  timeoutMs: 15_000,
  leaseMs: 40_000,
  perReceiver: 4,
  concurrency: 256,
  pollMs: 1_000,
  timeScale: 1,
  keepMs: 30 * 86_400_000,
  retentionMs: 600_000,
}
