// Accepts a search: the search, its session and the job that plans it are stored together.
import type { CreateSearchBody, SearchState } from '#contract/places/search.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId, parseId, uuidV7 } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import { storeSubscription } from '#platform/webhooks/targets/subscriptions.ts'
import type { Webhooks } from '#platform/webhooks/webhooks.ts'
import { checkLocation } from '#places/planning/check-location.ts'
import { checkParts } from '#places/details/included-parts.ts'
import { planJob } from './search-jobs.ts'
import { searchLinks } from './search-links.ts'

/** The answer to a submitted search. Ids are typed, `sea_…` and `ses_…`. */
export interface AcceptedSearch {
  readonly id: string
  readonly sessionId: string
  readonly status: SearchState
  readonly links: Record<string, string>
}

/** Throws `validation_failed` or `provider_not_configured`. */
export type CheckSearch = (
  request: Pick<CreateSearchBody, 'provider' | 'categories' | 'query'>,
) => Promise<void>

/**
 * Throws `validation_failed` (the shape encloses nothing, the webhook is wrong, a category is unknown),
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
  },
  { webhook, ...body }: CreateSearchBody,
  origin: {
    readonly fairnessKey: string
    /** The owner whose endpoints its webhook may name; null: all. */
    readonly endpointsOf: string | null
    readonly traceparent: string | null
  },
): Promise<AcceptedSearch> {
  const { db, engine, webhooks, searchMaxSeconds } = deps
  await checkRequest(deps.checkSearch, body)

  const target = webhook === undefined ? {} : await webhooks.accept(webhook, origin.endpointsOf)
  const id = uuidV7()
  const session = await db.transaction(async (tx) => {
    const sessionId = await joinSession(tx, body.sessionId)
    const job = await engine.enqueue(planJob(id, origin), tx)
    await insertSearch(tx, { id, sessionId, planJobId: parseId('job', job.id), body, searchMaxSeconds })
    await storeSubscription(tx, id, { ...target, owner: origin.fairnessKey })
    return sessionId
  })
  const [searchId, sessionId] = [formatId('sea', id), formatId('ses', session)]
  return { id: searchId, sessionId, status: 'queued', links: searchLinks(searchId, sessionId, body.language) }
}

/** Throws what a search is refused with before it is stored. */
export async function checkRequest(checkSearch: CheckSearch, body: CreateSearchBody): Promise<void> {
  refuseParts(body)
  const errors = body.location === undefined ? [] : checkLocation(body.location)
  if (errors.length > 0)
    throw new SurveyorError('validation_failed', 'The location is not valid.', { errors })

  await checkSearch(body)
}

/** What the provider has is asked when the search is planned; of one that is named and has nothing, it is known before. */
function refuseParts({ include, provider, reviews }: CreateSearchBody): void {
  if (provider !== undefined && provider !== 'google')
    checkParts(include === undefined ? {} : { include }, { provider })
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
  readonly planJobId: string | null
  readonly body: CreateSearchBody
  readonly searchMaxSeconds: number
}

async function insertSearch(tx: Queryable, search: NewSearch): Promise<void> {
  const { id, sessionId, planJobId, body, searchMaxSeconds } = search
  await tx.execute(sql`
    insert into searches (id, session_id, plan_job_id, request, place_limit, max_requests, max_seconds)
    values (${id}, ${sessionId}, ${planJobId}, ${JSON.stringify(body)}, ${body.limit ?? null}, ${body.budget?.maxRequests ?? null},
            ${body.budget?.maxSeconds ?? searchMaxSeconds})`)
}
