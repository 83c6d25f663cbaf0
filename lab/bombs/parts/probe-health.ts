// Requests /health from a separate process, so that the product is measured and not the experiment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Milliseconds; null where an answer failed. */
export interface HealthFigures {
  readonly probes: number
  readonly failed: number
  readonly p50: number | null
  readonly p99: number | null
  readonly worst: number | null
  /** How late the probe itself is woken: the machine's share of the figures. */
  readonly ownDelayP99: number
  /** Before the attack, in the same run: what else the machine does is in both. */
  readonly beforeP99: number
}

export interface HealthProbe extends AsyncDisposable {
  /** Ends the probing; resolves when the last answer is there. */
  end(): Promise<HealthFigures>
}

/** anchors/reliability.md, T40: the limit on a machine that does nothing else. */
const HEALTH_LIMIT_MS = 250
/** Where answers are late without the attack, because of what else the machine does: so many times as late with it. */
const MAX_SLOWER = 2
const BEFORE_MS = 5_000

const PROGRAM = fileURLToPath(new URL('./probe-program.ts', import.meta.url))

/** `before`: ordinary work of the kind of the attack, during which the answers are compared; absent: none. */
export async function probeHealth(
  crawlUrl: string,
  before: () => Promise<unknown> = async () => sleep(BEFORE_MS),
): Promise<HealthProbe> {
  const { p99: beforeP99 } = await probedDuring(crawlUrl, before)
  if (beforeP99 === null) throw new Error('/health failed before the attack.')
  const { child, printed } = await startProbe(crawlUrl)
  return {
    async end() {
      child.stdin.end()
      return { ...(JSON.parse(await printed) as Probed), beforeP99 }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
    },
  }
}

type Probed = Omit<HealthFigures, 'beforeP99'>

async function probedDuring(crawlUrl: string, work: () => Promise<unknown>): Promise<Probed> {
  const { child, printed } = await startProbe(crawlUrl)
  await work()
  child.stdin.end()
  return JSON.parse(await printed)
}

async function startProbe(crawlUrl: string) {
  // A session of its own: Linux gives cores to sessions first, and this one must not share with the experiment.
  const child = spawn(process.execPath, [PROGRAM, `${crawlUrl}/health`], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const printed = text(child.stdout)
  await once(child.stderr, 'data')
  return { child, printed }
}

export function isHealthy({ failed, p99, beforeP99 }: HealthFigures): boolean {
  return failed === 0 && p99 !== null && p99 < HEALTH_LIMIT_MS + MAX_SLOWER * beforeP99
}
