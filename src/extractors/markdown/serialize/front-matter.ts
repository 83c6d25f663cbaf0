// Writes the metadata of a page as YAML front matter.
import type { PageMetadata } from '#parsing/page/page-metadata.ts'

/** A JSON string, which every YAML reader takes; spelled so that a reader of Markdown alone sees text in it as well. */
const quoted = (value: string): string =>
  JSON.stringify(value).replace(/<|(?<=\])\(|`/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`)

/** Only known values, as JSON strings. */
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
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${quoted(value)}`]))
  return ['---', ...lines, '---'].join('\n')
}
