// Where the product of a data folder is reached while it runs, for commands that are given the same folder.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#config/settings.ts'
import { isAlive } from '#platform/db/embedded/postmaster-file.ts'

/** The addresses, and the map that its searches use. */
export interface AnnouncedProduct {
  readonly pid: number
  readonly placesUrl: string
  readonly crawlUrl: string
  readonly osmFile: string | null
}

const fileIn = (dataDir: string): string => join(dataDir, 'running.json')

/** Written where the services answer, removed at their stop; a kill leaves it behind for the next start to replace. */
export async function announceProduct(
  { dataDir, osmFile, databaseUrl }: Settings,
  urls: Pick<AnnouncedProduct, 'placesUrl' | 'crawlUrl'>,
): Promise<AsyncDisposable> {
  // Only who has the embedded database of the folder has the folder.
  const isOwner = databaseUrl === null
  if (isOwner) await writeFile(fileIn(dataDir), JSON.stringify({ pid: process.pid, ...urls, osmFile }))
  return {
    async [Symbol.asyncDispose]() {
      if (isOwner) await rm(fileIn(dataDir), { force: true })
    },
  }
}

/** Null where none runs. */
export async function announcedProduct(dataDir: string): Promise<AnnouncedProduct | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  if (text === null) return null
  const product = JSON.parse(text) as AnnouncedProduct
  return isAlive(product.pid) ? product : null
}
