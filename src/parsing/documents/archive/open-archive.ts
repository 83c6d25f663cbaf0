// Opens the zip of an office document or a book: bounded in entries and in unpacked bytes; archives in it stay closed.
import { unzipSync } from 'fflate'
import { SurveyorError } from '#contract/surveyor-error.ts'

export interface Archive {
  readonly names: ReadonlySet<string>
  /** The unpacked bytes; null where the archive lacks the entry. Throws `target_too_large`. */
  bytes(name: string): Uint8Array | null
  /** The same as text by its byte order mark, UTF-8 without one. */
  text(name: string): string | null
}

const MAX_ENTRIES = 50_000
/** Of one entry, and of everything that is unpacked for one document. A workbook of a million cells has some 60 MB. */
const MAX_ENTRY_BYTES = 192 * 1024 * 1024
const MAX_TOTAL_BYTES = 384 * 1024 * 1024

/** Throws `unsupported_document` for a damaged archive and `target_too_large` for one with too many entries. */
export function openArchive(zip: Uint8Array): Archive {
  const names = new Set<string>()
  let entries = 0
  unzip(zip, ({ name }) => {
    entries += 1
    if (entries > MAX_ENTRIES) throw tooLarge(`more than ${MAX_ENTRIES} entries`)
    names.add(name)
    return false
  })
  let unpacked = 0
  const bytes = (name: string): Uint8Array | null => {
    if (!names.has(name)) return null
    // A name that occurs twice is read once, the last entry of it.
    const files = unzip(zip, (entry) => {
      if (entry.name !== name) return false
      if (entry.originalSize > MAX_ENTRY_BYTES) throw tooLarge(`an entry of ${entry.originalSize} bytes`)
      unpacked += entry.originalSize
      if (unpacked > MAX_TOTAL_BYTES) throw tooLarge(`more than ${MAX_TOTAL_BYTES} bytes unpacked`)
      return true
    })
    return files[name] ?? null
  }
  return {
    names,
    bytes,
    text(name) {
      const found = bytes(name)
      return found === null ? null : new TextDecoder(encodingOf(found)).decode(found)
    },
  }
}

function unzip(
  zip: Uint8Array,
  filter: (entry: { readonly name: string; readonly originalSize: number }) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, { filter })
  } catch (error) {
    if (error instanceof SurveyorError) throw error
    throw new SurveyorError('unsupported_document', 'The archive of the document is damaged.', {
      cause: error,
    })
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

const tooLarge = (what: string): SurveyorError =>
  new SurveyorError('target_too_large', `The document is an archive with ${what}, which is not unpacked.`)
