// One difference between two descriptions, and what it means for a client that was made for the older one.

/** `dangerous`: it may break a client, depending on what that does or on what the server does with it. */
export const CHANGE_LEVELS = ['breaking', 'dangerous', 'safe'] as const
/** One of `CHANGE_LEVELS`. */
export type ChangeLevel = (typeof CHANGE_LEVELS)[number]

/** A difference at one place. */
export interface Change {
  readonly code: ChangeCode
  readonly level: ChangeLevel
  /** The place in words: `query parameter limit`, `response 200 application/json: Pet.name`. */
  readonly at: string
  readonly detail: string
  /** Absent where there was nothing. */
  readonly before?: unknown
  readonly after?: unknown
}

/** A change with every operation that it concerns: one in a shared schema concerns many. */
export interface OperationChange extends Change {
  /** `GET /pets/{id}`, at most 20; empty for what concerns the whole. */
  readonly operations: readonly string[]
  readonly operationCount: number
}

/** The direction of a value: into the API or out of it. Narrowing breaks senders, widening breaks receivers. */
export type Direction = 'request' | 'response'

/** The level of each change; of values two, for a request and for a response. */
const LEVELS = {
  operation_removed: 'breaking',
  operation_added: 'safe',
  operation_deprecated: 'safe',
  operation_id_changed: 'dangerous',
  server_removed: 'dangerous',
  server_added: 'safe',
  auth_added: 'breaking',
  auth_changed: 'breaking',
  auth_dropped: 'safe',
  auth_way_added: 'safe',
  parameter_removed: 'dangerous',
  parameter_added: 'safe',
  required_parameter_added: 'breaking',
  parameter_became_required: 'breaking',
  parameter_became_optional: 'safe',
  request_body_removed: 'dangerous',
  request_body_added: 'safe',
  required_request_body_added: 'breaking',
  request_body_became_required: 'breaking',
  request_body_became_optional: 'safe',
  media_type_removed: 'breaking',
  media_type_added: 'safe',
  response_removed: 'breaking',
  response_added: 'safe',
  response_header_removed: 'dangerous',
  type_changed: 'breaking',
  format_changed: 'dangerous',
  enum_added: ['breaking', 'safe'],
  enum_dropped: ['safe', 'dangerous'],
  enum_narrowed: ['breaking', 'safe'],
  enum_widened: ['safe', 'dangerous'],
  constraint_tightened: ['breaking', 'safe'],
  constraint_loosened: ['safe', 'dangerous'],
  property_removed: ['dangerous', 'breaking'],
  property_added: 'safe',
  required_property_added: ['breaking', 'safe'],
  property_became_required: ['breaking', 'safe'],
  property_became_optional: ['safe', 'breaking'],
  other_properties_forbidden: ['breaking', 'safe'],
  alternative_removed: ['breaking', 'safe'],
  alternative_added: ['safe', 'dangerous'],
} as const satisfies Record<string, ChangeLevel | readonly [request: ChangeLevel, response: ChangeLevel]>
/** A stable word for each kind of difference; its level is fixed. */
export type ChangeCode = keyof typeof LEVELS

/** Where a change stands; the direction where it concerns a value. */
export interface Place {
  readonly at: string
  readonly direction?: Direction
}

/** `more.level` where it depends on more than the code and the direction. */
export function changeOf(
  code: ChangeCode,
  { at, direction = 'request' }: Place,
  detail: string,
  { level, ...values }: Partial<Pick<Change, 'level' | 'before' | 'after'>> = {},
): Change {
  const rule = LEVELS[code]
  const usual = typeof rule === 'string' ? rule : rule[direction === 'request' ? 0 : 1]
  return { code, level: level ?? usual, at, detail, ...values }
}
