// The exceptions of the operator: ranges that may be dialled although they are not public, and names served elsewhere.
import { cidrContains, isMetadata, parseAddress, parseCidr, type AddressBytes, type Cidr } from './address.ts'

/** A range that the operator opened. */
export interface AllowedRange extends Cidr {
  /** Null: every port that is allowed on a public host. */
  readonly port: number | null
}

/** A name that the operator has served at an address of his choice. */
export interface MappedHost {
  /** Without the `*.` of a wildcard. */
  readonly name: string
  readonly wildcard: boolean
  readonly address: string
  readonly port: number
}

/** Entries `CIDR[:port]`; an IPv6 address without a prefix length needs brackets before a port. Throws on anything else. */
export function parseAllowList(entries: readonly string[]): AllowedRange[] {
  return entries.map((entry) => {
    const bracketed = /^\[([^\]]+)\](\/\d+)?(?::(\d+))?$/.exec(entry)
    // `fd00::1` ends in `:1` but has no port, so an entry is first parsed as a whole.
    const whole = bracketed === null ? parseCidr(entry) : null
    if (whole !== null) return Object.assign(whole, { port: null })
    const plain = /^(.+):(\d+)$/.exec(entry)
    const cidr = parseCidr(bracketed === null ? (plain?.[1] ?? '') : bracketed[1] + (bracketed[2] ?? ''))
    const port = portOf(bracketed === null ? plain?.[2] : bracketed[3])
    if (cidr === null || port === undefined) {
      throw notAnEntry('an egress range', entry, '10.1.0.0/16 or 127.0.0.1/32:8123')
    }
    return Object.assign(cidr, { port })
  })
}

/** Entries `name=ip:port` or `*.name=ip:port`. Throws on anything else, and on a metadata address. */
export function parseHostMap(entries: readonly string[]): MappedHost[] {
  return entries.map((entry) => {
    const match =
      /^(?<wild>\*\.)?(?<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)=\[?(?<ip>[0-9a-f.:]+?)\]?:(?<port>\d+)$/i.exec(
        entry,
      )
    const { wild, name = '', ip = '', port: portText } = match?.groups ?? {}
    const address = parseAddress(ip)
    const port = portOf(portText)
    if (address === null || port === undefined || port === null) {
      throw notAnEntry('an egress host', entry, '*.town.test=127.0.0.1:8123')
    }
    if (isMetadata(address)) throw new Error(`A metadata address serves no host: ${JSON.stringify(entry)}`)
    return {
      name: name.toLowerCase(),
      wildcard: wild !== undefined,
      address: ip,
      port,
    }
  })
}

/**
 * Whether one of the entries opens the address for this port. `publicPort` says whether the port is allowed on a public
 * host.
 */
export function rangeAllows(
  ranges: readonly AllowedRange[],
  address: AddressBytes,
  port: number,
  publicPort: boolean,
): boolean {
  return ranges.some(
    (range) => (range.port === null ? publicPort : range.port === port) && cidrContains(range, address),
  )
}

/**
 * Where a name is served, by the first matching entry. A wildcard matches names of any depth below it, but not itself.
 */
export function mappedHost(hosts: readonly MappedHost[], hostname: string): MappedHost | null {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return hosts.find((host) => (host.wildcard ? name.endsWith(`.${host.name}`) : name === host.name)) ?? null
}

/** Undefined when the text is not a port; null when there is no text. */
function portOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null
  const port = Number(text)
  return port >= 1 && port <= 65_535 ? port : undefined
}

function notAnEntry(what: string, entry: string, example: string): Error {
  return new Error(`Not ${what}: ${JSON.stringify(entry)}. It looks like ${example}.`)
}
