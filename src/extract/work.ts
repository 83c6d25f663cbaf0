// Work on the documents of strangers: a small task is done in this process, a large one in a child that can be killed.
import type { ExtractContext, IsolateBounds, Parser } from './context.ts'
import { extractError } from './errors.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'

/**
 * A kind of work that any process can do. Task and answer are data as JSON has it, except that one of their fields may
 * hold bytes. A function in a task stays in this process, where it gives the work what is there already, such as the
 * parsed page.
 */
export type WorkKind<Task extends object, Answer> = {
  /** The module that a child imports: its `parse` is `childSide` of the work. */
  readonly module: URL
  /** Characters or bytes, by which the time that the work takes grows. */
  readonly sizeOf: (task: Task) => number
} & (
  | {
      readonly child: 'large'
      /** Larger tasks hold up the other jobs of this process for too long. */
      readonly maxSizeHere: number | ((task: Task) => number)
      readonly run: (task: Task) => Answer | Promise<Answer>
    }
  | {
      /** For libraries that are not to run in this process; their code is imported by `module` only. */
      readonly child: 'always'
      readonly bounds: Pick<IsolateBounds, 'native' | 'timeoutMs'>
    }
)

/** The job for which a task is done. */
export interface WorkScope {
  readonly context: Pick<ExtractContext, 'isolate'>
  /** When the answer must be there, by `performance.now()`; the wait for a child is part of it. */
  readonly endsAtMs: number
}

/** A kind of work, ready to be called. */
export interface Work<Task, Answer> {
  /**
   * Throws what the work throws, and for a task in a child `extract_timeout` when the time is up, and
   * `unsupported_document` when the child does not survive. A small task takes so little time that it is done in any
   * case: what was found until the time was up is answered.
   */
  run(task: Task, scope: WorkScope): Promise<Answer>
}

/**
 * A work that an extractor calls by `run`, wherever it is done.
 *
 * @example
 *   export const countWords = defineWork<{ text: string }, number>({
 *     module: new URL('./count-words.ts', import.meta.url),
 *     child: 'large',
 *     sizeOf: ({ text }) => text.length,
 *     maxSizeHere: 500_000,
 *     run: count,
 *   })
 *   export const parse = childSide(count)
 */
export function defineWork<Task extends object, Answer>(kind: WorkKind<Task, Answer>): Work<Task, Answer> {
  return {
    async run(task, { context, endsAtMs }) {
      const size = kind.sizeOf(task)
      if (kind.child === 'large') {
        const { maxSizeHere, run } = kind
        if (size <= (typeof maxSizeHere === 'number' ? maxSizeHere : maxSizeHere(task))) return run(task)
      }
      const totalMs = Math.floor(endsAtMs - performance.now())
      if (totalMs <= 0) throw extractError('extract_timeout', 'The time was up before the document was read.')
      const answer = await context.isolate(
        kind.module,
        { length: size, make: () => pack(task) },
        { ...(kind.child === 'always' ? kind.bounds : {}), totalMs },
      )
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `childSide` of this work packed the answer
      return unpack(answer) as Answer
    },
  }
}

/** How the text of the module of a work begins that export, by which the modules of children are found. */
export const PARSER = /^export const parse\b/m

/** The `parse` of the module of a work: `run`, for the tasks of another process. */
export function childSide(run: (task: never) => unknown): Parser {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other side packed a task of this work
  return async (message) => pack(await run(unpack(message) as never))
}

/** What stands before the bytes of a message. */
interface Head {
  readonly value: unknown
  /** The field of `value` that holds the bytes; null: there are none. */
  readonly field: string | null
}

/** The length of the head in four bytes, the head as JSON, the bytes. */
function pack(value: unknown): Uint8Array {
  const [blocks, rest] = apart(value)
  if (blocks.length > 1) throw new Error('A task or an answer holds more than one block of bytes.')
  const [field, bytes] = blocks[0] ?? [null, null]
  const head = JSON.stringify({ value: rest, field } satisfies Head)
  const length = Buffer.byteLength(head)
  const message = Buffer.allocUnsafe(4 + length + (bytes?.length ?? 0))
  message.writeUInt32BE(length)
  message.write(head, 4)
  if (bytes !== null) message.set(bytes, 4 + length)
  return message
}

/** The fields of `value` that hold bytes, and `value` without them. */
function apart(value: unknown): [[string, Uint8Array][], unknown] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[], value]
  const isBytes = (field: [string, unknown]): field is [string, Uint8Array] => field[1] instanceof Uint8Array
  const fields = Object.entries(value)
  return [fields.filter(isBytes), Object.fromEntries(fields.filter((field) => !isBytes(field)))]
}

function unpack(message: Uint8Array): unknown {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const end = 4 + buffer.readUInt32BE(0)
  const { value, field } = parseKnownJson<Head>(buffer.toString('utf8', 4, end))
  return field === null ? value : { ...Object(value), [field]: buffer.subarray(end) }
}
