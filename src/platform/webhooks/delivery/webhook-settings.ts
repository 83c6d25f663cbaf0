// How webhooks are delivered: the numbers, and how they reach the network.

/** The settings of one process. Leases, and how many deliveries one receiver gets at once, are those of its job engine. */
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
  /** Concurrent deliveries of this process. */
  readonly concurrency: number
  /** How often the outbox of the job engine is looked into without a wake-up. */
  readonly pollMs: number
  /** All waits of the retry table are multiplied by this: 1, except in tests and experiments. */
  readonly timeScale: number
  /** How long after its end a record is kept. */
  readonly keepMs: number
  /** How often each replica deletes expired records. */
  readonly retentionMs: number
}

/** No private network is open, and waits are those of the retry table. */
export const DEFAULT_WEBHOOK_SETTINGS: WebhookSettings = {
  allow: [],
  hosts: [],
  contact: null,
  productVersion: '0',
  timeoutMs: 15_000,
  concurrency: 256,
  pollMs: 1_000,
  timeScale: 1,
  keepMs: 30 * 86_400_000,
  retentionMs: 600_000,
}
