// Slots counted in this process alone.
import { DAY_MS, systemClock, type Clock } from '#kit/time/clock.ts'
import { createLimiter, type OpenLimiter } from './create-limiter.ts'
import { afterFeedback, afterStart, decideSlots, UNUSED, type LimitState } from './limit-state.ts'
import type { Feedback, LimitBackend, TakeRequest } from './limiter.ts'
import { createWaitingTakes, type Grant } from './waiting-takes.ts'

/** The slots in memory, without waiting. */
export interface MemorySlots {
  take(request: TakeRequest): Grant
  /** Answers the key of the slot; null when it is not held. */
  release(slot: string, feedback: Feedback): string | null
}

interface Key {
  state: LimitState
  held: number
  /** The starts of the last 24 hours, counted where a policy asks for it. */
  starts: number[]
}

/** Beyond this many keys, idle ones are forgotten. */
const KEYS_KEPT = 5_000

/** A limiter over this process alone; it holds nothing that must be closed. */
export function createMemoryLimiter(clock: Clock = systemClock): OpenLimiter {
  return createLimiter({ backend: createMemoryBackend(clock), clock })
}

function createMemoryBackend(clock: Clock): LimitBackend {
  const slots = createMemorySlots(clock)
  const release = (slot: string, feedback: Feedback): void => {
    const key = slots.release(slot, feedback)
    if (key !== null) waits.wake([key])
  }
  const waits = createWaitingTakes({
    // A slot is granted again at once, so none is kept for reuse.
    take: (request) => ({ ...slots.take(request), reuseMs: 0 }),
    giveBack: (unused) => unused.forEach((slot) => release(slot, {})),
    recheckMs: Infinity,
    clock,
  })
  return { take: waits.take, release, async [Symbol.asyncDispose]() {} }
}

export function createMemorySlots(clock: Clock): MemorySlots {
  const keys = new Map<string, Key>()
  const holders = new Map<string, string>()
  let number = 0

  const keyOf = (name: string): Key => {
    const known = keys.get(name)
    if (known !== undefined) return known
    if (keys.size >= KEYS_KEPT) {
      for (const [idle, key] of keys) if (isIdle(key, clock.now())) keys.delete(idle)
    }
    const fresh: Key = { state: UNUSED, held: 0, starts: [] }
    keys.set(name, fresh)
    return fresh
  }

  return {
    take({ key: name, count, ...policy }) {
      const key = keyOf(name)
      const now = clock.now()
      const { perDay } = policy
      const dayBeganAt = perDay === null ? null : (key.starts[key.starts.length - perDay] ?? null)
      const { held } = key
      const { grant, ...rest } = decideSlots({ policy, count }, key.state, { held, dayBeganAt }, now)
      if (grant > 0) key.state = afterStart(key.state, now)
      key.held += grant
      const slots = Array.from({ length: grant }, () => String((number += 1)))
      for (const slot of slots) {
        holders.set(slot, name)
        if (perDay !== null) key.starts.push(now)
      }
      while ((key.starts[0] ?? Infinity) <= now - DAY_MS) key.starts.shift()
      return { slots, ...rest, nextExpiryMs: null }
    },
    release(slot, feedback) {
      const name = holders.get(slot)
      if (name === undefined) return null
      holders.delete(slot)
      const key = keyOf(name)
      key.held -= 1
      key.state = afterFeedback(key.state, feedback, clock.now())
      return name
    },
  }
}

function isIdle({ state, held, starts }: Key, now: number): boolean {
  const { rate, lastStartAt, closedUntil } = state
  const isOpen = Math.max(lastStartAt ?? -Infinity, closedUntil ?? -Infinity) <= now
  return held === 0 && rate >= 1 && isOpen && (starts.at(-1) ?? -Infinity) <= now - DAY_MS
}
