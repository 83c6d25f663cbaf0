// `surveyor start` in a folder of its own, free to fetch from the sites of an experiment.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../../src/bin/surveyor.mjs', import.meta.url))

/** No delays, so that the work itself is tested. */
const IMPOLITE = { SURVEYOR_HOST_DELAY_MS: '0', SURVEYOR_HOST_CONCURRENCY: '50' }

export interface Product {
  readonly placesUrl: string
  readonly crawlUrl: string
}

/** Resolves when crawl is healthy; `allow` is what SURVEYOR_EGRESS_ALLOW takes. */
export async function startProduct(
  resources: AsyncDisposableStack,
  allow: string,
  environment: Readonly<Record<string, string>> = IMPOLITE,
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-lab-'))
  resources.defer(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      SURVEYOR_PLACES_PORT: '0',
      SURVEYOR_CRAWL_PORT: '0',
      SURVEYOR_EGRESS_ALLOW: allow,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  resources.defer(async () => stop(child))
  let crawlUrl: string | undefined
  let placesUrl = ''
  for await (const line of createInterface({ input: child.stdout })) {
    placesUrl = /^places +(http:\S+)/.exec(line)?.[1] ?? placesUrl
    crawlUrl = /^crawl +(http:\S+)/.exec(line)?.[1]
    if (crawlUrl !== undefined) break
  }
  if (crawlUrl === undefined) throw new Error('The product did not start.')
  child.stdout.resume()
  while (!(await fetch(`${crawlUrl}/health?probe=ready`)).ok)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return { placesUrl, crawlUrl }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
