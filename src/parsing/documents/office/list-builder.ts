// Builds nested lists from paragraphs that only say their level, as office documents do.
import type { Block, ListItem } from '#parsing/documents/model/document-blocks.ts'

interface OpenList {
  readonly level: number
  readonly items: { item: ListItem; children: Block[] }[]
  readonly listId: string
}

/** Takes blocks in order; a paragraph outside of a list ends all open lists. */
export class ListBuilder {
  readonly #blocks: Block[] = []
  #open: OpenList[] = []

  /** A paragraph of a list; `listId` keeps two lists beside each other apart at the first level. */
  item(level: number, item: ListItem, listId: string): void {
    while (this.#open.length > 1 && (this.#open.at(-1)?.level ?? 0) > level) this.#closeLast()
    const last = this.#open.at(-1)
    if (last !== undefined && this.#open.length === 1 && last.listId !== listId && level <= last.level)
      this.#closeAll()
    const top = this.#open.at(-1)
    if (top === undefined || top.level < level) this.#open.push({ level, items: [], listId })
    this.#open.at(-1)?.items.push({ item, children: [] })
  }

  /** What belongs to the last item. */
  inItem(blocks: readonly Block[]): void {
    this.#open
      .at(-1)
      ?.items.at(-1)
      ?.children.push(...blocks)
  }

  addAll(blocks: readonly Block[]): void {
    if (blocks.length === 0) return
    this.#closeAll()
    this.#blocks.push(...blocks)
  }

  end(): Block[] {
    this.#closeAll()
    return this.#blocks
  }

  #closeAll(): void {
    while (this.#open.length > 0) this.#closeLast()
  }

  #closeLast(): void {
    const list = this.#open.pop()
    if (list === undefined) return
    const items = list.items.map(({ item, children }) => ({
      ...item,
      children: [...item.children, ...children],
    }))
    const block: Block = { kind: 'list', items }
    const parent = this.#open.at(-1)?.items.at(-1)
    if (parent === undefined) this.#blocks.push(block)
    else parent.children.push(block)
  }
}
