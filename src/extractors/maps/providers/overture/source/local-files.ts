// Files of Overture places on this machine: a file, several, or a folder of them.
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { errorCode } from '#kit/unknown-values.ts'
import { MAX_FILES, releaseOf, type DataFile } from './data-file.ts'

const SETTING = 'SURVEYOR_OVERTURE_FILE'
/** Of a folder; a download of all themes has one folder for each. */
const NAME = /\.(?:geo)?parquet$/i
/** `theme=places/type=place` and a folder around. */
const MAX_DEPTH = 3

/** `setting` is a path, or several with commas between them. Throws `source_unavailable`. */
export async function localFiles(setting: string): Promise<DataFile[]> {
  const paths = setting.split(',').filter((path) => path.trim() !== '')
  const files = (await Promise.all(paths.map((path) => filesAt(path, 0)))).flat()
  if (files.length === 0) throw unavailable(setting, 'holds no .parquet file')
  if (files.length > MAX_FILES) throw unavailable(setting, `holds more than ${MAX_FILES} files`)
  return files
}

async function filesAt(path: string, depth: number): Promise<DataFile[]> {
  const stats = await stat(path).catch((cause: unknown) => {
    throw unavailable(path, errorCode(cause) === 'ENOENT' ? 'does not exist' : 'cannot be read', cause)
  })
  if (!stats.isDirectory()) {
    const { size, mtime } = stats
    return [
      {
        name: basename(path),
        byteLength: size,
        version: `${path} ${size} ${mtime.getTime()}`,
        snapshotAt: releaseOf(path) ?? mtime.toISOString(),
        read: (start, end) => readRange(path, start, end),
      },
    ]
  }
  if (depth >= MAX_DEPTH) return []
  const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
    throw unavailable(path, 'cannot be read', cause)
  })
  const found = entries
    .filter((entry) => entry.isDirectory() || NAME.test(entry.name))
    .map(({ name }) => join(path, name))
    .sort()
  return (await Promise.all(found.map((entry) => filesAt(entry, depth + 1)))).flat()
}

async function readRange(path: string, start: number, end: number): Promise<Uint8Array> {
  try {
    await using handle = await open(path)
    const bytes = Buffer.alloc(end - start)
    for (let done = 0; done < bytes.length;) {
      const { bytesRead } = await handle.read(bytes, done, bytes.length - done, start + done)
      if (bytesRead === 0) throw unavailable(path, 'became shorter while it was read')
      done += bytesRead
    }
    return bytes
  } catch (error) {
    throw error instanceof SurveyorError ? error : unavailable(path, 'cannot be read', error)
  }
}

/** Only the name is shown; the path stays in the cause. */
function unavailable(path: string, reason: string, cause?: unknown): SurveyorError {
  const detail = `"${basename(path)}", named by the setting ${SETTING}, ${reason}.`
  return new SurveyorError('source_unavailable', detail, { cause })
}
