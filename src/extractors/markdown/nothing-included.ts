// What is said of a page that has nothing of what `include` asks for, so that the selectors can be mended without opening it.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { bodyOf, type HtmlDocument } from '#parsing/html/parse-html.ts'

const MAX_NAMED = 8
const MAX_SHOWN = 5
const MAX_CHARS = 100
/** What a selector can name without escapes; of a page that makes up others nothing is repeated. */
const PLAIN_ID = /^[A-Za-z][\w-]{0,39}$/
const LANDMARKS: ReadonlySet<string> = new Set(['main', 'article'])

/** The selectors, and names that the page has in their place. `statusCode` is null for a submitted page. */
export function nothingIncluded(
  document: HtmlDocument,
  {
    include,
    statusCode,
    wasSent,
  }: {
    readonly include: readonly string[]
    readonly statusCode: number | null
    /** The page was read as its site sent it, without a browser. */
    readonly wasSent: boolean
  },
): string {
  const shown = include.slice(0, MAX_SHOWN).map((selector) => selector.slice(0, MAX_CHARS))
  const asked = [...shown, ...(include.length > MAX_SHOWN ? ['…'] : [])].join(', ')
  const names = namesOf(document)
  return [
    `No element of the page matches \`include\` (${asked}).`,
    ...(names.length === 0 ? [] : [`It has ${names.join(', ')}.`]),
    ...(statusCode !== null && statusCode >= 400 ? [`Its status is ${statusCode}.`] : []),
    ...(wasSent ? ['Its scripts did not run: `engine: browser` runs them.'] : []),
    '`mainContent: auto` finds the content without selectors.',
  ].join(' ')
}

/** The first parts of the body that a selector can name. */
function namesOf(document: HtmlDocument): string[] {
  const names = new Set<string>()
  for (const element of document.all.slice(bodyOf(document).order)) {
    const name = nameOf(element)
    if (name !== null) names.add(name)
    if (names.size === MAX_NAMED) break
  }
  return [...names]
}

function nameOf(element: HtmlElement): string | null {
  if (LANDMARKS.has(element.name)) return element.name
  const id = attribute(element, 'id')
  return id !== null && PLAIN_ID.test(id) ? `#${id}` : null
}
