// Heavy parsers in child processes: bytes in, bytes out, no network, a bounded heap, killed with all they started.
import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isErrorCode } from '#contract/error-codes.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/log/logger.ts'
import { frameHead, readFrames } from './frames.ts'

export interface Isolate extends AsyncDisposable {
  /**
   * The bytes that `parse` of the module `parser` makes of `input`. Throws the reason of `signal`, what the
   * parser threw, or `unsupported_document` where the child did not survive.
   */
  run(parser: URL, input: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

export interface IsolateOptions {
  /** Children at once; more calls wait for their turn. */
  readonly children: number
  readonly heapMb: number
  readonly log: Logger
}

interface Child {
  ask(parser: URL, input: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
  /** Worth giving another document. */
  readonly fresh: boolean
  kill(): Promise<void>
}

/** What a parser leaks or fragments goes with its process. */
const DOCUMENTS_PER_CHILD = 50
const BUSY_MS_PER_CHILD = 300_000
/** For the child whose worker was killed while it ran in circles: nobody else is left to end it. */
const CPU_SECONDS_PER_CHILD = 1_800
const MOST_OUTPUT_BYTES = 256 * 1024 * 1024

export function createIsolate(options: IsolateOptions): Isolate {
  const idle: Child[] = []
  const all = new Set<Child>()
  const queue: (() => void)[] = []
  let busy = 0
  let closed = false

  const turn = async (signal: AbortSignal): Promise<void> => {
    if (busy < options.children) {
      busy += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onAbort = (): void => {
      queue.splice(queue.indexOf(resolve), 1)
      reject(signal.reason as Error)
    }
    queue.push(resolve)
    signal.addEventListener('abort', onAbort, { once: true })
    await promise
    signal.removeEventListener('abort', onAbort)
  }
  const nextTurn = (): void => {
    const next = queue.shift()
    if (next === undefined) busy -= 1
    else next()
  }

  const askOne: Isolate['run'] = async (parser, input, signal) => {
    const child = idle.pop() ?? startChild(options)
    all.add(child)
    try {
      return await child.ask(parser, input, signal)
    } finally {
      if (child.fresh) idle.push(child)
      else {
        all.delete(child)
        await child.kill()
      }
    }
  }

  return {
    async run(parser, input, signal) {
      await turn(signal)
      try {
        signal.throwIfAborted()
        if (closed) throw new Error('The isolate is closed.')
        return await askOne(parser, input, signal)
      } finally {
        nextTurn()
      }
    },
    async [Symbol.asyncDispose]() {
      closed = true
      idle.length = 0
      await Promise.all([...all].map((child) => child.kill()))
    },
  }
}

function startChild(options: IsolateOptions): Child {
  const process_ = spawnChild(options.heapMb)
  const [stdin, , stderr, results] = process_.stdio as unknown as [Writable, null, Readable, Readable]
  const exited = new Promise<void>((resolve) => process_.once('close', () => resolve()))
  let lastWords = ''
  stderr.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-2_000)))
  // A child that died does not read: the exit says so, the broken pipe adds nothing.
  stdin.on('error', () => undefined)
  const frames = readFrames(results, MOST_OUTPUT_BYTES)
  let documents = 0
  let busyMs = 0
  let dead = false
  void exited.then(() => (dead = true))

  const kill = async (): Promise<void> => {
    dead = true
    killGroup(process_)
    await exited
  }

  return {
    async ask(parser, input, signal) {
      const startedMs = performance.now()
      const onAbort = (): void => void kill()
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        for (const bytes of [Buffer.from(parser.href), input]) {
          stdin.write(frameHead(bytes))
          stdin.write(bytes)
        }
        const answer = await frames.next()
        signal.throwIfAborted()
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
    get fresh() {
      return !dead && documents < DOCUMENTS_PER_CHILD && busyMs < BUSY_MS_PER_CHILD
    },
    kill,
  }
}

function spawnChild(heapMb: number): ChildProcess {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMb}`,
    // Without further words the permission model refuses the network, writing, child processes, threads and addons.
    '--permission',
    ...['src/*', 'node_modules/*', 'package.json'].map((path) => `--allow-fs-read=${root}${path}`),
    fileURLToPath(new URL('./isolate-child.ts', import.meta.url)),
  ]
  return spawn(
    '/bin/sh',
    ['-c', 'ulimit -c 0; ulimit -t "$0"; exec /usr/bin/env -i "$@"', String(CPU_SECONDS_PER_CHILD), ...node],
    {
      // Its own group, so that one kill reaches whatever it started; an empty environment holds no secret.
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    },
  )
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** The first byte of an answer: 0 for the output, 1 for an error with a code, 2 for a defect of the parser. */
function opened(answer: Buffer): Buffer {
  const body = answer.subarray(1)
  if (answer[0] === 0) return body
  const { code, detail } = JSON.parse(body.toString('utf8')) as { code: string | null; detail: string }
  if (code !== null && isErrorCode(code)) throw new SurveyorError(code, detail)
  throw new Error(`The parser failed: ${detail}`)
}
