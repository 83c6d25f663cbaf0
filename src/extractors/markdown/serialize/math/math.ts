// Formulas: the TeX that a page carries beside its rendering, or TeX made from its MathML.
import { attribute, elementsOf, ownText, rawText, type HtmlElement } from '#parsing/html/html-node.ts'
import { texOf } from './mathml-to-tex.ts'

export interface Formula {
  readonly tex: string
  /** On a line of its own. */
  readonly display: boolean
}

/** The formula of an element, or null when it is not a formula. Its other content is the rendering. */
export function formulaOf(element: HtmlElement): Formula | null {
  switch (element.name) {
    case 'math':
      return fromMathMl(element)
    case 'script': {
      const type = attribute(element, 'type') ?? ''
      return /^math\/tex/i.test(type) ? formula(ownText(element), /mode\s*=\s*display/i.test(type)) : null
    }
    case 'mjx-container': {
      const math = elementsOf(element).find((inner) => inner.name === 'math')
      if (math === undefined) return null
      const inner = fromMathMl(math)
      return inner === null
        ? null
        : { ...inner, display: inner.display || attribute(element, 'display') === 'true' }
    }
    case 'img':
      return fromPicture(element)
    default:
      return fromMarkup(element)
  }
}

/** A drawn formula carries its source as the text for who cannot see it; no other text has commands with arguments. */
function fromPicture(image: HtmlElement): Formula | null {
  const alt = attribute(image, 'alt') ?? ''
  const named = /(?:^|[\s_-])(?:latex|tex|math)(?:$|[\s_-])/i.test(attribute(image, 'class') ?? '')
  if (!(named && /[\\^_={}]/.test(alt)) && !/\\[a-zA-Z]{2,}\s*[{[(^_]/.test(alt)) return null
  const alone =
    image.parent !== null &&
    image.parent.name === 'p' &&
    image.parent.children.every(
      (child) => child === image || (child.kind === 'text' && !/\S/.test(child.text)),
    )
  return formula(alt, alone)
}

/** The rendering of MathJax 2 for a formula in a script. */
export function isDrawnFormula(element: HtmlElement): boolean {
  return /(?:^|\s)MathJax(?:_|\s|$)/.test(attribute(element, 'class') ?? '')
}

/** KaTeX and similar: a span or div with the class of the system that contains MathML or the source. */
function fromMarkup(element: HtmlElement): Formula | null {
  if (element.attributes.length === 0) return null
  const source =
    attribute(element, 'data-tex') ?? attribute(element, 'data-latex') ?? attribute(element, 'data-math')
  const classes = attribute(element, 'class') ?? ''
  if (source !== null && source !== '')
    return formula(source, /display|block/.test(classes) || element.name === 'div')
  if (!/(?:^|\s)(?:katex|katex-display|mwe-math-element|MathJax)(?:\s|$)/.test(classes)) return null
  const math = elementsOf(element).find((inner) => inner.name === 'math')
  const inner = math === undefined ? null : fromMathMl(math)
  return inner === null ? null : { ...inner, display: inner.display || /katex-display/.test(classes) }
}

function fromMathMl(math: HtmlElement): Formula | null {
  const display = attribute(math, 'display') === 'block'
  for (const element of elementsOf(math)) {
    if (element.name === 'annotation' && /tex/i.test(attribute(element, 'encoding') ?? ''))
      return formula(rawText(element), display)
  }
  const given = attribute(math, 'alttext') ?? attribute(math, 'data-latex')
  if (given !== null && given !== '') return formula(given, display)
  return formula(texOf(math), display)
}

function formula(source: string, display: boolean): Formula | null {
  const all = source.trim()
  const styled = /^\{\\displaystyle\s/.test(all)
  const tex = (styled ? all.slice('{\\displaystyle'.length).replace(/\}$/, '') : all)
    .replace(/^\s*%[^\n]*\n/, '')
    .replace(/\s+/g, withoutBlankLines)
    .trim()
  return tex === '' ? null : { tex: notMarkdown(tex), display }
}

/** Spelled so that a reader without formula support sees text: TeX takes a blank anywhere, and `\lq` for a backtick. */
const notMarkdown = (tex: string): string =>
  tex
    .replace(/<(?=[a-zA-Z/!?])/g, '< ')
    .replace(/\](?=[([:])/g, '] ')
    .replaceAll('`', '\\lq ')
    .replaceAll('~~', '~ ~')
    .replaceAll('~~', '~ ~')

/** For white space: from its last line end on, if it contains more than one. */
const withoutBlankLines = (space: string): string =>
  space.slice(0, space.indexOf('\n') + 1) + space.slice(space.lastIndexOf('\n') + 1)
