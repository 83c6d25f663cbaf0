// What is known of one domain: evidence by provider, walls, and how sure all of it makes. Pure; times in ms since the epoch.
import type {
  CdnDetection,
  CdnOutcome,
  CdnState,
  EvidenceKind,
  Protection,
  ProviderKind,
} from '#contract/crawl/learned/cdn.ts'
import { confidenceOf, SUSPECTED_FROM, type FoundProvider } from '#parsing/cdn/classify-cdn.ts'

type Source = 'worker' | 'client'

/** The latest evidence of one kind. */
interface Evidence {
  readonly detail: string
  readonly source: Source
  readonly at: number
}

/** Stored as JSON. */
export interface CdnRecord {
  readonly providers: Readonly<
    Record<
      string,
      { readonly kind: ProviderKind; readonly evidence: Readonly<Partial<Record<EvidenceKind, Evidence>>> }
    >
  >
  /** Requests of workers that were stopped in the last 24 hours, oldest first. */
  readonly walls: readonly { readonly outcome: CdnOutcome; readonly at: number }[]
  /** Answers in a row that showed none of the providers, and in which nothing was stopped. */
  readonly cleanChecks: number
  readonly lastReport: Omit<CdnDetection['lastReport'], 'at'> & { readonly at: number }
  readonly history: readonly (Omit<CdnDetection['history'][number], 'at'> & { readonly at: number })[]
}

/** A report that was read, with what its evidence says. */
export interface ReadReport {
  readonly domain: string
  readonly registrableDomain: string
  readonly found: readonly FoundProvider[]
  /** It had the headers and cookies of an answer, so what is not found in them is not there. */
  readonly isWhole: boolean
  readonly last: CdnRecord['lastReport']
}

/** What a record makes known at a time. */
export interface CdnFindings {
  readonly state: Exclude<CdnState, 'stale'>
  /** The surest first. */
  readonly providers: readonly {
    readonly name: string
    readonly kind: ProviderKind
    readonly confidence: number
  }[]
  readonly protection: Protection
}

export const CDN_TTL_MS = 7 * 86_400_000
export const WALL_TTL_MS = 86_400_000
const CONFIRMED_FROM = 0.75
/** What a client reports may be wrong or invented. */
const CLIENT_SHARE = 0.3
const CLEAN_CHECKS = 3
const MAX_WALLS = 10
const MAX_HISTORY = 20
const NO_WALL: ReadonlySet<CdnOutcome> = new Set(['ok', 'login'])
/** What anybody may copy: it never confirms alone. */
const WEAK: ReadonlySet<EvidenceKind> = new Set(['server', 'tls'])
const PROTECTION_OF: Readonly<Record<CdnOutcome, Protection | null>> = {
  ok: null,
  login: null,
  rate_limited: null,
  challenge: 'challenge',
  captcha: 'captcha',
  blocked: 'hard_block',
}

/** The record with one report more. A report that is older than what is there adds its evidence all the same. */
export function withReport(before: CdnRecord | null, report: ReadReport): CdnRecord {
  const { last } = report
  const { at, outcome, source } = last
  const known = before === null ? {} : freshProviders(before, at)
  const cleanChecks = cleanChecksWith(before, known, report)
  const isCleared = cleanChecks >= CLEAN_CHECKS
  const isWall = source === 'worker' && !NO_WALL.has(outcome)
  const walls = isCleared ? [] : [...freshWalls(before, at), ...(isWall ? [{ outcome, at }] : [])]
  const record: CdnRecord = {
    providers: withFound(isCleared ? {} : known, report),
    walls: walls.toSorted((a, b) => a.at - b.at).slice(-MAX_WALLS),
    cleanChecks,
    lastReport: before !== null && before.lastReport.at > at ? before.lastReport : last,
    history: before?.history ?? [],
  }
  return { ...record, history: withChange(before, record, at) }
}

/** How many answers in a row contradict what is known. */
function cleanChecksWith(
  before: CdnRecord | null,
  known: Providers,
  { found, isWhole, last }: ReadReport,
): number {
  const checks = before?.cleanChecks ?? 0
  if (last.source === 'client' || last.outcome === 'login') return checks
  if (last.outcome !== 'ok' || found.some(({ name }) => Object.hasOwn(known, name))) return 0
  const isNothingKnown = Object.keys(known).length === 0 && freshWalls(before, last.at).length === 0
  if (isNothingKnown) return found.length > 0 ? 0 : checks
  return isWhole ? checks + 1 : checks
}

/** By the evidence that is not older than its time to live at `now`. */
export function findingsOf(record: CdnRecord, now: number): CdnFindings {
  const providers = Object.entries(freshProviders(record, now))
    .map(([name, { kind, evidence }]) => ({
      name,
      kind,
      confidence: confidenceOf(shares(evidence)),
      isSure: isSure(evidence),
    }))
    .toSorted((a, b) => rank(b) - rank(a))
  const walls = freshWalls(record, now)
  const filters = providers.filter(({ kind }) => kind !== 'cloud')
  const certain = Math.max(0, 1 - 0.5 ** walls.length, ...filters.map(({ confidence }) => confidence))
  const isConfirmed = 1 - 0.5 ** walls.length >= CONFIRMED_FROM || filters.some((one) => one.isSure)
  const wasThere = record.history.some(({ state }) => state === 'confirmed' || state === 'suspected')
  return {
    state: isConfirmed
      ? 'confirmed'
      : certain >= SUSPECTED_FROM
        ? 'suspected'
        : record.cleanChecks >= CLEAN_CHECKS && wasThere
          ? 'cleared'
          : 'unknown',
    providers: providers.map(({ name, kind, confidence }) => ({ name, kind, confidence })),
    protection:
      walls.map(({ outcome }) => PROTECTION_OF[outcome]).findLast((wall) => wall !== null) ??
      (filters.some(({ kind }) => kind !== 'cdn') ? 'passive' : 'none'),
  }
}

/** Providers that deliver or filter come before the cloud that they run in. */
const rank = (one: { readonly kind: ProviderKind; readonly confidence: number }): number =>
  one.confidence + (one.kind === 'cloud' ? 0 : 1)

type Providers = CdnRecord['providers']

function freshProviders({ providers }: CdnRecord, now: number): Providers {
  return Object.fromEntries(
    Object.entries(providers).flatMap(([name, { kind, evidence }]) => {
      const fresh = Object.entries(evidence).filter(([, { at }]) => now - at < CDN_TTL_MS)
      return fresh.length === 0 ? [] : [[name, { kind, evidence: Object.fromEntries(fresh) }]]
    }),
  )
}

const freshWalls = (record: CdnRecord | null, now: number): CdnRecord['walls'] =>
  (record?.walls ?? []).filter(({ at }) => now - at < WALL_TTL_MS)

/** What a worker saw stays until a worker sees it again: a client cannot take it back. */
function withFound(known: Providers, { found, last: { at, source } }: ReadReport): Providers {
  const providers: Record<string, Providers[string]> = { ...known }
  for (const { name, kind, evidence } of found) {
    const before = providers[name]?.evidence ?? {}
    const added = evidence
      .filter((one) => source === 'worker' || before[one.kind]?.source !== 'worker')
      .map((one) => [one.kind, { detail: one.detail, source, at: Math.max(at, before[one.kind]?.at ?? 0) }])
    providers[name] = { kind, evidence: { ...before, ...Object.fromEntries(added) } }
  }
  return providers
}

type EvidenceOf = Providers[string]['evidence']

const shares = (evidence: EvidenceOf): { kind: EvidenceKind; share: number }[] =>
  entriesOf(evidence).map(([kind, { source }]) => ({ kind, share: source === 'worker' ? 1 : CLIENT_SHARE }))

/** Sure by weight, or by two kinds that a worker saw; not by the Server header and such alone. */
function isSure(evidence: EvidenceOf): boolean {
  const strong = entriesOf(evidence).some(([kind]) => !WEAK.has(kind))
  const ofWorkers = entriesOf(evidence).filter(([, { source }]) => source === 'worker')
  return strong && (ofWorkers.length >= 2 || confidenceOf(shares(evidence)) >= CONFIRMED_FROM)
}

/** The kinds of the record in their type: `Object.entries` gives text. */
export function entriesOf(evidence: EvidenceOf): [EvidenceKind, Evidence][] {
  const kinds: readonly EvidenceKind[] = ['range', 'cname', 'header', 'cookie', 'body', 'server', 'tls']
  return kinds.flatMap((kind): [EvidenceKind, Evidence][] => {
    const found = evidence[kind]
    return found === undefined ? [] : [[kind, found]]
  })
}

function withChange(before: CdnRecord | null, record: CdnRecord, at: number): CdnRecord['history'] {
  const { state, providers, protection } = findingsOf(record, at)
  const names = providers.filter(({ kind }) => kind !== 'cloud').map(({ name }) => name)
  const last = before?.history.at(-1)
  const isSame =
    last === undefined
      ? state === 'unknown'
      : last.state === state &&
        last.protection === protection &&
        last.providers.toSorted().join() === names.toSorted().join()
  return isSame
    ? record.history
    : [...record.history, { at, state, providers: names, protection }].slice(-MAX_HISTORY)
}
