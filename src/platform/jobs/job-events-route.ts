// GET /api/jobs/:id/events: the events of a job as server-sent events, until the job has ended.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { isTerminal, type JobProgress } from '#contract/job.ts'
import type { ScopeWord } from '#contract/key.ts'
import type { Caller } from '#platform/http/auth/authenticator.ts'
import type { OpenWait, OpenWaits } from '#platform/http/server/open-waits.ts'
import type { App } from '#platform/http/server/server.ts'
import type { JobEvent, JobReads, JobRecord } from './job-engine.ts'
import { JobParams, visibleJob } from './job-routes.ts'
import { toldTo } from './told-to.ts'

/** How often progress is read; the end of the job is noticed at once. */
const POLL_INTERVAL_MS = 1_000
/** Below the idle time-outs of common proxies. */
const COMMENT_EVERY_MS = 15_000
const EVENTS_AT_ONCE = 100

export function jobEventsRoute(
  app: App,
  {
    engine,
    waits,
    makers,
  }: { readonly engine: JobReads; readonly waits: OpenWaits; readonly makers: readonly ScopeWord[] },
): void {
  app.get(
    '/api/jobs/:id/events',
    {
      config: { group: 'jobs', scope: 'jobs', orScopes: makers },
      schema: {
        summary: 'Follow a job',
        description:
          'Server-sent events: one for each change of state (`id` is its number; `Last-Event-ID` goes on after it), ' +
          '`progress` as it is reported, of a batch as its items end, once a second at most. `cancel_requested`: a worker has ' +
          'the job and is told; `cancelled`: it has ended by that. The stream ends with the job.',
        params: JobParams,
        produces: ['text/event-stream'],
        response: {
          200: Type.String({ examples: ['event: progress\ndata: {"done":3,"total":10,"message":null}\n\n'] }),
        },
      },
    },
    async (request, reply) => {
      const job = await visibleJob(engine, request.params.id, request.caller)
      const lastSeen = Number(request.headers['last-event-id'] ?? 0)
      const events = follow(engine, job.id, {
        after: Number.isInteger(lastSeen) ? lastSeen : 0,
        show: (event) => shown(request.caller, event),
        openWait: () => waits.open(reply),
      })
      // The document calls the stream a text, which is what a client reads.
      const stream: FastifyReply = reply
      return stream
        .header('cache-control', 'no-store')
        .header('connection', 'close')
        .type('text/event-stream; charset=utf-8')
        .send(Readable.from(events))
    },
  )
}

function shown(caller: Caller, event: JobEvent): object {
  const { operatorDetail: _apart, ...told } = toldTo(caller, event)
  return { ...told, event: nameOf(event) }
}

/** A cancel is a request while a worker has the job; whatever the worker then reports, the job ends by that cancel. */
function nameOf({ event, to }: JobEvent): string {
  if (to === 'cancelled') return 'cancelled'
  return event === 'cancelled' ? 'cancel_requested' : event
}

/** Of a batch how many items have ended, in one event a second however many there are. */
function progressOf({ progress, children }: JobRecord): JobProgress | null {
  if (children === null) return progress
  const { total, succeeded, failed, cancelled } = children
  const done = succeeded + failed + cancelled
  const counts = `${succeeded} succeeded, ${failed} failed, ${cancelled} cancelled`
  return done === 0 ? progress : { done, total, message: counts }
}

async function* follow(
  engine: JobReads,
  id: string,
  {
    after,
    show,
    openWait,
  }: {
    readonly after: number
    readonly show: (event: JobEvent) => object
    readonly openWait: () => OpenWait
  },
): AsyncGenerator<string> {
  using wait = openWait()
  let seq = after
  let progress = 'null'
  let idleSince = performance.now()
  while (!wait.signal.aborted) {
    // Reads the job first: an event written between the two reads is then seen before the stream ends.
    const job = await engine.get(id)
    const events = await engine.events(id, { after: seq, limit: EVENTS_AT_ONCE })
    let text = ''
    for (const event of events) {
      seq = event.seq
      text += `id: ${event.seq}\nevent: ${nameOf(event)}\ndata: ${JSON.stringify(show(event))}\n\n`
    }
    const reported = JSON.stringify(job === null ? null : progressOf(job))
    if (reported !== progress) text += `event: progress\ndata: ${reported}\n\n`
    progress = reported
    if (text !== '') idleSince = performance.now()
    else if (performance.now() - idleSince >= COMMENT_EVERY_MS) {
      idleSince = performance.now()
      text = ': still here\n\n'
    }
    if (text !== '') yield text
    if (events.length === EVENTS_AT_ONCE) continue
    if (job === null || isTerminal(job.state)) return
    await engine.waitForEnd(id, POLL_INTERVAL_MS, wait.signal)
  }
}
