// Numbers for the names of tags: each name of a page is looked up once, and tables say the rest.

const KNOWN = (
  'a abbr address amp-img applet area article aside audio b base blockquote body br button canvas caption center code ' +
  'col colgroup datalist dd del details dialog dir div dl dt em embed fieldset figcaption figure font footer form ' +
  'h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input label legend li link listing main map math ' +
  'math-display menu meta meter nav noembed noframes noscript object ol optgroup option p param picture plaintext pre ' +
  'progress s script search section select small source span strong style sub summary sup svg table tbody td template ' +
  'textarea tfoot th thead time title tr track u ul video xmp'
).split(' ')
const NUMBERS: ReadonlyMap<string, number> = new Map(KNOWN.map((name, at) => [name, at + 1]))

/** The number of a tag; 0 for all that no rule is about. */
export const tagNumber = (name: string): number => NUMBERS.get(name) ?? 0

/** A table by the number of the tag; 0 for tags without an entry. Throws for a name without a number. */
export function tableByTag(entries: Iterable<readonly [name: string, value: number]>): Uint32Array {
  const table = new Uint32Array(KNOWN.length + 1)
  for (const [name, value] of entries) {
    const number = tagNumber(name)
    if (number === 0) throw new Error(`The tag ${name} has no number.`)
    table[number] = value
  }
  return table
}

/** 1 for the given tags. */
export const tagSet = (names: Iterable<string>): Uint32Array =>
  tableByTag(Array.from(names, (name) => [name, 1]))

/** 1 to 6 for headings. */
export const HEADING_LEVEL = tableByTag([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]))

const LINE_GROUPS: readonly string[] = [
  'p',
  'li',
  'h1',
  'h2',
  'h3',
  'h4 h5 h6',
  'td',
  'th',
  'dt',
  'dd',
  'div',
  'section article main',
  'pre',
  'blockquote',
  'figcaption caption',
  'summary details',
  'button label legend',
]
/** The tags that say what a line is, in groups from 1. */
export const LINE_GROUP = tableByTag(
  LINE_GROUPS.flatMap((group, at) => group.split(' ').map((name) => [name, at + 1] as const)),
)
