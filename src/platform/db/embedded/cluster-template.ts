// A filled cluster that those of new data folders are copied from: initdb and migrations are most of the work of a first start.
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#platform/telemetry/logger.ts'
import { readCluster, type Cluster } from './cluster.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { lockFolder } from './folder-lock.ts'

/** What a template holds, and where it is kept. */
export interface TemplateOptions {
  /** For templates alone: those of other keys are removed. */
  readonly folder: string
  /** Equal keys mean equal contents. Fit for the name of a folder. */
  readonly key: string
  /** Stores the content in a new cluster. */
  fill(url: string): Promise<void>
  readonly log: Logger
}

const UNFINISHED = 'unfinished'

/**
 * The template, made where it is missing. Null when another process is just making it, and when the folder is not
 * writable: without a template a cluster is made from nothing.
 */
export async function clusterTemplate(options: TemplateOptions): Promise<Cluster | null> {
  try {
    return (await madeTemplate(options)) ?? (await makeTemplate(options))
  } catch (error) {
    options.log.debug({ err: error }, 'there is no template of the database')
    return null
  }
}

async function madeTemplate({ folder, key }: TemplateOptions): Promise<Cluster | null> {
  return readCluster(join(folder, key, 'postgres')).catch(() => null)
}

/** No server runs on a template: it gets its name when its server has stopped. */
async function makeTemplate(options: TemplateOptions): Promise<Cluster | null> {
  const { folder, key, fill, log } = options
  await using lock = await lockFolder(folder)
  if (lock === null) return null
  const made = await madeTemplate(options)
  if (made !== null) return made
  await removeFolders(folder)
  const dataDir = join(folder, UNFINISHED)
  await fillCluster(dataDir)
  await rename(dataDir, join(folder, key))
  return madeTemplate(options)

  async function fillCluster(dataDir: string): Promise<void> {
    await using server = await startEmbeddedPostgres({ dataDir, log })
    await fill(server.url)
  }
}

async function removeFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.filter((entry) => entry.isDirectory())) {
    await rm(join(folder, entry.name), { recursive: true, maxRetries: 3 })
  }
}
