// Why a URL is refused, as far as the URL itself shows it. No message reveals what a name resolves to.

/** The setting that opens ranges and ports. It appears in messages, so it has the name that the operator writes. */
const ALLOW = 'SURVEYOR_EGRESS_ALLOW'

const OPENED_BY = `an operator can allow it with ${ALLOW}`

/**
 * Messages by the reason of a refusal. A reason without a message is not told, because it would reveal something about
 * this machine.
 */
const WORDS: Readonly<Record<string, string>> = {
  credentials_in_url:
    'it holds a user name or a password. Those belong in a header or, for pages, in `httpAuth`',
  no_host: 'it names no host',
  port: `its port is none that web servers use; ${OPENED_BY}`,
  cloud_metadata: 'its address is the metadata service of a cloud, which no setting opens',
  loopback: `its address is the loopback of this machine; ${OPENED_BY}`,
  private: `its address is private; ${OPENED_BY}`,
  shared_nat: `its address is private (shared by a provider's customers); ${OPENED_BY}`,
  link_local: `its address is link-local; ${OPENED_BY}`,
}

/** Reasons that callers see only as: the address is on no public network. */
const NOT_PUBLIC = new Set([
  'this_network',
  'protocol_assignment',
  'documentation',
  'as112',
  'amt',
  'relay_6to4',
  'benchmarking',
  'multicast',
  'reserved',
  'not_global_unicast',
  'returned_6bone',
])

/** By the reason: what only an operator may learn, of the address that a name leads to. */
const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  own_address: `its address is one of this machine; ${OPENED_BY}`,
}

/** The whole message about a URL that was refused for its text. */
export function refusalDetail(reason: string): string {
  const words = wordsOf(reason)
  return words === null ? OPAQUE_DETAIL : `The URL is not allowed: ${words}.`
}

/** When a name was resolved, the caller is told no more than this. */
export const OPAQUE_DETAIL = 'The URL is not allowed.'

/** The same about the address that a name leads to, or that is this machine's own: for operators only. */
export function operatorDetail(reason: string, host: string, address: string): string {
  const words = wordsOf(reason) ?? OPERATOR_WORDS[reason] ?? `the reason is ${reason}`
  const shown = host.slice(0, MAX_HOST_CHARS)
  return host === address
    ? `${shown} is refused: ${words}.`
    : `${shown} resolves to ${address}, which is refused: ${words}.`
}

const MAX_HOST_CHARS = 255

function wordsOf(reason: string): string | null {
  if (NOT_PUBLIC.has(reason)) return `its address is not on the public internet; ${OPENED_BY}`
  return Object.hasOwn(WORDS, reason) ? (WORDS[reason] ?? null) : null
}
