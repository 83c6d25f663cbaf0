// Requests /health from a separate process, so that the product is measured and not the experiment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
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
}

export interface HealthProbe extends AsyncDisposable {
  /** Ends the probing; resolves when the last answer is there. */
  end(): Promise<HealthFigures>
}

/** anchors/reliability.md, T40. */
const HEALTH_LIMIT_MS = 250

const PROGRAM = fileURLToPath(new URL('./probe-program.ts', import.meta.url))

export async function probeHealth(crawlUrl: string): Promise<HealthProbe> {
  // A session of its own: Linux gives cores to sessions first, and this one must not share with the experiment.
  const child = spawn(process.execPath, [PROGRAM, `${crawlUrl}/health`], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const printed = text(child.stdout)
  await once(child.stderr, 'data')
  return {
    async end() {
      child.stdin.end()
      return JSON.parse(await printed) as HealthFigures
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
    },
  }
}

export function isHealthy({ failed, p99 }: HealthFigures): boolean {
  return failed === 0 && p99 !== null && p99 < HEALTH_LIMIT_MS
}
