// Ends pages whose jobs have ended: results, duplicates by redirect, by canonical address and by text, and new links.
import type { Queryable } from '#platform/db/database.ts'
import type { CrawlRow } from '#crawl/sites/store/crawl-rows.ts'
import type { EndedPage } from '#crawl/sites/store/ended-pages.ts'
import {
  endPages,
  insertPages,
  pagesByContent,
  RANKS,
  statesOf,
  waitingWith,
  type NewPage,
  type PageAnswer,
  type PageEnd,
  type PageText,
} from '#crawl/sites/store/page-rows.ts'
import type { SitePlan } from '#crawl/sites/request/site-plan.ts'
import { admitLinks, withDropped, type SiteLink } from './admit-links.ts'
import { createSessionEvidence, withoutSessions } from './learned-sessions.ts'
import { openNearPages } from './near-pages.ts'
import { openPageTexts } from './page-texts.ts'
import { pageVerdict, type PageVerdict } from './page-verdict.ts'

type Page = Extract<PageVerdict, { kind: 'page' }>

const NOTHING = {
  reason: null,
  duplicateOf: null,
  nearDuplicateOf: null,
  resultJob: null,
  answer: null,
  error: null,
} as const

/** Answers the row of the crawl as it stands then; the row must be locked. */
export async function finishPages(
  tx: Queryable,
  crawl: string,
  {
    plan,
    row,
    ended,
  }: { readonly plan: SitePlan; readonly row: CrawlRow; readonly ended: readonly EndedPage[] },
): Promise<CrawlRow> {
  if (ended.length === 0) return row
  const read = ended.map((page) => ({ page, verdict: pageVerdict(page, plan) }))
  const pages = read.flatMap(({ verdict }) => (verdict.kind === 'page' ? [verdict] : []))
  const targets = new Map(
    await statesOf(
      tx,
      crawl,
      pages.map(({ key }) => key),
    ),
  )
  const hashes = pages.flatMap(({ answer }) => answer.contentHash ?? [])
  const byContent = new Map(plan.input.sameContent === 'keep' ? [] : await pagesByContent(tx, crawl, hashes))
  const similar = await openNearPages(tx, crawl, {
    sketches: pages.map(({ answer }) => answer.contentSketch),
    // What is left out must be a duplicate of a page that is there.
    withKnown: plan.input.similarContent !== 'drop',
  })
  const texts = await openPageTexts(tx, crawl, [
    ...ended.map(({ key }) => key),
    ...pages.flatMap(({ key, canonical }) => [key, canonical?.key ?? []].flat()),
  ])
  const isDropping = plan.input.sameContent === 'drop'
  const ends = new Map<string, PageEnd>()
  const end = (one: PageEnd) => void ends.set(one.key, one)
  const made: NewPage[] = []
  const links: SiteLink[] = []
  const sessions = createSessionEvidence(plan)
  let results = 0
  let { dropped } = row

  /** The pages that had a result before this one, which counts in their place, was read. */
  function endCopiesOf(original: PageText): void {
    for (const { key } of isDropping ? texts.copiesOf(original) : []) {
      endCopy({ key, of: original.url, reason: 'canonical' })
      for (const [hash, page] of byContent) if (page.key === key) byContent.set(hash, original)
    }
  }

  /** Ends a page that had a result. */
  function endCopy({ key, of, reason }: { key: string; of: string; reason: string }): void {
    const { answer = null, resultJob } = ends.get(key) ?? {}
    end({ ...NOTHING, key, state: 'duplicate', reason, duplicateOf: of, resultJob, answer })
    similar.remove(key)
    texts.remove(key)
    results -= 1
  }

  /** Ends the page that has the answer, or finds that another one has it. */
  function endAnswered(page: EndedPage, { key, url, canonical, answer }: Page): void {
    // A duplicate that is not modified later leads on to what it names now.
    const kept = { resultJob: page.job, answer }
    const text = { ...textOf(answer), key, url }
    if (canonical !== null) {
      links.push({ href: canonical.url, depth: page.depth, source: 'canonical', foundOn: url })
      if (canonical.isSurely) {
        end({ ...NOTHING, key, state: 'duplicate', reason: 'canonical', duplicateOf: canonical.url, ...kept })
        return
      }
    }
    const original = isDropping ? texts.originalOf(text) : null
    if (original !== null) {
      end({ ...NOTHING, key, state: 'duplicate', reason: 'canonical', duplicateOf: original.url, ...kept })
      return
    }
    const { contentHash: hash } = answer
    const equal = hash === null ? undefined : byContent.get(hash)
    const isOther = equal !== undefined && equal.key !== key
    const isSame = page.isKnown && hash !== null && hash === page.knownHash
    // The copy came first, and this page is the one that counts: the copy names it, or the earlier crawl had its result.
    const isOriginal = equal?.canonical === key || (isSame && page.key === key && page.duplicateOf === null)
    if (isOther && !isOriginal) {
      sessions.duplicate(url, equal.url)
      end({ ...NOTHING, key, state: 'duplicate', reason: 'content', duplicateOf: equal.url, ...kept })
      return
    }
    if (isOther)
      endCopy({ key: equal.key, of: url, reason: equal.canonical === key ? 'canonical' : 'content' })
    const near = similar.nearest({ key, sketch: answer.contentSketch })
    if (near !== null && !isOther && plan.input.similarContent === 'drop') {
      end({ ...NOTHING, key, state: 'duplicate', reason: 'similar_content', duplicateOf: near.url, ...kept })
      return
    }
    results += 1
    if (!isOther && hash !== null) sessions.stored(url)
    texts.add(text)
    endCopiesOf(text)
    if (hash !== null && isDropping) byContent.set(hash, { key, url, canonical: answer.canonical })
    const [state, reason] = isSame ? (['unchanged', 'same_content'] as const) : (['stored', null] as const)
    // A page that has not changed keeps its mark, also while the page that it names waits to be asked for.
    const nearDuplicateOf = isSame && page.key === key ? page.knownNear : (near?.url ?? null)
    if (nearDuplicateOf === null) similar.add({ key, url, sketch: answer.contentSketch })
    end({ ...NOTHING, key, state, reason, nearDuplicateOf, ...kept })
  }

  for (const { page, verdict } of read) {
    if (verdict.kind === 'unchanged') {
      const isDuplicate = page.duplicateOf !== null
      if (!isDuplicate) results += 1
      end({
        ...NOTHING,
        key: page.key,
        state: isDuplicate ? 'duplicate' : 'unchanged',
        reason: verdict.reason,
        duplicateOf: page.duplicateOf,
        resultJob: undefined,
      })
      const same = earlierText(page)
      if (!isDuplicate && same !== null) {
        texts.add(same)
        endCopiesOf(same)
      }
      // It names what it named then: also pages that failed then, or were left out, or that only this crawl takes.
      const facts = page.isDated ? page.facts : page.earlierFacts
      links.push(...linksOf({ ...page, facts }, page.url, plan))
      if (facts?.linksCut === true) dropped = withDropped(dropped, 'links_cut', page.url)
      continue
    }
    if (verdict.kind === 'ended') {
      const { state, reason, answer } = verdict
      end({ ...NOTHING, key: page.key, state, reason, answer, error: page.error })
      // Not to be kept, but to be followed.
      if (reason === 'noindex') links.push(...linksOf(page, answer?.finalUrl ?? page.url, plan))
      continue
    }
    const isMoved = verdict.key !== page.key
    const target = targets.get(verdict.key)
    if (isMoved) {
      const { answer } = verdict
      end({
        ...NOTHING,
        key: page.key,
        state: 'duplicate',
        reason: 'redirect',
        duplicateOf: verdict.url,
        resultJob: page.job,
        answer,
      })
      if (target === undefined) {
        const { key, url } = verdict
        made.push({
          key,
          url,
          depth: page.depth,
          source: 'redirect',
          foundOn: page.url,
          lastmod: null,
          known: null,
          rank: RANKS.named,
          turn: 0,
        })
      }
    }
    // The answer is that of the target; where that is fetched by itself, or was, this one is not needed.
    if (!isMoved || target === undefined || target.state === 'queued') {
      endAnswered(page, verdict)
      if (isMoved) targets.set(verdict.key, { state: 'stored', url: verdict.url })
    }
    links.push(...linksOf(page, verdict.url, plan))
    if (page.facts?.linksCut === true) dropped = withDropped(dropped, 'links_cut', page.url)
  }
  await insertPages(tx, crawl, made, row.found)
  // What waits under a parameter that has just been learned is one page.
  for (const learned of await sessions.store(tx, crawl)) {
    const name = learned.slice(learned.indexOf(' ') + 1)
    for (const { key, url, depth, foundOn } of await waitingWith(tx, crawl, `${encodeURIComponent(name)}=`)) {
      const plain = withoutSessions(url, new Set([learned]))
      if (plain === null) continue
      end({ ...NOTHING, key, state: 'duplicate', reason: 'session', duplicateOf: plain, answer: null })
      links.push({ href: plain, depth, source: 'link', foundOn })
    }
  }
  await endPages(tx, crawl, [...ends.values()])
  await similar.store(tx, crawl)
  const asked = ended.filter(({ isKept, response }) => !isKept && response !== null)
  return admitLinks(tx, crawl, {
    plan,
    links,
    row: {
      ...row,
      dropped,
      found: row.found + made.length,
      results: row.results + results,
      requests: row.requests + asked.reduce((sum, { response }) => sum + requestsOf(response), 0),
      notModified: row.notModified + asked.filter(({ facts }) => facts?.notModified === true).length,
      bytes: row.bytes + asked.reduce((sum, { response }) => sum + (response?.bytes ?? 0), 0),
    },
  })
}

const textOf = ({ title, contentHash, contentSketch: sketch, canonical }: PageAnswer) => ({
  title,
  contentHash,
  sketch,
  canonical,
})

/** What the earlier crawl read of a page that has not changed; null where that is not kept any more. */
function earlierText({ key, url, facts, earlierFacts, isDated }: EndedPage): PageText | null {
  const read = isDated ? facts : earlierFacts
  if (read === null) return null
  const { title, contentHash, contentSketch = null } = read
  return { key, url, title, contentHash, sketch: contentSketch, canonical: null }
}

/** Each redirect on the way to an answer was a request as well. */
const requestsOf = (response: EndedPage['response']): number =>
  response === null ? 0 : 1 + response.redirects.length

/** The links of a page; none where only sitemaps count. A page that asks robots not to follow its links names none. */
function linksOf({ facts, depth, url }: EndedPage, finalUrl: string, { input }: SitePlan): SiteLink[] {
  if (facts === null || input.sitemap === 'only') return []
  return facts.links.map(({ href, nofollow }) => ({
    href,
    depth: depth + 1,
    source: 'link' as const,
    foundOn: finalUrl || url,
    nofollow: nofollow || facts.nofollow,
  }))
}
