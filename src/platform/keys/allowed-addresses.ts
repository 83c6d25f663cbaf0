// The addresses from which a key may be used.
import { cidrContains, parseAddress, parseCidr, unmapped } from '#platform/egress/guard/address.ts'

/** Whether the text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  return parseCidr(text) !== null
}

/** Whether an address lies in one of the networks, each of which passed `isNetwork`. False for an invalid address. */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.flatMap((text) => parseCidr(text) ?? [])
  return (address) => {
    // A zone (`fe80::1%eth0`) names an interface, not a host.
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
