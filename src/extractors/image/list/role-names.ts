// The possible roles of an image on its page.

/** What an image can be on its page. */
export const ROLES = ['hero', 'content', 'logo', 'icon', 'tracking', 'decor'] as const
/** One of `ROLES`. */
export type Role = (typeof ROLES)[number]
