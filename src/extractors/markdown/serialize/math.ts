// Formulas: the TeX that a page carries beside its rendering, or TeX made from its MathML.
import { attribute, elementsOf, lineText, rawText, type HtmlElement } from '#extract/html/html-node.ts'

export interface Formula {
  readonly tex: string
  /** On a line of its own. */
  readonly display: boolean
}

/** The formula an element stands for, or null where it is no formula. The element's other content is its rendering. */
export function formulaOf(element: HtmlElement): Formula | null {
  switch (element.name) {
    case 'math':
      return fromMathMl(element)
    case 'script': {
      const type = attribute(element, 'type') ?? ''
      return /^math\/tex/i.test(type) ? formula(rawScript(element), /mode\s*=\s*display/i.test(type)) : null
    }
    case 'mjx-container': {
      const math = [...elementsOf(element)].find((inner) => inner.name === 'math')
      if (math === undefined) return null
      const inner = fromMathMl(math)
      return inner === null
        ? null
        : { ...inner, display: inner.display || attribute(element, 'display') === 'true' }
    }
    case 'img':
      return /(?:^|[\s_-])(?:latex|tex|math)(?:$|[\s_-])/i.test(attribute(element, 'class') ?? '') &&
        /[\\^_={}]/.test(attribute(element, 'alt') ?? '')
        ? formula(attribute(element, 'alt') ?? '', false)
        : null
    default:
      return fromMarkup(element)
  }
}

/** What MathJax 2 draws for a formula in a script. */
export function isDrawnFormula(element: HtmlElement): boolean {
  return /(?:^|\s)MathJax(?:_|\s|$)/.test(attribute(element, 'class') ?? '')
}

/** KaTeX and its kin: a span or div whose class is the system's and which holds MathML or carries the source. */
function fromMarkup(element: HtmlElement): Formula | null {
  const source =
    attribute(element, 'data-tex') ?? attribute(element, 'data-latex') ?? attribute(element, 'data-math')
  const classes = attribute(element, 'class') ?? ''
  if (source !== null && source !== '')
    return formula(source, /display|block/.test(classes) || element.name === 'div')
  if (!/(?:^|\s)(?:katex|katex-display|mwe-math-element|MathJax)(?:\s|$)/.test(classes)) return null
  const math = [...elementsOf(element)].find((inner) => inner.name === 'math')
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
  const tex = source
    .replace(/^\s*\{?\\displaystyle\s+([\s\S]*?)\}?\s*$/, (whole: string, inner: string) =>
      whole.trimStart().startsWith('{') ? inner : whole,
    )
    .replace(/^\s*%[^\n]*\n/, '')
    .replace(/\n\s*\n/g, '\n')
    .trim()
  return tex === '' ? null : { tex, display }
}

const rawScript = (element: HtmlElement): string =>
  element.children.map((child) => (child.kind === 'text' ? child.text : '')).join('')

const OPERATORS: Readonly<Record<string, string>> = {
  '±': '\\pm ',
  '×': '\\times ',
  '÷': '\\div ',
  '⋅': '\\cdot ',
  '≤': '\\leq ',
  '≥': '\\geq ',
  '≠': '\\neq ',
  '≈': '\\approx ',
  '∞': '\\infty ',
  '∑': '\\sum ',
  '∏': '\\prod ',
  '∫': '\\int ',
  '→': '\\to ',
  '∈': '\\in ',
  '∂': '\\partial ',
  '−': '-',
  '{': '\\{',
  '}': '\\}',
  '\u2062': '',
  '\u2061': '',
  '\u2063': '',
  '∇': '\\nabla ',
  '…': '\\ldots ',
  '⋯': '\\cdots ',
}

/** TeX for the parts of MathML that formulas on pages use; unknown elements give their text. */
function texOf(element: HtmlElement): string {
  const parts = element.children.filter((child): child is HtmlElement => child.kind === 'element')
  const all = (): string => parts.map(texOf).join(' ')
  const part = (at: number): string => {
    const child = parts[at]
    return child === undefined ? '' : texOf(child)
  }
  switch (element.name) {
    case 'mi':
    case 'mn':
    case 'mo': {
      const text = lineText(element)
      return (
        OPERATORS[text] ??
        (element.name === 'mi' && /^[a-z]{2,}$/i.test(text) ? `\\operatorname{${text}}` : text)
      )
    }
    case 'mtext':
      return lineText(element) === '' ? '' : `\\text{${lineText(element)}}`
    case 'mspace':
      return ' '
    case 'mfrac':
      return `\\frac{${part(0)}}{${part(1)}}`
    case 'msqrt':
      return `\\sqrt{${all()}}`
    case 'mroot':
      return `\\sqrt[${part(1)}]{${part(0)}}`
    case 'msup':
    case 'mover':
      return `{${part(0)}}^{${part(1)}}`
    case 'msub':
    case 'munder':
      return `{${part(0)}}_{${part(1)}}`
    case 'msubsup':
    case 'munderover':
      return `{${part(0)}}_{${part(1)}}^{${part(2)}}`
    case 'mtable':
      return `\\begin{matrix}${parts.map(texOf).join(' \\\\ ')}\\end{matrix}`
    case 'mtr':
      return parts.map(texOf).join(' & ')
    case 'annotation':
    case 'annotation-xml':
      return ''
    default:
      return parts.length > 0 ? all() : lineText(element)
  }
}
