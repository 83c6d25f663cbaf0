// T41: documents that grow when they are read, by the parser child of a worker: each ends as named, memory stays bounded.
import type { Outcome } from '#lab/experiment.ts'
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractContext } from '#extract/context.ts'
import { convertDocument } from '#extract/document/convert-document.ts'
import { DOCUMENT_BOMBS } from '#test/support/documents/document-bombs.ts'
import { createIsolate } from '#worker/isolate/isolate.ts'

export const name = 'documents-bombs'
export const about = 'archives, entities, sheets and PDFs that grow: named ends, the memory of the child'

const TIMEOUT_MS = 180_000
const HEAP_MB = 1_024
const MAX_CHILD_MB = 6_000
/** The memory of PDFium is bounded beside the heap. */
const MAX_PDF_CHILD_MB = 1_600

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const log = pino({ level: 'silent' })
  const ends: Record<string, string> = {}
  const wrong: string[] = []
  for (const bomb of DOCUMENT_BOMBS) {
    // A child of its own for each, whose highest memory is then that of the one document.
    await using isolate = createIsolate({ children: 1, heapMb: HEAP_MB, log })
    const { signal } = new AbortController()
    const context: Pick<ExtractContext, 'isolate'> = {
      isolate: (parser, input, bounds) => isolate.run(parser, input, { jobId: bomb.name, signal }, bounds),
    }
    const began = performance.now()
    const memory = watchChildren()
    const end = await endOf(bomb.bytes(), context)
    const peakMb = memory.stop()
    ends[bomb.name] = `${end}, ${Math.round(performance.now() - began)} ms, ${peakMb} MB`
    const maxMb = bomb.name.includes('PDF') ? MAX_PDF_CHILD_MB : MAX_CHILD_MB
    if (!bomb.ends.includes(end) || peakMb > maxMb) wrong.push(`${bomb.name}: ${ends[bomb.name]}`)
  }
  const secs = Math.round((performance.now() - startedAt) / 1_000)
  return { id: 'T41', pass: wrong.length === 0, figure: { ends, wrong }, secs }
}

async function endOf(bytes: Uint8Array, context: Pick<ExtractContext, 'isolate'>): Promise<string> {
  const task = {
    bytes,
    contentType: null,
    filename: null,
    base: null,
    uri: null,
    pages: null,
    password: null,
    tables: true,
    to: ['md'],
    images: 'placeholder',
    imageMark: '',
    chunk: { by: 'heading', maxTokens: 500, mergePeers: true },
  } as const
  try {
    await convertDocument.run(task, { context, endsAtMs: performance.now() + TIMEOUT_MS })
    return 'read'
  } catch (error) {
    return error instanceof SurveyorError ? error.code : String(error)
  }
}

/** The highest resident memory of any child of this process, in MB, as Linux counts it. */
function watchChildren(): { stop(): number } {
  let peak = 0
  const look = (): void => {
    try {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
      for (const pid of children) {
        const status = pid === '' ? '' : readFileSync(`/proc/${pid}/status`, 'utf8')
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
      }
    } catch {
      // The child has just ended, or this is no Linux.
    }
  }
  const timer = setInterval(look, 100)
  return {
    stop() {
      clearInterval(timer)
      return Math.round(peak / 1_024)
    },
  }
}
