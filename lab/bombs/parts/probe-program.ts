// Asks an address every 100 ms until its stdin ends, then prints how long the answers took: `node …/probe.ts URL`.
import { Agent, get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const EVERY_MS = 100

const url = process.argv[2] ?? ''
const agent = new Agent({ keepAlive: true })
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
const tookMs: number[] = []
let open = 0

function probe(): void {
  const askedAt = performance.now()
  open += 1
  const finish = (ms: number): void => {
    tookMs.push(ms)
    open -= 1
    if (open === 0 && closing) report()
  }
  get(url, { agent }, (response) => {
    response.on('end', () => finish(response.statusCode === 200 ? performance.now() - askedAt : Infinity))
    response.on('error', () => undefined)
    response.resume()
  }).on('error', () => finish(Infinity))
}

function report(): void {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (share: number): number | null => {
    const ms = sorted[Math.floor(share * (sorted.length - 1))]
    return ms === undefined || !Number.isFinite(ms) ? null : Math.round(ms)
  }
  process.stdout.write(
    JSON.stringify({
      probes: sorted.length,
      failed: sorted.filter((ms) => !Number.isFinite(ms)).length,
      p50: at(0.5),
      p99: at(0.99),
      worst: at(1),
      // The part caused by the probe's own wait for a core: how late its timer fires, without sampling.
      ownDelayP99: Math.max(0, Math.round(delay.percentile(99) / 1e6 - 10)),
    }),
  )
  process.exit(0)
}

let closing = false
const probing = setInterval(probe, EVERY_MS)
process.stdin.on('close', () => {
  closing = true
  clearInterval(probing)
  if (open === 0) report()
})
process.stdin.resume()
process.stderr.write('probing\n')
