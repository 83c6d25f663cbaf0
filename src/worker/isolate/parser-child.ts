// One child process for parsers: no network, a bounded heap, an empty environment, killed with all that it started.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Problem } from '#contract/problem.ts'
import { errorOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { FindModule } from '#platform/files/bundled-modules.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { confined, killGroup } from './confine.ts'
import { frameHead, LOADED, readFrames } from './frames.ts'
import { lowerPriority } from './lower-priority.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'

/** The bounds of one child. */
export interface ChildOptions {
  readonly heapMb: number
  readonly log: Logger
  readonly findModule: FindModule
}

/** A living child process, which parses one document at a time. */
export interface ParserChild {
  /**
   * `onLoaded`: the module of the parser is there, and the document is next. Throws the reason of `signal`, the error of
   * the parser, or `unsupported_document` when the child died.
   */
  ask(parser: URL, input: Uint8Array, signal: AbortSignal, onLoaded: () => void): Promise<Uint8Array>
  /** CPU time of all its threads so far, in milliseconds; null where the system does not say. */
  readonly cpuMs: () => number | null
  /**
   * May load addons. A native child serves only parsers that need addons, and any other child only the other parsers.
   */
  readonly native: boolean
  /** Can take another document. */
  readonly fresh: boolean
  kill(): Promise<void>
}

/** Memory that a parser leaks or fragments is freed with its process. */
const DOCUMENTS_PER_CHILD = 50
const BUSY_MS_PER_CHILD = 300_000
/** For a child in an endless loop whose worker was killed: nothing else would end it. */
const CPU_SECONDS_PER_CHILD = 1_800
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024
/**
 * Writable memory of a child with native code, above its heap. V8 reserves about 600 MB of it at the start. Decoding
 * 100 megapixels took up to 650 MB (interlaced PNG of 16 bits; `bench/images.ts` shows the rest).
 */
const NATIVE_MB = 2_048
/**
 * With this niceness a child gets a third of the CPU weight of processes that answer requests and renew leases, and all
 * the CPU time that those leave.
 */
const NICER_BY = 5

/** Takes its first document while it still starts. */
export function startChild(options: ChildOptions, native: boolean): ParserChild {
  const process_ = spawnChild(options, native)
  // The process is still a shell at this moment, and the priority is inherited by all that it starts.
  if (process_.pid !== undefined) lowerPriority(process_.pid, NICER_BY, true)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `spawnChild` opens these four
  const [stdin, , stderr, results] = process_.stdio as unknown as [Writable, null, Readable, Readable]
  const exited = new Promise<void>((resolve) => process_.once('close', () => resolve()))
  let lastWords = ''
  stderr.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-2_000)))
  // A dead child does not read: its exit is reported, and the broken pipe adds nothing.
  stdin.on('error', () => undefined)
  const frames = readFrames(results, MAX_OUTPUT_BYTES)
  let documents = 0
  let busyMs = 0
  let dead = false
  void exited.then(() => (dead = true))

  const kill = async (): Promise<void> => {
    dead = true
    killGroup(process_.pid)
    await exited
  }

  return {
    async ask(parser, input, signal, onLoaded) {
      signal.throwIfAborted()
      const startedMs = performance.now()
      const onAbort = (): void => void kill()
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        for (const bytes of [Buffer.from(options.findModule(parser).href), input]) {
          stdin.write(frameHead(bytes))
          stdin.write(bytes)
        }
        let answer = await frames.next()
        signal.throwIfAborted()
        if (answer.done !== true && answer.value[0] === LOADED) {
          onLoaded()
          answer = await frames.next()
          signal.throwIfAborted()
        }
        if (answer.done === true) {
          dead = true
          await exited
          options.log.warn(
            { parser: parser.pathname.slice(-100), lastWords },
            'a parser did not survive its document',
          )
          throw new SurveyorError('unsupported_document', 'The parser did not survive this document.')
        }
        return opened(answer.value)
      } finally {
        signal.removeEventListener('abort', onAbort)
        documents += 1
        busyMs += performance.now() - startedMs
      }
    },
    cpuMs: () => cpuMsOf(process_),
    native,
    get fresh() {
      return !dead && documents < DOCUMENTS_PER_CHILD && busyMs < BUSY_MS_PER_CHILD
    },
    kill,
  }
}

function spawnChild({ heapMb, findModule }: ChildOptions, native: boolean): ChildProcess {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    // As in every process of Surveyor, see surveyor.mjs.
    '--no-allocation-site-pretenuring',
    '--max-valid-polymorphic-map-count=8',
    // Without further flags the permission model refuses the network, writing, child processes, threads and addons.
    '--permission',
    ...(native ? ['--allow-addons'] : []),
    ...['src/*', 'dist/*', 'node_modules/*', 'package.json'].map((path) => `--allow-fs-read=${root}${path}`),
    fileURLToPath(findModule(new URL('./isolate-child.ts', import.meta.url))),
  ]
  return spawn('/bin/sh', ['-c', `${limits(native, heapMb)}\nexec /usr/bin/env -i "$@"`, 'sh', ...node], {
    // A process group of its own, so that one kill reaches all its children; an empty environment holds no secret.
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  })
}

/**
 * Shell commands for limits outside the permission model: no core dump, and a limit on CPU time. Native code is not
 * bound by that model at all, so it is confined.
 */
function limits(native: boolean, heapMb: number): string {
  return native
    ? confined(heapMb + NATIVE_MB, CPU_SECONDS_PER_CHILD)
    : `ulimit -c 0; ulimit -t ${CPU_SECONDS_PER_CHILD}`
}

/** The unit of /proc, on every Linux that Node runs on. */
const TICK_MS = 10

/** proc_pid_stat(5): utime and stime are the 14th and 15th field; the name before them may hold spaces. */
function cpuMsOf({ pid }: ChildProcess): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return TICK_MS * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return null
  }
}

/** The first byte of an answer: 0 for the output, 1 for an error with a code, 2 for a defect of the parser. */
function opened(answer: Buffer): Buffer {
  const body = answer.subarray(1)
  if (answer[0] === 0) return body
  if (answer[0] === 1) throw errorOf(parseKnownJson<Problem>(body.toString('utf8')))
  throw new Error(`The parser failed: ${body.toString('utf8')}`)
}
