// One attempt at a lease: along the groups and their fallbacks, with the proxy of the session first.
import type { NoProxyReason } from '#contract/crawl/learned/proxy.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { chooseProxy, type Choice } from './choose-proxy.ts'
import {
  readCandidates,
  readGroups,
  type FoundProxy,
  type LeaseGroup,
  type Wanted,
} from './read-candidates.ts'
import { keepSession, lockSession, readSession, type StickySession } from './sticky-sessions.ts'
import { takeLease, type LeaseOrder, type TakenProxy } from './take-lease.ts'

/** What is asked for, by whom. `ttlMs` null: as the group has it. */
export interface LeaseRequest extends Wanted {
  readonly owner: string
  readonly jobId: string | null
  readonly ttlMs: number | null
  readonly session: { readonly key: string; readonly isStrict: boolean } | null
}

/** `moved`: the proxy of the session could not be had. */
export type Stickiness = 'new' | 'kept' | 'moved' | null

export type Attempt =
  | { readonly taken: TakenProxy; readonly leaseId: string; readonly sticky: Stickiness }
  /** `groups`: those that were asked. `retryMs` is null when only a release or an operator can change it. */
  | { readonly reason: NoProxyReason; readonly retryMs: number | null; readonly groups: readonly string[] }
  /** Somebody else took the chosen one. */
  | 'raced'

/** Groups that a lease is chosen from together. */
interface Level {
  readonly groups: readonly LeaseGroup[]
  readonly strategy: LeaseGroup['strategy']
}

/** Where groups refuse for different reasons, the first of these is answered: it passes soonest. */
const REASON_ORDER: readonly NoProxyReason[] = ['all_busy', 'all_cooling', 'budget_spent', 'none_match']

/** `isLast`: a session whose proxy is busy does not wait for it any longer. */
export async function attemptLease(db: Database, request: LeaseRequest, isLast: boolean): Promise<Attempt> {
  const leaseId = uuidV7()
  if (request.session === null) return attemptOn(db, request, leaseId, null)
  const session: StickySession = {
    owner: request.owner,
    key: request.session.key,
    group: request.group ?? '',
  }
  const { isStrict } = request.session
  return db.transaction(async (tx) => {
    await lockSession(tx, session)
    const known = await readSession(tx, session)
    const mayMove = !isStrict && (isLast || known?.isBroken === true)
    return attemptOn(tx, request, leaseId, { session, known, mayMove, isStrict })
  })
}

interface Sticky {
  readonly session: StickySession
  readonly known: { readonly proxyId: string; readonly isBroken: boolean } | null
  readonly mayMove: boolean
  readonly isStrict: boolean
}

type Refusal = Extract<Choice, { reason: unknown }>

async function attemptOn(
  on: Queryable,
  request: LeaseRequest,
  leaseId: string,
  sticky: Sticky | null,
): Promise<Attempt> {
  const groups = await readGroups(on, request.group)
  const takeOf = async (found: FoundProxy, how: Stickiness): Promise<Attempt> =>
    take(on, request, { leaseId, found, groups, sticky, how })
  const refused = (refusals: readonly Refusal[]): Attempt => {
    const times = refusals.flatMap(({ retryMs }) => retryMs ?? [])
    return {
      reason: REASON_ORDER.find((each) => refusals.some(({ reason }) => reason === each)) ?? 'none_match',
      retryMs: times.length === 0 ? null : Math.min(...times),
      groups: groups.map(({ name }) => name),
    }
  }

  const known = sticky?.known ?? null
  if (sticky !== null && known !== null && (sticky.isStrict || !known.isBroken)) {
    const found = await readCandidates(on, openOf(groups), request)
    const own = found.filter(({ id }) => id === known.proxyId)
    const choice = chooseProxy('best', own)
    if ('candidate' in choice) return takeOf(choice.candidate, 'kept')
    // Where only its leases are used up, it is worth waiting for.
    if (sticky.isStrict || (choice.reason === 'all_busy' && !sticky.mayMove)) return refused([choice])
  }

  const levels: readonly Level[] =
    request.group === null
      ? [{ groups, strategy: 'best' }]
      : groups.map((group) => ({ groups: [group], strategy: group.strategy }))
  const refusals: Refusal[] = []
  for (const level of levels) {
    const open = openOf(level.groups)
    const found = open.length === 0 ? [] : await readCandidates(on, open, request)
    const others = found.filter(({ id }) => id !== known?.proxyId)
    const first = chooseProxy(level.strategy, others)
    // A session goes back to the proxy that failed rather than to none.
    const choice = 'candidate' in first ? first : chooseProxy(level.strategy, found)
    if ('candidate' in choice) return takeOf(choice.candidate, known === null ? 'new' : 'moved')
    const isSpent = found.length === 0 && open.length < level.groups.length
    refusals.push(isSpent ? spent() : choice)
  }
  return refused(refusals)
}

interface Taking {
  readonly leaseId: string
  readonly found: FoundProxy
  readonly groups: readonly LeaseGroup[]
  readonly sticky: Sticky | null
  readonly how: Stickiness
}

async function take(
  on: Queryable,
  { owner, jobId, domain, session, ttlMs: asked }: LeaseRequest,
  { leaseId, found, groups, sticky, how }: Taking,
): Promise<Attempt> {
  const group = groups.find(({ name }) => name === found.group)
  if (group === undefined) return 'raced'
  const ttlMs = asked ?? group.defaultTtlMs
  const order: LeaseOrder = { leaseId, owner, jobId, domain, sessionKey: session?.key ?? null, ttlMs }
  const taken = await takeLease(on, found.id, order)
  if (taken === null) return 'raced'
  if (sticky === null) return { taken, leaseId, sticky: null }
  await keepSession(on, sticky.session, taken.id, group.stickyTtlMs + ttlMs)
  const isBack = sticky.known?.proxyId === taken.id
  return { taken, leaseId, sticky: isBack ? 'kept' : how }
}

const openOf = (groups: readonly LeaseGroup[]): string[] =>
  groups.filter(({ isSpent }) => !isSpent).map(({ name }) => name)

/** Until the next day in UTC. */
function spent(): Refusal {
  const dayMs = 86_400_000
  return { reason: 'budget_spent', retryMs: dayMs - (Date.now() % dayMs) }
}
