// The properties of an image from its header alone, and the bytes it is read from.
import type { ImageFormat } from './format-names.ts'

/** Null in any field: the header does not say. */
export interface ImageHeader {
  readonly format: ImageFormat
  /** Pixels (for an SVG: CSS pixels, possibly fractions), before any EXIF rotation. */
  readonly width: number | null
  readonly height: number | null
  /** Frames of an animation, pages of a TIFF, sizes of an icon. */
  readonly pages: number | null
  readonly animated: boolean | null
  /** The duration of one round of the animation. */
  readonly durationMs: number | null
  /** Bits of a channel; of a palette image, of an index. */
  readonly bitDepth: number | null
  readonly alpha: boolean | null
}
/** What a format's header says; the format itself is known by then. */
export type HeaderFields = Partial<Omit<ImageHeader, 'format'>>

/** All numbers of a file in one byte order; reading past the end throws a RangeError. */
export type Bytes = DataView

/** `IHDR` as the number that its four bytes are, high byte first. */
export function fourCode(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE(0)
}

/** The same as a text. */
export function fourChars(file: Bytes, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => file.getUint8(at + i)))
}
