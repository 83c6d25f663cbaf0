// The fields that several tools of crawl take and give.
import { Type, type TProperties } from 'typebox'
import { waitSeconds } from '#platform/mcp/brief-fields.ts'

/** Assistants give a tool a minute. */
export const MAX_WAIT_SECONDS = 50

export const Url = Type.String({ minLength: 1, maxLength: 4_000, description: 'With https://.' })

export const WaitSeconds = waitSeconds(MAX_WAIT_SECONDS)

/** What to know about an answer that is right otherwise. */
export const Warnings = Type.Array(Type.String())

/** What every tool that runs a job answers besides its own fields. */
export const RunFields = {
  jobId: Type.String(),
  status: Type.String({ description: 'Unless `succeeded`: ask `get_job`.' }),
}

/** Fields that only an answer with a result has. */
export function optional<Fields extends TProperties>(fields: Fields) {
  return Type.Partial(Type.Object(fields)).properties
}
