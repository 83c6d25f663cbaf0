// Markdown as a page. It is loaded apart, because its parser is large and the first view needs none.
import { useMemo } from 'preact/hooks'
import { formatCount } from '#shared/format/format.ts'
import { markdownTree, type MarkdownNode } from './markdown-nodes.ts'

/** `base` is what relative addresses are relative to. Pictures are links: nothing is asked of their hosts. */
export function MarkdownView({
  markdown,
  base,
}: {
  readonly markdown: string
  readonly base: string | null
}) {
  const { nodes, cutChars } = useMemo(() => markdownTree(markdown, base), [markdown, base])
  return (
    <div class="prose" dir="auto">
      {nodes.map(shown)}
      {cutChars > 0 && (
        <p class="muted">{`${formatCount(cutChars, 'more character')}: the tab Markdown saves all of it.`}</p>
      )}
    </div>
  )
}

function shown(node: MarkdownNode, at: number): preact.ComponentChild {
  if (typeof node === 'string') return node
  const { tag: Tag, href, start, children } = node
  const inside = children.map(shown)
  switch (Tag) {
    case 'a':
      return <Outside key={at} href={href} content={inside} />
    case 'picture':
      return (
        <span key={at} class="prose-picture">
          <span class="muted">Picture: </span>
          <Outside href={href} content={inside} />
        </span>
      )
    case 'ol':
      return (
        <ol key={at} start={start ?? 1}>
          {inside}
        </ol>
      )
    case 'pre':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that its scrolled part can be reached without a mouse
        <pre key={at} class="source" tabIndex={0}>
          {inside}
        </pre>
      )
    case 'table':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        <div key={at} class="table-frame" tabIndex={0} role="region" aria-label="Table">
          <table class="table">{inside}</table>
        </div>
      )
    case 'hr':
    case 'br':
      return <Tag key={at} />
    default:
      return <Tag key={at}>{inside}</Tag>
  }
}

/** A link out of the page: in a tab of its own that knows nothing of this one. Its address is its title. */
function Outside({
  href,
  content,
}: {
  readonly href: string | null
  readonly content: preact.ComponentChildren
}) {
  if (href === null) return <span class="prose-dead">{content}</span>
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{content}</bdi>
    </a>
  )
}
