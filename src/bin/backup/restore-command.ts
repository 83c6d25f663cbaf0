// `surveyor restore`: loads a backup into an empty database.
import { open } from 'node:fs/promises'
import { SETTINGS, type Settings } from '#config/settings.ts'
import type { BackupHeader } from '#platform/db/backup/format.ts'
import { loadBackup, type LoadSummary } from '#platform/db/backup/load-backup.ts'
import { openBackup } from '#platform/db/backup/read-backup.ts'
import { findPepper, pepperFile, pepperId, pepperOf } from '#platform/keys/pepper.ts'
import { openBlobs } from '#bin/compose/open-blobs.ts'
import { migrateServices, MODULES, ownDatabase } from '#bin/product/database.ts'
import { createProgressBar } from '#bin/search/progress-bar.ts'
import { refuseWords, UsageError, type CommandLine } from '#bin/cli/command-line.ts'
import { commandSettings } from '#bin/cli/command-settings.ts'
import { reasonOf } from '#bin/cli/write-output.ts'
import { countText, runDataCommand } from './data-command.ts'

/** Answers the exit code. Throws UsageError. */
export async function runRestore(line: CommandLine): Promise<number> {
  const [path, ...more] = line.words
  if (path === undefined) throw new UsageError('surveyor restore needs the file of a backup.')
  if (path === '-')
    throw new UsageError('surveyor restore reads its file twice, so it takes no standard input.')
  refuseWords(more)
  await checkReadable(path)
  const settings = await commandSettings(line)
  const bar = createProgressBar(process.stderr)
  return runDataCommand('restore', settings, async ({ log, resources, signal, onStopNow }) => {
    // Before any database is started.
    const backup = await openBackup(path, (share) => bar.update('checking the file', share))
    if (line.options['without-pepper'] !== true) await refuseOtherPepper(backup.header, settings)
    const url = await ownDatabase({ settings, log, resources, onStopNow })
    const blobs = resources.use(await openBlobs({ settings, log }))
    const summary = await loadBackup({
      url,
      backup,
      modules: MODULES,
      async putFile({ sha256, bytes }, content) {
        const stored = await blobs.put(content, { maxBytes: bytes, signal })
        if (stored.sha256 !== sha256)
          throw new Error(`The stored file ${sha256} was damaged before the backup. Nothing was loaded.`)
      },
      signal,
      progress: (stage, share, detail) => bar.update(stage, share, detail),
    })
    const applied = await migrateServices(url, ['crawl', 'places'], log, signal)
    bar.end(`restored ${summaryText(summary)} from ${backup.header.createdAt}`)
    for (const note of notes(backup.header, summary, applied)) console.error(note)
    return 0
  })
}

/** Throws UsageError. */
async function checkReadable(path: string): Promise<void> {
  try {
    await using file = await open(path, 'r')
    if ((await file.stat()).isDirectory())
      throw new UsageError(`${path} is a folder; name the file of a backup.`)
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${path} cannot be read${reasonOf(error)}.`)
  }
}

/** Hashes and secrets made with one pepper are of no use with another, and nobody would notice before the first request. */
async function refuseOtherPepper(header: BackupHeader, { keyPepper, dataDir }: Settings): Promise<void> {
  if (header.pepperId === null) return
  const pepper = keyPepper === null ? await findPepper(dataDir) : pepperOf(keyPepper)
  if (pepper !== null && pepperId(pepper).toString('hex') === header.pepperId) return
  const { env } = SETTINGS.keyPepper
  throw new Error(
    `The keys and secrets of the backup need its key pepper, and ${
      pepper === null
        ? `there is none in ${pepperFile(dataDir)}`
        : `${keyPepper === null ? pepperFile(dataDir) : env} is another one`
    }. Copy the file key-pepper of the old data folder there, or set ${env}. Where it is lost: --without-pepper. ` +
      'Nothing was loaded.',
  )
}

function summaryText({ tables, rows, files }: LoadSummary): string {
  return `${countText(tables, 'table')}, ${countText(rows, 'row')} and ${countText(files, 'stored file')}`
}

function notes(
  { files, product }: BackupHeader,
  { unknownTables }: LoadSummary,
  applied: readonly string[],
): string[] {
  return [
    ...(applied.length === 0 ? [] : [`Migrated from Surveyor ${product}: ${applied.join(', ')}.`]),
    ...(files
      ? []
      : [
          `The backup has no stored files: they are in the store that ${SETTINGS.blobUrl.env} named when it was made.`,
        ]),
    ...(unknownTables.length === 0
      ? []
      : [`Left out, because no migration makes them: ${unknownTables.join(', ')}.`]),
  ]
}
