// Address ranges that are not the public internet: the IANA special-purpose registries, and additions of clouds.

/** `CIDR: why`. IPv4 is open by default, so this list must be complete. */
export const CLOSED_V4: Readonly<Record<string, string>> = {
  '0.0.0.0/8': 'this_network',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'shared_nat',
  '127.0.0.0/8': 'loopback',
  '168.63.129.16/32': 'cloud_metadata',
  '169.254.0.0/16': 'link_local',
  '172.16.0.0/12': 'private',
  '192.0.0.0/24': 'protocol_assignment',
  '192.0.2.0/24': 'documentation',
  '192.31.196.0/24': 'as112',
  '192.52.193.0/24': 'amt',
  '192.88.99.0/24': 'relay_6to4',
  '192.168.0.0/16': 'private',
  '192.175.48.0/24': 'as112',
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved',
}

/** IPv6 is closed by default: only this range is open, minus `CLOSED_V6`. */
export const GLOBAL_UNICAST_V6 = '2000::/3'

/** IPv6 ranges by why they are closed; everything outside global unicast is closed without an entry. */
export const CLOSED_V6: Readonly<Record<string, string>> = {
  '2001::/23': 'protocol_assignment',
  '2001:db8::/32': 'documentation',
  '2620:4f:8000::/48': 'as112',
  '3ffe::/16': 'returned_6bone',
  '3fff::/20': 'documentation',
}

/**
 * Addresses where clouds serve credentials to any client inside. They stay closed even when the operator opened a range
 * that contains them. The whole IPv4 link-local range is included: every provider runs a service of its own somewhere
 * in it.
 */
export const METADATA: readonly string[] = [
  '169.254.0.0/16',
  '168.63.129.16/32', // Azure wire server
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle
  'fd00:ec2::/32', // AWS: instance metadata, pod identity, time, DNS
  'fd20:ce::254/128', // Google
  'fd00:42::42/128', // Scaleway
]
