// The name in an ICC profile.

const HEADER_BYTES = 128
const MAX_TAGS = 200
const MAX_CHARS = 200

/** `sRGB IEC61966-2.1`, `Display P3`; null where the profile does not say, or is damaged. */
export function readIccName(profile: Uint8Array): string | null {
  const file = Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength)
  if (file.length < HEADER_BYTES + 4) return null
  const tags = Math.min(file.readUInt32BE(HEADER_BYTES), MAX_TAGS)
  for (let tag = 0; tag < tags; tag += 1) {
    const at = HEADER_BYTES + 4 + 12 * tag
    if (at + 12 > file.length) return null
    if (file.toString('latin1', at, at + 4) !== 'desc') continue
    const start = file.readUInt32BE(at + 4)
    return textOf(file.subarray(start, start + file.readUInt32BE(at + 8)))
  }
  return null
}

/** Version 2 writes ASCII, version 4 a list of languages in UTF-16. */
function textOf(tag: Buffer): string | null {
  if (tag.length < 12) return null
  const type = tag.toString('latin1', 0, 4)
  let text = ''
  if (type === 'desc') text = tag.toString('latin1', 12, 12 + Math.min(tag.readUInt32BE(8), MAX_CHARS))
  else if (type === 'mluc' && tag.length >= 28) {
    const [length, offset] = [tag.readUInt32BE(20), tag.readUInt32BE(24)]
    const units = tag.subarray(offset, offset + Math.min(length, 2 * MAX_CHARS) - (length & 1))
    text = new TextDecoder('utf-16be').decode(units)
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  const clean = text.replace(/[\u0000-\u001f]+/g, ' ').trim()
  return clean === '' ? null : clean.toWellFormed()
}
