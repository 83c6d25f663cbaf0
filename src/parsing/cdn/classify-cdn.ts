// What stands between a client and a site: weighs the evidence of answers, addresses and names by noisy-or.
import type { CdnOfResult, EvidenceKind, ProviderKind } from '#contract/crawl/learned/cdn.ts'
import { CNAME_SUFFIXES, PROVIDERS } from './address-table.gen.ts'
import { providerOfAddress } from './provider-of-address.ts'
import { PROVIDER_MARKS } from './provider-marks.ts'

/** How sure one piece of evidence alone makes. */
export const EVIDENCE_WEIGHTS: Readonly<Record<EvidenceKind, number>> = {
  range: 0.8,
  cname: 0.8,
  header: 0.7,
  cookie: 0.6,
  body: 0.5,
  server: 0.4,
  tls: 0.4,
}

/** What was seen of a site; only what is there. Header and cookie names in lower case. */
export interface CdnEvidence {
  readonly ips?: readonly string[]
  readonly cnames?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cookieNames?: readonly string[]
  /** The vendors whose marks a page has, as `readPageSignals` and `blockedBy` name them. */
  readonly bodyMarkers?: readonly string[]
  readonly tlsIssuer?: string | null
}

/** A provider that something speaks for. */
export interface FoundProvider {
  readonly name: string
  readonly kind: ProviderKind
  /** One for each kind, with what it was. */
  readonly evidence: readonly { readonly kind: EvidenceKind; readonly detail: string }[]
}

/** Providers that only a page's marks name. */
const BODY_NAMES: Readonly<Record<string, string>> = { akamai: 'akamai_bot_manager' }
const MAX_DETAIL = 100

/** Every provider that something speaks for, the surest first. */
export function findProviders(seen: CdnEvidence): FoundProvider[] {
  const found = new Map<string, Map<EvidenceKind, string>>()
  const add = (name: string, kind: EvidenceKind, detail: string): void => {
    const known = found.get(name) ?? new Map<EvidenceKind, string>()
    found.set(name, known)
    if (!known.has(kind)) known.set(kind, detail.slice(0, MAX_DETAIL))
  }
  for (const ip of seen.ips ?? []) {
    const name = providerOfAddress(ip)
    if (name !== null) add(name, 'range', ip)
  }
  for (const cname of seen.cnames ?? []) {
    const name = providerOfName(cname)
    if (name !== null) add(name, 'cname', cname)
  }
  for (const name of seen.bodyMarkers ?? []) {
    const provider = BODY_NAMES[name] ?? name
    if (KINDS.has(provider)) add(provider, 'body', name)
  }
  readMarks(seen, add)
  return [...found]
    .map(([name, evidence]) => ({
      name,
      kind: KINDS.get(name) ?? 'cdn',
      evidence: [...evidence].map(([kind, detail]) => ({ kind, detail })),
    }))
    .toSorted((a, b) => confidenceOf(b.evidence) - confidenceOf(a.evidence))
}

/** 0 to 1: that not all of it is chance. `share` of the weight counts, for evidence of less trust. */
export function confidenceOf(
  evidence: readonly { readonly kind: EvidenceKind; readonly share?: number }[],
): number {
  let chance = 1
  for (const { kind, share = 1 } of evidence) chance *= 1 - EVIDENCE_WEIGHTS[kind] * share
  return Math.round((1 - chance) * 1_000) / 1_000
}

/** From here on something is worth being named. */
export const SUSPECTED_FROM = 0.4

/** The field `cdn` of a result: the surest provider that delivers or filters; null where nothing speaks for one. */
export function cdnOf(seen: CdnEvidence): CdnOfResult | null {
  const found = findProviders(seen).find(({ kind }) => kind !== 'cloud')
  if (found === undefined) return null
  const confidence = confidenceOf(found.evidence)
  return confidence < SUSPECTED_FROM ? null : { provider: found.name, kind: found.kind, confidence }
}

function readMarks(
  { headers = {}, cookieNames = [], tlsIssuer = null }: CdnEvidence,
  add: (name: string, kind: EvidenceKind, detail: string) => void,
): void {
  const server = headers['server']?.toLowerCase() ?? null
  const cookies = cookieNames.map((name) => name.toLowerCase())
  const issuer = tlsIssuer?.toLowerCase() ?? null
  for (const marks of PROVIDER_MARKS) {
    for (const [name, mark] of Object.entries(marks.headers ?? {})) {
      const value = headers[name]
      if (value !== undefined && (mark === true || mark.test(value.toLowerCase())))
        add(marks.name, 'header', name)
    }
    const cookie = cookies.find((name) => marks.cookies?.test(name))
    if (cookie !== undefined) add(marks.name, 'cookie', cookie)
    if (server !== null && marks.server?.test(server) === true) add(marks.name, 'server', server)
    if (issuer !== null && marks.issuer?.test(issuer) === true) add(marks.name, 'tls', issuer)
  }
}

/** What a provider of this name does: our marks know it better than the list that its addresses are from. */
const KINDS: ReadonlyMap<string, ProviderKind> = new Map([
  ...PROVIDERS,
  ...PROVIDER_MARKS.map(({ name, kind }) => [name, kind] as const),
])

const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ...CNAME_SUFFIXES,
  ...PROVIDER_MARKS.flatMap(({ name, cnames = [] }) => cnames.map((suffix) => [suffix, name] as const)),
])

/** The provider that a name belongs to, by its longest suffix; null for others. */
function providerOfName(name: string): string | null {
  const labels = name.toLowerCase().replace(/\.$/, '').split('.').slice(-8)
  for (let from = 0; from < labels.length - 1; from += 1) {
    const provider = SUFFIXES.get(labels.slice(from).join('.'))
    if (provider !== undefined) return provider
  }
  return null
}
