// The output of the measured libraries for a page, each called as in its own documentation.
import { readFileSync } from 'node:fs'
import TurndownService from 'turndown'

/** Each on its own: one that does not load on a platform leaves the others to be measured. */
const PEERS = {
  'readability + linkedom': async () => {
    const { Readability } = await import('@mozilla/readability')
    const documentOf = await linkedom()
    return async (html, url) => ({
      html: new Readability(documentOf(html, url), { charThreshold: 500 }).parse()?.content ?? '',
    })
  },
  'defuddle + linkedom': async () => {
    const { Defuddle } = await import('defuddle/node')
    const documentOf = await linkedom()
    return async (html, url) => {
      const result = await Defuddle(documentOf(html, url), url, { separateMarkdown: true, useAsync: false })
      return { html: result.content, markdown: result.contentMarkdown ?? '' }
    }
  },
  'mdream minimal': async () => {
    const { htmlToMarkdown } = await import('mdream')
    return async (html, url) => ({
      markdown: htmlToMarkdown(html, { minimal: true, origin: new URL(url).origin }),
    })
  },
}

/** linkedom knows no base address, which Readability and Defuddle read from the document. */
async function linkedom() {
  const { parseHTML } = await import('linkedom')
  return (html, url) => {
    const { document } = parseHTML(html)
    Object.defineProperty(document, 'baseURI', { value: url, configurable: true })
    Object.defineProperty(document, 'documentURI', { value: url, configurable: true })
    return document
  }
}

export async function loadPeers() {
  const peers = {}
  const missing = []
  for (const [name, load] of Object.entries(PEERS)) {
    try {
      peers[name] = withoutWarnings(await load())
    } catch (error) {
      missing.push(`${name}: ${error.message.split('\n', 1)[0]}`)
    }
  }
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
  const versions = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`)
  return { peers, missing, versions: versions.join(', ') }
}

/** Some report every page they find fault with on the console, whole stacks of it. */
function withoutWarnings(extract) {
  return async (html, url) => {
    const { error, warn, log } = console
    console.error = console.warn = console.log = () => {}
    try {
      return await extract(html, url)
    } finally {
      Object.assign(console, { error, warn, log })
    }
  }
}

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })

/** HTML as Markdown, for comparing the outputs of libraries that give HTML; it knows no tables. */
export const toMarkdown = (html) => (html.trim() === '' ? '' : turndown.turndown(html))
