// OCR by tesseract: a process for each picture, without network, files and other programs, as many at once as parsers.
import { spawn, execFile } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ExtractOcr } from '#extract/context.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { confined, killGroup } from '#worker/isolate/confine.ts'
import { createFairQueue } from '#worker/isolate/fair-queue.ts'
import { lowerPriority } from '#worker/isolate/lower-priority.ts'
import { readHocr } from './read-hocr.ts'

/** The job that a picture belongs to. */
export interface OcrCaller {
  readonly jobId: string
  /** Takes the picture out of the queue, or kills its process. */
  readonly signal: AbortSignal
}

/** Null where no engine is installed; one that is installed later is found by a later call. */
export type OcrFor = (caller: OcrCaller) => Promise<ExtractOcr | null>

/** A page of 25 million points with the model of one language takes some 300 MB. */
const DATA_MB = 1_536
const CPU_SECONDS = 120
/** The longest that a timer waits. */
const MAX_TIMER_MS = 2 ** 31 - 1
const MAX_HOCR_BYTES = 32 * 1024 * 1024
const INPUT_BYTES = 128 * 1024 * 1024
const NICER_BY = 5

interface Tesseract {
  readonly program: string
  /** As it calls them: `eng`, `deu`; without its model for orientation. */
  readonly languages: readonly string[]
}

const PROGRAMS = ['/usr/bin/tesseract', '/usr/local/bin/tesseract', '/opt/homebrew/bin/tesseract']
const TIMEOUT_MS = 10_000
const LANGUAGE = /^[A-Za-z][\w/-]{1,40}$/

export function createOcr({
  processes,
  log,
  find = findTesseract,
}: {
  readonly processes: number
  readonly log: Logger
  readonly find?: () => Promise<Tesseract | null>
}): OcrFor {
  const queue = createFairQueue({ children: processes, inputBytes: INPUT_BYTES })
  let found: Tesseract | null = null
  return async ({ jobId, signal }) => {
    const engine = (found ??= await find())
    if (engine === null) return null
    return {
      languages: engine.languages,
      async recognize({ picture, languages, endsAtMs }) {
        const leftMs = Math.min(MAX_TIMER_MS, endsAtMs - performance.now())
        if (leftMs <= 0) return null
        const late = AbortSignal.timeout(Math.ceil(leftMs))
        try {
          const either = AbortSignal.any([signal, late])
          using turn = await queue.turn({ jobId }, { bytes: picture.length }, either)
          turn.resize(picture.length)
          const hocr = await hocrOf(engine.program, picture, languages, either)
          return hocr === null ? null : readHocr(hocr)
        } catch (error) {
          if (signal.aborted || !late.aborted) throw error
          log.warn({ jobId }, 'OCR did not read a picture in its time')
          return null
        }
      },
    }
  }
}

/** Null where tesseract ends with an error. Throws the reason of `signal`. */
async function hocrOf(
  program: string,
  picture: Uint8Array,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  signal.throwIfAborted()
  const options = ['-l', languages.join('+'), '--psm', '3', '--dpi', '300']
  const output = ['-c', 'tessedit_create_hocr=1', '-c', 'hocr_font_info=0']
  const shell = `${confined(DATA_MB, CPU_SECONDS)}\nexec /usr/bin/env -i OMP_THREAD_LIMIT=1 "$@"`
  const child = spawn('/bin/sh', ['-c', shell, 'sh', program, 'stdin', 'stdout', ...options, ...output], {
    // A process group of its own, so that one kill reaches all of it.
    detached: true,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const { pid } = child
  if (pid !== undefined) lowerPriority(pid, NICER_BY, true)
  const kill = (): void => {
    if (child.exitCode === null && child.signalCode === null) killGroup(pid)
  }
  signal.addEventListener('abort', kill, { once: true })
  const closed = once(child, 'close')
  try {
    // A process that has ended does not read: its exit is reported, and the broken pipe adds nothing.
    child.stdin.on('error', () => undefined)
    child.stdin.end(picture)
    const parts: Buffer[] = []
    let length = 0
    child.stdout.on('data', (part: Buffer) => {
      length += part.length
      if (length > MAX_HOCR_BYTES) kill()
      else parts.push(part)
    })
    const [code]: unknown[] = await closed
    signal.throwIfAborted()
    return code === 0 && length <= MAX_HOCR_BYTES ? Buffer.concat(parts).toString('utf8') : null
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}

/**
 * The tesseract that is installed, with the languages that it has. Null where there is none, or none that tells a
 * language.
 */
export async function findTesseract(programs: readonly string[] = PROGRAMS): Promise<Tesseract | null> {
  for (const program of programs) {
    const languages = await languagesOf(program)
    if (languages.length > 0) return { program, languages }
  }
  return null
}

async function languagesOf(program: string): Promise<string[]> {
  try {
    await access(program, constants.X_OK)
    const { stdout } = await promisify(execFile)(program, ['--list-langs'], { timeout: TIMEOUT_MS, env: {} })
    return stdout
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((name) => LANGUAGE.test(name) && name !== 'osd')
  } catch {
    return []
  }
}
