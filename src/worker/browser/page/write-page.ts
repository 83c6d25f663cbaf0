// Writes down a page as it stands: each of its documents, with its shadow roots, the frames in the place where they show.
import { randomUUID } from 'node:crypto'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { closedRoots } from './closed-roots.ts'
import { isContextGone } from './isolated-world.ts'
import { endsWithin } from '#kit/time/wait.ts'
import { FRAME_MARK, WRITE_DOCUMENT } from './written-document.ts'

/** What the page is reached by. */
export interface WritingPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Of the page itself. */
  readonly session: CDPSession
  /** Whether our own proxy answered in the place of the host of this address: a frame of it shows our words. */
  readonly isRefused: (url: string) => boolean
  readonly remainingMs: () => number
}

/** Further frames stay empty, with a warning. */
const MAX_FRAMES = 20
/** Of one document, and of all together; a page that has more does so to take our memory. */
const MAX_CHARS = 64 * 1_024 ** 2
const MAX_FRAME_CHARS = 4 * 1_024 ** 2
const MAX_CONTENT_CHARS = 16 * 1_024 ** 2
/** Of the time that is left for the visit: a frame that hangs does not take the page along, nor do many of them. */
const FRAME_SHARE = 0.1
const FRAMES_SHARE = 0.5
const WORLD = 'surveyor-writing'
/** `FRAME_MARK` with the name of a frame, as a document is written. */
const MARKS = / data-surveyor-frame="([0-9a-f-]{36})"/g

/** A frame of the page with the session that reaches it. */
interface Framed {
  readonly session: CDPSession
  readonly frameId: string
  readonly url: string
}

/** Throws `target_too_large`. Its warnings are about frames that could not be read. */
export async function writePage({
  page,
  context,
  session,
  isRefused,
  remainingMs,
}: WritingPage): Promise<{ readonly html: string; readonly warnings: readonly Warning[] }> {
  const warnings: Warning[] = []
  const { main, inner: all } = await framesOf(page, context, session)
  const inner = all.filter(({ url }) => !url.startsWith('chrome-error:') && !isRefused(url))
  if (inner.length > MAX_FRAMES) {
    const detail = `Only ${MAX_FRAMES} of ${inner.length} frames were read.`
    warnings.push({ code: 'frames_left', detail })
  }
  const contents = new Map<string, string>()
  const sessions = [...new Set([main, ...inner].map((frame) => frame.session))]
  const leftForFramesMs = remainingMs() * FRAMES_SHARE
  const startedMs = performance.now()
  // Inner frames come first: the documents around them take them in.
  for (const frame of inner.slice(0, MAX_FRAMES).toReversed()) {
    const leftMs = leftForFramesMs - (performance.now() - startedMs)
    const reading = leftMs > 0 ? placed(frame, sessions, contents) : Promise.resolve(null)
    reading.catch(() => undefined)
    const isRead = await endsWithin(Math.min(leftMs, remainingMs() * FRAME_SHARE), reading)
    const name = isRead ? await reading.catch(() => null) : null
    if (name === null) {
      warnings.push({ code: 'frame_unread', detail: `A frame could not be read: ${frame.url.slice(0, 200)}` })
    }
  }
  const html = await documentOf(main, contents).catch(async (error: unknown) => {
    if (!isContextGone(error)) throw error
    return documentOf(main, contents)
  })
  if (html === null)
    throw new SurveyorError('target_too_large', 'The page is larger than what is read of a page.')
  return { html, warnings }
}

/** The main frame and the others, outer ones first. Frames of other processes have sessions of their own. */
async function framesOf(
  page: Page,
  context: BrowserContext,
  session: CDPSession,
): Promise<{ main: Framed; inner: Framed[] }> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const main = { session, frameId: frameTree.frame.id, url: frameTree.frame.url }
  const others = page.frames().slice(1)
  if (others.length === 0) return { main, inner: [] }
  const inner = under(frameTree, session)
  if (inner.length >= others.length) return { main, inner }
  for (const frame of others.slice(0, 5 * MAX_FRAMES)) {
    const own = await context.newCDPSession(frame).catch(() => null)
    if (own === null) continue
    const tree = (await own.send('Page.getFrameTree')).frameTree
    inner.push({ session: own, frameId: tree.frame.id, url: tree.frame.url }, ...under(tree, own))
  }
  return { main, inner }
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string }
  readonly childFrames?: readonly FrameTree[]
}

const under = ({ childFrames = [] }: FrameTree, session: CDPSession): Framed[] =>
  childFrames.flatMap((child) => [
    { session, frameId: child.frame.id, url: child.frame.url },
    ...under(child, session),
  ])

/** Keeps the content of a frame under a name, and marks its element with it; null when it has none. */
async function placed(
  frame: Framed,
  sessions: readonly CDPSession[],
  contents: Map<string, string>,
): Promise<string | null> {
  const html = await documentOf(frame, contents)
  if (html === null || html === '' || html.length > MAX_FRAME_CHARS) return null
  const taken = [...contents.values()].reduce((sum, { length }) => sum + length, html.length)
  if (taken > MAX_CONTENT_CHARS) return null
  const name = randomUUID()
  for (const session of sessions) {
    // The element belongs to the process of the document around it.
    if (!(await isMarked(session, frame.frameId, name).catch(() => false))) continue
    const base = /^https?:/.test(frame.url) ? `<base href="${escaped(frame.url)}">` : ''
    contents.set(name, base + html)
    return name
  }
  return null
}

/** Through the protocol, because a page may replace the functions that scripts would mark it with. */
async function isMarked(session: CDPSession, frameId: string, name: string): Promise<boolean> {
  const { backendNodeId } = await session.send('DOM.getFrameOwner', { frameId })
  await session.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await session.send('DOM.pushNodesByBackendIdsToFrontend', {
    backendNodeIds: [backendNodeId],
  })
  const [nodeId] = nodeIds
  if (nodeId === undefined) return false
  await session.send('DOM.setAttributeValue', { nodeId, name: FRAME_MARK, value: name })
  return true
}

/** The document with the contents of its frames; null when it is too large. */
async function documentOf(
  { session, frameId }: Framed,
  contents: ReadonlyMap<string, string>,
): Promise<string | null> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: WORLD,
  })
  const closed = await closedRoots(session, frameId, executionContextId)
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: `(...closed) => {
      const text = (${WRITE_DOCUMENT})(...closed)
      return text.length > ${MAX_CHARS} ? null : text
    }`,
    executionContextId,
    arguments: closed.map((objectId) => ({ objectId })),
    returnByValue: true,
  })
  if (exceptionDetails !== undefined)
    throw new Error(`A document cannot be written: ${exceptionDetails.text}`)
  const text: unknown = result.value
  if (typeof text !== 'string') return null
  return text.replace(MARKS, (mark, name: string) => {
    const content = contents.get(name)
    return content === undefined ? mark : ` srcdoc="${escaped(content)}"`
  })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
