// Posts by their shape: times of one kind, round each of them an author and a text.
import { attribute, closest, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { FoundPost } from './found-post.ts'
import { charsWithout, type PageSpans } from './page-spans.ts'
import type { ShownName } from './post-authors.ts'
import { chooseBodies } from './post-bodies.ts'
import { chooseLinks, linksOf } from './post-permalinks.ts'
import { regionsOf, type Region } from './post-regions.ts'
import type { ShownTime } from './shown-times.ts'
import { isAside, isLead, isListOfThreads } from './thread-signs.ts'

const MIN_POSTS = 2
/** Of the times of one kind, those that are of a post. */
const MIN_SHARE = 0.6
/** Each is read as a whole. */
const MAX_GROUPS = 8
const MAX_MORE = 6
/** Times before the first post that may be of the post that began the thread. */
const MAX_BEFORE = 4

/** Posts with the times that they were found by. */
interface Thread {
  readonly posts: readonly FoundPost[]
  readonly times: readonly ShownTime[]
  readonly chars: number
}

/** The kind of times whose posts have the most text, with the comments and the first post beside them. */
export function repeatedPosts(
  spans: PageSpans,
  times: readonly ShownTime[],
  names: readonly ShownName[],
): readonly FoundPost[] {
  const all = [...Map.groupBy(times, ({ shape }) => shape).values()].map(withoutTwins)
  const groups = all
    .filter((group) => group.length >= MIN_POSTS)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_GROUPS)
  const read = (some: readonly ShownTime[]): Thread => threadOf(spans, some, names)
  let best: Thread | null = null
  for (const group of groups) {
    const thread = read(group)
    if (thread.posts.length < Math.max(MIN_POSTS, MIN_SHARE * group.length)) continue
    if (isListOfThreads(spans, thread.posts)) continue
    if (best === null || thread.chars > best.chars) best = thread
  }
  if (best === null) return []
  const [from, to] = [best.times[0]?.element.order ?? 0, best.times.at(-1)?.element.order ?? 0]
  const inside = all.filter(
    ([one]) => one !== undefined && one.element.order > from && one.element.order < to,
  )
  for (const group of inside
    .filter(([one]) => one !== undefined && best?.times.includes(one) === false)
    .slice(0, MAX_MORE))
    best = withMore(best, group, read)
  const first = best.times[0]?.element.order ?? 0
  const before = times.filter(({ element }) => element.order < first).slice(-MAX_BEFORE)
  for (const time of before.toReversed()) {
    const more = withMore(best, [time], read)
    if (more === best || more.posts.slice(0, 1).some((post) => isLead(spans, post) || isAside(post))) continue
    best = more
    break
  }
  return withoutHead(best.posts)
}

/** Some pages show each time twice, for narrow and for wide screens. */
const withoutTwins = (times: readonly ShownTime[]): readonly ShownTime[] =>
  times.filter((time, at) => {
    const before = times[at - 1]
    if (before === undefined) return true
    const [href, value] = [hrefRound(time.element), time.value]
    const isSame = (value?.length ?? 0) > 10 && value === before.value
    return !(isSame || (href !== null && href === hrefRound(before.element)))
  })

function hrefRound(element: HtmlElement): string | null {
  const link = closest(element, ({ name }) => name === 'a', 3)
  return link === null ? null : attribute(link, 'href')
}

/** The posts with those of other times, unless they would take something of the posts that are known. */
function withMore(
  thread: Thread,
  more: readonly ShownTime[],
  read: (times: readonly ShownTime[]) => Thread,
): Thread {
  const known = new Set(thread.times)
  const added = more.filter((time) => !known.has(time))
  const last = thread.times.at(-1)?.element.order ?? 0
  if (added.length === 0 || (added[0]?.element.order ?? 0) > last) return thread
  const whole = read([...thread.times, ...added].toSorted((a, b) => a.element.order - b.element.order))
  const kept = new Set(whole.posts.map(({ body }) => body))
  if (!thread.posts.every(({ body }) => kept.has(body))) return thread
  const texts = new Set(thread.posts.map(({ body }) => lineText(body, 80)))
  const gained = whole.posts.filter(({ region }) => region !== undefined && !known.has(region.time))
  // Above an answer some forums repeat the post that it answers.
  if (gained.filter(({ body }) => texts.has(lineText(body, 80))).length > gained.length / 4) return thread
  const gain = whole.posts.length - thread.posts.length
  return gain > 0 && gain >= MIN_SHARE * added.length && whole.chars > thread.chars ? whole : thread
}

/** The head of a thread repeats who began it and when: what stands below it is no post. */
function withoutHead(posts: readonly FoundPost[]): readonly FoundPost[] {
  const [first, second] = posts
  return first !== undefined &&
    second !== undefined &&
    first.publishedAt !== null &&
    first.publishedAt.slice(0, 10) === second.publishedAt?.slice(0, 10) &&
    first.author === second.author &&
    first.region?.time.shape !== second.region?.time.shape
    ? posts.slice(1)
    : posts
}

function threadOf(spans: PageSpans, times: readonly ShownTime[], names: readonly ShownName[]): Thread {
  const regions = regionsOf(spans, times)
  const starts = new Set(regions.map(({ start }) => start))
  const chars = charsWithout(spans, starts)
  const authors = chooseNames(regions, names)
  const places = regions.map(({ start, end, time }, at) => {
    const author = authors[at]
    const shown =
      author === undefined || author === null || author.shape.startsWith('data-') ? [] : [author.element]
    return { from: start.order, end, apart: [...shown, time.element] }
  })
  const bodies = chooseBodies(spans, chars, places)
  const links = chooseLinks(
    regions.map(({ start, end, time }, at) =>
      linksOf(
        spans,
        start.order,
        end,
        time.element,
        authors[at]?.name ?? null,
        (element) => element === bodies[at],
      ),
    ),
  )
  let sum = 0
  const posts = regions.flatMap((region, at): FoundPost[] => {
    const body = bodies[at] ?? null
    const name = authors[at] ?? null
    if (body === null || name === null) return []
    sum += chars[body.order] ?? 0
    const href = links[at] ?? null
    return [{ author: name.name, publishedAt: region.time.value, href, body, apart: starts, region, name }]
  })
  return { posts, times, chars: sum }
}

/** For each region the name of the kind that most of them have, the nearest to its time. */
function chooseNames(regions: readonly Region[], names: readonly ShownName[]): (ShownName | null)[] {
  let next = 0
  const inside = regions.map(({ start, end }) => {
    while ((names[next]?.element.order ?? Infinity) < start.order) next += 1
    const from = next
    let to = from
    while ((names[to]?.element.order ?? Infinity) < end) to += 1
    next = to
    return names.slice(from, to)
  })
  const counts = new Map<string, { count: number; rank: number; texts: Set<string> }>()
  for (const some of inside)
    for (const shape of new Set(some.map((name) => name.shape))) {
      const of = some.find((name) => name.shape === shape)
      if (of === undefined) continue
      const known = counts.get(shape) ?? { count: 0, rank: of.rank, texts: new Set() }
      known.count += 1
      known.texts.add(of.name)
      counts.set(shape, known)
    }
  // What all posts say alike is a label; a name of low rank must be one of several.
  const score = ({ count, rank, texts }: { count: number; rank: number; texts: Set<string> }): number =>
    (texts.size === 1 && count > 2 && rank < 3 ? 0 : 10) * (count / Math.max(1, regions.length)) + rank
  const kinds = [...counts].toSorted(([, a], [, b]) => score(b) - score(a))
  return regions.map(({ time }, at) => {
    const some = inside[at] ?? []
    for (const [kind, { rank }] of kinds) {
      if (rank === 1 && kind !== kinds[0]?.[0]) continue
      const alike = some.filter(({ shape }) => shape === kind)
      if (alike.length > 0) return nearest(alike, time.element)
    }
    return null
  })
}

/** The first of those that share the innermost element with the time. */
function nearest(names: readonly ShownName[], time: HtmlElement): ShownName | null {
  const above = new Map<HtmlElement, number>()
  let steps = 0
  for (let up: HtmlElement | null = time; up !== null; up = up.parent) above.set(up, (steps += 1))
  let best = names[0] ?? null
  let bestSteps = Infinity
  for (const name of names.slice(0, 20)) {
    const up = closest(name.element, (each) => above.has(each))
    const away = up === null ? Infinity : (above.get(up) ?? Infinity)
    if (away < bestSteps) [best, bestSteps] = [name, away]
  }
  return best
}
