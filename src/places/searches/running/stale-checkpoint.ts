// Thrown when a cell or its search has changed since it was read.

/** Nothing is wrong: the holder of the job reads both again and continues from there. */
export class StaleCheckpoint extends Error {
  override readonly name = 'StaleCheckpoint'
}
