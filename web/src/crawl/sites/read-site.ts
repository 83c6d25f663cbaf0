// A crawl of a site and its pages, read from what the service answers.
import { fieldsOf, listOf, numberOf, textOf, textsOf } from '#shared/format/unknown-values.ts'

/** A crawl with its manifest. `complete` is null while it runs. */
export interface SiteCrawl {
  readonly status: string | null
  readonly isPaused: boolean
  readonly urls: readonly string[]
  readonly complete: boolean | null
  /** Addresses by state. */
  readonly counts: readonly (readonly [string, number])[]
  readonly requests: number | null
  readonly notModified: number | null
  readonly bytes: number | null
  readonly leftOut: readonly {
    readonly reason: string
    readonly count: number | null
    readonly examples: readonly string[]
  }[]
}

/** What is not there is null or empty. */
export function readSite(answer: unknown): SiteCrawl {
  const site = fieldsOf(answer)
  const manifest = fieldsOf(site['manifest'])
  const { complete } = manifest
  return {
    status: textOf(site['status']),
    isPaused: site['isPaused'] === true,
    urls: textsOf(site['urls']),
    complete: typeof complete === 'boolean' ? complete : null,
    counts: Object.entries(fieldsOf(manifest['counts'])).map(
      ([state, count]) => [state, Number(count)] as const,
    ),
    requests: numberOf(manifest['requests']),
    notModified: numberOf(manifest['notModified']),
    bytes: numberOf(manifest['bytes']),
    leftOut: listOf(manifest['leftOut']).map((entry) => {
      const { reason, count, examples } = fieldsOf(entry)
      return { reason: textOf(reason) ?? 'unknown', count: numberOf(count), examples: textsOf(examples) }
    }),
  }
}

/** One page of a crawl. */
export interface SitePage {
  readonly url: string
  readonly state: string
  readonly reason: string | null
  readonly title: string | null
  readonly depth: number | null
  readonly statusCode: number | null
  readonly jobId: string | null
}

/** One page as the list has it. */
export function readSitePage(entry: unknown): SitePage {
  const page = fieldsOf(entry)
  return {
    url: textOf(page['url']) ?? '',
    state: textOf(page['state']) ?? 'unknown',
    reason: textOf(page['reason']),
    title: textOf(page['title']),
    depth: numberOf(page['depth']),
    statusCode: numberOf(page['statusCode']),
    jobId: textOf(page['jobId']),
  }
}
