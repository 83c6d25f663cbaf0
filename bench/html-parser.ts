// Our HTML parser beside parse5: pages a second, and on how many real pages both lead to the same main content.
import { extractPage } from '#extractors/markdown/extract-page.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { haveRealPages, realPages, type RealPage } from '#test/support/extract/real-pages.ts'
import { parse5Tree } from '#test/support/extract/parse5-tree.ts'

export const name = 'html-parser'
export const about = 'our HTML parser beside parse5: speed, and equal text and Markdown of all real pages'

export async function run(): Promise<void> {
  if (!haveRealPages()) {
    console.log(`${name}: skipped, the pages are not here (../shared/data/wcxb)`)
    return
  }
  const cpuMs = { ours: 0, parse5: 0 }
  let pages = 0
  for (const mode of ['auto', 'full'] as const) {
    const same = { text: 0, markdown: 0 }
    pages = 0
    for (const page of realPages()) {
      pages += 1
      const ours = contentOf(page, mode, () => timed(cpuMs, 'ours', () => parseHtml(page.html)))
      const theirs = contentOf(page, mode, () => timed(cpuMs, 'parse5', () => parse5Tree(page.html)))
      if (words(ours.text) === words(theirs.text)) same.text += 1
      else
        console.log(
          `${mode} text ${page.set} ${page.name}: ${firstDifference(words(ours.text), words(theirs.text))}`,
        )
      if (ours.markdown === theirs.markdown) same.markdown += 1
      else if (words(ours.text) === words(theirs.text))
        console.log(
          `${mode} marks ${page.set} ${page.name}: ${firstDifference(ours.markdown, theirs.markdown)}`,
        )
    }
    console.log(
      `${mode}: of ${pages} pages ${same.text} have the same text, ${same.markdown} the same Markdown`,
    )
  }
  for (const [parser, ms] of Object.entries(cpuMs))
    console.log(`${parser}: ${((2 * pages * 1_000) / ms).toFixed(0)} pages/s`)
}

type Parser = 'ours' | 'parse5'

function timed(cpuMs: Record<Parser, number>, parser: Parser, parse: () => HtmlDocument): HtmlDocument {
  const before = process.threadCpuUsage()
  const document = parse()
  const { user, system } = process.threadCpuUsage(before)
  cpuMs[parser] += (user + system) / 1_000
  return document
}

function contentOf(
  { html, url }: RealPage,
  mainContent: 'auto' | 'full',
  tree: () => HtmlDocument,
): { text: string; markdown: string } {
  try {
    const { data } = extractPage({
      html,
      url,
      statusCode: null,
      charset: null,
      charsetSource: null,
      frames: [],
      options: { mainContent, formats: ['text', 'markdown'] },
      tree,
    })
    return { text: data.text ?? '', markdown: data.markdown ?? '' }
  } catch (error) {
    return { text: String(error), markdown: '' }
  }
}

const words = (text: string): string => text.replace(/\s+/g, ' ').trim()

function firstDifference(ours: string, theirs: string): string {
  let at = 0
  while (at < ours.length && ours[at] === theirs[at]) at += 1
  const from = Math.max(0, at - 40)
  return `${JSON.stringify(ours.slice(from, at + 60))} beside ${JSON.stringify(theirs.slice(from, at + 60))}`
}
