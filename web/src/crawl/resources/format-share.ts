// A share as people write it.
import { UNKNOWN } from '#shared/format/format.ts'

/** A share of 0 to 1 in percent; null is not known. */
export const formatShare = (share: number | null): string =>
  share === null ? UNKNOWN : `${Math.round(share * 1_000) / 10} %`
