// Our own engine as the benchmark calls it: page in, running text and Markdown out.
import { baseOf } from '#parsing/page/link-target.ts'
import { readMetadata } from '#parsing/page/page-metadata.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { mainContent } from '#extractors/markdown/main-content/choose-content.ts'
import { revealContent } from '#extractors/markdown/reveal-content.ts'
import { markdownContext } from '#extractors/markdown/serialize/markdown-context.ts'
import { plainText } from '#extractors/markdown/serialize/plain-text.ts'
import { writeMarkdown } from '#extractors/markdown/serialize/write-markdown.ts'

/** The title stands apart in every library measured here, so it is left out of the text. */
export function extractOurs(html: string, url: string): { text: string; markdown: string } {
  const document = revealContent(parseHtml(html))
  const { title, description, og, jsonLdTypes } = readMetadata(document, url)
  const ogType = og['og:type'] ?? null
  const { roots, skip, skipInText } = mainContent(document, { title, description, url, ogType, jsonLdTypes })
  const context = markdownContext(document, roots, {
    base: baseOf(document, url),
    links: 'inline',
    images: 'keep',
    dataUrls: false,
    gfm: true,
    skip,
  })
  const markdown = writeMarkdown(roots, context)
  return { text: plainText(roots, skipInText), markdown }
}
