// How webhooks are delivered: the numbers, and how the sender reaches the network.

export interface WebhookSettings {
  /** Ranges `CIDR[:port]` that the operator opened; other receivers on private networks are refused. */
  readonly allow: readonly string[]
  /** Names served elsewhere, each `name=ip:port`. */
  readonly hosts: readonly string[]
  /** The contact that the User-Agent names. */
  readonly contact: string | null
  readonly productVersion: string
  /** For one attempt, from the DNS look-up to the last byte of the answer. */
  readonly timeoutMs: number
  /** After this silence of a sender its deliveries go to another one; longer than `timeoutMs`. */
  readonly leaseMs: number
  /** Concurrent deliveries to one receiver, over all replicas. */
  readonly perReceiver: number
  /** Concurrent deliveries of this process. */
  readonly concurrency: number
  /** How long an idle sender waits before it polls without a wake-up. */
  readonly pollMs: number
  /** All waits of the retry table are multiplied by this: 1, except in tests and experiments. */
  readonly timeScale: number
  /** How long after its end a record is kept. */
  readonly keepMs: number
  /** How often each replica deletes expired records. */
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
