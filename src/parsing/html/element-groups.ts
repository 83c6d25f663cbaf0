// Groups of elements that HTML treats alike, used by the rules of the tree builder and of the readers.

/** They have neither content nor an end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)

/** Elements that end an open paragraph when they start (HTML, "in body"). */
export const ENDS_PARAGRAPH: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp'
  ).split(' '),
)

/** Elements that an end tag of another element may not close from inside (HTML's "special" category, shortened). */
export const SPECIAL_ELEMENTS: ReadonlySet<string> = new Set([
  ...ENDS_PARAGRAPH,
  ...(
    'body head html template table tbody thead tfoot tr td th caption colgroup object marquee applet button ' +
    'iframe noscript script style title textarea select'
  ).split(' '),
])

/** Where the search for an open element stops (HTML's "scope"). */
export const SCOPE_ELEMENTS: ReadonlySet<string> = new Set(
  'html table td th caption template object marquee applet'.split(' '),
)

/** The same for an open paragraph (HTML's "button scope"). */
export const PARAGRAPH_SCOPE: ReadonlySet<string> = new Set([...SCOPE_ELEMENTS, 'button'])

/** Elements that may occur in a head; any other start tag ends it. */
export const HEAD_ELEMENTS: ReadonlySet<string> = new Set(
  'base basefont bgsound link meta noframes noscript script style template title'.split(' '),
)

/** Elements that start a new line of text when the page is shown. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set([
  ...ENDS_PARAGRAPH,
  ...'body html tr td th caption tbody thead tfoot optgroup option legend math-display'.split(' '),
])
