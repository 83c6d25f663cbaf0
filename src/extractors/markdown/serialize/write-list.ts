// Writes lists: nested ones, numbered ones with their start, task lists; tight unless an item has paragraphs.
import { attribute, elementsOf, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { needsOwnLine } from '#parsing/markdown/escape-text.ts'
import type { MarkdownContext } from './markdown-context.ts'

/** The list as one block, none where it is empty. `blocksOf` writes what an item holds. */
export function writeList(
  list: HtmlElement,
  context: MarkdownContext,
  blocksOf: (nodes: readonly HtmlNode[]) => string[],
): string[] {
  const ordered = list.name === 'ol'
  let number = startOf(list)
  const items: string[] = []
  let loose = false
  for (const item of itemsOf(list, context)) {
    const blocks = blocksOf(item)
    if (blocks.length === 0) continue
    const owner = item[0]?.parent
    const given =
      ordered && owner?.name === 'li' ? Number.parseInt(attribute(owner, 'value') ?? '', 10) : Number.NaN
    if (Number.isFinite(given)) number = given
    const marker = ordered ? `${number}. ` : '- '
    number += 1
    // A list below a line belongs close to it; two paragraphs in an item need air.
    loose ||= blocks.some((block, at) => at > 0 && !isListBlock(block))
    const box = checkbox(item)
    const body = joinItem(blocks)
    const text = box === null ? body : box + (needsOwnLine(body) ? '\n' : '') + body
    items.push(marker + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`))
  }
  return items.length === 0 ? [] : [items.join(loose ? '\n\n' : '\n')]
}

const isListBlock = (block: string): boolean => /^(?:[-*] |\d{1,9}[.)] )/.test(block)

/** Ends only where a blank line follows. */
const isHtml = (block = ''): boolean => block.startsWith('<table')

function joinItem(blocks: readonly string[]): string {
  return blocks.reduce(
    (text, block, at) =>
      at === 0 ? block : text + (isListBlock(block) && !isHtml(blocks[at - 1]) ? '\n' : '\n\n') + block,
    '',
  )
}

function startOf(list: HtmlElement): number {
  const start = Number.parseInt(attribute(list, 'start') ?? '1', 10)
  return Number.isFinite(start) && start >= 0 && start < 1_000_000_000 ? start : 1
}

/** The contents of the items; a nested list beside the items instead of in one belongs to the previous item. */
function itemsOf(list: HtmlElement, context: MarkdownContext): HtmlNode[][] {
  const items: HtmlNode[][] = []
  for (const child of list.children) {
    if (child.kind === 'text') {
      if (/\S/.test(child.text)) items.push([child])
    } else if (child.name === 'li') {
      if (!context.skip(child) && !context.footnotes.isNote(child)) items.push([...child.children])
    } else {
      const previous = child.name === 'ul' || child.name === 'ol' ? items.at(-1) : undefined
      if (previous === undefined) items.push([child])
      else previous.push(child)
    }
  }
  return items
}

/** `[x] ` or `[ ] ` where the item starts with a check box, also inside a label or paragraph. */
function checkbox(item: readonly HtmlNode[]): string | null {
  for (const node of item) {
    if (node.kind === 'text') {
      if (/\S/.test(node.text)) return null
      continue
    }
    if (node.name === 'ul' || node.name === 'ol') return null
    for (const element of elementsOf(node)) {
      if (element.name === 'input' && attribute(element, 'type')?.toLowerCase() === 'checkbox') {
        return attribute(element, 'checked') === null ? '[ ] ' : '[x] '
      }
    }
    return null
  }
  return null
}
