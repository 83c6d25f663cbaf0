// The worker-facing API: slots, so that the limits of a host hold over all workers.
import {
  ReleaseSlotsAnswer,
  ReleaseSlotsBody,
  RenewSlotsAnswer,
  RenewSlotsBody,
  TakeSlotsAnswer,
  TakeSlotsBody,
} from '#contract/crawl/slot.ts'
import type { OpenWaits } from '#platform/http/server/open-waits.ts'
import { formatId, parseId } from '#kit/ids.ts'
import type { LimitService } from '#platform/limits/store/limit-service.ts'
import { SLOT_LEASE_MS } from '#platform/limits/store/limit-store.ts'
import type { App } from '#platform/http/server/server.ts'
import { workerRoute } from '#crawl/workers/worker-route.ts'

/** The wire calls a slot a permit. */
const PREFIX = 'prm'
const SLOT = 'prm_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
const REQUEST: TakeSlotsBody = {
  resource: 'overpass overpass-api.de',
  concurrency: 2,
  spacingMs: 0,
  perDay: 10_000,
  waitMs: 10_000,
}

/** Take, renew and release; a call that takes may wait. */
export function slotRoutes(
  app: App,
  { limits, waits }: { readonly limits: LimitService; readonly waits: OpenWaits },
): void {
  const route = workerRoute()

  app.post(
    '/api/worker/permits',
    {
      ...route,
      schema: {
        summary: 'Ask for permits',
        description:
          'Counted over all workers, by the clock of the database. Waits for the first one and takes what is free ' +
          'then. A permit is renewed while it is needed and released after its request.',
        body: { ...TakeSlotsBody, examples: [REQUEST] },
        response: { 200: TakeSlotsAnswer },
      },
    },
    async (request, reply) => {
      const {
        resource: key,
        concurrency,
        spacingMs: intervalMs = 0,
        perDay = null,
        count = 1,
        waitMs = 0,
        instanceId: holder,
      } = request.body
      using wait = waits.open(reply)
      const asked = {
        key,
        concurrency,
        intervalMs,
        perDay,
        count,
        ...(holder === undefined ? {} : { holder }),
      }
      const { slots, ...rest } = await limits.take(asked, waitMs, wait.signal)
      return { permits: slots.map((id) => formatId(PREFIX, id)), leaseMs: SLOT_LEASE_MS, ...rest }
    },
  )

  app.post(
    '/api/worker/permits/renew',
    {
      ...route,
      schema: {
        summary: 'Keep permits for longer',
        body: { ...RenewSlotsBody, examples: [{ permits: [SLOT] }] },
        response: { 200: RenewSlotsAnswer },
      },
    },
    async ({ body: { permits } }) => {
      const held = new Set(await limits.renew(permits.flatMap((permit) => parseId(PREFIX, permit) ?? [])))
      return {
        leaseMs: SLOT_LEASE_MS,
        lost: permits.filter((permit) => !held.has(parseId(PREFIX, permit) ?? '')),
      }
    },
  )

  app.post(
    '/api/worker/permits/release',
    {
      ...route,
      schema: {
        summary: 'Give permits back',
        description: 'With what the resource said: how long to stay away, whether it pushed back.',
        body: {
          ...ReleaseSlotsBody,
          examples: [{ releases: [{ permit: SLOT, closedForMs: 30_000, pushedBack: true }] }],
        },
        response: { 200: ReleaseSlotsAnswer },
      },
    },
    async ({ body: { releases } }) => {
      const held = await releaseSlots(limits, releases)
      const unknown = releases
        .map(({ permit }) => permit)
        .filter((permit) => !held.has(parseId(PREFIX, permit) ?? ''))
      return { released: held.size, unknown }
    },
  )
}

/** Answers the stored ids of those that were held. */
export async function releaseSlots(
  limits: LimitService,
  releases: ReleaseSlotsBody['releases'],
): Promise<ReadonlySet<string>> {
  const given = releases.flatMap(({ permit, closedForMs = 0, pushedBack = null }) => {
    const slot = parseId(PREFIX, permit)
    return slot === null ? [] : [{ slot, closedForMs, throttled: pushedBack }]
  })
  return new Set((await limits.release(given)).map(({ slot }) => slot))
}
