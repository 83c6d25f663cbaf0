// Arrays as parameters in the binary form of PostgreSQL: no quoting and no parsing, a third of the work for both sides.

/** https://www.postgresql.org/docs/current/catalog-pg-type.html */
const OIDS = { boolean: 16, text: 25, json: 114, float8: 701, uuid: 2950 } as const
/** Dimensions, whether there are nulls, the type, the length, the lower bound: four bytes each. */
const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1

/** `$n::text[]` */
export function textArray(values: readonly (string | null)[]): Buffer {
  return arrayOf('text', values, Buffer.byteLength, (bytes, value, at) => bytes.write(value, at))
}

/** `$n::json[]`, of JSON texts. */
export function jsonArray(values: readonly string[]): Buffer {
  return arrayOf('json', values, Buffer.byteLength, (bytes, value, at) => bytes.write(value, at))
}

/** `$n::uuid[]`, of 32 hex digits with or without hyphens. Throws a TypeError for anything else. */
export function uuidArray(values: readonly string[]): Buffer {
  return arrayOf(
    'uuid',
    values,
    () => 16,
    (bytes, value, at) => {
      const digits = value.replaceAll('-', '')
      if (digits.length === 32 && bytes.write(digits, at, 'hex') === 16) return 16
      throw new TypeError(`${JSON.stringify(value)} is no uuid.`)
    },
  )
}

/** `$n::float8[]` */
export function floatArray(values: readonly (number | null)[]): Buffer {
  return arrayOf(
    'float8',
    values,
    () => 8,
    (bytes, value, at) => bytes.writeDoubleBE(value, at) - at,
  )
}

/** `$n::boolean[]` */
export function booleanArray(values: readonly boolean[]): Buffer {
  return arrayOf(
    'boolean',
    values,
    () => 1,
    (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at) - at,
  )
}

function arrayOf<T>(
  type: keyof typeof OIDS,
  values: readonly (T | null)[],
  sizeOf: (value: T) => number,
  /** Answers how many bytes it wrote. */
  write: (bytes: Buffer, value: T, at: number) => number,
): Buffer {
  let size = HEADER_BYTES
  for (const value of values) size += LENGTH_BYTES + (value === null ? 0 : sizeOf(value))
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  bytes.writeInt32BE(OIDS[type], 8)
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = HEADER_BYTES
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : write(bytes, value, at + LENGTH_BYTES)
    bytes.writeInt32BE(length, at)
    at += LENGTH_BYTES + Math.max(length, 0)
  }
  return bytes
}
