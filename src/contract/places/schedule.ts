// Schedules: searches that run again and again, and what changed from run to run.
import { Type, type Static } from 'typebox'
import { Id, Links, ListOf, MAX_DURATION_MS, Nullable, Timestamp } from '#contract/schema.ts'
import { Problem } from '#contract/problem.ts'

/** Shorter times would search for longer than they wait. */
const MIN_EVERY_MS = 60_000

const cron = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Minute, hour, day of the month, month, day of the week: `0 6 * * 1` is each Monday at 6.',
  }),
)
const everyMs = Type.Optional(
  Type.Integer({
    minimum: MIN_EVERY_MS,
    maximum: MAX_DURATION_MS,
    description: 'From one start to the next.',
  }),
)

/** When a search is repeated. */
export const ScheduleRequest = Type.Object(
  {
    cron,
    everyMs,
    timezone: Type.Optional(
      Type.String({ maxLength: 64, description: 'IANA name, in which `cron` is meant. Default: UTC.' }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Repeats the search, beginning now: exactly one of `cron` and `everyMs`. Each run has a session of its own unless ' +
      '`sessionId` names one, and its webhook says what changed since the run before. A time that passes while the run ' +
      'before goes on is skipped; of those that pass while the service is away, all but one.',
  },
)
export type ScheduleRequest = Static<typeof ScheduleRequest>

/** What is to be different of a schedule. */
export const ChangeScheduleBody = Type.Object(
  {
    cron,
    everyMs,
    timezone: Type.Optional(
      Type.String({ maxLength: 64, description: 'IANA name, in which `cron` is meant.' }),
    ),
    paused: Type.Optional(Type.Boolean({ description: 'A paused schedule begins no searches.' })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'What is absent stays. `cron` takes the place of `everyMs`, and the other way round.',
  },
)
export type ChangeScheduleBody = Static<typeof ChangeScheduleBody>

/** A stored schedule. */
export const Schedule = Type.Object(
  {
    id: Id('sch'),
    query: Type.String(),
    search: Type.Unknown({
      description: 'The search that is repeated, as it was requested; without its webhook.',
    }),
    cron: Nullable(Type.String()),
    everyMs: Nullable(Type.Integer()),
    timezone: Type.String(),
    nextAt: Nullable(Type.String({ format: 'date-time', description: 'Null: it is paused.' })),
    runs: Type.Integer({ description: 'Searches that it began.' }),
    skipped: Type.Integer({ description: 'Times at which it began none.' }),
    latestRuns: Type.Array(
      Type.Object({
        searchId: Id('sea'),
        sessionId: Id('ses'),
        complete: Nullable(Type.Boolean({ description: 'As of the search: null until it has ended.' })),
        places: Type.Integer({ description: 'Found so far; in the end, all of them.' }),
        createdAt: Timestamp,
      }),
      {
        description:
          'The newest first, at most five. `/api/sessions/:id/changes?since=…` compares the sessions of two of them.',
      },
    ),
    error: Type.Union([Problem, Type.Null()], {
      description:
        'Why the last time brought no search; `key_revoked` and `key_expired`: none will, because the key that made it has ended.',
    }),
    createdAt: Timestamp,
    links: Links,
  },
  { $id: 'Schedule' },
)
export type Schedule = Static<typeof Schedule>
/** A page of schedules, newest first. */
export const ScheduleList = ListOf(Schedule)

/** How a run of a schedule differs from the last one before it that ended with places. */
export const RunChanges = Type.Object(
  {
    previousSearchId: Id('sea'),
    new: Type.Integer({ description: 'Places that the run before did not find.' }),
    gone: Nullable(
      Type.Integer({
        description:
          'Places that only the run before found. Null: this run is not complete, so nobody knows.',
      }),
    ),
    changed: Type.Integer({
      description: 'Places that both found, and of which this run found a field different.',
    }),
    changesHref: Nullable(Type.String({ description: 'Null: both runs belong to one session.' })),
  },
  { $id: 'RunChanges', description: 'Only of a search that a schedule repeats, from its second run on.' },
)
export type RunChanges = Static<typeof RunChanges>
