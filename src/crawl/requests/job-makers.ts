// The scopes that have jobs made: their holders may look at what they made.

/** Who may have jobs made sees its own without the scope `jobs`. */
export const JOB_MAKERS = ['extract', 'enrich'] as const
