// The provider that an address belongs to: a binary search in the ranges of the generated table.
import { inflateRawSync } from 'node:zlib'
import { PROVIDERS, RANGES } from './address-table.gen.ts'

/** Ranges that do not overlap, in order; an address has as many words of 32 bits as its family. */
interface Ranges {
  readonly words: number
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly providers: Uint8Array
}

const V4_WORDS = 1
const V6_WORDS = 4

let tables: { readonly v4: Ranges; readonly v6: Ranges } | null = null

/** The name of the provider; null for any other address, and for what is no address. */
export function providerOfAddress(address: string): string | null {
  tables ??= { v4: unpacked(RANGES.v4, V4_WORDS), v6: unpacked(RANGES.v6, V6_WORDS) }
  const v4 = wordOfV4(address)
  if (v4 !== null) return nameAt(tables.v4, [v4])
  const v6 = wordsOfV6(address)
  if (v6 === null) return null
  const [first, second, third, last = 0] = v6
  const isMapped = first === 0 && second === 0 && third === 0xffff
  return isMapped ? nameAt(tables.v4, [last]) : nameAt(tables.v6, v6)
}

function nameAt(ranges: Ranges, address: readonly number[]): string | null {
  const { words, starts, ends, providers } = ranges
  let low = 0
  let high = providers.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    if (compare(address, starts, middle * words) < 0) high = middle - 1
    else if (compare(address, ends, middle * words) > 0) low = middle + 1
    else return PROVIDERS[providers[middle] ?? 0]?.[0] ?? null
  }
  return null
}

function compare(address: readonly number[], words: Uint32Array, from: number): number {
  for (let at = 0; at < address.length; at += 1) {
    const difference = (address[at] ?? 0) - (words[from + at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Null for what is not four decimal numbers. */
function wordOfV4(text: string): number | null {
  let word = 0
  let part = -1
  let dots = 0
  if (text.length > 15) return null
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === DOT) {
      if (part < 0) return null
      word = word * 256 + part
      part = -1
      dots += 1
    } else if (code >= 48 && code <= 57) {
      part = (part < 0 ? 0 : part * 10) + code - 48
      if (part > 255) return null
    } else return null
  }
  return dots === 3 && part >= 0 ? word * 256 + part : null
}

/** Null for what is not eight groups of hexadecimal digits, some of them left out once, the last two perhaps as IPv4. */
function wordsOfV6(text: string): number[] | null {
  if (text.length > 45 || !text.includes(':')) return null
  const groups: number[] = []
  let gapAt = -1
  let value = 0
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const digit = hexOf(code)
    if (digit >= 0) {
      value = value * 16 + digit
      digits += 1
      if (digits > 4) return null
    } else if (code === COLON) {
      const isGap = text.charCodeAt(at + 1) === COLON
      if (digits > 0) groups.push(value)
      if (isGap) {
        if (gapAt >= 0) return null
        gapAt = groups.length
        at += 1
      } else if (digits === 0 || at === text.length - 1) return null
      value = 0
      digits = 0
    } else if (code === DOT) {
      const v4 = wordOfV4(text.slice(at - digits))
      if (v4 === null) return null
      groups.push(Math.floor(v4 / 65_536), v4 % 65_536)
      return wordsOf(groups, gapAt)
    } else return null
  }
  if (digits > 0) groups.push(value)
  return wordsOf(groups, gapAt)
}

/** `gapAt`: where groups are left out; -1: nowhere. */
function wordsOf(groups: readonly number[], gapAt: number): number[] | null {
  const missing = 8 - groups.length
  if (gapAt < 0 ? missing !== 0 : missing < 1) return null
  const group = (at: number): number => {
    if (gapAt < 0 || at < gapAt) return groups[at] ?? 0
    return at < gapAt + missing ? 0 : (groups[at - missing] ?? 0)
  }
  return [0, 2, 4, 6].map((at) => group(at) * 65_536 + group(at + 1))
}

const COLON = 58
const DOT = 46

/** -1 for what is no digit. */
function hexOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const lower = code | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** The start of a range is its distance from the end of the one before; both are numbers of seven bits a byte. */
function unpacked(text: string, words: number): Ranges {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'))
  let at = 0
  const number = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at] ?? 0
      at += 1
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const count = Number(number())
  const starts = new Uint32Array(count * words)
  const ends = new Uint32Array(count * words)
  const providers = new Uint8Array(count)
  const put = (into: Uint32Array, index: number, value: bigint): void => {
    for (let word = 0; word < words; word += 1) {
      const shift = BigInt(32 * (words - 1 - word))
      into[index * words + word] = Number((value >> shift) & 0xffff_ffffn)
    }
  }
  let end = -1n
  for (let index = 0; index < count; index += 1) {
    const start = end + 1n + number()
    end = start + number()
    put(starts, index, start)
    put(ends, index, end)
    providers[index] = bytes[at] ?? 0
    at += 1
  }
  return { words, starts, ends, providers }
}
