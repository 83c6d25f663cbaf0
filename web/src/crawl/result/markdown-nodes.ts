// Markdown of a stranger as a tree of harmless elements: no HTML of it, no address that runs something, nothing loaded.
import MarkdownIt, { type Token } from 'markdown-it'
import { safeHref, visibleText } from '#shared/format/visible-text.ts'

/** The elements that a tree may have. */
export type MarkdownTag =
  | 'p'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'pre'
  | 'code'
  | 'hr'
  | 'br'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'em'
  | 'strong'
  | 's'
  | 'sup'
  | 'sub'
  | 'a'
  | 'picture'

/** An element or a text. `href` is of `a` and `picture`, and always http, https or mailto. */
export type MarkdownNode =
  | string
  | {
      readonly tag: MarkdownTag
      readonly href: string | null
      readonly start: number | null
      readonly children: MarkdownNode[]
    }

/** A tree of the beginning of a text; `cutChars` of it were left out. */
export interface MarkdownTree {
  readonly nodes: readonly MarkdownNode[]
  readonly cutChars: number
}

/** What a reader takes in and a browser lays out at once. */
const MAX_CHARS = 200_000
const PLAIN_TAGS: ReadonlySet<string> = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'em',
  'strong',
  's',
])
/** The headings of a page stand below those of ours. */
const HEADINGS: readonly MarkdownTag[] = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6']

const parser = new MarkdownIt({ html: true })
// Every address is judged by `safeHref` below; the parser would show the marks of those that it refuses.
parser.validateLink = () => true

/** @param base What relative addresses are relative to; null where it is not known: they are then no links. */
export function markdownTree(markdown: string, base: string | null): MarkdownTree {
  const text = beginningOf(markdown)
  return { nodes: treeOf(parser.parse(text, {}), base), cutChars: markdown.length - text.length }
}

/** At most MAX_CHARS, cut at the end of a line where there is one near. */
function beginningOf(markdown: string): string {
  if (markdown.length <= MAX_CHARS) return markdown
  const end = markdown.lastIndexOf('\n', MAX_CHARS)
  return markdown.slice(0, end > MAX_CHARS / 2 ? end : MAX_CHARS)
}

function treeOf(tokens: readonly Token[], base: string | null): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open: MarkdownNode[][] = [root]
  const here = (): MarkdownNode[] => open.at(-1) ?? root
  const add = (tag: MarkdownTag, children: MarkdownNode[], href: string | null = null): void => {
    here().push({ tag, href, start: null, children })
  }
  for (const token of tokens) {
    if (token.nesting === 1) {
      const node = { ...elementOf(token, base), children: [] }
      // A tight list shows its paragraphs without space between them.
      if (token.hidden) open.push(here())
      else {
        here().push(node)
        open.push(node.children)
      }
    } else if (token.nesting === -1) {
      if (open.length > 1) open.pop()
    } else addLeaf(token)
  }
  return root

  function addLeaf(token: Token): void {
    switch (token.type) {
      case 'inline':
        here().push(...treeOf(token.children ?? [], base))
        break
      case 'softbreak':
        here().push('\n')
        break
      case 'hardbreak':
        add('br', [])
        break
      case 'hr':
        add('hr', [])
        break
      case 'code_inline':
        add('code', [visibleText(token.content)])
        break
      case 'fence':
      case 'code_block':
        add('pre', [visibleText(token.content)])
        break
      case 'image': {
        const address = String(token.attrGet('src') ?? '')
        add('picture', [visibleText(token.content) || 'without a text'], safeHref(address, base))
        break
      }
      case 'html_inline':
        addHtml(token.content)
        break
      default:
        if (token.content !== '') here().push(visibleText(token.content))
    }
  }

  /** The four forms that our own Markdown has; any other stands there as it was written. */
  function addHtml(html: string): void {
    const tag = /^<(\/?)(sup|sub)>$/u.exec(html)
    if (html === '<br>') add('br', [])
    else if (html === '<!-- -->') return
    else if (tag === null) here().push(visibleText(html))
    else if (tag[1] === '/') {
      if (open.length > 1) open.pop()
    } else {
      const node: MarkdownNode = {
        tag: tag[2] === 'sup' ? 'sup' : 'sub',
        href: null,
        start: null,
        children: [],
      }
      here().push(node)
      open.push(node.children)
    }
  }
}

function elementOf(token: Token, base: string | null) {
  const plain = { href: null, start: null }
  if (token.tag === 'a') {
    const href = safeHref(String(token.attrGet('href') ?? ''), base)
    return { ...plain, tag: 'a' as const, href }
  }
  const level = /^h([1-6])$/u.exec(token.tag)
  if (level !== null) return { ...plain, tag: HEADINGS[Number(level[1]) - 1] ?? ('h6' as const) }
  if (token.tag === 'ol') return { ...plain, tag: 'ol' as const, start: Number(token.attrGet('start') ?? 1) }
  return { ...plain, tag: isPlain(token.tag) ? token.tag : ('p' as const) }
}

const isPlain = (tag: string): tag is MarkdownTag => PLAIN_TAGS.has(tag)
