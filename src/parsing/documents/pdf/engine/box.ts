// A rectangle of a page of a PDF.

/** In points, counted upwards from the lower left corner of the page. */
export interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}
