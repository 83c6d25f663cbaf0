// Typed ids on the wire: a prefix and a UUIDv7 (RFC 9562), sortable by the time of creation.
import { randomFillSync } from 'node:crypto'

/** Every kind of id that crosses the wire. */
export type IdPrefix =
  | 'job'
  | 'ses'
  | 'sea'
  | 'cel'
  | 'plc'
  | 'rev'
  | 'whk'
  | 'whe'
  | 'msg'
  | 'wrk'
  | 'lse'
  | 'prm'
  | 'prx'
  | 'key'
  | 'art'
  | 'enr'
  | 'pat'
  | 'exc'
  | 'req'
  | 'mrg'
  | 'sch'

/** RFC 9562: before every id, and that of nothing. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const POOL_IDS = 256

const pool = Buffer.alloc(POOL_IDS * 16)
let offset = pool.length

let lastMs = 0
let sequence = 0

/** A new UUIDv7 in its canonical text form. The ids of one process sort in the order of creation. */
export function uuidV7(): string {
  const nowMs = Date.now()
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = 0
  } else {
    // The 12 bits after the time are a counter within its millisecond (RFC 9562, 6.2, method 1), which overflows into
    // the next one.
    sequence = (sequence + 1) & 0xfff
    if (sequence === 0) lastMs += 1
  }
  if (offset >= pool.length) {
    randomFillSync(pool)
    offset = 0
  }
  const bytes = pool.subarray(offset, offset + 16)
  offset += 16
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUIDv7 of a moment: all earlier ids sort before it. */
export function firstUuidV7At(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** A fresh wire id, `job_0192…`. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidV7()}`
}

/** The wire form of a stored uuid. */
export function formatId(prefix: IdPrefix, uuid: string): string {
  return `${prefix}_${uuid}`
}

/** The uuid inside a wire id; null for a malformed id or one of another kind. */
export function parseId(prefix: IdPrefix, id: string): string | null {
  if (!id.startsWith(`${prefix}_`)) return null
  const uuid = id.slice(prefix.length + 1).toLowerCase()
  return UUID.test(uuid) ? uuid : null
}
