// The rules of the guard: which URLs, names, addresses and ports a request may reach.
import { networkInterfaces } from 'node:os'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { embeddedV4, isMetadata, parseAddress, refusalOf, unmapped, type AddressBytes } from './address.ts'
import { mappedHost, parseAllowList, parseHostMap, rangeAllows, type MappedHost } from './allow-list.ts'
import { portAllowed } from './ports.ts'
import { OPAQUE_DETAIL, operatorDetail, refusalDetail } from './refusal-words.ts'

/** Decides before a connection is made; `dial` checks again afterwards. */
export interface Guard {
  /**
   * The first check of a URL, before any I/O: scheme, user name, port, literal address. A name passes here; its
   * addresses are checked when it is dialled. Throws `scheme_not_allowed` or `url_not_allowed`.
   */
  checkUrl(url: URL): void
  /** Where the operator serves this name, or null. */
  mapped(hostname: string): MappedHost | null
  /** Why the address and port may not be dialled, or null. */
  refusal(address: string, port: number): string | null
  /**
   * The error for a refusal. The reason goes to the log. The answer is opaque, unless `detail` says what can be read in
   * the URL itself.
   */
  refuse(reason: string, host: string, detail?: string): SurveyorError
}

/** How long the list of this machine's own addresses is used. */
const OWN_ADDRESSES_MS = 10_000

/** Throws on an entry of the operator that cannot be read. */
export function createGuard(deps: {
  /** `CIDR[:port]` entries. */
  readonly allow: readonly string[]
  /** `name=ip:port` entries. */
  readonly hosts: readonly string[]
  readonly log: Logger
  /** Called for each refusal, with a reason from a small set. */
  readonly onRefused?: (reason: string) => void
  /** Default: the ports of web servers. */
  readonly allowsPort?: (port: number) => boolean
}): Guard {
  const allowed = parseAllowList(deps.allow)
  const hosts = parseHostMap(deps.hosts)
  const allowsPort = deps.allowsPort ?? portAllowed
  let own: ReadonlySet<string> = new Set()
  let ownReadAt = -Infinity

  const isOwn = (address: AddressBytes): boolean => {
    if (performance.now() - ownReadAt > OWN_ADDRESSES_MS) {
      own = ownAddresses()
      ownReadAt = performance.now()
    }
    if (own.has(address.join('.'))) return true
    return address.length === 16 && embeddedV4(address).addresses.some((v4) => own.has(v4.join('.')))
  }

  const refuseAsWritten = (reason: string, url: URL): SurveyorError =>
    guard.refuse(reason, url.hostname, refusalDetail(reason))

  const guard: Guard = {
    checkUrl(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw new SurveyorError('scheme_not_allowed', 'Only http and https URLs are allowed.')
      }
      if (url.username !== '' || url.password !== '') throw refuseAsWritten('credentials_in_url', url)
      if (guard.mapped(url.hostname) !== null) return
      const port = portOf(url)
      const literal = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
      const reason =
        parseAddress(literal) === null
          ? nameRefusal(literal, allowsPort(port), allowed.length > 0)
          : guard.refusal(literal, port)
      if (reason !== null) throw refuseAsWritten(reason, url)
    },
    mapped: (hostname) => mappedHost(hosts, hostname),
    refusal(text, port) {
      const parsed = parseAddress(text)
      if (parsed === null) return 'not_an_address'
      const address = unmapped(parsed)
      const publicPort = allowsPort(port)
      if (isMetadata(address)) return 'cloud_metadata'
      if (rangeAllows(allowed, address, port, publicPort)) return null
      if (!publicPort) return 'port'
      return refusalOf(address) ?? (isOwn(address) ? 'own_address' : null)
    },
    refuse(reason, host, detail = OPAQUE_DETAIL) {
      deps.log.warn({ reason, host: host.slice(0, 255) }, 'egress refused')
      deps.onRefused?.(reason)
      return new SurveyorError('url_not_allowed', detail, {
        cause: new Error(reason),
        ...(detail === OPAQUE_DETAIL ? { operatorDetail: operatorDetail(reason, host, host) } : {}),
      })
    },
  }
  return guard
}

/** The port a URL leads to. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/**
 * A name is checked by its addresses. Only an opened range can allow an unusual port, so the port is checked with the
 * addresses too.
 */
function nameRefusal(name: string, publicPort: boolean, rangesOpened: boolean): string | null {
  if (name === '') return 'no_host'
  return publicPort || rangesOpened ? null : 'port'
}

function ownAddresses(): ReadonlySet<string> {
  const own = new Set<string>()
  for (const entries of Object.values(networkInterfaces())) {
    for (const { address } of entries ?? []) {
      const bytes = parseAddress(address.replace(/%.*/s, ''))
      if (bytes !== null) own.add(bytes.join('.'))
    }
  }
  return own
}
