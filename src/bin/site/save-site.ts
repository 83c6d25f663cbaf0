// Saves the pages of an ended crawl: as Markdown files that link each other, or as the lines of one file.
import { writeWhole } from '#bin/cli/write-output.ts'
import type { SitePage, SitePageState } from '#contract/crawl/sites/site.ts'
import type { CrawlClient } from './crawl-client.ts'
import { createFileNames } from './file-names.ts'
import { linkPages, pageKey } from './link-pages.ts'
import { fileText, markdownOf, urlOf } from './page-text.ts'
import type { SiteFolder } from './site-folder.ts'

/** How many files or lines, and which files of an earlier run have no page any more. */
export interface Saved {
  readonly new: number
  readonly changed: number
  readonly unchanged: number
  /** Pages that the site says are gone, with their files. */
  readonly gone: readonly string[]
  /** Files of pages that this crawl did not reach. */
  readonly unreached: number
}

const HAS_RESULT: ReadonlySet<SitePageState> = new Set(['stored', 'unchanged'])
const GONE: ReadonlySet<number> = new Set([404, 410])

/** `isComplete`: what the crawl did not find is not there. */
export async function saveFolder(
  crawl: CrawlClient,
  id: string,
  folder: SiteFolder,
  { start, isComplete }: { readonly start: string; readonly isComplete: boolean },
): Promise<Saved> {
  const { files, fileOfKey, goneUrls } = await nameFiles(crawl, id, folder)
  const counts = { new: 0, changed: 0, unchanged: 0 }
  const saved = new Map<string, string>()
  for await (const page of crawl.pages(id, true)) {
    const url = urlOf(page)
    const file = HAS_RESULT.has(page.state) ? files.get(url) : undefined
    if (file === undefined || saved.has(url)) continue
    const markdown = markdownOf(page)
    // The result of an unchanged page may be kept no longer, but then its file is still right.
    if (markdown === null && !(await folder.has(file))) continue
    saved.set(url, file)
    if (markdown === null) counts.unchanged += 1
    else {
      const linked = linkPages(markdown, file, (key) => fileOfKey.get(key) ?? null)
      counts[await folder.write(file, fileText(page, linked))] += 1
    }
  }
  const missing = Object.entries(folder.earlier?.files ?? {}).filter(([url]) => !saved.has(url))
  const gone = missing.filter(([url]) => isComplete || goneUrls.has(url))
  // A file of a page that was not reached is known to the next run, too.
  const kept = missing.filter(([url]) => !isComplete && !goneUrls.has(url))
  // After a run that reached nothing, the next one goes on from the run before it.
  if (saved.size > 0 || folder.earlier === null)
    await folder.remember({ crawl: id, start, files: Object.fromEntries([...kept, ...saved]) })
  return { ...counts, gone: gone.map(([, file]) => file), unreached: kept.length }
}

interface Named {
  /** By the address after redirects. */
  readonly files: ReadonlyMap<string, string>
  readonly fileOfKey: ReadonlyMap<string, string>
  readonly goneUrls: ReadonlySet<string>
}

/** Before any file is written, because each links others. Pages keep the names that they had. */
async function nameFiles(crawl: CrawlClient, id: string, folder: SiteFolder): Promise<Named> {
  const pages: { readonly url: string; readonly asked: string }[] = []
  const copies: { readonly asked: string; readonly of: string }[] = []
  const goneUrls = new Set<string>()
  for await (const page of crawl.pages(id, false)) {
    if (HAS_RESULT.has(page.state)) pages.push({ url: urlOf(page), asked: page.url })
    else if (page.duplicateOf !== null) copies.push({ asked: page.url, of: page.duplicateOf })
    else if (page.statusCode !== null && GONE.has(page.statusCode)) goneUrls.add(urlOf(page)).add(page.url)
  }
  const names = createFileNames(new Set(pages.map(({ url }) => new URL(url).host)))
  const earlier = new Map(Object.entries(folder.earlier?.files ?? {}))
  const files = new Map<string, string>()
  const fileOfKey = new Map<string, string>()
  const remember = (url: string, file: string | undefined): void => {
    const key = pageKey(url)
    if (key !== null && file !== undefined && !fileOfKey.has(key)) fileOfKey.set(key, file)
  }
  // Known names first: a new page must not take one of them.
  for (const { url } of pages) {
    const known = earlier.get(url)
    if (known !== undefined && !files.has(url)) files.set(url, names.nameOf(url, known))
  }
  for (const { url } of pages) if (!files.has(url)) files.set(url, names.nameOf(url))
  for (const { url } of pages) remember(url, files.get(url))
  for (const { url, asked } of pages) remember(asked, files.get(url))
  for (const { asked, of } of copies) {
    const key = pageKey(of)
    remember(asked, files.get(of) ?? (key === null ? undefined : fileOfKey.get(key)))
  }
  return { files, fileOfKey, goneUrls }
}

/** One line of JSON for each page with a text. */
export async function saveLines(crawl: CrawlClient, id: string, file: string): Promise<Saved> {
  let lines = 0
  async function* text(): AsyncGenerator<string> {
    for await (const page of crawl.pages(id, true)) {
      const line = HAS_RESULT.has(page.state) ? lineOf(page) : null
      if (line === null) continue
      lines += 1
      yield line
    }
  }
  await writeWhole(file, text())
  return { new: lines, changed: 0, unchanged: 0, gone: [], unreached: 0 }
}

function lineOf(page: SitePage): string | null {
  const markdown = markdownOf(page)
  if (markdown === null) return null
  const { title, statusCode, depth, foundOn, fetchedAt } = page
  return `${JSON.stringify({ url: urlOf(page), title, statusCode, depth, foundOn, fetchedAt, markdown })}\n`
}
