// Writes down for a person, line by line of a page, what was kept and what not, and why.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { MainContent } from './find-main-content.ts'
import { reasonOfNumber, reasonsOf } from './removed-text.ts'

const MAX_LINES = 2_000
const MAX_LEVELS = 4
const MAX_TEXT_CHARS = 80

/** `+ 0.97 main > article.post > p | The harbour opened …`; what is left out has `-`, and its reason before the bar. */
export function traceOf(
  all: readonly HtmlElement[],
  { view, scored, kept, bound, title }: MainContent,
): string[] {
  const reasons = reasonsOf(view)
  const { orders } = scored.lines
  const trace = [`bound ${bound.toFixed(2)}, ${orders.length} lines`]
  for (let at = 0; at < orders.length && at < MAX_LINES; at += 1) {
    const i = orders[at] ?? 0
    const element = all[i]
    if (element === undefined) continue
    const isTitle = i === title?.order
    const sign = isTitle ? '#' : kept[at] === 1 ? '+' : '-'
    const hidden = view.hidden[i] === 1 ? ' (hidden)' : ''
    const reason = kept[at] === 1 || isTitle ? '' : ` (${reasonOfNumber(reasons[i] ?? 0)})`
    const text = lineText(element, 1_000).slice(0, MAX_TEXT_CHARS)
    trace.push(
      `${sign} ${(scored.probabilities[at] ?? 0).toFixed(2)} ${pathOf(element)}${hidden}${reason} | ${text}`,
    )
  }
  if (orders.length > MAX_LINES) trace.push(`${orders.length - MAX_LINES} more lines`)
  return trace
}

function pathOf(element: HtmlElement): string {
  const names: string[] = []
  for (
    let each: HtmlElement | null = element;
    each !== null && names.length < MAX_LEVELS;
    each = each.parent
  ) {
    const first = (attribute(each, 'class') ?? '').trim().split(/\s+/)[0] ?? ''
    names.unshift(first === '' ? each.name : `${each.name}.${first.slice(0, 40)}`)
  }
  return names.join(' > ')
}
