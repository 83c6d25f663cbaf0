// Starts and kills the crawl program of the experiments on files, and asks it for files.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Artifact } from '#contract/crawl/artifact.ts'
import type { ScratchDatabase } from '#test/support/database/scratch-database.ts'

export interface CrawlProcess {
  readonly url: string
  /** kill -9, and the end of it. */
  kill(): Promise<void>
}

const PROGRAM = `${import.meta.dirname}/../programs/crawl.ts`

/** `command` comes before node: the program that runs it. */
export async function startCrawlProcess(
  { url, schema }: Pick<ScratchDatabase, 'url' | 'schema'>,
  folder: string,
  command: readonly string[] = [],
): Promise<CrawlProcess> {
  const [file, ...args] = [...command, process.execPath, PROGRAM, url, schema, folder]
  const child: ChildProcess = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      url: line,
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
    }
  }
  throw new Error('crawl ended before it was ready')
}

/** The artifact, or the status of the refusal. Throws where the connection breaks. */
export async function upload(
  url: string,
  bytes: Buffer,
): Promise<Artifact | { status: number; retryAfter: string | null }> {
  const response = await fetch(`${url}/api/v1/artifacts`, { method: 'POST', body: bytes })
  if (response.status === 201) return (await response.json()) as Artifact
  await response.body?.cancel()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

/** Whether the file comes back as it was acknowledged. */
export async function isWhole(url: string, { href, sha256 }: Artifact): Promise<boolean> {
  const response = await fetch(url + href)
  if (response.status !== 200) return false
  const hash = createHash('sha256')
  for await (const chunk of response.body ?? []) hash.update(chunk)
  return hash.digest('hex') === sha256
}
