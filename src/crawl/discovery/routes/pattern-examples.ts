// The examples that the description of /api/discovery shows.
import type { ActivePatterns, Pattern } from '#contract/crawl/discovery/pattern.ts'

export const PATTERN_ID = 'pat_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'

export const PATTERN_EXAMPLE: Pattern = {
  id: PATTERN_ID,
  kind: 'path',
  template: '/standorte',
  language: 'de',
  status: 'proposed',
  source: 'learned',
  fields: ['emails', 'phones'],
  trials: 60,
  hits: 20,
  newHits: 18,
  missing: 3,
  distinctDomains: 60,
  posterior: { mean: 0.3, lower5: 0.2067 },
  expectedYield: 0.2714,
  examples: ['https://example.org/standorte'],
  firstSeen: '2026-11-01T09:00:00.000Z',
  lastSeen: '2026-11-21T09:00:00.000Z',
  statusSince: '2026-11-20T09:00:00.000Z',
  decidedBy: null,
  note: null,
}

export const ACTIVE_EXAMPLE: ActivePatterns = {
  version: 'p9Zl3S1Nn0Jq0kX8yq2wP7',
  patterns: [
    {
      id: PATTERN_ID,
      kind: 'path',
      template: '/kontakt',
      language: 'de',
      fields: ['emails', 'phones'],
      expectedYield: 0.4,
      blindYield: 0.16,
      cost404: 0.05,
    },
  ],
}
