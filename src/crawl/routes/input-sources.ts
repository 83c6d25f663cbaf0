// Inputs may name files: looked up before a job is made of them, so that nobody waits for one that cannot be read.
import { sourcesOf } from '#contract/artifact.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ArtifactDesk } from '#crawl/artifacts/artifact-desk.ts'
import type { Caller } from '#platform/http/authenticator.ts'

/** An input, or a part of one, and where it stands in the request: `/items/3/`, `?`. */
export interface PlacedInput {
  readonly input: unknown
  readonly place: string
}

const MOST_PROBLEMS = 50

/** Throws `validation_failed` where a file is not there, has expired, or belongs to somebody else. */
export async function checkSources(
  artifacts: ArtifactDesk,
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
    errors: errors.slice(0, MOST_PROBLEMS),
  })
}
