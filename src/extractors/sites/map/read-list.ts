// Reading a sitemap or a feed, as work that a large one does in a child process.
import { childSide, defineWork } from '#extract/work.ts'
import { isPacked, readSiteList } from '#parsing/sitemaps/read-site-list.ts'
import type { SiteList } from '#parsing/sitemaps/site-list.ts'

interface ListTask {
  readonly bytes: Uint8Array
  readonly base: string
  readonly contentType: string | null
}

/** Larger lists of strangers could hold up the other jobs of this process. */
const MAX_BYTES_HERE = 500_000
/** What a packed byte may unfold to. */
const UNFOLDED = 200

/** Null for what is no list. */
export const readList = defineWork<ListTask, { readonly list: SiteList | null }>({
  module: new URL('./read-list.ts', import.meta.url),
  child: 'large',
  sizeOf: ({ bytes }) => (isPacked(bytes) ? bytes.length * UNFOLDED : bytes.length),
  maxSizeHere: MAX_BYTES_HERE,
  run: read,
})

/** The side of the child. */
export const parse = childSide(read)

async function read({ bytes, base, contentType }: ListTask): Promise<{ list: SiteList | null }> {
  return { list: await readSiteList(bytes, { base, contentType }) }
}
