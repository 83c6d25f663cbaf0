// The host and the context of an extractor whose requests go to servers of the test.
import type { TestContext } from 'node:test'
import type { ExtractContext, ExtractorHost, ExtractRequest } from '#extract/context.ts'
import { extractContext } from '#test/support/extract/extract-context.ts'
import { openEgress } from '#test/support/sites/local-server.ts'
import { memoryLimits } from './limits.ts'

export const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

/** Its way out is the real one, opened for loopback. */
export function replayHost(
  t: TestContext,
  settings: ExtractorHost['settings'],
  more: Partial<ExtractorHost> = {},
): ExtractorHost {
  const egress = openEgress(t, { hostConcurrency: 64 })
  const fetch = (request: ExtractRequest) => egress.fetch(request)
  return { settings, log: silentLog, dataDir: '/nonexistent', limits: memoryLimits(), fetch, ...more }
}

export function replayContext(
  host: Pick<ExtractorHost, 'fetch'>,
  signal: AbortSignal = new AbortController().signal,
): ExtractContext {
  return extractContext(host.fetch, { signal })
}
