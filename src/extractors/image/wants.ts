// What the options of a request come to for one image.
import type { Wants } from './inspect-image.ts'
import type { ImageInput } from './options.ts'

/** `alone`: the image is the target itself, and its metadata is told unless that is not wanted. */
export function wantsOf(request: ImageInput, alone: boolean): Wants {
  const {
    mode,
    hash = true,
    palette = true,
    readMetadata,
    gps = false,
    transform,
    keepMetadata = false,
  } = request
  return {
    hash,
    palette,
    metadata: readMetadata ?? (alone || gps),
    gps,
    output: mode === 'download' ? { transform: transform ?? null, keepMetadata } : null,
  }
}
