// The job options of every extraction request, the same for all extractors.
import { Type, type Static } from 'typebox'

const DAY_MS = 86_400_000

/** In the middle of 0 to 9; a higher number is claimed first. */
export const DEFAULT_PRIORITY = 5

const fields = {
  priority: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 9,
      description: `The higher goes first; ${DEFAULT_PRIORITY} where absent.`,
    }),
  ),
  queueTimeoutMs: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: 7 * DAY_MS,
      description:
        'A job that no worker took until then is `expired`. A minute where somebody waits for the answer, else a day.',
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.String({ maxLength: 500 }), {
      additionalProperties: false,
      maxProperties: 16,
      description: 'Your own words for the job; shown with it, and of no effect.',
    }),
  ),
}

/** Without defaults, because a default of the schema would take precedence over one of a batch. */
export const JobOptions = Type.Object(fields)
export type JobOptions = Static<typeof JobOptions>
