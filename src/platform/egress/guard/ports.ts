// Which ports of a public host may be dialled.

/** Ports above 1023 on which other protocols listen that an HTTP request could talk into (WHATWG fetch, "bad port"). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** The web's own two, and the unprivileged ones that no other protocol claims. */
export function portAllowed(port: number): boolean {
  if (port === 80 || port === 443) return true
  return port >= 1024 && port <= 65_535 && !BAD_PORTS.has(port)
}
