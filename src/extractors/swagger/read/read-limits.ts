// The limits of a description, so that every later reader may recurse and hold it in memory.

/** The largest public ones are about half of this. */
export const MOST_CHARS = 20 * 1024 * 1024

/** Values within values. Real descriptions stay below 60; every reader behind recurses a few frames for each level. */
export const MOST_DEPTH = 256

/** Characters that the text may unfold to when every alias is written out. */
export const MOST_UNFOLDED_CHARS = 2 * MOST_CHARS

/** Duplicate keys and similar notes that are listed individually. */
export const MOST_NOTES = 20
