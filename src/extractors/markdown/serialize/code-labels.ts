// The name of the language, or a word for code, that stands above or below a block of code: the fence says it.
import { lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { ownValue } from '#kit/unknown-values.ts'
import { languageOf } from './code-block.ts'

/** Languages by the names that pages show and the shorter ones that highlighters use. */
const ALIASES: Readonly<Record<string, string>> = {
  javascript: 'js',
  typescript: 'ts',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  markdown: 'md',
  yaml: 'yml',
  'c++': 'cpp',
  'c#': 'cs',
  csharp: 'cs',
  golang: 'go',
  kotlin: 'kt',
  shell: 'sh',
  bash: 'sh',
  zsh: 'sh',
  console: 'sh',
  'shell session': 'sh',
  'objective-c': 'objc',
  powershell: 'ps1',
  dockerfile: 'docker',
}
const MAX_LABEL_CHARS = 24
const MAX_BOXES = 3

/** What forums write above any code, often with a link that selects it. */
const ANY_CODE =
  /^(?:code|quellcode|código|codice|код):?\s*(?:\[?(?:select|select all|copy|alles auswählen)\]?)?$/i

/** Those of `elements` that say nothing but that the code beside them is code, or in which language. */
export function codeLabels(elements: Iterable<HtmlElement>): ReadonlySet<HtmlElement> {
  const labels = new Set<HtmlElement>()
  for (const element of elements) {
    if (element.name !== 'pre') continue
    for (const label of labelsOf(element, languageOf(element))) labels.add(label)
  }
  return labels
}

/** Of the nearest box that holds the code and something else: all of it, if that is the language or a word for code. */
function labelsOf(pre: HtmlElement, language: string | null): readonly HtmlElement[] {
  let inner = pre
  for (let box = pre.parent, boxes = 0; box !== null && boxes < MAX_BOXES; boxes += 1) {
    const labels: HtmlElement[] = []
    for (const child of box.children) {
      if (child === inner) continue
      if (child.kind === 'text') {
        if (/\S/.test(child.text)) return []
      } else if (!IS_CONTROL.has(child.name)) {
        const text = lineText(child, MAX_LABEL_CHARS + 1)
        if (text === '') continue
        if (!isName(text, language)) return []
        labels.push(child)
      }
    }
    if (labels.length > 0) return labels
    inner = box
    box = box.parent
  }
  return []
}

const IS_CONTROL = new Set(['button', 'script', 'style', 'svg', 'textarea', 'template'])

const isName = (text: string, language: string | null): boolean =>
  text.length <= MAX_LABEL_CHARS &&
  (ANY_CODE.test(text) || (language !== null && shortName(text) === shortName(language)))

function shortName(name: string): string {
  const plain = name.toLowerCase().replace(/^[.[(]|[\])]$/g, '')
  return ownValue(ALIASES, plain) ?? plain
}
