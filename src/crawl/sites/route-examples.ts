// What the descriptions of the paths of crawls show.
import type { SiteCrawl, SiteManifest, SitePage } from '#contract/crawl/sites/site.ts'

export const SITE_ID = 'job_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

export const MANIFEST_EXAMPLE: SiteManifest = {
  complete: false,
  counts: {
    queued: 0,
    fetching: 0,
    stored: 412,
    unchanged: 0,
    duplicate: 9,
    failed: 1,
    refused: 2,
    left_out: 0,
  },
  requests: 424,
  notModified: 0,
  bytes: 9_120_433,
  leftOut: [
    { reason: 'robots_disallowed', count: 2, examples: ['https://example.org/docs/search'] },
    { reason: 'http_404', count: 1, examples: ['https://example.org/docs/old'] },
    { reason: 'host', count: 37, examples: ['https://other.example/'] },
  ],
  artifacts: [
    {
      id: 'art_01980f64-2a10-7c55-8d3e-4b1f6a9c0d12',
      kind: 'pages',
      href: '/api/v1/artifacts/art_01980f64-2a10-7c55-8d3e-4b1f6a9c0d12',
      mediaType: 'application/x-ndjson',
      bytes: 6_204_118,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      expiresAt: '2026-11-22T09:06:12.000Z',
    },
  ],
}

export const CRAWL_EXAMPLE: Omit<SiteCrawl, 'manifest'> = {
  id: SITE_ID,
  status: 'succeeded',
  isPaused: false,
  urls: ['https://example.org/'],
  error: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  startedAt: '2026-11-21T09:00:00.100Z',
  completedAt: '2026-11-21T09:06:12.000Z',
  links: {
    self: `/api/jobs/${SITE_ID}`,
    site: `/api/v1/sites/${SITE_ID}`,
    pages: `/api/v1/sites/${SITE_ID}/pages`,
  },
}

export const PAGE_EXAMPLE: SitePage = {
  url: 'https://example.org/docs/start',
  finalUrl: 'https://example.org/docs/start',
  state: 'stored',
  reason: null,
  depth: 1,
  source: 'link',
  foundOn: 'https://example.org/',
  statusCode: 200,
  title: 'Start',
  contentHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  duplicateOf: null,
  nearDuplicateOf: null,
  bytes: 18_204,
  fetchedAt: '2026-11-21T09:00:01.000Z',
  jobId: SITE_ID,
  error: null,
}
