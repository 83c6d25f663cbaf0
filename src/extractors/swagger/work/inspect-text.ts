// Looks into a page or a script for what leads to a description, and says what a page is that leads nowhere.
import { baseOf } from '#parsing/page/link-target.ts'
import { classifyPage, type PageQuality } from '#parsing/page/page-quality.ts'
import { readPageSignals } from '#parsing/page/walls/page-signals.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { visibleCharsOf } from '#parsing/html/visible-elements.ts'
import type { Hint } from '#extractors/swagger/hints/hint.ts'
import { pageHints } from '#extractors/swagger/hints/page-hints.ts'
import { scriptHints } from '#extractors/swagger/hints/script-hints.ts'

/** A text that is no description itself. */
export interface InspectTask {
  readonly kind: 'page' | 'script'
  readonly text: string
  /** For a page its own address, for a script the base of relative addresses; null when unknown. */
  readonly url: string | null
}

/** What the text leads to. */
export interface Inspection {
  /** The base of relative addresses. */
  readonly base: string | null
  readonly hints: readonly Hint[]
}

/** A page, and the status that it came with. */
export interface ClassifyTask {
  readonly html: string
  readonly statusCode: number | null
}

/** A script is read and not run. */
export function inspectText({ kind, text, url }: InspectTask): Inspection {
  if (kind === 'script') return { base: url, hints: scriptHints(text, url) }
  const document = parseHtml(text)
  const base = baseOf(document, url)
  return { base, hints: pageHints(document, url, base) }
}

/**
 * What the page is instead, or a page like any other. Parses it again, which only an unsuccessful search has to pay
 * for.
 */
export function classifyHtml({ html, statusCode }: ClassifyTask): PageQuality {
  const document = parseHtml(html)
  const visibleChars = visibleCharsOf(document)
  return classifyPage({
    pageSignals: readPageSignals(document),
    visibleChars,
    contentChars: visibleChars,
    statusCode,
  })
}
