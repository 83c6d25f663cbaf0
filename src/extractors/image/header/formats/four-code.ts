// The names of the parts of a file: four characters, which many formats use, read as one number or as text.
import type { Bytes } from './header-fields.ts'

/** `IHDR` as the number that its four bytes are, high byte first. */
export function fourCode(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE(0)
}

export function fourChars(file: Bytes, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => file.getUint8(at + i)))
}
