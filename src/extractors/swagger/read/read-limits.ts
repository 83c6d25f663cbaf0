// The limits of a description, so that every later reader may recurse and hold it in memory.

/** The largest public ones are about half of this. */
export const MAX_CHARS = 20 * 1024 * 1024

/** Values within values. Real descriptions stay below 60; every reader behind recurses a few frames for each level. */
export const MAX_DEPTH = 256

/** Characters that the text may unfold to when every alias is written out. */
export const MAX_UNFOLDED_CHARS = 2 * MAX_CHARS

/** Duplicate keys and similar notes that are listed individually. */
export const MAX_NOTES = 20
