// How a connection to PostgreSQL is opened and read: settings, type parsers, and which errors mean "unreachable".
import { DatabaseError, types, type Client, type ClientConfig } from 'pg'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { quoteIdentifier } from './sql.ts'

type Parse = (text: string) => unknown

const driverParser = types.getTypeParser as (oid: number, format?: 'text') => Parse

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const TEXT_ARRAY = 1009

/** int8 as a number while that is exact, else as its digits; a date as its text, because it has no time zone. */
const PARSERS: Readonly<Record<number, Parse>> = {
  [INT8]: parseInt8,
  [INT8_ARRAY]: (text) => {
    const items = driverParser(TEXT_ARRAY)(text)
    if (!Array.isArray(items)) return items
    return items.map((item: unknown) => (typeof item === 'string' ? parseInt8(item) : null))
  },
  [DATE]: (text) => text,
  [DATE_ARRAY]: driverParser(TEXT_ARRAY),
}

const CONNECT_TIMEOUT_MS = 10_000

/** SQLSTATE classes 08 (connection) and 53 (out of disk, memory or connections). */
const UNAVAILABLE_CLASSES = new Set(['08', '53'])
/** Shutting down, crashed, starting, a replica after a fail-over, and a login that no longer works. */
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '25006', '28000', '28P01', '3D000'])
const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
/** The driver gives these errors no code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout e(xceeded|xpired)|Client (has encountered a connection error|was closed)|Cannot use a pool after|The server does not support SSL)/

const DISK_FULL = '53100'

/** What the driver says of an address without a password, where the server asks for one. */
const NO_PASSWORD = /^SASL: .*password must be/

/** The configuration of every connection, pooled or not. `applicationName` is shown in pg_stat_activity. */
export function clientConfig(url: string, applicationName: string): ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: {
      getTypeParser: (oid: number, format?: string) =>
        format === 'binary' ? types.getTypeParser(oid, 'binary') : (PARSERS[oid] ?? driverParser(oid)),
    },
  }
}

/**
 * Lets statements name tables without their schema, and compiles none of them: that takes longer than most of them run, and is
 * decided by the expected cost, which hints raise. Run on each new connection, because poolers refuse start-up options.
 */
export async function prepareConnection(client: Pick<Client, 'query'>, schema: string): Promise<void> {
  await client.query(`set search_path = ${quoteIdentifier(schema)}, public; set jit = off`)
}

/** `storage_unavailable` for an error that means that the server is unreachable or out of room; otherwise the error itself. */
export function storageError(error: unknown): unknown {
  if (error instanceof Error && NO_PASSWORD.test(error.message)) {
    const detail = 'The database server asks for a password, and the address of the database has none.'
    return new SurveyorError('storage_unavailable', detail, { cause: error, retryable: false })
  }
  if (!isUnavailable(error)) return error
  const isFull = error instanceof DatabaseError && error.code === DISK_FULL
  const detail = isFull
    ? 'The disk of the database is full.'
    : 'The database cannot be reached at the moment.'
  return new SurveyorError('storage_unavailable', detail, { cause: error, retryAfterMs: 1_000 })
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseError) {
    const state = error.code ?? ''
    return UNAVAILABLE_CLASSES.has(state.slice(0, 2)) || UNAVAILABLE_STATES.has(state)
  }
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  if ('code' in error && typeof error.code === 'string' && UNAVAILABLE_SYSTEM_CODES.has(error.code))
    return true
  return UNAVAILABLE_MESSAGE.test(error.message)
}

function parseInt8(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}
