// The limits of an extractor under test: counted in this process, by the clock of the test.
import type { ExtractLimiter, ExtractLimits } from '#extract/context.ts'
import type { Clock } from '#kit/time/clock.ts'
import { createMemoryLimiter as create } from '#platform/limits/memory-backend.ts'

export function createMemoryLimiter(clock?: Clock): ExtractLimiter {
  return create(clock)
}

/** One limiter, as for the only worker of a crawl. */
export function memoryLimits(clock?: Clock): ExtractLimits {
  const limiter = createMemoryLimiter(clock)
  return { shared: limiter, process: limiter }
}
