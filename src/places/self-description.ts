// The self-description of places at GET /: the fields of its document and nothing else.
import type { RouteGroup, ServiceInfo } from '#platform/http/server/server.ts'

export const SERVICE: ServiceInfo = {
  name: 'places',
  version: '1.16.0',
  description:
    'Place search and extraction service: finds places on an online map, keeps them, and gives them out as lists and files.',
}

/** The keys of `endpoints`, in the order of the document. */
export const GROUPS: readonly RouteGroup[] = [
  { name: 'health', summary: 'Whether the service works.' },
  { name: 'search', summary: 'Search places on a map.' },
  { name: 'places', summary: 'The stored places.' },
  { name: 'jobs', summary: 'The background jobs.' },
  { name: 'exports', summary: 'What a session found, as a file.' },
  { name: 'browse', summary: 'What is stored, counted and in short.' },
  { name: 'queue', summary: 'See and control the work queue.' },
  { name: 'enrich', summary: 'Enrich places with further data.' },
  { name: 'webhooks', summary: 'Webhook records.' },
]

/** `endpoints`: the paths by group. */
export function selfDescription(endpoints: Record<string, string[]>): object {
  return { ...SERVICE, endpoints }
}
