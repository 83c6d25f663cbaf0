// The captions that press photographs carry: IPTC-IIM, bare or inside Photoshop's resources.

/** Null: not there. */
export interface Iptc {
  readonly title: string | null
  readonly headline: string | null
  readonly caption: string | null
  readonly byline: string | null
  readonly credit: string | null
  readonly source: string | null
  readonly copyright: string | null
  readonly city: string | null
  readonly country: string | null
  readonly createdAt: string | null
  readonly keywords: readonly string[]
}

const APPLICATION_RECORD = 2
const KEYWORD = 25
const DATE_CREATED = 55
const TIME_CREATED = 60
const IPTC_RESOURCE = 0x0404
const MARK = 0x1c
const MAX_CHARS = 2_000
const MAX_KEYWORDS = 100

/**
 * `iptc` is null without readable data; data before damage is kept. `takenAt`: when the picture was made, RFC 3339
 * without a zone where none is given; null without day and time.
 */
export function readIptc(block: Uint8Array): {
  readonly iptc: Iptc | null
  readonly takenAt: string | null
} {
  const file = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  const datasets = file[0] === MARK ? file : resourceIn(file)
  const values = datasets === null ? new Map<number, string[]>() : readDatasets(datasets)
  if (values.size === 0) return { iptc: null, takenAt: null }
  const first = (dataset: number): string | null => values.get(dataset)?.[0] ?? null
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(first(DATE_CREATED) ?? '') ?? []
  const createdAt = year === undefined ? null : `${year}-${month}-${day}`
  const iptc = {
    title: first(5),
    headline: first(105),
    caption: first(120),
    byline: first(80),
    credit: first(110),
    source: first(115),
    copyright: first(116),
    city: first(90),
    country: first(101),
    createdAt,
    keywords: values.get(KEYWORD) ?? [],
  }
  return { iptc, takenAt: createdAt === null ? null : timeOf(createdAt, first(TIME_CREATED) ?? '') }
}

/** `070809+0200` on `2024-05-06`; null where one of them is none. */
function timeOf(day: string, time: string): string | null {
  const [, hours, minutes, seconds, zoneHours, zoneMinutes] =
    /^(\d\d)(\d\d)(\d\d)(?:([+-]\d\d)(\d\d))?$/.exec(time) ?? []
  const written = `${day}T${hours}:${minutes}:${seconds}`
  if (hours === undefined || Number.isNaN(Date.parse(`${written}Z`))) return null
  return written + (zoneHours === undefined ? '' : `${zoneHours}:${zoneMinutes}`)
}

/** `8BIM`, an id, a name padded to even length, a size, the data padded to even length. */
function resourceIn(file: Buffer): Buffer | null {
  for (let at = file.indexOf('8BIM'); at >= 0 && at + 12 <= file.length;) {
    const nameBytes = file.readUInt8(at + 6) + 1
    const sizeAt = at + 6 + nameBytes + (nameBytes & 1)
    if (sizeAt + 4 > file.length) return null
    const size = file.readUInt32BE(sizeAt)
    const data = file.subarray(sizeAt + 4, sizeAt + 4 + size)
    if (file.readUInt16BE(at + 4) === IPTC_RESOURCE && data.length > 0) return data
    const next = sizeAt + 4 + size + (size & 1)
    // A next resource that does not follow at once is searched for, because some writers omit the padding.
    at = file.indexOf('8BIM', Math.min(next, file.length))
  }
  return null
}

function readDatasets(data: Buffer): Map<number, string[]> {
  const values = new Map<number, string[]>()
  let utf8 = false
  for (let at = 0; at + 5 <= data.length && data[at] === MARK;) {
    const [record, dataset, length] = [
      data.readUInt8(at + 1),
      data.readUInt8(at + 2),
      data.readUInt16BE(at + 3),
    ]
    const value = data.subarray(at + 5, at + 5 + length)
    // ISO 2022: ESC % G announces UTF-8.
    if (record === 1 && dataset === 90) utf8 = value.toString('latin1') === '\x1b%G'
    if (record === APPLICATION_RECORD && value.length > 0 && length < 0x8000) {
      const text = decodeText(value, utf8)
      const known = values.get(dataset) ?? []
      if (text !== '' && known.length < MAX_KEYWORDS) values.set(dataset, [...known, text])
    }
    at += 5 + length
  }
  return values
}

/** Half of all writers use UTF-8 without saying so. */
function decodeText(value: Buffer, utf8: boolean): string {
  const text = new TextDecoder('utf-8').decode(value)
  const chosen = utf8 || !text.includes('\ufffd') ? text : new TextDecoder('windows-1252').decode(value)
  return chosen.replaceAll('\0', '').trim().slice(0, MAX_CHARS).toWellFormed()
}
