// Adds to the error of a job what only an operator may learn. It is for answers to requests; webhooks never carry it.
import type { Problem } from '#contract/problem.ts'
import { scopeCovers, type Caller } from '#platform/http/auth/authenticator.ts'

/** A job, or what happened to one. */
interface WithError {
  readonly error: Problem | null
  readonly operatorDetail: string | null
}

/** The same with `error.operatorDetail`, where there is one and the caller is an operator; on an open service everybody is. */
export function toldTo<T extends WithError>({ scopes }: Pick<Caller, 'scopes'>, job: T): T {
  const { error, operatorDetail } = job
  if (error === null || operatorDetail === null || !scopeCovers(scopes, 'admin')) return job
  return { ...job, error: { ...error, operatorDetail } }
}
