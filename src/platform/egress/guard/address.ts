// Classifies an IP address by its number: any address that is not certainly a public host is refused.
import { isIPv4, isIPv6 } from 'node:net'
import { CLOSED_V4, CLOSED_V6, GLOBAL_UNICAST_V6, METADATA } from './address-ranges.ts'

/** 4 or 16 bytes in network order. */
export type AddressBytes = readonly number[]

/** A range of addresses of one family. */
export interface Cidr {
  readonly bytes: AddressBytes
  readonly prefixLength: number
}

/** The bytes of a literal in its canonical spelling; null for anything else, including an IPv6 address with a zone. */
export function parseAddress(text: string): AddressBytes | null {
  if (isIPv4(text)) return text.split('.').map(Number)
  if (!isIPv6(text) || text.includes('%')) return null
  return v6Bytes(text)
}

/** For a text that `isIPv6` accepted. */
function v6Bytes(text: string): AddressBytes {
  const dotted = text.includes('.') ? text.slice(text.lastIndexOf(':') + 1) : undefined
  const tail = dotted === undefined ? [] : dotted.split('.').map(Number)
  const [head = '', rest] = (dotted === undefined ? text : text.slice(0, -dotted.length)).split('::')
  const before = groupBytes(head)
  if (rest === undefined) return [...before, ...tail]
  const after = [...groupBytes(rest), ...tail]
  return [...before, ...Array.from({ length: 16 - before.length - after.length }, () => 0), ...after]
}

function groupBytes(groups: string): number[] {
  return groups.split(':').flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return group === '' ? [] : [value >> 8, value & 0xff]
  })
}

/** `10.0.0.0/8`, or a bare address for itself alone; null for any other text. */
export function parseCidr(text: string): Cidr | null {
  const slash = text.indexOf('/')
  const bytes = parseAddress(slash < 0 ? text : text.slice(0, slash))
  if (bytes === null) return null
  if (slash < 0) return { bytes, prefixLength: bytes.length * 8 }
  const length = text.slice(slash + 1)
  if (!/^\d{1,3}$/.test(length) || Number(length) > bytes.length * 8) return null
  return { bytes, prefixLength: Number(length) }
}

/** False across families. */
export function cidrContains({ bytes, prefixLength }: Cidr, address: AddressBytes): boolean {
  if (bytes.length !== address.length) return false
  const whole = prefixLength >> 3
  for (let i = 0; i < whole; i += 1) if (bytes[i] !== address[i]) return false
  const rest = prefixLength & 7
  return rest === 0 || (bytes[whole] ?? 0) >> (8 - rest) === (address[whole] ?? 0) >> (8 - rest)
}

/** An IPv4-mapped address (`::ffff:8.8.8.8`) as the IPv4 address that the kernel dials; any other as it is. */
export function unmapped(address: AddressBytes): AddressBytes {
  return startsWith(address, MAPPED) ? address.slice(12) : address
}

/** Why the address is not a public host; null for a public host. */
export function refusalOf(address: AddressBytes): string | null {
  if (address.length === 4) return closedBy(CLOSED_V4_RANGES, address)
  const inside = embeddedV4(address)
  for (const v4 of inside.addresses) {
    const refusal = closedBy(CLOSED_V4_RANGES, v4)
    if (refusal !== null) return refusal
  }
  if (inside.decides) return null
  if (!cidrContains(OPEN_V6, address)) return 'not_global_unicast'
  return closedBy(CLOSED_V6_RANGES, address)
}

/** Whether the address, or an IPv4 address embedded in it, is a metadata service of a cloud. */
export function isMetadata(address: AddressBytes): boolean {
  const candidates = address.length === 4 ? [address] : [address, ...embeddedV4(address).addresses]
  return candidates.some((candidate) => METADATA_RANGES.some((range) => cidrContains(range, candidate)))
}

/** The IPv4 addresses embedded in an IPv6 address. `decides`: they alone determine where a packet is sent. */
export function embeddedV4(address: AddressBytes): { addresses: AddressBytes[]; decides: boolean } {
  const last = address.slice(12)
  if (startsWith(address, MAPPED)) return { addresses: [last], decides: true }
  if (startsWith(address, COMPATIBLE)) return { addresses: [last], decides: true }
  if (startsWith(address, NAT64)) return { addresses: [last], decides: true }
  if (startsWith(address, SIX_TO_FOUR)) return { addresses: [address.slice(2, 6)], decides: true }
  if (startsWith(address, TEREDO)) {
    return { addresses: [address.slice(4, 8), last.map((byte) => byte ^ 0xff)], decides: true }
  }
  const isatap =
    ((address[8] ?? 0) & 0xfd) === 0 && address[9] === 0 && address[10] === 0x5e && address[11] === 0xfe
  return { addresses: isatap ? [last] : [], decides: false }
}

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
const COMPATIBLE = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
/**
 * The well-known prefix of RFC 6052. The local-use prefix, 64:ff9b:1::/48, is not global unicast and so stays closed.
 */
const NAT64 = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]
const SIX_TO_FOUR = [0x20, 0x02]
const TEREDO = [0x20, 0x01, 0, 0]

interface ClosedRange extends Cidr {
  readonly reason: string
}
const CLOSED_V4_RANGES = closedRanges(CLOSED_V4)
const CLOSED_V6_RANGES = closedRanges(CLOSED_V6)
const OPEN_V6 = rangeOf(GLOBAL_UNICAST_V6)
const METADATA_RANGES = METADATA.map(rangeOf)

/** Throws on a mistake in the tables. */
function rangeOf(text: string): Cidr {
  const range = parseCidr(text)
  if (range === null) throw new Error(`Not a range of addresses: ${text}`)
  return range
}

function closedRanges(table: Readonly<Record<string, string>>): ClosedRange[] {
  return Object.entries(table).map(([text, reason]) => ({ ...rangeOf(text), reason }))
}

function closedBy(ranges: readonly ClosedRange[], address: AddressBytes): string | null {
  for (const range of ranges) if (cidrContains(range, address)) return range.reason
  return null
}

function startsWith(address: AddressBytes, prefix: AddressBytes): boolean {
  if (address.length !== 16) return false
  for (let i = 0; i < prefix.length; i += 1) if (address[i] !== prefix[i]) return false
  return true
}
