// The running text of content: blocks on separate lines, unchanged code, no marks, no captions.
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import { attribute, elementsOf, oneLine, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { isGutter, readCode } from './code-block.ts'
import { codeLabels } from './code-labels.ts'
import { isSideNote } from '#extractors/markdown/serialize/notes/side-notes.ts'

/**
 * Text of the roots without what `skip` says; captions belong to pictures, which this form does not carry, and the source
 * of a formula says again what the formula says. The name of the language above a block of code is not part of its text.
 * `all` keeps captions and these names.
 */
export function plainText(
  roots: readonly HtmlElement[],
  skip: (element: HtmlElement) => boolean,
  all = false,
): string {
  const labels = all ? NOTHING : codeLabels(roots.flatMap((root) => [...elementsOf(root)]))
  const lines: string[] = []
  let line = ''
  const flush = (): void => {
    const clean = oneLine(line)
    if (clean !== '') lines.push(clean)
    line = ''
  }
  const visit = (element: HtmlElement): void => {
    if (element.name === 'td' && isGutter(element)) return
    if (element.name === 'pre') {
      flush()
      for (const code of readCode(element).split('\n')) if (code.trim() !== '') lines.push(code)
      return
    }
    const block = BLOCK_ELEMENTS.has(element.name)
    if (block) flush()
    if (element.name === 'br') flush()
    const aside = isSideNote(element)
    if (aside) line += ' '
    let before: HtmlNode | null = null
    for (const child of element.children) {
      if (before !== null && areLinksApart(before, child)) line += ' '
      before = child
      if (child.kind === 'text') line += child.text
      else if ((all || child.name !== 'figcaption') && child.name !== 'annotation' && !skip(child)) {
        if (!labels.has(child)) visit(child)
      }
    }
    if (block) flush()
    else if (aside) line += ' '
  }
  for (const root of roots) {
    visit(root)
    flush()
  }
  return lines.join('\n')
}

/** Whether two links stand side by side without a blank and lead to two places: styles keep them apart, as tags and names. */
export const areLinksApart = (before: HtmlNode, node: HtmlNode): boolean =>
  before.kind === 'element' &&
  node.kind === 'element' &&
  before.name === 'a' &&
  node.name === 'a' &&
  attribute(before, 'href') !== attribute(node, 'href')

const NOTHING: ReadonlySet<HtmlElement> = new Set()
