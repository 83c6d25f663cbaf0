// Stands between Playwright and a browser farm: every request of our pages is checked before the farm may make it.
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'

/** The requests of one visit, as egress checks them. */
export interface CheckedRequests {
  /** Rejects for a URL that must not be fetched. */
  check(url: string): Promise<void>
  count(bytes: number): void
}

/** A filter of the messages of one connection (Chrome DevTools protocol, flattened sessions). */
export interface FarmGuard {
  /** The next context that is made with this proxy address belongs to a visit. Disposing forgets it. */
  expect(proxyUrl: string, requests: CheckedRequests): Disposable
  fromPlaywright(message: object): void
  fromFarm(text: string): void
}

type Message = Readonly<Record<string, unknown>>

/** A page whose script never ends is closed as it is. */
const EMPTIED_WITHIN_MS = 1_000

/** Far above the numbers that Playwright gives its commands on one connection. */
const FIRST_OWN_ID = 1_000_000_000

/**
 * What goes out without being paused, so pages and workers do without it. A page that finds another way to it reaches what
 * the farm itself can reach.
 */
const UNSEEN = `for (const name of ['WebSocket', 'WebSocketStream', 'WebTransport', 'RTCPeerConnection',
  'webkitRTCPeerConnection', 'SharedWorker']) delete globalThis[name];`
const NO_SPECULATION = `new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) {
    if (node.nodeType !== 1) continue
    for (const script of [node, ...node.querySelectorAll('script')])
      if (script.localName === 'script' && script.type.toLowerCase() === 'speculationrules') script.remove()
  }
}).observe(document, { subtree: true, childList: true })`

/**
 * Each target of our contexts gets a session of our own, in which its requests and redirects are paused until they are
 * checked. What the farm says of a new target waits until that session stands; the target itself is paused for as long.
 * Targets of other users of the farm are let go.
 */
export function createFarmGuard(ends: {
  readonly toFarm: (text: string) => void
  readonly toPlaywright: (message: object) => void
  /** Called when the farm does not speak the protocol; the connection is to be closed. */
  readonly onBroken: () => void
}): FarmGuard {
  const expected = new Map<string, CheckedRequests>()
  /** By the id of the command that makes the context. */
  const making = new Map<unknown, CheckedRequests>()
  const contexts = new Map<string, CheckedRequests>()
  const guarded = new Set<string>()
  const attaching = new Set<string>()
  /** Contexts that are about to be disposed of: none of their requests goes on. */
  const closing = new Set<string>()
  /** Our sessions: the context of each, and whether its target is a page. */
  const sessions = new Map<string, { readonly contextId: string; readonly isPage: boolean }>()
  const answers = new Map<number, PromiseWithResolvers<Message>>()
  const waiting: Message[] = []
  let isBusy = false
  let nextId = FIRST_OWN_ID

  const ask = async (method: string, params: object, sessionId?: string): Promise<Message> => {
    const id = (nextId += 1)
    const answer = Promise.withResolvers<Message>()
    answers.set(id, answer)
    ends.toFarm(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
    return answer.promise
  }
  /** For what may be gone when it is told. */
  const say = (method: string, params: object, sessionId?: string): void => {
    ask(method, params, sessionId).catch(() => undefined)
  }

  const guardTarget = async (targetId: string, type: string, contextId: string): Promise<void> => {
    attaching.add(targetId)
    try {
      const session = text((await ask('Target.attachToTarget', { targetId, flatten: true }))['sessionId'])
      sessions.set(session, { contextId, isPage: type === 'page' })
      const isDocument = type === 'page' || type === 'iframe'
      await Promise.all([
        ask('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session),
        ask('Network.enable', {}, session),
        ...(isDocument
          ? [
              ask('Page.enable', {}, session),
              ask(
                'Page.addScriptToEvaluateOnNewDocument',
                { source: UNSEEN + NO_SPECULATION, runImmediately: true },
                session,
              ),
            ]
          : [ask('Runtime.evaluate', { expression: UNSEEN }, session)]),
        ...(type === 'page' ? [ask('Page.setPrerenderingAllowed', { isAllowed: false }, session)] : []),
      ])
      guarded.add(targetId)
    } finally {
      attaching.delete(targetId)
    }
  }

  /** Whether Playwright gets the message of a new target. */
  const admit = async (params: Message): Promise<boolean> => {
    const info = fieldsOf(params['targetInfo'])
    const [targetId, type] = [text(info['targetId']), text(info['type'])]
    const contextId = text(info['browserContextId'])
    if (type === 'browser') return true
    if (!contexts.has(contextId)) {
      const session = text(params['sessionId'])
      say('Runtime.runIfWaitingForDebugger', {}, session)
      say('Target.detachFromTarget', { sessionId: session })
      return false
    }
    if (guarded.has(targetId)) return true
    try {
      await guardTarget(targetId, type, contextId)
      return true
    } catch {
      // It stays paused until it is closed.
      say('Target.closeTarget', { targetId })
      return false
    }
  }

  const pass = async (message: Message): Promise<void> => {
    const isNewTarget = message['method'] === 'Target.attachedToTarget'
    if (isNewTarget && !(await admit(fieldsOf(message['params'])))) return
    ends.toPlaywright(message)
  }
  const passAll = async (): Promise<void> => {
    isBusy = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await pass(next)
    isBusy = false
  }

  const decide = async (session: string, { requestId, request }: Message): Promise<void> => {
    const { contextId = '' } = sessions.get(session) ?? {}
    try {
      await contexts.get(contextId)?.check(text(fieldsOf(request)['url']))
      if (!contexts.has(contextId) || closing.has(contextId)) throw new Error('its page is closed')
    } catch {
      return say('Fetch.failRequest', { requestId, errorReason: 'AccessDenied' }, session)
    }
    say('Fetch.continueRequest', { requestId }, session)
  }

  /**
   * A request that is paused when its session ends goes on, and sessions end before the pages do. So the pages are
   * emptied first, which ends their requests, frames and workers.
   */
  const dispose = async (contextId: string, message: object): Promise<void> => {
    closing.add(contextId)
    const pages = [...sessions].filter(([, of]) => of.contextId === contextId && of.isPage)
    const emptied = pages.map(async ([session]) => ask('Page.navigate', { url: 'about:blank' }, session))
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), EMPTIED_WITHIN_MS)
    await Promise.race([Promise.allSettled(emptied), late.promise])
    clearTimeout(timer)
    contexts.delete(contextId)
    closing.delete(contextId)
    ends.toFarm(JSON.stringify(message))
  }

  /** True for what Playwright must not see. */
  const isOwn = (message: Message): boolean => {
    const { id, method, sessionId } = message
    const params = fieldsOf(message['params'])
    const answer = typeof id === 'number' ? answers.get(id) : undefined
    if (answer !== undefined && typeof id === 'number') {
      answers.delete(id)
      if (message['error'] === undefined) answer.resolve(fieldsOf(message['result']))
      else answer.reject(new Error(String(fieldsOf(message['error'])['message'])))
      return true
    }
    if (typeof sessionId === 'string' && sessions.has(sessionId)) {
      if (method === 'Fetch.requestPaused') void decide(sessionId, params)
      if (method === 'Network.dataReceived') {
        contexts.get(sessions.get(sessionId)?.contextId ?? '')?.count(Number(params['dataLength']))
      }
      return true
    }
    if (method === 'Target.attachedToTarget') {
      return sessionId === undefined && attaching.delete(text(fieldsOf(params['targetInfo'])['targetId']))
    }
    if (method === 'Target.detachedFromTarget') return sessions.delete(text(params['sessionId']))
    if (method === 'Target.targetDestroyed') guarded.delete(text(params['targetId']))
    return false
  }

  return {
    expect(proxyUrl, requests) {
      expected.set(proxyUrl, requests)
      return { [Symbol.dispose]: () => void expected.delete(proxyUrl) }
    },
    fromPlaywright(message) {
      if (!isRecord(message)) return
      const { method } = message
      const params = fieldsOf(message['params'])
      if (method === 'Target.createBrowserContext') {
        const { proxyServer, proxyBypassList: _, ...others } = params
        const requests = expected.get(text(proxyServer))
        if (requests !== undefined) making.set(message['id'], requests)
        return ends.toFarm(JSON.stringify({ ...message, params: others }))
      }
      if (method === 'Target.disposeBrowserContext')
        return void dispose(text(params['browserContextId']), message)
      ends.toFarm(JSON.stringify(message))
    },
    fromFarm(line) {
      const message = parsed(line)
      if (message === null) return ends.onBroken()
      if (isOwn(message)) return
      const requests = message['sessionId'] === undefined ? making.get(message['id']) : undefined
      if (requests !== undefined) {
        making.delete(message['id'])
        const contextId = text(fieldsOf(message['result'])['browserContextId'])
        if (contextId !== '') contexts.set(contextId, requests)
      }
      waiting.push(message)
      if (!isBusy) passAll().catch(ends.onBroken)
    },
  }
}

function parsed(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line)
    return isRecord(message) ? message : null
  } catch {
    return null
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
