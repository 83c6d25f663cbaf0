// Waiting requests: each wait ends when its client disconnects or the service stops.
import type { FastifyReply } from 'fastify'

/** The wait of one request. */
export interface OpenWait extends Disposable {
  /** Aborts when the client has disconnected or the service stops. */
  readonly signal: AbortSignal
  /** Whether the client disconnected. */
  readonly clientGone: () => boolean
}

/** All waits of a service. */
export interface OpenWaits {
  /** Begins a wait; dispose it before the answer is sent. */
  open(reply: FastifyReply): OpenWait
  /** Ends all waits, and every later one at once. */
  stop(): void
}

/** Without a wait yet. */
export function createOpenWaits(): OpenWaits {
  const waiting = new Set<() => void>()
  let stopped = false
  return {
    open(reply) {
      const { raw } = reply
      const controller = new AbortController()
      let gone = false
      // Of the response: `close` of the request only says that its body was read.
      const onClose = () => {
        gone = true
        controller.abort()
      }
      if (raw.destroyed) onClose()
      else raw.once('close', onClose)
      const onStop = () => controller.abort()
      if (stopped) onStop()
      else waiting.add(onStop)
      return {
        signal: controller.signal,
        clientGone: () => gone,
        [Symbol.dispose]() {
          raw.off('close', onClose)
          waiting.delete(onStop)
        },
      }
    },
    stop() {
      stopped = true
      for (const onStop of waiting) onStop()
    },
  }
}
