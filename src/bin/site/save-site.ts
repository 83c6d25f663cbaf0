// Saves the pages of an ended crawl: as Markdown files that link each other, or as the lines of one file.
import { writeWhole } from '#bin/cli/write-output.ts'
import type { SitePage, SitePageState } from '#contract/crawl/sites/site.ts'
import type { CrawlClient } from './crawl-client.ts'
import { createFileNames } from './file-names.ts'
import { DEAD } from './left-out.ts'
import { linkPages, pageKey } from './link-pages.ts'
import { fileText, markdownOf, urlOf } from './page-text.ts'
import type { SiteFolder } from './site-folder.ts'

/** How many files or lines, and what became of files that were there. */
export interface Saved {
  readonly new: number
  readonly changed: number
  readonly unchanged: number
  /** Files that were moved aside, and the names that they have now. */
  readonly kept: readonly string[]
  /** Files of pages that are no longer on the site. */
  readonly gone: readonly string[]
  /** Those that were deleted. */
  readonly pruned: readonly string[]
  /** Files of pages that this crawl did not reach. */
  readonly unreached: number
  /** Pages that were read before this crawl, and when the oldest of them was. */
  readonly copies: { readonly count: number; readonly oldest: string | null }
}

/** How a crawl went, for what it means that a page is not in it. */
interface SaveOptions {
  /** The body of the request, as a text. */
  readonly asked: string
  readonly start: string
  readonly startedAt: string
  /** What the crawl did not find is not there. */
  readonly isWhole: boolean
  /** Files of pages that are no longer on the site are deleted. */
  readonly prunes: boolean
}

const HAS_RESULT: ReadonlySet<SitePageState> = new Set(['stored', 'unchanged'])

export async function saveFolder(
  crawl: CrawlClient,
  id: string,
  folder: SiteFolder,
  { asked, start, startedAt, isWhole, prunes }: SaveOptions,
): Promise<Saved> {
  const { files, fileOfKey, goneUrls, unreadUrls } = await nameFiles(crawl, id, folder)
  const earlier = { ...folder.earlier?.gone, ...folder.earlier?.files }
  const counts = { new: 0, changed: 0, unchanged: 0 }
  const copies = countCopies(startedAt)
  const kept: string[] = []
  const saved = new Map<string, string>()
  const { crawl: before = null, asked: askedBefore = '', gone: goneBefore = {} } = folder.earlier ?? {}
  const rememberSome = async (): Promise<void> =>
    folder.remember({
      crawl: before,
      start,
      asked: askedBefore,
      files: { ...folder.earlier?.files, ...Object.fromEntries(saved) },
      gone: goneBefore,
    })
  try {
    for await (const page of crawl.pages(id, true)) {
      const url = urlOf(page)
      const file = HAS_RESULT.has(page.state) ? files.get(url) : undefined
      if (file === undefined || saved.has(url)) continue
      const markdown = markdownOf(page)
      // The result of an unchanged page may be kept no longer, but then its file is still right.
      if (markdown === null && !(await folder.has(file))) continue
      if (saved.size === 0) await rememberSome()
      saved.set(url, file)
      copies.add(page)
      if (markdown === null) counts.unchanged += 1
      else {
        const linked = linkPages(markdown, file, (key) => fileOfKey.get(key) ?? null)
        const written = await folder.write(file, fileText(page, linked))
        counts[written.what] += 1
        if (written.kept !== null) kept.push(written.kept)
      }
    }
  } catch (error) {
    // What was written is known as ours to the next run.
    if (saved.size > 0) await rememberSome().catch(() => undefined)
    throw error
  }
  const taken = new Set(saved.values())
  const isAskedAgain = folder.earlier?.asked === asked
  const gone: Record<string, string> = {}
  const unreached: Record<string, string> = {}
  for (const [url, file] of Object.entries(earlier)) {
    if (saved.has(url) || taken.has(file)) continue
    const isGone = goneUrls.has(url) || url in goneBefore || (isWhole && isAskedAgain && !unreadUrls.has(url))
    if (!isGone) unreached[url] = file
    else if (await folder.has(file)) gone[url] = file
  }
  const pruned: string[] = []
  // A site whose server has lost everything is no reason to lose it here.
  if (prunes && saved.size > 0) {
    for (const [url, file] of Object.entries(gone)) {
      if (!(await folder.remove(file))) continue
      pruned.push(file)
      delete gone[url]
    }
  }
  const isAllKnown = Object.keys(unreached).length === 0
  // After a run that reached nothing, the next one goes on from the run before it.
  if (saved.size > 0) {
    await folder.remember({
      crawl: id,
      start,
      // A later run that asks for as little says nothing of the files that this one did not reach.
      asked: isAllKnown ? asked : askedBefore,
      files: { ...unreached, ...Object.fromEntries(saved) },
      gone,
    })
  }
  return {
    ...counts,
    kept,
    gone: Object.values(gone),
    pruned,
    unreached: Object.keys(unreached).length,
    copies: copies.counted(),
  }
}

/** A page that was fetched before the crawl began came from a copy that the service keeps. */
function countCopies(startedAt: string) {
  let count = 0
  let oldest: string | null = null
  return {
    add({ state, fetchedAt }: SitePage): void {
      if (state !== 'stored' || fetchedAt === null || fetchedAt >= startedAt) return
      count += 1
      if (oldest === null || fetchedAt < oldest) oldest = fetchedAt
    },
    counted: () => ({ count, oldest }),
  }
}

interface Named {
  /** By the address after redirects. */
  readonly files: ReadonlyMap<string, string>
  readonly fileOfKey: ReadonlyMap<string, string>
  readonly goneUrls: ReadonlySet<string>
  /** Of pages that are there or may be, and were not read. */
  readonly unreadUrls: ReadonlySet<string>
}

/** Before any file is written, because each links others. Pages keep the names that they had. */
async function nameFiles(crawl: CrawlClient, id: string, folder: SiteFolder): Promise<Named> {
  const pages: { readonly url: string; readonly asked: string }[] = []
  const copies: { readonly asked: string; readonly of: string }[] = []
  const goneUrls = new Set<string>()
  const unreadUrls = new Set<string>()
  for await (const page of crawl.pages(id, false)) {
    if (HAS_RESULT.has(page.state)) pages.push({ url: urlOf(page), asked: page.url })
    else if (page.duplicateOf !== null) copies.push({ asked: page.url, of: page.duplicateOf })
    else (DEAD.has(page.reason ?? '') ? goneUrls : unreadUrls).add(urlOf(page)).add(page.url)
  }
  const names = createFileNames(new Set(pages.map(({ url }) => new URL(url).host)))
  const earlier = new Map(Object.entries({ ...folder.earlier?.gone, ...folder.earlier?.files }))
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
  return { files, fileOfKey, goneUrls, unreadUrls }
}

/** One line of JSON for each page with a text. */
export async function saveLines(
  crawl: CrawlClient,
  id: string,
  file: string,
  startedAt: string,
): Promise<Saved> {
  let lines = 0
  const copies = countCopies(startedAt)
  async function* text(): AsyncGenerator<string> {
    for await (const page of crawl.pages(id, true)) {
      const line = HAS_RESULT.has(page.state) ? lineOf(page) : null
      if (line === null) continue
      lines += 1
      copies.add(page)
      yield line
    }
  }
  await writeWhole(file, text())
  const none = { changed: 0, unchanged: 0, kept: [], gone: [], pruned: [], unreached: 0 }
  return { ...none, new: lines, copies: copies.counted() }
}

function lineOf(page: SitePage): string | null {
  const markdown = markdownOf(page)
  if (markdown === null) return null
  const { title, statusCode, depth, foundOn, fetchedAt } = page
  return `${JSON.stringify({ url: urlOf(page), title, statusCode, depth, foundOn, fetchedAt, markdown })}\n`
}
