// The kinds of page that the model tells apart, in the order of its trees.

export const PAGE_KINDS = [
  'article',
  'documentation',
  'service',
  'forum',
  'collection',
  'listing',
  'product',
] as const
export type PageKind = (typeof PAGE_KINDS)[number]
