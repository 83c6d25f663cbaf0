// How many rows two pages of a cell share, so that none is lost when rows change places between two requests.

/** Pages that follow another one: those of a search so far, or one of them. */
export interface PageBreaks {
  /** Those that share no rows with the page before. */
  readonly breaks: number
  /** The rows on them that had been shown before. */
  readonly moved: number
  /** Those that share rows with the page before. */
  readonly shared: number
  /** The rows on them that had been shown before, beyond the shared ones. As many others are on no page. */
  readonly unexpected: number
}

/** Before the first page. */
export const NO_BREAKS: PageBreaks = { breaks: 0, moved: 0, shared: 0, unexpected: 0 }

/** The breaks of a cell of six pages: fewer tell too little. */
const MIN_BREAKS = 5
/**
 * For each row that comes again at a break. Rows that change their rank by up to d between two requests come again d/3
 * times a break; an overlap of d leaves one of eight missing rows.
 */
const ROWS_FOR_MOVED = 3
/** What an overlap of d leaves, where d is 4: more of it asks for a larger overlap, less for a smaller one. */
const ACCEPTED_UNEXPECTED = 0.08
const ROWS_FOR_UNEXPECTED = 0.5

/** In rows; 0 where no rows are known to move. */
export function overlapFor({ breaks, moved, shared, unexpected }: PageBreaks, pageSize: number): number {
  if (breaks < MIN_BREAKS || moved === 0) return 0
  const first = (ROWS_FOR_MOVED * moved) / breaks
  const rows = first + ROWS_FOR_UNEXPECTED * (unexpected - ACCEPTED_UNEXPECTED * shared)
  return Math.min(Math.floor(pageSize / 2), Math.max(1, Math.round(rows)))
}

/** `before`: the ids on the earlier pages of the cell, of which the last `overlap` come again on this page. */
export function pageBreak(ids: readonly string[], before: ReadonlySet<string>, overlap: number): PageBreaks {
  const again = ids.filter((id) => before.has(id)).length
  // A page with nothing new is how some providers say that there is no more.
  if (before.size === 0 || again === ids.length) return NO_BREAKS
  return overlap === 0
    ? { ...NO_BREAKS, breaks: 1, moved: again }
    : { ...NO_BREAKS, shared: 1, unexpected: Math.max(0, again - overlap) }
}

/** Rows that were on no page, by those that came again in their place. */
export function unseenRows({ moved, unexpected }: PageBreaks): number {
  return moved + unexpected
}

/** Both together. */
export function addBreaks(one: PageBreaks, other: PageBreaks): PageBreaks {
  return {
    breaks: one.breaks + other.breaks,
    moved: one.moved + other.moved,
    shared: one.shared + other.shared,
    unexpected: one.unexpected + other.unexpected,
  }
}
