// The requests of a command to a service, like those of any client.
import { Check } from 'typebox/schema'
import { Problem } from '#contract/problem.ts'
import { errorOf } from '#contract/surveyor-error.ts'
import type { Peer, PeerRequest } from '#platform/egress/peer.ts'

/** `timeoutMs` is `ANSWER_MS` unless given. */
export type ServiceRequest = Omit<PeerRequest, 'timeoutMs'> & Partial<Pick<PeerRequest, 'timeoutMs'>>

/** The body of an answer of 2xx. Throws the error that the service answered with, or `source_unavailable` without one. */
export type AskService = (request: ServiceRequest) => Promise<unknown>

/** For an answer that the service does not wait with. */
export const ANSWER_MS = 30_000

/** `name` is what errors call the service; `signal` ends requests that have none of their own. */
export function askService(name: string, service: Peer, signal: AbortSignal): AskService {
  return async (request) => {
    const { status, body, text } = await service.request({ signal, timeoutMs: ANSWER_MS, ...request })
    if (status < 300) return body
    throw Check(Problem, body)
      ? errorOf(body)
      : new Error(`${name} answered ${status}: ${text.slice(0, 200)}`)
  }
}
