// What GET /health answers on both services.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from './schema.ts'

/** The words of draft-inadarei-api-health-check; `warn` still serves. */
export const HEALTH_STATES = ['pass', 'warn', 'fail'] as const

/** One dependency or part of the service. */
export const HealthCheck = Type.Object({
  status: Words(HEALTH_STATES),
  detail: Nullable(
    Type.String({ description: 'What is wrong, where something is; for `browser` which ones are used.' }),
  ),
  latencyMs: Type.Optional(Type.Number()),
})
export type HealthCheck = Static<typeof HealthCheck>

/** The remaining capacity; null when the service has no such measure. */
export const Pressure = Type.Object({
  reason: Nullable(Type.String({ description: 'Why new work would wait or be refused now.' })),
  running: Nullable(Type.Integer({ minimum: 0 })),
  queued: Nullable(Type.Integer({ minimum: 0 })),
  maxConcurrent: Nullable(Type.Integer({ minimum: 0 })),
  oldestQueuedMs: Nullable(
    Type.Integer({ minimum: 0, description: 'How long the next job in line has waited; null: none waits.' }),
  ),
  cpu: Nullable(Type.Number({ minimum: 0, description: 'Of this process; 1 is one core at work.' })),
  memoryBytes: Type.Integer({ minimum: 0 }),
  eventLoopDelayMs: Nullable(Type.Number({ minimum: 0 })),
})
export type Pressure = Static<typeof Pressure>

/** `fail` only when a check fails without which the service cannot serve. */
export const Health = Type.Object(
  {
    status: Words(HEALTH_STATES),
    version: Type.String(),
    uptimeMs: Type.Integer({ minimum: 0 }),
    checks: Type.Optional(
      Type.Record(Type.String(), HealthCheck, {
        description: 'Only for callers with a key, where keys are asked for.',
      }),
    ),
    pressure: Type.Optional(Nullable(Pressure)),
  },
  { $id: 'Health' },
)
export type Health = Static<typeof Health>
