// Heavy parsers in child processes: bytes in, bytes out, a few children for all jobs of the worker, fair between their hosts.
import type { IsolateBounds, IsolateInput } from '#extract/context.ts'
import { bundledModules, type FindModule } from '#platform/files/bundled-modules.ts'
import { createFairQueue, type DocumentOwner } from './fair-queue.ts'
import { parserTime, type ParserTime } from './parser-time.ts'
import { startChild, type ChildOptions, type ParserChild } from './parser-child.ts'

/** The job that a document belongs to. */
export interface IsolateCaller extends DocumentOwner {
  /** Takes the document out of the queue, or kills its parser. */
  readonly signal: AbortSignal
}

/** The children of the process; closing it kills them. */
export interface Isolate extends AsyncDisposable {
  /**
   * The output of `parse` in the module `parser` for `input`. Throws the reason of the signal, the error of the parser,
   * `extract_timeout` by `bounds`, or `unsupported_document` when the child died.
   */
  run(parser: URL, input: IsolateInput, caller: IsolateCaller, bounds?: IsolateBounds): Promise<Uint8Array>
}

/** The bounds over all jobs of the process. */
export interface IsolateOptions extends Omit<ChildOptions, 'findModule'> {
  /** Concurrent children; further documents are queued. One more serves small documents while large ones have these. */
  readonly children: number
  /** Bytes of the documents that are parsed at once, 64 MB by default; further documents are queued. */
  readonly inputBytes?: number
}

/** Two pages of the largest size that is fetched (20 MB), with the escapes of JSON around their text. */
const INPUT_BYTES = 64 * 1024 * 1024
/**
 * Nearly all pages of the web; the worst page of this size that was made for it takes some four seconds. Of native code
 * the size says nothing: an image of a kilobyte may have a hundred megapixels.
 */
const SMALL_BYTES = 2 * 1024 * 1024

/** Opens without a child: the first document starts one. */
export function createIsolate({ inputBytes = INPUT_BYTES, ...options }: IsolateOptions): Isolate {
  let findModule: FindModule | null = null
  const queue = createFairQueue({ children: options.children, inputBytes })
  const idle: ParserChild[] = []
  const all = new Set<ParserChild>()
  let closed = false

  /** An idle child of the needed kind, or a new one that replaces one of the other kind. */
  const childFor = async (native: boolean): Promise<ParserChild> => {
    const at = idle.findLastIndex((child) => child.native === native)
    const [found] = at < 0 ? [] : idle.splice(at, 1)
    if (found !== undefined) return found
    const other = all.size < options.children ? undefined : idle.pop()
    findModule ??= bundledModules('parsers')
    const child = startChild({ ...options, findModule }, native)
    all.add(child)
    if (other !== undefined) {
      all.delete(other)
      await other.kill()
    }
    return child
  }

  const parse = async (
    parser: URL,
    input: Uint8Array,
    native: boolean,
    time: ParserTime,
  ): Promise<Uint8Array> => {
    const child = await childFor(native)
    try {
      return await child.ask(parser, input, time.signal, () => time.begin(child.cpuMs))
    } finally {
      if (child.fresh) idle.push(child)
      else {
        all.delete(child)
        await child.kill()
      }
    }
  }

  return {
    async run(parser, input, caller, bounds = {}) {
      using time = parserTime(caller.signal, bounds)
      const native = bounds.native ?? false
      const size = { bytes: input.length, isSmall: !native && input.length <= SMALL_BYTES }
      using turn = await queue.turn(caller, size, time.signal)
      time.signal.throwIfAborted()
      if (closed) throw new Error('The isolate is closed.')
      const bytes = input.make()
      turn.resize(bytes.length)
      return await parse(parser, bytes, native, time)
    },
    async [Symbol.asyncDispose]() {
      closed = true
      idle.length = 0
      await Promise.all([...all].map((child) => child.kill()))
    },
  }
}
