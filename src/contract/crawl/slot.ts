// Slots: the requests that all workers together may make to a host, or to a service with a policy. The wire calls a slot a
// permit, the key of a limit a resource, its interval a spacing, and throttling a push-back.
import { Type, type Static } from 'typebox'
import { Id, Nullable } from '#contract/schema.ts'

const strict = { additionalProperties: false } as const

/** Asks for up to `count` slots of one key, within the bounds that the request states. */
export const TakeSlotsBody = Type.Object(
  {
    resource: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'What is shared: `host example.org`, `nominatim nominatim.openstreetmap.org`.',
    }),
    concurrency: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Most holders at the same time.' }),
    spacingMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400_000,
        default: 0,
        description: 'Least time between two grants.',
      }),
    ),
    perDay: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: 'Most grants in any 24 hours; null or absent: any number.',
        }),
      ),
    ),
    instanceId: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 100,
        description:
          'That of the registration: the permits come back as soon as its process is known to have ended.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 1, description: 'Up to so many at once.' }),
    ),
    waitMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30_000,
        default: 0,
        description: 'How long to wait for the first.',
      }),
    ),
  },
  strict,
)
export type TakeSlotsBody = Static<typeof TakeSlotsBody>

/** The granted slots; none when none came within `waitMs`. */
export const TakeSlotsAnswer = Type.Object({
  permits: Type.Array(Id('prm'), { description: 'Empty where none came in time.' }),
  leaseMs: Type.Integer({ description: 'A permit that is not renewed for so long comes back by itself.' }),
  reuseMs: Type.Integer({
    description: 'So long each permit is good for one request after another; 0: for a single one.',
  }),
  retryAfterMs: Nullable(
    Type.Integer({
      description:
        'Where none came: the time until the terms allow one; null while it is up to those that hold permits.',
    }),
  ),
})
export type TakeSlotsAnswer = Static<typeof TakeSlotsAnswer>

const SlotIds = Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 1_000 })

/** The slots that the worker still holds; one that is not renewed in time is given to others. */
export const RenewSlotsBody = Type.Object({ permits: SlotIds }, strict)
export type RenewSlotsBody = Static<typeof RenewSlotsBody>
/** The slots that were lost; the others are held for `leaseMs` more. */
export const RenewSlotsAnswer = Type.Object({
  leaseMs: Type.Integer(),
  lost: Type.Array(Type.String(), { description: 'Those that came back before this call.' }),
})
export type RenewSlotsAnswer = Static<typeof RenewSlotsAnswer>

/** Slots that are given back, with what their targets said about their rate. */
export const ReleaseSlotsBody = Type.Object(
  {
    releases: Type.Array(
      Type.Object(
        {
          permit: Type.String({ maxLength: 100 }),
          closedForMs: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 86_400_000,
              default: 0,
              description: 'So long nobody gets another one: the resource asked for that (`Retry-After`).',
            }),
          ),
          pushedBack: Type.Optional(
            Type.Boolean({
              description: 'True halves the pace of the resource, false brings back a step of it.',
            }),
          ),
        },
        strict,
      ),
      { minItems: 1, maxItems: 1_000 },
    ),
  },
  strict,
)
export type ReleaseSlotsBody = Static<typeof ReleaseSlotsBody>
/** How many slots were still held, and the ids that were not. */
export const ReleaseSlotsAnswer = Type.Object({
  released: Type.Integer(),
  unknown: Type.Array(Type.String(), { description: 'Those that were no longer held.' }),
})
export type ReleaseSlotsAnswer = Static<typeof ReleaseSlotsAnswer>
