// What the measured libraries make of a page, each called as its own documentation shows it.
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'
import { htmlToMarkdown } from 'mdream'

/** linkedom knows no base address, which Readability and Defuddle read from the document. */
function documentOf(html, url) {
  const { document } = parseHTML(html)
  Object.defineProperty(document, 'baseURI', { value: url, configurable: true })
  Object.defineProperty(document, 'documentURI', { value: url, configurable: true })
  return document
}

export const peers = {
  'readability + linkedom': async (html, url) => ({
    html: new Readability(documentOf(html, url), { charThreshold: 500 }).parse()?.content ?? '',
  }),
  'defuddle + linkedom': async (html, url) => {
    const result = await Defuddle(documentOf(html, url), url, { separateMarkdown: true, useAsync: false })
    return { html: result.content, markdown: result.contentMarkdown ?? '' }
  },
  'mdream minimal': async (html, url) => ({
    markdown: htmlToMarkdown(html, { minimal: true, origin: new URL(url).origin }),
  }),
}
