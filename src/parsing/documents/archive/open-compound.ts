// Opens a compound file, the container of old office programs ([MS-CFB]): streams in chains of sectors.
import { SurveyorError } from '#contract/surveyor-error.ts'

export interface CompoundFile {
  /** Streams at any depth, as they are called. */
  readonly names: ReadonlySet<string>
  /** Null where there is no stream of this name. Throws `unsupported_document` for a chain that is broken. */
  stream(name: string): Buffer | null
}

const HEADER_BYTES = 512
const HEADER_FAT_ENTRIES = 109
const ENTRY_BYTES = 128
const STREAM = 2
const ROOT = 5
const MAX_ENTRIES = 10_000
/** Larger numbers in a table of sectors are marks: the end of a chain, a free sector. */
const MAX_SECTOR = 0xffff_fffa

interface Entry {
  readonly type: number
  readonly start: number
  readonly size: number
}

/** Throws `unsupported_document` for a damaged file. No chain is longer than the file. */
export function openCompound(bytes: Uint8Array): CompoundFile {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < HEADER_BYTES) throw damaged()
  const [shift, miniShift] = [file.readUInt16LE(30), file.readUInt16LE(32)]
  if ((shift !== 9 && shift !== 12) || miniShift !== 6) throw damaged()
  const sectorBytes = 1 << shift
  const sectors = Math.ceil(file.length / sectorBytes)
  const sector = (at: number): Buffer => file.subarray((at + 1) * sectorBytes, (at + 2) * sectorBytes)

  /** The sectors of a chain, of which there are not more than `most`: a chain may lead in circles. */
  const chain = (table: (at: number) => number, start: number, most: number): number[] => {
    const found: number[] = []
    for (let at = start; at < MAX_SECTOR; at = table(at)) {
      if (found.length >= most) throw damaged()
      found.push(at)
    }
    return found
  }
  const joined = (start: number): Buffer => Buffer.concat(chain(fat, start, sectors).map(sector))

  const fatSectors = Array.from({ length: HEADER_FAT_ENTRIES }, (_, at) => file.readUInt32LE(76 + at * 4))
  const perSector = sectorBytes / 4 - 1
  for (let at = file.readUInt32LE(68); at < MAX_SECTOR && fatSectors.length < sectors;) {
    const more = sector(at)
    if (more.length < sectorBytes) throw damaged()
    for (let index = 0; index < perSector; index += 1) fatSectors.push(more.readUInt32LE(index * 4))
    at = more.readUInt32LE(perSector * 4)
  }
  const fatTable = Buffer.concat(
    fatSectors
      .filter((at) => at < MAX_SECTOR)
      .slice(0, sectors)
      .map(sector),
  )
  const entryOf = (table: Buffer, at: number): number => {
    if (at * 4 + 4 > table.length) throw damaged()
    return table.readUInt32LE(at * 4)
  }
  function fat(at: number): number {
    return entryOf(fatTable, at)
  }

  const entries = entriesOf(joined(file.readUInt32LE(48)))
  const miniTable = joined(file.readUInt32LE(60))
  const root = [...entries.values()].find(({ type }) => type === ROOT)
  const miniStream = root === undefined ? Buffer.alloc(0) : joined(root.start)
  const cutoff = file.readUInt32LE(56)
  return {
    names: new Set([...entries].flatMap(([name, { type }]) => (type === STREAM ? [name] : []))),
    stream(name) {
      const entry = entries.get(name)
      if (entry?.type !== STREAM) return null
      if (entry.size >= cutoff) return joined(entry.start).subarray(0, entry.size)
      const miniBytes = 1 << miniShift
      const parts = chain(
        (at) => entryOf(miniTable, at),
        entry.start,
        Math.ceil(miniStream.length / miniBytes),
      )
      return Buffer.concat(
        parts.map((at) => miniStream.subarray(at * miniBytes, (at + 1) * miniBytes)),
      ).subarray(0, entry.size)
    },
  }
}

function entriesOf(directory: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const count = Math.min(MAX_ENTRIES, Math.floor(directory.length / ENTRY_BYTES))
  for (let at = 0; at < count; at += 1) {
    const entry = directory.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES)
    const nameBytes = Math.min(64, entry.readUInt16LE(64))
    const name = entry.toString('utf16le', 0, Math.max(0, nameBytes - 2))
    const found = { type: entry.readUInt8(66), start: entry.readUInt32LE(116), size: entry.readUInt32LE(120) }
    if (!entries.has(name)) entries.set(name, found)
  }
  return entries
}

const damaged = (): SurveyorError =>
  new SurveyorError('unsupported_document', 'The document is a damaged office file of the old binary format.')
