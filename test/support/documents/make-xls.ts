// Workbooks of Excel 97 to 2003 written by hand ([MS-XLS] in [MS-CFB]), as small as they can be.

/** A record: its kind, then its data; more data continue it. */
export function record(kind: number, ...parts: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0), ...more] = parts
  const piece = (each: number, data: Buffer): Buffer =>
    Buffer.concat([numbers('uint16', each, data.length), data])
  return Buffer.concat([piece(kind, first), ...more.map((part) => piece(CONTINUE, part))])
}

const CONTINUE = 0x3c

export function numbers(
  type: 'uint8' | 'uint16' | 'uint32' | 'double',
  ...values: readonly number[]
): Buffer {
  const size = { uint8: 1, uint16: 2, uint32: 4, double: 8 }[type]
  const bytes = Buffer.alloc(size * values.length)
  for (const [at, value] of values.entries()) {
    if (type === 'double') bytes.writeDoubleLE(value, at * size)
    else bytes.writeUIntLE(value, at * size, size)
  }
  return bytes
}

/** A text behind its length of one or two bytes. */
export function text(value: string, lengthBytes: 1 | 2 = 2): Buffer {
  const length = numbers(lengthBytes === 1 ? 'uint8' : 'uint16', value.length)
  return Buffer.concat([length, numbers('uint8', 1), Buffer.from(value, 'utf16le')])
}

export const BOF = record(0x809, numbers('uint16', 0x600, 5, 0, 0))
export const EOF = record(0x0a)

/** The place of a cell and its style. */
export const cell = (row: number, column: number, style = 0): Buffer => numbers('uint16', row, column, style)

export interface MadeSheet {
  readonly name: string
  readonly isHidden?: boolean
  readonly records: readonly Buffer[]
}

/** `globals` stand before the names of the sheets. */
export function workbookOf(sheets: readonly MadeSheet[], globals: readonly Buffer[] = []): Uint8Array {
  const names = (starts: readonly number[]): Buffer[] =>
    sheets.map(({ name, isHidden = false }, at) =>
      record(0x85, numbers('uint32', starts[at] ?? 0), numbersOf(isHidden), text(name, 1)),
    )
  const bodies = sheets.map(({ records }) => Buffer.concat([BOF, ...records, EOF]))
  const globalBytes = Buffer.concat([BOF, ...globals, ...names([]), EOF]).length
  const starts = bodies.map((_, at) =>
    bodies.slice(0, at).reduce((sum, { length }) => sum + length, globalBytes),
  )
  return compoundOf('Workbook', Buffer.concat([BOF, ...globals, ...names(starts), EOF, ...bodies]))
}

const numbersOf = (isHidden: boolean): Buffer => numbers('uint8', isHidden ? 1 : 0, 0)

const SECTOR = 512
const FREE = 0xffff_ffff
const END = 0xffff_fffe
const FAT = 0xffff_fffd
const MINI_CUTOFF = 4_096

/** One stream in a compound file; a short one stands in sectors of 64 bytes, as programs write it. */
export function compoundOf(name: string, stream: Buffer): Uint8Array {
  const isShort = stream.length < MINI_CUTOFF
  const padded = (bytes: Buffer): Buffer =>
    Buffer.concat([bytes, Buffer.alloc((SECTOR - (bytes.length % SECTOR)) % SECTOR)])
  const content = padded(stream)
  const miniTable = isShort ? padded(numbers('uint32', ...chain(0, Math.ceil(stream.length / 64)))) : null
  const contentSectors = content.length / SECTOR
  const miniSectors = (miniTable?.length ?? 0) / SECTOR
  // Sector 0 is the table of sectors, 1 the directory, then the content and the table of its short sectors.
  const fat = numbers(
    'uint32',
    FAT,
    END,
    ...chain(2, contentSectors),
    ...(miniSectors === 0 ? [] : chain(2 + contentSectors, miniSectors)),
  )
  if (fat.length > SECTOR) throw new Error('Too much for one sector of the table.')
  const entry = (title: string, type: number, start: number, size: number): Buffer => {
    const bytes = Buffer.alloc(128)
    bytes.write(title, 'utf16le')
    bytes.writeUInt16LE(title.length * 2 + 2, 64)
    bytes.writeUInt8(type, 66)
    bytes.writeUInt32LE(start, 116)
    bytes.writeUInt32LE(size, 120)
    return bytes
  }
  const header = Buffer.alloc(SECTOR)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(MINI_CUTOFF, 56)
  header.writeUInt32LE(miniTable === null ? END : 2 + contentSectors, 60)
  header.writeUInt32LE(END, 68)
  numbers('uint32', 0, ...Array.from({ length: 108 }, () => FREE)).copy(header, 76)
  const root = entry('Root Entry', 5, isShort ? 2 : END, isShort ? content.length : 0)
  const directory = padded(Buffer.concat([root, entry(name, 2, isShort ? 0 : 2, stream.length)]))
  return Buffer.concat([
    header,
    Buffer.concat([fat, numbers('uint32', ...Array.from({ length: (SECTOR - fat.length) / 4 }, () => FREE))]),
    directory,
    content,
    ...(miniTable === null ? [] : [miniTable]),
  ])
}

/** Each sector names the next one. */
const chain = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => (at === count - 1 ? END : first + at + 1))
