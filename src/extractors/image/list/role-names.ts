// The possible roles of an image on its page.

export const ROLES = ['hero', 'content', 'logo', 'icon', 'tracking', 'decor'] as const
export type Role = (typeof ROLES)[number]
