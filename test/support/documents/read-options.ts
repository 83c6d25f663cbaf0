// How tests read a document where they ask for nothing special.
import type { ReadOptions } from '#parsing/documents/read-document.ts'

/** All pages, with tables and without the bytes of pictures; the format is known by the bytes alone. */
export const READ_OPTIONS: ReadOptions = {
  contentType: null,
  filename: null,
  base: null,
  wantsImages: false,
  pages: null,
  password: null,
  tables: true,
}
