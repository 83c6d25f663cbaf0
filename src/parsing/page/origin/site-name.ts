// The name of the site, where its head does not give it: the part of the title that the page shows elsewhere as its own.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { lettersOf } from './given-text.ts'
import { MAX_LINE_CHARS, type PageLine } from './page-lines.ts'

/** Between the title of the page and the name of the site. */
const SEPARATOR = / [-–—|·•»«:~>/\\]{1,2} |[|｜»_]|:{1,2} |：|(?<=[\u3040-\u9fff])-(?=[\u3040-\u9fff])/
const MAX_NAME_CHARS = 60
const RIGHTS = /[©ⓒ]|\(c\)|copyright|all rights|版权所有|版權所有/i
/** What a link to the start page says of itself. */
const START_PAGE =
  /^(?:home ?page|home|start|startseite|accueil|inicio|início|pagina iniziale|hem|hjem|forside|forsiden|etusivu|strona główna|domů|главная|головна|αρχική|ana sayfa|beranda|trang chủ|首页|首頁|ホーム|トップ|홈|welcome|index)$/i
const LOGO = /(?:^|[\s_-])(?:logo|brand|site[-_]?title|site[-_]?name|masthead)(?:$|[\s_-])/i

/** Null where no part of the title stands in the head or the foot of the page, in a logo, or on a link to the start page. */
export function shownSiteName(
  document: HtmlDocument,
  lines: readonly PageLine[],
  title: string | null,
  pageUrl: string | null,
): string | null {
  const parts = (title ?? '')
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part.length > 1 && part.length <= MAX_NAME_CHARS)
  if (parts.length < 2) return null
  const shown = new Set<string>()
  const origin = pageUrl === null ? null : (URL.parse(pageUrl)?.origin ?? null)
  for (const element of document.all)
    if (mayName(element, origin)) for (const name of namesOf(element)) shown.add(lettersOf(name))
  const rights = lines
    .filter(({ text }) => text.length < MAX_LINE_CHARS && RIGHTS.test(text))
    .map(({ text }) => ` ${words(text)} `)
  // The name stands last in most titles, else first.
  for (const part of [parts.at(-1), parts[0], ...parts.slice(1, -1)]) {
    if (part === undefined || !/\p{L}/u.test(part) || START_PAGE.test(part)) continue
    if (shown.has(lettersOf(part))) return part
  }
  // `湊川市公式ウェブサイト` with `湊川市` on the logo.
  const last = parts.at(-1) ?? ''
  if (/[\u3040-\u9fff]/.test(last))
    for (const name of shown) if (name.length > 1 && lettersOf(last).startsWith(name)) return last
  const owner = [parts.at(-1), parts[0]].find(
    (part) =>
      part !== undefined && /\p{L}/u.test(part) && rights.some((text) => text.includes(` ${words(part)} `)),
  )
  return owner ?? null
}

const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A logo, or a link to the start page. */
function mayName(element: HtmlElement, origin: string | null): boolean {
  const { name, attributes } = element
  if (attributes.length === 0) return false
  if (name === 'a') {
    const href = attribute(element, 'href') ?? ''
    if (href === '/' || (origin !== null && (href === origin || href === `${origin}/`))) return true
  }
  return LOGO.test(`${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`)
}

function namesOf(element: HtmlElement): string[] {
  const names: (string | null)[] = [
    lineText(element, 2 * MAX_NAME_CHARS),
    attribute(element, 'alt'),
    attribute(element, 'title'),
  ]
  for (const child of element.children)
    if (child.kind === 'element' && child.name === 'img') names.push(attribute(child, 'alt'))
  return names.filter((name): name is string => name !== null && name !== '')
}
