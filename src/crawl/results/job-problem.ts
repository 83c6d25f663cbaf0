// Answers with the problem that a job ended with. Unlike in other errors, `instance` names the job and not the request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/problem.ts'

export function sendJobProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { retryAfterMs } = problem
  if (retryAfterMs !== undefined)
    void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify({ ...asAsked(request, problem), requestId: request.id }))
}

/** In a query string a field has a name but no path: `?url`. */
function asAsked({ method }: FastifyRequest, problem: Problem): Problem {
  if (method !== 'GET' || problem.errors === undefined) return problem
  const errors = problem.errors.map((error) => ({ ...error, pointer: error.pointer.replace(/^\//, '?') }))
  return { ...problem, errors }
}
