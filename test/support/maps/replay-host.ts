// The host and the context of an extractor whose requests go to servers of the test.
import type { TestContext } from 'node:test'
import type { ExtractContext, ExtractorHost, ExtractRequest } from '#extract/context.ts'
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
  return {
    signal,
    deadlineAt: null,
    progress() {},
    log: silentLog,
    fetch: host.fetch,
    browse: () => Promise.reject(new Error('Nothing here is shown in a browser.')),
    isolate: () => Promise.reject(new Error('Nothing here is parsed apart.')),
    saveArtifact: () => Promise.reject(new Error('Nothing here is kept as a file.')),
    readArtifact: () => Promise.reject(new Error('Nothing here is kept as a file.')),
    report: () => {},
    traceparent: null,
  }
}
