// How long one document may take: by the clock for waiting and parsing together, by CPU time for its parser alone.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { IsolateBounds } from '#extract/context.ts'

/** Ends with the document. */
export interface ParserTime extends Disposable {
  /** The signal of the caller, which also aborts with `extract_timeout`. */
  readonly signal: AbortSignal
  /** To be called when the parser is loaded. `cpuMs`: what its process has used so far; null where nobody knows. */
  begin(cpuMs: () => number | null): void
}

/** By the clock a parser gets so many times its CPU time: on a busy machine it waits more than it works. */
const MAX_STRETCH = 3
/** The clock of CPU time steps by ten milliseconds. */
const MIN_LOOK_MS = 10

export function parserTime(
  signal: AbortSignal,
  { totalMs, timeoutMs }: Pick<IsolateBounds, 'totalMs' | 'timeoutMs'>,
): ParserTime {
  const late = new AbortController()
  let used: (() => Used) | null = null
  let looking: NodeJS.Timeout | undefined
  const end = (ms: number, what: string, retryable: boolean): void =>
    late.abort(new SurveyorError('extract_timeout', `${what} within ${Math.round(ms)} ms.`, { retryable }))
  const total =
    totalMs === undefined
      ? undefined
      : setTimeout(() => {
          // A document that no parser has begun with may be parsed in no time at all.
          if (used === null) end(totalMs, 'No parser was free for the document', true)
          else if (isStarved(used()))
            end(totalMs, 'The machine was too busy, and the document was not parsed', true)
          else end(totalMs, 'The document was not parsed', false)
        }, totalMs)

  return {
    signal: AbortSignal.any([signal, late.signal]),
    begin(cpuMs) {
      const started = { cpuMs: cpuMs(), atMs: performance.now() }
      used = () => {
        const now = cpuMs()
        return {
          cpuMs: now === null || started.cpuMs === null ? null : now - started.cpuMs,
          clockMs: performance.now() - started.atMs,
        }
      }
      if (timeoutMs !== undefined) looking = setTimeout(look, timeoutMs, used, timeoutMs)
    },
    [Symbol.dispose]() {
      clearTimeout(total)
      clearTimeout(looking)
    },
  }

  function look(usedNow: () => Used, boundMs: number): void {
    const { cpuMs, clockMs } = usedNow()
    const leftMs = Math.min(boundMs - (cpuMs ?? boundMs), MAX_STRETCH * boundMs - clockMs)
    if (leftMs > 0) looking = setTimeout(look, Math.max(MIN_LOOK_MS, leftMs), usedNow, boundMs)
    else end(clockMs, 'The parser did not end', cpuMs !== null && cpuMs < boundMs)
  }
}

/** Since a parser was loaded; `cpuMs` is null where the system does not say. */
export interface Used {
  readonly cpuMs: number | null
  readonly clockMs: number
}

/** Whether the machine was too busy: the same document may be parsed in time later. Unknown counts as no. */
export const isStarved = ({ cpuMs, clockMs }: Used): boolean => cpuMs !== null && cpuMs < clockMs / 2
