// What an extractor asks of a browser: one visit of one page, with its own cookies and its own way out.
import type { ExtractionResult, Warning } from '#contract/crawl/result.ts'
import type { BrowserOptions } from './options.ts'

/** One page to open. Everything the page fetches passes the guard of egress. */
export interface BrowserVisit extends BrowserOptions {
  /** The address of the page: `http:` or `https:`. */
  readonly url: string
  /** A submitted page: it is shown under `url`, which is not fetched then. */
  readonly html?: string
  /** Lower-case names; sent to the origin of `url` only. */
  readonly headers: Readonly<Record<string, string>>
  /** For the origin of `url`. */
  readonly cookies: readonly { readonly name: string; readonly value: string }[]
  /** For the origin of `url`, when it asks. */
  readonly httpAuth?: { readonly username: string; readonly password: string }
  /** BCP 47: the language of the browser. */
  readonly locale?: string
  readonly robots?: 'obey' | 'ignore'
  /** Which JSON that its scripts fetch is kept, at most `max` responses; absent: none. */
  readonly capture?: { readonly accepts: (url: string) => boolean; readonly max: number }
  /** Which styles of the page count; default `screen`, and `print` for printing. */
  readonly media?: 'screen' | 'print'
  /** Of everything that the page fetches, as it travels; more ends the visit with `target_too_large`. */
  readonly maxBytes: number
  /** When all of the visit must have ended, by `performance.now()`. */
  readonly endsAtMs: number
}

/** JSON that a script of a page fetched. */
export interface CapturedResponse {
  readonly url: string
  readonly method: string
  readonly status: number
  readonly mediaType: string
  /** As a stranger sent it: it may be no JSON. */
  readonly text: string
}

/** A rectangle of the page in CSS pixels, from its top left corner. */
export interface PageClip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PictureOptions {
  readonly format: 'png' | 'jpeg' | 'webp'
  /** 0 to 100, for jpeg and webp. */
  readonly quality?: number
  /** Absent: what is visible. */
  readonly clip?: PageClip
}

/** The fields of `Page.printToPDF` of the Chrome DevTools protocol; lengths in inches. */
export interface PrintOptions {
  readonly landscape: boolean
  readonly displayHeaderFooter: boolean
  readonly headerTemplate: string
  readonly footerTemplate: string
  readonly printBackground: boolean
  readonly scale: number
  readonly paperWidth: number
  readonly paperHeight: number
  readonly marginTop: number
  readonly marginBottom: number
  readonly marginLeft: number
  readonly marginRight: number
  readonly pageRanges: string
  readonly preferCSSPageSize: boolean
  readonly generateDocumentOutline: boolean
  readonly generateTaggedPDF: boolean
}

/** An open page. Each call throws when the time of the visit is over, or the browser is lost. */
export interface BrowserPage {
  /** The answer behind the page; null for a submitted page. */
  readonly response: NonNullable<ExtractionResult['response']> | null
  /** Of that answer, lower-case names, without its cookies; empty for a submitted page. */
  readonly headers: Readonly<Record<string, string>>
  /** The address after redirects and scripts. */
  readonly url: string
  /** About how the page was loaded; the worker puts them into the result. */
  readonly warnings: readonly Warning[]
  /** Messages of the page to the console that are errors, and errors of its scripts; at most 50. */
  readonly consoleErrors: readonly string[]
  /** What the page could not load, without what was blocked on request; at most 50. */
  readonly failedRequests: readonly { readonly url: string; readonly reason: string }[]
  /** The page as it stands, with its shadow roots and its frames. What could not be read of them is a warning. */
  html(): Promise<string>
  /** What `capture` of the visit asked for, so far. */
  captured(): Promise<{ readonly responses: readonly CapturedResponse[]; readonly isCut: boolean }>
  /**
   * Calls a function given by its source, in a world of its own that shares only the DOM with the page. The answer is
   * data as JSON has it and was made from what a stranger wrote. Throws when the function throws.
   */
  call(source: string, argument?: unknown): Promise<unknown>
  picture(options: PictureOptions): Promise<Uint8Array>
  print(options: PrintOptions): Promise<Uint8Array>
  /** Without a background of its own, the page is transparent in pictures from now on. */
  omitBackground(): Promise<void>
}

/**
 * Opens a page in a fresh context, gives it to `use`, and closes it. Throws `browser_unavailable`, `target_*`,
 * `robots_disallowed`, `url_not_allowed`, `action_failed`, and `unsupported_document` for what a browser would download.
 */
export type ExtractBrowse = <T>(visit: BrowserVisit, use: (page: BrowserPage) => Promise<T>) => Promise<T>
