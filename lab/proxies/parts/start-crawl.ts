// The crawl service of the experiments on proxies, as a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ScratchDatabase } from '#test/support/database/scratch-database.ts'

/** The same as that of the experiments on files. */
const PROGRAM = `${import.meta.dirname}/../../blobs/programs/crawl.ts`

export async function startCrawl({
  url,
  schema,
}: Pick<ScratchDatabase, 'url' | 'schema'>): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor-proxies-'))
  const child = spawn(process.execPath, [PROGRAM, url, schema, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      url: line,
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL')
        await ended
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  throw new Error('Crawl ended before it was ready.')
}
