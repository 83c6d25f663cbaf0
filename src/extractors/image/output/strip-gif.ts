// Takes the metadata out of a GIF: comments, and what applications added that is not about the animation.

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b]
const [COMMENT, APPLICATION] = [0xfe, 0xff]
const ANIMATION = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/

/** Data after the end is removed too. */
export function stripGif(file: Buffer): Buffer {
  let at = 13 + tableBytes(file[10] ?? 0)
  const parts: Buffer[] = [file.subarray(0, at)]
  while (at < file.length && file[at] !== TRAILER) {
    const [block, label] = [file[at], file[at + 1]]
    if (block !== EXTENSION && block !== IMAGE) break
    const data = block === IMAGE ? at + 10 + tableBytes(file[at + 9] ?? 0) + 1 : at + 2
    const end = afterSubBlocks(file, data)
    const application = label === APPLICATION && !ANIMATION.test(file.toString('latin1', at + 3, at + 14))
    if (block === IMAGE || !(label === COMMENT || application)) parts.push(file.subarray(at, end))
    at = end
  }
  parts.push(Buffer.of(TRAILER))
  return Buffer.concat(parts)
}

function afterSubBlocks(file: Buffer, start: number): number {
  let at = start
  while ((file[at] ?? 0) > 0) at += 1 + (file[at] as number)
  return Math.min(at + 1, file.length)
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
