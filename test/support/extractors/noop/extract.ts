// What the operations of the noop extractor do.
import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { ExtractContext, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'

const answer = (data: unknown): ExtractorOutput => ({ data, engine: 'none' })

export async function create(): Promise<ExtractorInstance> {
  return {
    operations: {
      noop: async (input) => answer(input),
      sleep,
      hurried: sleep,
      fail: async (input) => {
        const { code, retryAfterMs } = input as { code?: ErrorCode; retryAfterMs?: number }
        if (code === undefined) throw new TypeError('a secret of the implementation')
        throw extractError(code, 'As asked.', retryAfterMs === undefined ? {} : { retryAfterMs })
      },
      abort: async () => process.abort(),
      block: async (input) => {
        const end = performance.now() + (input as { ms: number }).ms
        while (performance.now() < end);
        return answer({})
      },
      echo: async (input) => answer((input as { value: unknown }).value),
      big: async (input) => answer({ text: 'x'.repeat((input as { bytes: number }).bytes) }),
      odd: async (input) => {
        const { kind } = input as { kind: 'bigint' | 'circle' | 'undefined' }
        const circle: { self?: unknown } = {}
        circle.self = circle
        return answer({ bigint: 1n, circle, undefined }[kind])
      },
      upper: async (input, context) => {
        const bytes = Buffer.from((input as { text: string }).text)
        const upper = await context.isolate(new URL(UPPER), { length: bytes.length, make: () => bytes })
        return answer({ text: Buffer.from(upper).toString('utf8') })
      },
      mail: async (input, { acceptsMail }) => {
        const { domains } = input as { domains: string[] }
        return answer({
          accepted: await Promise.all(domains.map(async (domain) => (await acceptsMail?.(domain)) ?? null)),
        })
      },
      keep: async (input, context) => {
        const {
          files,
          artifactId,
          reads = artifactId,
        } = input as {
          files: { kind: string; mediaType: string; text: string }[]
          artifactId?: string
          reads?: string
        }
        const links = await Promise.all(
          files.map(async ({ text, ...file }) => context.saveArtifact({ ...file, bytes: Buffer.from(text) })),
        )
        const read = reads === undefined ? null : await context.readArtifact(reads, { maxBytes: 1_000 })
        return answer({ links, read: read === null ? null : { ...read, bytes: String(read.bytes) } })
      },
    },
  }
}

const UPPER = `data:text/javascript,${encodeURIComponent(
  'export const parse = (input) => Buffer.from(Buffer.from(input).toString("utf8").toUpperCase())',
)}`

async function sleep(input: unknown, context: ExtractContext): Promise<ExtractorOutput> {
  const { ms, ignoreSignal } = input as { ms: number; ignoreSignal?: boolean }
  context.progress({ done: 0, total: 1, message: 'sleeping' })
  // What ignores its signal must at least not keep the process of a test alive.
  await delay(ms, undefined, ignoreSignal === true ? { ref: false } : { signal: context.signal })
  context.progress({ done: 1, total: 1, message: 'awake' })
  return answer({ sleptMs: ms })
}
