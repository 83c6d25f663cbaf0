// The egress of a process that reads pages.
import type { Settings } from '#config/settings.ts'
import { createEgress, type Egress } from '#platform/egress/egress.ts'
import { userAgent } from '#platform/egress/transport/request-headers.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createPeerFetch, type PeerFetch } from '#worker/peer-fetch.ts'
import { extractorSettings } from '#bin/product/part-settings.ts'
import { productVersion } from '#bin/product/product-version.ts'

/** The ways out of a worker. */
export interface ComposedEgress {
  readonly egress: Egress
  readonly fetch: Egress['fetch']
  /** For the servers that a setting names. */
  readonly peerFetch: PeerFetch['fetch']
}

/** Closed with `resources`. */
export async function composeEgress({
  settings,
  log,
  resources,
  limiter,
  onRefused,
}: {
  readonly settings: Settings
  readonly log: Logger
  readonly resources: AsyncDisposableStack
  /** Default: requests are counted in this process alone. */
  readonly limiter?: Limiter
  readonly onRefused?: (reason: string) => void
}): Promise<ComposedEgress> {
  const { contact, egressAllow, egressHosts, hostDelayMs, hostConcurrency } = settings
  const version = await productVersion()
  const egress = resources.use(
    createEgress({
      settings: {
        allow: egressAllow,
        hosts: egressHosts,
        contact,
        hostDelayMs,
        hostConcurrency,
        productVersion: version,
      },
      log,
      ...(limiter === undefined ? {} : { limiter }),
      ...(onRefused === undefined ? {} : { onRefused }),
    }),
  )
  const { fetch: peerFetch } = resources.use(
    createPeerFetch({ settings: extractorSettings(settings), userAgent: userAgent(version, contact) }),
  )
  return { egress, fetch: (request) => egress.fetch(request), peerFetch }
}
