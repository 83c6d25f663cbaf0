// What a running job asks of the pool: read from its input, with what the worker knows of its domain.
import type { WorkerLeaseBody } from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { readProxyOption } from '#extract/page/proxy-option.ts'
import { parseId } from '#kit/ids.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { LeaseRequest } from './leasing/attempt-lease.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Null: it goes without a proxy. `isRequired`: it must not. Throws `lease_lost`. */
export async function jobProxyRequest(
  db: Queryable,
  jobId: string,
  { leaseToken, kind, exclude = [], ttlMs }: WorkerLeaseBody,
): Promise<{ readonly request: LeaseRequest; readonly isRequired: boolean } | null> {
  const uuid = parseId('job', jobId)
  const [row] =
    uuid === null || !UUID.test(leaseToken)
      ? []
      : await db.query<{ owner: string; input: unknown }>(sql`
          select coalesce(owner, fairness_key) as owner, input
          from jobs where id = ${uuid} and lease_token = ${leaseToken} and state = 'running'`)
  if (row === undefined || uuid === null)
    throw new SurveyorError('lease_lost', 'The job is not running under this lease.')
  const { url, sessionId } = fieldsOf(row.input)
  const option = readProxyOption(row.input)
  const wanted = option.kind ?? kind ?? null
  if (option.mode === 'none' || (option.mode === 'auto' && wanted === null)) return null
  // Cookies of a session that come from another address each time look stolen.
  const sessionKey = option.sessionKey ?? (typeof sessionId === 'string' ? sessionId : undefined)
  return {
    isRequired: option.mode === 'pool',
    request: {
      owner: row.owner,
      jobId: uuid,
      group: option.group ?? null,
      country: option.country ?? null,
      kind: wanted,
      domain: typeof url === 'string' ? registrableDomain(url) : null,
      exclude: exclude.flatMap((id) => parseId('prx', id) ?? []),
      ttlMs: ttlMs ?? null,
      session: sessionKey === undefined ? null : { key: sessionKey, isStrict: option.strictSticky === true },
    },
  }
}
