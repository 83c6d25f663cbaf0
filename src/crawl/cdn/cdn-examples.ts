// The examples in the descriptions of the CDN routes.
import type { CdnDetection, CdnReport, CdnStats } from '#contract/crawl/learned/cdn.ts'

const AT = '2026-11-21T09:00:00.000Z'

/** A page behind a CDN, as a client saw it. */
export const EXAMPLE_REPORT: CdnReport = {
  domain: 'example.org',
  ips: ['104.16.0.1'],
  headers: { server: 'cloudflare', 'cf-ray': '8f3a1c2b7d9e0f12-FRA' },
  cookieNames: ['__cf_bm'],
  statusCode: 200,
  outcome: 'ok',
  engine: 'http',
}

/** What a worker's report makes of it. */
export const EXAMPLE_DETECTION: CdnDetection = {
  domain: 'example.org',
  registrableDomain: 'example.org',
  inheritedFrom: null,
  state: 'confirmed',
  providers: [
    {
      name: 'cloudflare',
      kind: 'cdn',
      confidence: 0.94,
      evidence: [
        { kind: 'range', detail: '104.16.0.1', source: 'worker', seenAt: AT },
        { kind: 'header', detail: 'cf-ray', source: 'worker', seenAt: AT },
      ],
    },
  ],
  protection: 'challenge',
  strategy: {
    engine: 'browser',
    proxyKind: 'none',
    minDelayMs: null,
    concurrency: null,
    learnedFrom: 'example.org',
  },
  outcomes: [
    { engine: 'http', proxyKind: 'none', ok: 0, blocked: 2 },
    { engine: 'browser', proxyKind: 'none', ok: 5, blocked: 0 },
  ],
  firstSeenAt: AT,
  lastSeenAt: AT,
  lastConfirmedAt: AT,
  expiresAt: '2026-11-28T09:00:00.000Z',
  reports: 7,
  lastReport: {
    at: AT,
    outcome: 'ok',
    source: 'worker',
    statusCode: 200,
    engine: 'browser',
    proxyKind: 'none',
    proxyGroup: null,
    jobId: 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
  },
  history: [{ at: AT, state: 'confirmed', providers: ['cloudflare'], protection: 'challenge' }],
}

/** Three domains. */
export const EXAMPLE_STATS: CdnStats = {
  domains: 3,
  reports: 41,
  byState: { confirmed: 2, suspected: 1 },
  byProvider: { cloudflare: 1, akamai: 1 },
  byProtection: { none: 2, challenge: 1 },
}
