// Checks what an input points at before a job is made, so that no caller waits for an impossible job and no trace of it
// is stored.
import { sourcesOf } from '#contract/crawl/artifact.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import { hasUserInfo, userInfoProblem } from '#crawl/requests/normal-addresses.ts'
import type { Caller } from '#platform/http/auth/authenticator.ts'

/** An input, or a part of one, and its place in the request: `/items/3/`, `?`. */
export interface PlacedInput {
  readonly input: unknown
  readonly place: string
}

const MAX_PROBLEMS = 50

/**
 * Throws `validation_failed` when a URL contains a user or a password: it would be stored, and shown to every caller
 * who may see the job.
 */
export function refuseUserInfo(inputs: readonly PlacedInput[]): void {
  const errors: FieldProblem[] = []
  for (const { input, place } of inputs) findUserInfo(input, place.replace(/\/$/, ''), errors)
  if (errors.length === 0) return
  throw new SurveyorError('validation_failed', errors[0]?.detail ?? '', { errors })
}

function findUserInfo(value: unknown, pointer: string, errors: FieldProblem[]): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, item] of Object.entries(value)) {
    if (errors.length >= MAX_PROBLEMS) return
    const at = pointer === '?' ? `?${name}` : `${pointer}/${name}`
    const urls = /url/i.test(name) ? [item].flat() : []
    if (urls.some(hasUserInfo)) errors.push(userInfoProblem(at))
    else if (typeof item === 'object') findUserInfo(item, at, errors)
  }
}

/** Throws `validation_failed` when a file does not exist, has expired, or belongs to another owner. */
export async function checkSources(
  artifacts: ArtifactService,
  caller: Caller,
  inputs: readonly PlacedInput[],
): Promise<void> {
  const named = inputs.flatMap(({ input, place }) =>
    sourcesOf(input).map(({ field, id }) => ({ id, pointer: place + field })),
  )
  if (named.length === 0) return
  const refusals = await artifacts.refusals([...new Set(named.map(({ id }) => id))], caller)
  const errors = named.flatMap(({ id, pointer }) => {
    const refusal = refusals.get(id)
    return refusal === undefined ? [] : [{ pointer, code: refusal.code, detail: refusal.message }]
  })
  if (errors.length === 0) return
  throw new SurveyorError('validation_failed', 'The input names a file that cannot be read.', {
    errors: errors.slice(0, MAX_PROBLEMS),
  })
}
