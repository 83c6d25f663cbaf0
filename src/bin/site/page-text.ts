// A page of a site as a Markdown file: what it is in front, then its text.
import { createHash } from 'node:crypto'
import type { SitePage } from '#contract/crawl/sites/site.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** The Markdown of a page; null where the crawl has none for it. */
export function markdownOf({ results }: SitePage): string | null {
  const { markdown } = fieldsOf(fieldsOf(fieldsOf(results)['markdown'])['data'])
  return typeof markdown === 'string' ? markdown : null
}

/** Where a page stands after its redirects. */
export const urlOf = ({ url, finalUrl }: SitePage): string => finalUrl ?? url

/** The text of a file. JSON texts are YAML, so no title can break out of the front matter. */
export function fileText(page: SitePage, markdown: string): string {
  const { title, fetchedAt } = page
  const head = { url: urlOf(page), title, fetchedAt }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${markdown.trim()}\n`
}

const FETCHED = /^fetchedAt: .*$/m

/** Equal for two files that differ by no more than when the page was fetched, and by the line ends of a system. */
export function textHash(text: string): string {
  return createHash('sha256').update(text.replace(FETCHED, '').replaceAll('\r\n', '\n')).digest('hex')
}
