// Visits many sites through the real service, in batches, and says how many had a contact after how many pages.
import type { JobAccepted } from '#contract/crawl/result.ts'
import type { ContactData } from '#extractors/contact/request/options.ts'
import type { VisitFigures } from './generated-web.ts'

const MAX_BATCH = 500

interface Item {
  readonly result: { readonly data: ContactData } | null
}

/** `url` is that of crawl. */
export async function visitSites(
  url: string,
  hosts: readonly string[],
  options: { readonly maxPages: number; readonly strategy?: 'both' | 'links' | 'patterns' },
): Promise<VisitFigures> {
  const figures = { sites: 0, found: 0, pages: 0, failed: 0 }
  for (let at = 0; at < hosts.length; at += MAX_BATCH) {
    const batch = hosts.slice(at, at + MAX_BATCH)
    const visited = await visitBatch(url, batch, options)
    figures.failed += batch.length - visited.length
    for (const { emails = [], pagesVisited } of visited) {
      figures.sites += 1
      figures.pages += pagesVisited.length
      if (emails.length > 0) figures.found += 1
    }
  }
  return figures
}

async function visitBatch(url: string, hosts: readonly string[], options: object): Promise<ContactData[]> {
  const body = {
    items: hosts.map((host) => ({ url: `http://${host}/` })),
    // However slow the machine is.
    defaults: { fields: ['emails'], maxAgeMs: 0, timeoutMs: 300_000, ...options },
  }
  const accepted = await fetch(`${url}/api/v1/enrich/contact/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (accepted.status !== 202)
    throw new Error(`The batch was answered ${accepted.status}: ${await accepted.text()}`)
  const { jobId } = (await accepted.json()) as JobAccepted
  for (;;) {
    const job = await fetch(`${url}/api/jobs/${jobId}?waitMs=30000`)
    const { status } = (await job.json()) as { status: string }
    if (!['queued', 'running', 'scheduled'].includes(status)) break
  }
  const found: ContactData[] = []
  for (let cursor = ''; ;) {
    const page = await fetch(`${url}/api/jobs/${jobId}/result?limit=500${cursor}`)
    const { items, nextCursor } = (await page.json()) as { items: Item[]; nextCursor: string | null }
    for (const { result } of items) if (result !== null) found.push(result.data)
    if (nextCursor === null) return found
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`
  }
}
