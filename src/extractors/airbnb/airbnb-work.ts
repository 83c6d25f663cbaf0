// The work on a page that is there: any process can do it.
import { childSide, defineWork } from '#extract/work.ts'
import { readPage, type PageTask, type ReadPage } from './read-page.ts'

/** A page of the site has some 500,000 characters; one made to take long needs a second for as many. */
const MAX_CHARS_HERE = 700_000

/** Throws what `readPage` throws. */
export const airbnbWork = defineWork<PageTask, ReadPage>({
  module: new URL('./airbnb-work.ts', import.meta.url),
  child: 'large',
  sizeOf: ({ html }) => html.length,
  maxSizeHere: MAX_CHARS_HERE,
  run: readPage,
})

export const parse = childSide(readPage)
