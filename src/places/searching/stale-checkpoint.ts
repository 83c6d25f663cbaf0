// Says that a cell or its search is no longer as it was read.

/** Nothing is wrong: whoever holds the job reads both again and goes on from what it finds. */
export class StaleCheckpoint extends Error {
  override readonly name = 'StaleCheckpoint'
}
