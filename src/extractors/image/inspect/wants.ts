// Derives the work for one image from the options of a request.
import type { Wants } from './inspect-image.ts'
import type { ImageInput } from '#extractors/image/request/options.ts'

/** `alone`: the image is the target itself, and its metadata is returned unless excluded. */
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
