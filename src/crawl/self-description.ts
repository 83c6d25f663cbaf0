// The self-description of crawl at GET /: the fields of its document and nothing else.
import { EXTRACTOR_NAMES } from '#contract/crawl/extractor.ts'
import type { RouteGroup, ServiceInfo } from '#platform/http/server/server.ts'

/** Name and version, as in the document, the metrics and the health check. */
export const SERVICE: ServiceInfo = {
  name: 'crawl',
  version: '3.12.0',
  description:
    'Multi-extractor crawl service: places on maps, pages as Markdown, JSON, pictures and documents, contact enrichment, ' +
    'jobs and workers.',
}

/** The keys of `endpoints`, in the order of the document. */
export const GROUPS: readonly RouteGroup[] = [
  { name: 'extractors', summary: 'Get data out of maps, pages and documents.' },
  { name: 'enrichment', summary: 'Find the contacts of a website.' },
  { name: 'jobs', summary: 'Look at jobs, wait for them, cancel them.' },
  { name: 'webhooks', summary: 'See and replay what was sent to you.' },
  { name: 'stats', summary: 'Figures of the service.' },
  { name: 'cache', summary: 'What is kept of earlier answers.' },
  { name: 'workers', summary: 'The workers, for operators.' },
  { name: 'workerApi', summary: 'What a worker calls.' },
  { name: 'proxy', summary: 'The proxy pool.' },
  { name: 'cdn', summary: 'Which CDNs and bot walls stand before which domains.' },
  { name: 'discovery', summary: 'Which pages of a site are worth a visit, as learned.' },
  { name: 'keys', summary: 'API keys.' },
  { name: 'health', summary: 'Whether the service works.' },
  { name: 'metrics', summary: 'Figures for Prometheus.' },
  { name: 'swagger', summary: 'This description.' },
]

/** For each key, in any 60 seconds, over all replicas. */
export const REQUESTS_PER_MINUTE = 30_000

/** `endpoints`: the paths by group, made from the routes that are there. */
export function selfDescription(endpoints: Record<string, string[]>): object {
  return {
    ...SERVICE,
    apiVersion: 'v1',
    endpoints,
    availableExtractors: EXTRACTOR_NAMES,
    rateLimit: { requestsPerMinute: REQUESTS_PER_MINUTE },
  }
}
