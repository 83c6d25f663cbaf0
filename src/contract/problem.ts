// RFC 9457 problem details: the body of every error answer, and the `error` of a failed job.
import { Type, type Static } from 'typebox'

export const FieldProblem = Type.Object(
  {
    pointer: Type.String({ description: 'JSON Pointer into the body, or `?name` for a query parameter.' }),
    code: Type.String(),
    detail: Type.String(),
  },
  { additionalProperties: false },
)
export type FieldProblem = Static<typeof FieldProblem>

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'URN of the error code.' }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String(),
    instance: Type.Optional(Type.String({ description: 'Path of the request or of the job.' })),
    code: Type.String({ description: 'A stable word for programs.' }),
    requestId: Type.Optional(Type.String()),
    retryable: Type.Boolean(),
    retryAfterMs: Type.Optional(Type.Integer({ minimum: 0 })),
    errors: Type.Optional(Type.Array(FieldProblem)),
  },
  { $id: 'Problem', additionalProperties: false },
)
export type Problem = Static<typeof Problem>
