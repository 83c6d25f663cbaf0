// The subject of a request without a key: its address, for IPv6 the /64 that one customer usually gets.
import ipaddr from 'ipaddr.js'

export function clientSubject(address: string): string {
  if (!ipaddr.isValid(address)) return `ip:${address}`
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return `ip:${parsed.toString()}`
  return `ip:${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
