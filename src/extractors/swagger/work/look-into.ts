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
  /** Of a page its own address, of a script what relative addresses in it are relative to; null where not known. */
  readonly url: string | null
}

export interface Look {
  /** What relative addresses are relative to. */
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

/** What the page is instead of one, or a page like any other. Reads it anew: only a search in vain pays for that. */
export function judgeHtml({ html, statusCode }: JudgeTask): PageQuality {
  const document = parseHtml(html)
  const visibleChars = visibleCharsOf(document)
  return judgePage({ traces: readTraces(document), visibleChars, contentChars: visibleChars, statusCode })
}
