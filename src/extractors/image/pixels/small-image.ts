// Pixels that were decoded.

/** Rows of red, green, blue and alpha, 8 bits each. */
export interface SmallImage {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}
