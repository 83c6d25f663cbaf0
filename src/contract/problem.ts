// RFC 9457 problem details: the body of every error answer, and the `error` of a failed job.
import { Type, type Static } from 'typebox'
import { MAX_DURATION_MS, Nullable, Timestamp, Words } from './schema.ts'

/** One thing that is wrong with a request. */
export const FieldProblem = Type.Object(
  {
    pointer: Type.String({ description: 'JSON Pointer into the body, or `?name` for a query parameter.' }),
    code: Type.String(),
    detail: Type.String(),
  },
  { additionalProperties: false },
)
export type FieldProblem = Static<typeof FieldProblem>

/** The obstacle between a request and the page, named by the least that would get past it. */
export const BLOCK_KINDS = ['challenge', 'captcha', 'login', 'consent', 'status'] as const
/** The wall between a request and its target. */
export const BlockedBy = Type.Object(
  {
    provider: Nullable(
      Type.String({
        maxLength: 50,
        description: '`cloudflare`, `datadome`, …; null where nothing shows it.',
      }),
    ),
    kind: Words(BLOCK_KINDS, {
      description:
        '`challenge` is a bot check, `status` a refusal without a page (403, 429, 451); the others are what they say.',
    }),
  },
  { additionalProperties: false, description: 'Of a target that blocks: which wall it was.' },
)
export type BlockedBy = Static<typeof BlockedBy>

const MAX_OPERATOR_DETAIL_CHARS = 1_000
/** As in what a job waits for. */
const MAX_HOST_CHARS = 300

/** RFC 9457, with members of ours from `code` on. */
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
    retryAfterMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DURATION_MS })),
    errors: Type.Optional(Type.Array(FieldProblem)),
    blockedBy: Type.Optional(BlockedBy),
    host: Type.Optional(
      Type.String({ maxLength: MAX_HOST_CHARS, description: 'Of the server that the work has to wait for.' }),
    ),
    reason: Type.Optional(
      Type.String({
        maxLength: 50,
        description:
          'Of `no_proxy_available`: `none_match`, `all_busy`, `all_cooling` or `budget_spent`, as docs/proxies.md has them.',
      }),
    ),
    nextAvailableAt: Type.Optional(
      Nullable(
        Type.Unsafe<string>({ ...Timestamp, description: 'When there may be a proxy; null: not known.' }),
      ),
    ),
    operatorDetail: Type.Optional(
      Type.String({
        maxLength: MAX_OPERATOR_DETAIL_CHARS,
        description:
          'Why, where it tells of the network that the service stands in: to which address a name leads that the way out ' +
          'refuses. In the error of a job, and only for an operator: a key with `admin`, or a service that is open on loopback.',
      }),
    ),
  },
  { $id: 'Problem', additionalProperties: false },
)
export type Problem = Static<typeof Problem>
