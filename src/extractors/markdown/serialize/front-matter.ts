// Writes what a page says about itself as YAML front matter.
import type { PageMetadata } from '#extract/html/page-metadata.ts'

/** Only what is known; values are JSON strings, which every YAML reader takes. */
export function frontMatter(metadata: PageMetadata, url: string | null): string {
  const fields: [string, string | null][] = [
    ['title', metadata.title],
    ['url', metadata.canonical ?? url],
    ['author', metadata.byline],
    ['published', metadata.publishedAt],
    ['language', metadata.language],
    ['site', metadata.siteName],
    ['description', metadata.description],
  ]
  const lines = fields.flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${JSON.stringify(value)}`],
  )
  return ['---', ...lines, '---'].join('\n')
}
