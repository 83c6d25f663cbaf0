// Markdown as it is rendered: over all real pages, what is left of marks, rows and links that did not become any.
import { extractHtml } from '#test/support/extract/extract-html.ts'
import { haveRealPages, realPages } from '#test/support/extract/real-pages.ts'
import { flawsOf } from '#test/support/extract/render-markdown.ts'

export const name = 'rendered-markdown'
export const about = 'flaws of Markdown rendered as CommonMark and GFM, over all real pages'

export async function run(): Promise<void> {
  if (!haveRealPages()) {
    console.log(`${name}: skipped, the pages are not here (../shared/data/wcxb)`)
    return
  }
  for (const mainContent of ['auto', 'full'] as const) {
    const pages = new Map<string, Set<string>>()
    let rendered = 0
    let without = 0
    for (const { set, name: page, html, url } of realPages()) {
      try {
        const { data } = extractHtml(html, url, { mainContent })
        rendered += 1
        for (const { kind, text } of flawsOf(data.markdown ?? '')) {
          console.log(`${kind} ${set} ${page}: ${JSON.stringify(text)}`)
          pages.set(kind, (pages.get(kind) ?? new Set()).add(`${set} ${page}`))
        }
      } catch {
        without += 1
      }
    }
    const flaws = [...pages].map(([kind, found]) => `${kind} on ${found.size}`).join(', ')
    console.log(`${mainContent}: ${rendered} pages, ${without} without content; flaws: ${flaws || 'none'}`)
  }
}
