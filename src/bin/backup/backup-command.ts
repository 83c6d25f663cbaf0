// `surveyor backup`: writes everything that the services keep to one file, or to standard output.
import { randomBytes } from 'node:crypto'
import { access, open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { SETTINGS, type Settings } from '#config/settings.ts'
import { writeBackup, type BackupSummary } from '#platform/db/backup/write-backup.ts'
import { hasEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres.ts'
import { findPepper, pepperFile, pepperId, pepperOf } from '#platform/keys/pepper.ts'
import { openBlobs } from '#bin/compose/open-blobs.ts'
import { anyDatabase, MODULES } from '#bin/product/database.ts'
import { productVersion } from '#bin/product/product-version.ts'
import { createProgressBar } from '#bin/search/progress-bar.ts'
import { refuseWords, UsageError, type CommandLine } from '#bin/cli/command-line.ts'
import { commandSettings } from '#bin/cli/command-settings.ts'
import { checkWritable, namingFile } from '#bin/cli/write-output.ts'
import { EXIT } from '#bin/cli/exit-codes.ts'
import { bytesText, countText, runDataCommand } from './data-command.ts'

/** Answers the exit code: 3 where stored files are missing, so that who looks at nothing else is told. Throws UsageError. */
export async function runBackup(line: CommandLine): Promise<number> {
  const [target, ...more] = line.words
  if (target === undefined)
    throw new UsageError('surveyor backup needs the name of a file, or - for standard output.')
  refuseWords(more)
  if (target === '-' && process.stdout.isTTY)
    throw new UsageError('A backup is not text: send standard output to a file, or name one.')
  const isForced = line.options['force'] === true
  if (target !== '-' && !isForced) await refuseExisting(target)
  const settings = await commandSettings(line)
  if (settings.databaseUrl === null && !(await hasEmbeddedPostgres(settings.dataDir))) {
    throw new Error(
      `There is no database in the data folder ${settings.dataDir}. Another one: --data-dir DIR; a server: DATABASE_URL.`,
    )
  }
  if (target !== '-') await checkWritable(resolve(target))
  const bar = createProgressBar(process.stderr)
  return runDataCommand('backup', settings, async ({ log, resources, signal, onStopNow }) => {
    const url = await anyDatabase({ settings, log, resources, onStopNow })
    const blobs = settings.blobUrl === null ? resources.use(await openBlobs({ settings, log })) : null
    const pepper =
      settings.keyPepper === null ? await findPepper(settings.dataDir) : pepperOf(settings.keyPepper)
    const product = await productVersion()
    const write = async (out: Writable): Promise<BackupSummary> =>
      writeBackup({
        url,
        schemas: Object.keys(MODULES),
        about: { product, pepperId: pepper === null ? null : pepperId(pepper).toString('hex') },
        readFile: blobs === null ? null : async (sha256) => blobs.read(sha256),
        out,
        signal,
        progress: (stage, share, detail) => bar.update(stage, share, detail),
      })
    const summary =
      target === '-' ? await write(process.stdout) : await writeNewFile(resolve(target), isForced, write)
    bar.end(`wrote ${target === '-' ? 'a backup' : target}: ${summaryText(summary)}`)
    for (const note of notes(settings, summary)) console.error(note)
    return summary.missingFiles === 0 ? EXIT.complete : EXIT.incomplete
  })
}

async function refuseExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new UsageError(`${path} exists already. Another name, or --force to replace it.`)
}

/** Under a name of its own until it is on the disk: a file with the right name is always whole. */
async function writeNewFile<Summary>(
  path: string,
  isForced: boolean,
  write: (out: Writable) => Promise<Summary>,
): Promise<Summary> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`
  // It holds hashes of keys and encrypted secrets.
  const file = await open(unfinished, 'wx', 0o600)
  try {
    // Ends when the stream is closed, and it is closed when the disk has the bytes.
    const summary = await write(file.createWriteStream({ flush: true }))
    if (!isForced) await refuseExisting(path)
    await rename(unfinished, path)
    return summary
  } catch (error) {
    throw namingFile(path, error)
  } finally {
    await file.close().catch(() => undefined)
    await rm(unfinished, { force: true })
  }
}

function summaryText({ tables, rows, files, fileBytes, bytes }: BackupSummary): string {
  const stored = `${countText(files, 'stored file')} (${bytesText(fileBytes)})`
  return `${countText(tables, 'table')}, ${countText(rows, 'row')}, ${stored}, ${bytesText(bytes)} in all`
}

/** What the file does not hold. */
function notes({ blobUrl, keyPepper, dataDir }: Settings, { missingFiles }: BackupSummary): string[] {
  const pepper = keyPepper === null ? pepperFile(dataDir) : SETTINGS.keyPepper.env
  return [
    `Not in it: the key pepper (${pepper}), without which its keys and secrets are of no use. Keep a copy of it elsewhere.`,
    'Not in it: settings, the environment, and extracts of maps.',
    ...(blobUrl === null
      ? []
      : [`Not in it: stored files. They are in the store of ${SETTINGS.blobUrl.env}.`]),
    ...(missingFiles === 0
      ? []
      : [
          `Not in it: ${countText(missingFiles, 'stored file')} that the data folder ${dataDir} does not have (any more).`,
        ]),
  ]
}
