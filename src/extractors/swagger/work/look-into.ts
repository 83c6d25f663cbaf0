// Looks into a page or a script for what leads to a description, and says what a page is that leads nowhere.
import { baseOf } from '#extract/html/link-target.ts'
import { judgePage, readTraces, type PageQuality } from '#extract/html/page-quality.ts'
import { parseHtml } from '#extract/html/parse-html.ts'
import { visibleCharsOf } from '#extract/html/seen-elements.ts'
import type { Hint } from '#extractors/swagger/discover/hint.ts'
import { pageHints } from '#extractors/swagger/discover/page-hints.ts'
import { scriptHints } from '#extractors/swagger/discover/script-hints.ts'

export interface LookTask {
  readonly kind: 'page' | 'script'
  readonly text: string
  /** For a page its own address, for a script the base of relative addresses; null when unknown. */
  readonly url: string | null
}

export interface Look {
  /** The base of relative addresses. */
  readonly base: string | null
  readonly hints: readonly Hint[]
}

export interface JudgeTask {
  readonly html: string
  readonly statusCode: number | null
}

export function lookInto({ kind, text, url }: LookTask): Look {
  if (kind === 'script') return { base: url, hints: scriptHints(text, url) }
  const document = parseHtml(text)
  const base = baseOf(document, url)
  return { base, hints: pageHints(document, url, base) }
}

/**
 * What the page is instead, or a page like any other. Parses it again, which only an unsuccessful search has to pay
 * for.
 */
export function judgeHtml({ html, statusCode }: JudgeTask): PageQuality {
  const document = parseHtml(html)
  const visibleChars = visibleCharsOf(document)
  return judgePage({ traces: readTraces(document), visibleChars, contentChars: visibleChars, statusCode })
}
