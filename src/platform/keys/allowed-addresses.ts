// The addresses that a key may be used from.
import { cidrContains, parseAddress, parseCidr, unmapped } from '#platform/egress/guard/address.ts'

/** Whether the text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  return parseCidr(text) !== null
}

/** Whether an address lies in one of the networks, each of which passed `isNetwork`. An address that makes no sense does not. */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.flatMap((text) => parseCidr(text) ?? [])
  return (address) => {
    // A zone (`fe80::1%eth0`) says which interface, not which host.
    const bytes = parseAddress(address.replace(/%.*/s, ''))
    if (bytes === null) return false
    const plain = unmapped(bytes)
    return ranges.some((range) => cidrContains(range, plain) || cidrContains(range, bytes))
  }
}

/** Whether each of `inner` lies wholly in one of `outer`; all of them passed `isNetwork`. */
export function coversNetworks(outer: readonly string[], inner: readonly string[]): boolean {
  const ranges = outer.flatMap((text) => parseCidr(text) ?? [])
  return inner.every((text) => {
    const network = parseCidr(text)
    return (
      network !== null &&
      ranges.some((range) => range.prefixLength <= network.prefixLength && cidrContains(range, network.bytes))
    )
  })
}
