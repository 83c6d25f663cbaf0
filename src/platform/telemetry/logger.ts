// The log: one JSON object a line on stdout, with secrets removed and without terminal control characters.
import { pino, stdSerializers, type DestinationStream, type Logger as PinoLogger } from 'pino'

/** pino's: fields first, then the message. */
export type Logger = PinoLogger

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
/** One of `LOG_LEVELS`; `silent` writes nothing. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Fields that may hold a credential, at the top and one level down. */
const REDACTED = [
  'authorization',
  'cookie',
  'apiKey',
  'key',
  'secret',
  'password',
  'token',
  'leaseToken',
  'databaseUrl',
]

/** A page, a body or a header from outside may be logged. */
const MAX_TEXT_CHARS = 2_000

/** Keys, webhook secrets, credentials of an Authorization header and passwords inside URLs, anywhere in a text. */
const SECRET_TEXT =
  /\b(?:srv_[A-Za-z0-9_]{8,}|whsec_[A-Za-z0-9+/=_-]{8,})|(?<=\b(?:Bearer|Basic) )[A-Za-z0-9._~+/=-]{8,}|(?<=:\/\/)[^/\s:@"]*:[^/\s@"]+(?=@)/gi

/** C1 controls, bidirectional overrides and line separators; JSON leaves them as they are. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Later lines are dropped while so much waits for room on the disk. */
const MAX_UNWRITTEN_BYTES = 1_048_576

/** `name` becomes the field `service`. */
export interface LoggerOptions {
  readonly name: string
  readonly level: LogLevel
  /** The output for the lines; stdout by default. */
  readonly stream?: DestinationStream
}

/** Removes secrets by the names of their fields, and shortens long texts. */
export function createLogger({ name, level, stream }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => shortened(fields),
    },
    serializers: { err: serializeError },
    redact: { paths: [...REDACTED, ...REDACTED.map((field) => `*.${field}`)], censor: '[redacted]' },
    hooks: { streamWrite: cleanLine },
  }
  return pino(options, stream ?? standardOutput())
}

/**
 * Standard output may be a file on a full disk. The destination of pino would end the process for that, and its `flushSync`,
 * which `fatal` calls, tries for ever and blocks everything else. This one keeps the lines that it could not write, up to a
 * bound, and writes them once there is room.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: process.stdout.fd, sync: true, maxLength: MAX_UNWRITTEN_BYTES })
  output.on('error', () => undefined)
  return { write: (line) => void output.write(line) }
}

export const silentLogger: Logger = pino({ level: 'silent' })

/** `text` with everything that looks like a credential replaced. */
export function scrubSecrets(text: string): string {
  return text.replace(SECRET_TEXT, '[redacted]')
}

function cleanLine(line: string): string {
  return scrubSecrets(line).replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function serializeError(error: unknown): unknown {
  return error instanceof Error ? shortened({ ...stdSerializers.err(error) }) : error
}

/** The fields with long texts cut and marked as cut. */
function shortened(fields: Record<string, unknown>): Record<string, unknown> {
  const cut: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    cut[name] =
      typeof value === 'string' && value.length > MAX_TEXT_CHARS
        ? `${value.slice(0, MAX_TEXT_CHARS)}… (${value.length} characters)`
        : value
  }
  return cut
}
