// What commands write: files, which get their names only when they are whole, and standard output.
import { createWriteStream } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '#kit/unknown-values.ts'
import { makeFolder } from '#platform/files/make-folder.ts'
import { UsageError } from './command-line.ts'

type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

const partOf = (file: string): string => `${file}.part`

/** A device or a pipe is written to, and must not be replaced by a file of its name. */
const isNoFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isFile(),
    () => false,
  )

/** Behind a link, as every program that opens the name would write there; the name itself where nothing has it yet. */
const targetOf = async (file: string): Promise<string> => realpath(file).catch(() => file)

/** Who may read a file that is replaced may read the new one, and nobody else. */
const modeOf = async (file: string): Promise<{ readonly mode?: number }> =>
  stat(file).then(
    ({ mode }) => ({ mode: mode & PERMISSIONS }),
    () => ({}),
  )
const PERMISSIONS = 0o777

/** Replaces a file that exists. A reader never sees half of it. */
export async function writeWhole(file: string, chunks: Chunks): Promise<void> {
  const target = await targetOf(file)
  const part = (await isNoFile(target)) ? null : partOf(target)
  try {
    if (part !== null) await makeFolder(dirname(target))
    await pipeline(Readable.from(chunks), createWriteStream(part ?? file, await modeOf(target)))
    if (part !== null) await rename(part, target)
  } catch (error) {
    if (part !== null) await rm(part, { force: true })
    throw namingFile(file, error)
  }
}

/** No other code says so surely that it was the file that failed, and not what was to be written. */
const NO_ROOM: ReadonlySet<string | null> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The error of a write, which the system gives no name of the file, with that name; any other error as it is. */
export const namingFile = (file: string, error: unknown): unknown =>
  NO_ROOM.has(errorCode(error)) ? new Error(`${file} was not written`, { cause: error }) : error

/** The reader may leave before the end: `head` has what it wants. */
export async function writeStdout(chunks: Chunks): Promise<void> {
  await pipeline(Readable.from(chunks), process.stdout, { end: false }).catch((error: unknown) => {
    if (errorCode(error) !== 'EPIPE') throw error
  })
}

/** Throws UsageError for a file that cannot be written: before the work for it is done, and not after. */
export async function checkWritable(file: string): Promise<void> {
  const existing = await stat(file).catch(() => null)
  if (existing?.isDirectory() === true) throw new UsageError(`${file} is a folder; name a file.`)
  if (existing?.isFile() === false) return
  const target = await targetOf(file)
  const part = partOf(target)
  try {
    await makeFolder(dirname(target))
    await (await open(part, 'w')).close()
    await rm(part)
  } catch (error) {
    throw new UsageError(`${file} cannot be written${reasonOf(error)}.`)
  }
}

/** ` (EACCES)`: the codes of the system, as other programs show them. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error)
  return code === null ? '' : ` (${code})`
}
