// The work on finished pictures: another format, a small copy, the difference of two. Done in a child process.
import { defineWork } from '#extract/work.ts'

export type PixelTask =
  | { readonly kind: 'avif'; readonly quality: number; readonly bytes: Uint8Array }
  | { readonly kind: 'thumbnail'; readonly widthPx: number; readonly bytes: Uint8Array }
  /** The two pictures after each other; `split` is where the second one begins. */
  | { readonly kind: 'difference'; readonly split: number; readonly bytes: Uint8Array }
  | StackTask

/** Pictures after each other in `bytes`, each with its length there and where it begins in the picture, in pixels. */
export interface StackTask {
  readonly kind: 'stack'
  readonly parts: readonly { readonly top: number; readonly length: number }[]
  readonly width: number
  readonly height: number
  readonly format: 'png' | 'jpeg' | 'webp'
  readonly quality?: number
  readonly bytes: Uint8Array
}

export interface PixelAnswer {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** Null for any other task. */
  readonly difference: { readonly changedRatio: number; readonly sameSize: boolean } | null
}

/** Throws `source_broken` for bytes that are no picture. */
export const pixelWork = defineWork<PixelTask, PixelAnswer>({
  module: new URL('./pixel-child.ts', import.meta.url),
  child: 'always',
  sizeOf: ({ bytes }) => bytes.length,
  bounds: { native: true, timeoutMs: 60_000 },
})
