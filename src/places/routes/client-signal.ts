// When a client that waits for an answer goes away.
import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes before the answer is sent, or when the service stops. */
export function clientSignal({ raw }: FastifyReply, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  // Of the response: the request's own `close` only says that its body was read.
  else raw.once('close', () => gone.abort())
  return AbortSignal.any([gone.signal, stopping])
}

/** The same for an answer that is sent bit by bit: `dispose` it when that has ended. */
export function openWait(
  { raw }: FastifyReply,
  stopping: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
  const gone = new AbortController()
  const leave = () => gone.abort()
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return {
    signal: AbortSignal.any([gone.signal, stopping]),
    [Symbol.dispose]: () => void raw.off('close', leave),
  }
}
