// The columns of Overture places that are read, and how much of a file is read at once.

/** A file without one of them holds something else. */
export const REQUIRED_COLUMNS: readonly string[] = ['id', 'geometry', 'names']

/** Others are passed over, as are the fields of these that are not known. */
export const COLUMNS: ReadonlySet<string> = new Set([
  ...REQUIRED_COLUMNS,
  'bbox',
  'sources',
  'categories',
  'taxonomy',
  'basic_category',
  'confidence',
  'websites',
  'socials',
  'emails',
  'phones',
  'brand',
  'addresses',
  'operating_status',
])

/** Compressed, of the columns above. It is what a child process is given as one document. */
export const MAX_GROUP_BYTES = 60 * 1024 * 1024
export const MAX_GROUP_ROWS = 500_000
