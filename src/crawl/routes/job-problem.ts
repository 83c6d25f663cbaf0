// Answers with the problem that a job ended with: unlike other errors, `instance` names the job and not the request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/problem.ts'

export function sendJobProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { retryAfterMs } = problem
  if (retryAfterMs !== undefined)
    void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify({ ...problem, requestId: request.id }))
}
