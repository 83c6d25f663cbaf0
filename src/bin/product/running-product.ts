// The address of the running product of a data folder, for commands with the same folder.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { Settings } from '#config/settings.ts'
import { isAlive } from '#kit/is-alive.ts'

/** The addresses, and the map that its searches use. */
export interface AnnouncedProduct {
  readonly pid: number
  readonly placesUrl: string
  readonly crawlUrl: string
  readonly osmFile: string | null
}

const fileIn = (dataDir: string): string => join(dataDir, 'running.json')

/**
 * Written when the services answer and removed when they stop. After a kill it stays until the next start replaces it.
 */
export async function announceProduct(
  { dataDir, osmFile, databaseUrl }: Settings,
  urls: Pick<AnnouncedProduct, 'placesUrl' | 'crawlUrl'>,
): Promise<AsyncDisposable> {
  // Only the process that runs the embedded database owns the folder.
  const isOwner = databaseUrl === null
  const file = fileIn(dataDir)
  if (isOwner) {
    await writeFile(`${file}.part`, JSON.stringify({ pid: process.pid, ...urls, osmFile }))
    await rename(`${file}.part`, file)
  }
  return {
    async [Symbol.asyncDispose]() {
      if (isOwner) await rm(file, { force: true })
    },
  }
}

/** Null when none runs, also where a full disk or a crash cut the file. */
export async function announcedProduct(dataDir: string): Promise<AnnouncedProduct | null> {
  const product = await readFile(fileIn(dataDir), 'utf8')
    .then((text) => parseKnownJson<AnnouncedProduct>(text))
    .catch(() => null)
  return product !== null && isAlive(product.pid) ? product : null
}
