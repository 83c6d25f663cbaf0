// Accepts a search: the search, its session and the job that plans it are stored together.
import type { AcceptedSearch, CreateSearchBody } from '#contract/places/search.ts'
import { invalidInput, SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId, uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import { storeSubscription } from '#platform/webhooks/targets/subscriptions.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import { checkLocation } from '#places/planning/check-location.ts'
import { checkParts, offeredParts } from '#places/details/included-parts.ts'
import type { ScheduleRequest } from '#contract/places/schedule.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import { checkSchedule, nextRun, type Recurrence } from '#places/schedules/model/next-run.ts'
import { insertSchedule, type RepeatedSearch } from '#places/schedules/model/schedule-rows.ts'
import { planJob } from './search-jobs.ts'
import { searchLinks } from './get-search.ts'
import { requestsOf, sourceRequests } from './sources/source-requests.ts'

/** Throws `validation_failed` or `provider_not_configured`. */
export type CheckSearch = (
  request: Pick<CreateSearchBody, 'provider' | 'categories' | 'query' | 'include'>,
) => Promise<void>

/**
 * Throws `validation_failed` (the shape encloses nothing, no time fits the schedule, the webhook is wrong, a category is unknown),
 * `provider_not_configured`, `not_found` (the session), `draining`, or the error for the URL of the webhook.
 */
export async function createSearch(
  deps: {
    readonly db: Database
    readonly engine: JobSubmission
    readonly webhooks: Webhooks
    readonly checkSearch: CheckSearch
    /** For a search without its own budget. */
    readonly searchMaxSeconds: number
    readonly openReviews: boolean
  },
  { webhook, schedule, ...body }: CreateSearchBody,
  origin: {
    readonly fairnessKey: string
    /** The owner whose endpoints its webhook may name; null: all. */
    readonly endpointsOf: string | null
    readonly traceparent: string | null
  },
): Promise<AcceptedSearch> {
  const { db, webhooks } = deps
  const wrong = schedule === undefined ? [] : checkSchedule(schedule, new Date())
  if (wrong.length > 0) throw invalidInput('The schedule', wrong)
  await checkRequest(deps, body)

  const target = webhook === undefined ? {} : await webhooks.accept(webhook, origin.endpointsOf)
  const id = uuidV7()
  const scheduleId = schedule === undefined ? null : uuidV7()
  const session = await db.transaction(async (tx) => {
    if (schedule !== undefined && scheduleId !== null) {
      await insertSchedule(tx, {
        id: scheduleId,
        owner: origin.fairnessKey,
        request: body,
        target,
        ...firstRuns(schedule, new Date()),
      })
    }
    return beginSearch(tx, deps, { id, body, target, scheduleId, origin })
  })
  return acceptedSearch({ id, body, scheduleId }, session)
}

/** The answer to a search that was begun in the session (a uuid). */
export function acceptedSearch(
  { id, body, scheduleId }: Pick<BegunSearch, 'id' | 'body' | 'scheduleId'>,
  session: string,
): AcceptedSearch {
  const [searchId, sessionId] = [formatId('sea', id), formatId('ses', session)]
  const repeatedBy = scheduleId === null ? null : formatId('sch', scheduleId)
  const links = searchLinks(searchId, sessionId, body.language, repeatedBy)
  return { id: searchId, sessionId, status: 'queued', links }
}

/** A search that begins now, because a caller asked for it or a schedule repeats it. */
export interface BegunSearch {
  /** A plain uuid, as `scheduleId`. */
  readonly id: string
  readonly body: RepeatedSearch
  readonly target: WebhookTarget
  readonly scheduleId: string | null
  readonly origin: { readonly fairnessKey: string; readonly traceparent: string | null }
}

/** `searchMaxSeconds` holds for a search without a budget of its own; `openReviews`: a server of open reviews is named. */
export interface BeginSearchDeps {
  readonly engine: JobSubmission
  readonly searchMaxSeconds: number
  readonly openReviews: boolean
}

/** Stores the search with the job that plans it, or with a search for each of its providers; answers the uuid of its session. Throws `not_found`, `draining`. */
export async function beginSearch(
  tx: Queryable,
  { engine, searchMaxSeconds, openReviews }: BeginSearchDeps,
  { id, body, target, scheduleId, origin }: BegunSearch,
): Promise<string> {
  const sessionId = await joinSession(tx, body.sessionId)
  const insert = async (search: Pick<NewSearch, 'id' | 'parentId' | 'scheduleId' | 'body'>) => {
    const isWhole = search.body.providers !== undefined
    const job = isWhole ? null : await engine.enqueue(planJob(search.id, origin), tx)
    const planJobId = job === null ? null : parseId('job', job.id)
    await insertSearch(tx, { ...search, sessionId, planJobId, searchMaxSeconds })
  }
  await insert({ id, parentId: null, scheduleId, body })
  for (const source of sourceRequests(body, openReviews))
    await insert({ id: uuidV7(), parentId: id, scheduleId: null, body: source })
  await storeSubscription(tx, id, { ...target, owner: origin.fairnessKey })
  return sessionId
}

/** The first run is the search that brings the schedule. */
function firstRuns(schedule: ScheduleRequest, now: Date): Recurrence & { readonly nextAt: Date } {
  const { cron = null, everyMs = null, timezone = 'UTC' } = schedule
  const recurrence = { cron, everyMs, timezone }
  return { ...recurrence, nextAt: nextRun(recurrence, now, now) ?? now }
}

/** Throws what a search is refused with before it is stored. */
export async function checkRequest(
  { checkSearch, openReviews }: { readonly checkSearch: CheckSearch; readonly openReviews: boolean },
  body: CreateSearchBody,
): Promise<void> {
  const requests = requestsOf(body, openReviews)
  for (const request of requests) refuseParts(request, openReviews)
  const errors = body.location === undefined ? [] : checkLocation(body.location)
  if (errors.length > 0) throw invalidInput('The location', errors)

  for (const request of requests) await checkSearch(request)
}

/** What the provider has is asked when the search is planned; of one that is named and has nothing, it is known before. */
function refuseParts({ include, provider, reviews }: CreateSearchBody, openReviews: boolean): void {
  if (provider !== undefined) {
    const parts = [...offeredParts(provider, openReviews)]
    checkParts(include === undefined ? {} : { include }, { provider, parts })
  }
  if (reviews === undefined || include?.includes('reviews') === true) return
  const detail = '`reviews` says how, and `include` whether: it needs `reviews` in `include`.'
  throw new SurveyorError('validation_failed', detail, {
    errors: [{ pointer: '/reviews', code: 'needs', detail: 'needs `reviews` in `include`' }],
  })
}

/** The uuid of the session of the search: the named one, or a new one. */
async function joinSession(tx: Queryable, named: string | undefined): Promise<string> {
  if (named === undefined) {
    const id = uuidV7()
    await tx.execute(sql`insert into sessions (id, searches) values (${id}, 1)`)
    return id
  }
  const id = parseId('ses', named)
  const joined =
    id === null
      ? 0
      : await tx.execute(
          sql`update sessions set searches = searches + 1, last_activity_at = now() where id = ${id}`,
        )
  if (id === null || joined === 0) throw new SurveyorError('not_found', 'No session has this id.')
  return id
}

interface NewSearch {
  readonly id: string
  readonly sessionId: string
  /** The search of several providers that it is a part of. */
  readonly parentId: string | null
  readonly scheduleId: string | null
  readonly planJobId: string | null
  readonly body: RepeatedSearch
  readonly searchMaxSeconds: number
}

async function insertSearch(tx: Queryable, search: NewSearch): Promise<void> {
  const { id, sessionId, parentId, scheduleId, planJobId, body, searchMaxSeconds } = search
  await tx.execute(sql`
    insert into searches (id, session_id, parent_id, schedule_id, plan_job_id, request, place_limit, max_requests, max_seconds)
    values (${id}, ${sessionId}, ${parentId}, ${scheduleId}, ${planJobId}, ${JSON.stringify(body)}, ${body.limit ?? null}, ${body.budget?.maxRequests ?? null},
            ${body.budget?.maxSeconds ?? searchMaxSeconds})`)
}
