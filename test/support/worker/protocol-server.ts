// A small crawl: the worker-facing protocol over real HTTP with the jobs in memory, and faults that a test switches on.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { ClaimsBody, CompletionsBody, HeartbeatBody } from '#contract/worker.ts'
import { newId } from '#kit/ids.ts'

export interface ServerJob {
  readonly id: string
  readonly type: string
  readonly input: unknown
  readonly traceparent: string | null
  readonly deadlineMs: number | null
  state: 'queued' | 'running' | 'ended'
  deliveries: number
  leaseToken: string | null
  leaseEndsMs: number
  workerId: string | null
  cancelReason: string | null
  /** Every outcome the server took; more than one is a defect. */
  outcomes: ({ result: unknown } | { error: ReturnType<typeof problemOf> })[]
  progress: { done: number | null; message: string | null }[]
}

export interface ServerCall {
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

export interface ProtocolServer {
  readonly origin: string
  readonly calls: ServerCall[]
  readonly jobs: Map<string, ServerJob>
  add(type: string, input: unknown, options?: { deadlineMs?: number; traceparent?: string }): ServerJob
  cancel(job: ServerJob, reason?: string): void
  /** Answers instead of the protocol as long as it returns something; `hang` never answers. */
  fault: ((path: string, body: unknown) => SurveyorError | 'hang' | 'html' | null) | null
  directive: 'continue' | 'quiet' | 'drain' | 'stop'
  /** Takes a job away, as if its lease had run out. */
  expire(job: ServerJob): void
  /** Forgets the workers, as after a prune. */
  forgetWorkers(): void
  /** Resolves when the condition holds, which is checked after every call. */
  until(condition: () => boolean): Promise<void>
  listen(): Promise<void>
  close(): Promise<void>
  /** Disposed of after the test, the last first: so workers stop while the server still answers. */
  readonly resources: AsyncDisposableStack
}

const INTERVALS = { heartbeatMs: 100, pollWaitMs: 2_000, cancelCheckMs: 50, leaseMs: 1_000 }

/** `leaseMs`: longer where a busy machine keeps the worker from its heartbeats, and the test is not about that. */
export async function startProtocolServer(
  t: Pick<TestContext, 'after'>,
  { leaseMs = INTERVALS.leaseMs }: { readonly leaseMs?: number } = {},
): Promise<ProtocolServer> {
  const jobs = new Map<string, ServerJob>()
  const queue: ServerJob[] = []
  const calls: ServerCall[] = []
  const workers = new Map<string, string>()
  const pollers = new Set<() => void>()
  const watchers = new Set<() => void>()
  let port = 0

  const requeueExpired = (): void => {
    for (const job of jobs.values()) {
      if (job.state === 'running' && job.leaseEndsMs < performance.now()) server.expire(job)
    }
  }
  const claim = ({ workerId, max }: ClaimsBody): unknown[] => {
    requeueExpired()
    const claimed: unknown[] = []
    for (const group of max) {
      let left = group.count
      for (let at = 0; at < queue.length && left > 0;) {
        const job = queue[at] as ServerJob
        if (!group.types.includes(job.type)) {
          at += 1
          continue
        }
        queue.splice(at, 1)
        left -= 1
        job.state = 'running'
        job.deliveries += 1
        job.workerId = workerId
        job.leaseToken = `lse_${job.id}.${job.deliveries}`
        job.leaseEndsMs = performance.now() + leaseMs
        // A clock of its own, two hours ahead: a worker must not compare it with that of its machine.
        const serverNow = Date.now() + 7_200_000
        claimed.push({
          job: {
            id: job.id,
            type: job.type,
            input: job.input,
            priority: 5,
            metadata: {},
            traceparent: job.traceparent,
          },
          leaseToken: job.leaseToken,
          attempt: job.deliveries,
          leaseExpiresAt: new Date(serverNow + leaseMs).toISOString(),
          deadlineAt: job.deadlineMs === null ? null : new Date(serverNow + job.deadlineMs).toISOString(),
        })
      }
    }
    return claimed
  }

  const longPoll = async (body: ClaimsBody, response: ServerResponse): Promise<unknown> => {
    const endMs = performance.now() + (body.waitMs ?? 0)
    for (;;) {
      if (!workers.has(body.workerId)) throw new SurveyorError('unknown_worker', 'No such worker.')
      const claimed = response.destroyed ? [] : claim(body)
      const leftMs = endMs - performance.now()
      if (claimed.length > 0 || leftMs <= 0 || response.destroyed) return { jobs: claimed }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer)
          pollers.delete(wake)
          response.off('close', wake)
          resolve()
        }
        // Looks again for leases that ran out meanwhile, as the sweep of the real one does.
        const timer = setTimeout(wake, Math.min(leftMs, 100))
        pollers.add(wake)
        response.once('close', wake)
      })
    }
  }

  const finish = (entry: CompletionsBody['completions'][number]): unknown => {
    const job = jobs.get(entry.jobId)
    const refused = (error: SurveyorError) => ({
      jobId: entry.jobId,
      status: null,
      nextAttemptAt: null,
      error: problemOf(error),
    })
    if (job === undefined) return refused(new SurveyorError('not_found', 'No such job.'))
    if (job.leaseToken !== entry.leaseToken) return refused(new SurveyorError('lease_lost', 'Too late.'))
    if (job.state === 'running') {
      job.outcomes.push(entry.error === undefined ? { result: entry.result } : { error: entry.error })
      job.state = 'ended'
    }
    return { jobId: job.id, status: 'ended', nextAttemptAt: null, error: null }
  }

  const heartbeat = (workerId: string, body: HeartbeatBody): unknown => {
    if (!workers.has(workerId)) throw new SurveyorError('unknown_worker', 'No such worker.')
    requeueExpired()
    const held = body.running.map(({ jobId, leaseToken }) => ({ jobId, job: jobs.get(jobId), leaseToken }))
    const mine = held.filter(
      ({ job, leaseToken }) => job?.state === 'running' && job.leaseToken === leaseToken,
    )
    for (const { job } of mine) (job as ServerJob).leaseEndsMs = performance.now() + leaseMs
    return {
      directive: server.directive,
      leases: mine.map(({ jobId }) => ({ jobId, expiresAt: new Date().toISOString() })),
      cancelJobs: mine
        .map(({ jobId, job }) => ({ jobId, reason: job?.cancelReason ?? null }))
        .filter(({ reason }) => reason !== null),
      lostJobs: held.filter((entry) => !mine.includes(entry)).map(({ jobId }) => jobId),
    }
  }

  const route = async (path: string, body: unknown, response: ServerResponse): Promise<unknown> => {
    const [, , , first = '', id = '', verb = ''] = path.split('/')
    if (first === 'register') {
      const { instanceId } = body as { instanceId: string }
      const known = [...workers].find(([, instance]) => instance === instanceId)?.[0]
      const workerId = known ?? newId('wrk')
      workers.set(workerId, instanceId)
      return { workerId, intervals: { ...INTERVALS, leaseMs } }
    }
    if (first === 'claims') return longPoll(body as ClaimsBody, response)
    if (first === 'completions') return { outcomes: (body as CompletionsBody).completions.map(finish) }
    if (first === 'jobs' && verb === 'progress') {
      const { progress, leaseToken } = body as { progress: ServerJob['progress'][number]; leaseToken: string }
      const job = jobs.get(id)
      if (job?.leaseToken !== leaseToken) throw new SurveyorError('lease_lost', 'Too late.')
      job.progress.push(progress)
      return { cancelRequested: job.cancelReason !== null, leaseExpiresAt: new Date().toISOString() }
    }
    if (id === 'heartbeat') return heartbeat(first, body as HeartbeatBody)
    if (id === 'unregister') {
      workers.delete(first)
      const held = [...jobs.values()].filter((job) => job.state === 'running' && job.workerId === first)
      for (const job of held) {
        job.deliveries -= 1
        server.expire(job)
      }
      return { requeuedJobs: held.length }
    }
    throw new SurveyorError('route_not_found', path)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    const send = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type }).end(text)
    }
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      calls.push({ path, body, headers: request.headers })
      const fault = server.fault?.(path, body) ?? null
      if (fault instanceof SurveyorError) throw fault
      if (fault === 'html') return send(200, 'text/html', '<p>A proxy says hello.</p>')
      if (fault === 'hang') return
      send(200, 'application/json', JSON.stringify(await route(path, body, response)))
    } catch (error) {
      const problem = problemOf(error)
      send(problem.status, 'application/problem+json', JSON.stringify(problem))
    } finally {
      for (const check of watchers) check()
    }
  }

  let http = createServer((request, response) => void answer(request, response))
  const server: ProtocolServer = {
    get origin() {
      return `http://127.0.0.1:${port}`
    },
    calls,
    jobs,
    resources: new AsyncDisposableStack(),
    fault: null,
    directive: 'continue',
    add(type, input, options = {}) {
      const job: ServerJob = {
        id: newId('job'),
        type,
        input,
        traceparent: options.traceparent ?? null,
        deadlineMs: options.deadlineMs ?? null,
        state: 'queued',
        deliveries: 0,
        leaseToken: null,
        leaseEndsMs: 0,
        workerId: null,
        cancelReason: null,
        outcomes: [],
        progress: [],
      }
      jobs.set(job.id, job)
      queue.push(job)
      for (const wake of pollers) wake()
      return job
    },
    cancel(job, reason = 'user') {
      job.cancelReason = reason
    },
    expire(job) {
      job.state = 'queued'
      job.leaseToken = null
      job.workerId = null
      queue.push(job)
      for (const wake of pollers) wake()
    },
    forgetWorkers() {
      workers.clear()
      for (const wake of pollers) wake()
    },
    async until(condition) {
      if (condition()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = (): void => {
        if (condition()) resolve()
      }
      watchers.add(check)
      await promise
      watchers.delete(check)
    },
    async listen() {
      http = createServer((request, response) => void answer(request, response))
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      http.once('error', reject).listen(port, '127.0.0.1', resolve)
      await promise
      port = (http.address() as AddressInfo).port
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>()
      http.close(() => resolve())
      http.closeAllConnections()
      for (const wake of pollers) wake()
      await promise
    },
  }
  await server.listen()
  server.resources.defer(() => server.close())
  t.after(() => server.resources.disposeAsync())
  return server
}
