// TeX for MathML: the elements and signs that formulas on pages use.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { ownValue } from '#kit/unknown-values.ts'

/** Signs that have a command; a blank behind it keeps it apart from a letter. */
const COMMANDS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '± pm|× times|÷ div|⋅ cdot|∗ ast|≤ leq|≥ geq|≠ neq|≈ approx|≡ equiv|∼ sim|∝ propto|∞ infty|∑ sum|∏ prod|∫ int|∮ oint|' +
    '→ to|← leftarrow|⇒ Rightarrow|⇔ Leftrightarrow|↦ mapsto|∈ in|∉ notin|⊂ subset|⊆ subseteq|∪ cup|∩ cap|∅ emptyset|' +
    '∀ forall|∃ exists|¬ neg|∧ wedge|∨ vee|∂ partial|∇ nabla|… ldots|⋯ cdots|⋮ vdots|√ surd|⟨ langle|⟩ rangle|‖ Vert|° circ|' +
    'α alpha|β beta|γ gamma|δ delta|ε varepsilon|ϵ epsilon|ζ zeta|η eta|θ theta|ϑ vartheta|ι iota|κ kappa|λ lambda|μ mu|ν nu|' +
    'ξ xi|π pi|ρ rho|σ sigma|ς varsigma|τ tau|υ upsilon|φ varphi|ϕ phi|χ chi|ψ psi|ω omega|Γ Gamma|Δ Delta|Θ Theta|Λ Lambda|' +
    'Ξ Xi|Π Pi|Σ Sigma|Υ Upsilon|Φ Phi|Ψ Psi|Ω Omega|ℝ mathbb{R}|ℂ mathbb{C}|ℕ mathbb{N}|ℤ mathbb{Z}|ℚ mathbb{Q}|ℏ hbar|ℓ ell'
  )
    .split('|')
    .map((entry) => entry.split(' '))
    .map(([sign = '', command = '']) => [sign, `\\${command}`]),
)
const PLAIN: Readonly<Record<string, string>> = {
  '−': '-',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  // Signs that are not seen: function application, times, comma, plus.
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u2064': '',
}
/** Names that TeX defines, so that they are set upright. */
const FUNCTIONS = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim limsup liminf sup inf max min det dim ker gcd arg deg Pr'.split(
    ' ',
  ),
)
/** Signs over a letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  '^': 'hat',
  ˆ: 'hat',
  '¯': 'bar',
  '‾': 'overline',
  '→': 'vec',
  '⃗': 'vec',
  '~': 'tilde',
  '˜': 'tilde',
  '˙': 'dot',
  '¨': 'ddot',
  '⏞': 'overbrace',
}
const UNDER_ACCENTS: Readonly<Record<string, string>> = { _: 'underline', '̲': 'underline', '⏟': 'underbrace' }
const VARIANTS: Readonly<Record<string, string>> = {
  bold: 'mathbf',
  'bold-italic': 'boldsymbol',
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
}

/** The TeX of a `math` element or of a part of one; an unknown element gives what it holds. */
export function texOf(element: HtmlElement): string {
  const parts = element.children.filter((child): child is HtmlElement => child.kind === 'element')
  const all = (): string =>
    parts
      .map(texOf)
      .filter((part) => part !== '')
      .join(' ')
  const part = (at: number): string => {
    const child = parts[at]
    return child === undefined ? '' : texOf(child)
  }
  switch (element.name) {
    case 'mi':
    case 'mn':
    case 'mo':
      return token(element)
    case 'mtext':
      return lineText(element) === '' ? '' : `\\text{${lineText(element)}}`
    case 'ms':
      return `\\text{"${lineText(element)}"}`
    case 'mspace':
      return ''
    case 'mfrac':
      return /^0(?:\.0+)?[a-z%]*$/.test(attribute(element, 'linethickness')?.trim() ?? '1')
        ? `\\genfrac{}{}{0pt}{}{${part(0)}}{${part(1)}}`
        : `\\frac{${part(0)}}{${part(1)}}`
    case 'msqrt':
      return `\\sqrt{${all()}}`
    case 'mroot':
      return `\\sqrt[${part(1)}]{${part(0)}}`
    case 'msup':
      return `${base(part(0))}^{${part(1)}}`
    case 'msub':
      return `${base(part(0))}_{${part(1)}}`
    case 'msubsup':
    case 'munderover':
      return `${base(part(0))}_{${part(1)}}^{${part(2)}}`
    case 'mover':
      return over(part(0), parts[1], ACCENTS, '^')
    case 'munder':
      return over(part(0), parts[1], UNDER_ACCENTS, '_')
    case 'mfenced':
      return fenced(element, parts)
    case 'mtable':
      return table(element, parts)
    case 'mtr':
    case 'mlabeledtr':
      return parts.map(texOf).join(' & ')
    case 'annotation':
    case 'annotation-xml':
      return ''
    default:
      return parts.length > 0 ? all() : lineText(element)
  }
}

function token(element: HtmlElement): string {
  const text = lineText(element)
  const known = ownValue(PLAIN, text) ?? ownValue(COMMANDS, text)
  if (known !== undefined) return known
  const variant = ownValue(VARIANTS, attribute(element, 'mathvariant') ?? '')
  if (variant !== undefined) return `\\${variant}{${text}}`
  if (element.name !== 'mn' && FUNCTIONS.has(text)) return `\\${text}`
  return element.name === 'mi' && /^[a-z]{2,}$/i.test(text) ? `\\operatorname{${text}}` : text
}

/** One letter, digit or command needs no braces to carry an index. */
const base = (tex: string): string =>
  /^(?:[\p{L}\p{N})\]|]|\\[a-zA-Z]+(?:\{[^{}]*\})?)$/u.test(tex) ? tex : `{${tex}}`

function over(
  tex: string,
  sign: HtmlElement | undefined,
  accents: Readonly<Record<string, string>>,
  index: '^' | '_',
): string {
  const accent = sign === undefined ? undefined : ownValue(accents, lineText(sign))
  if (accent !== undefined) return `\\${accent}{${tex}}`
  const above = sign === undefined ? '' : texOf(sign)
  // An operator carries its limits; anything else has them set over or under it.
  if (/^\\(?:sum|prod|int|oint|lim|limsup|liminf|max|min|sup|inf|det|gcd|operatorname\{\w+\})$/.test(tex))
    return `${tex}${index}{${above}}`
  return `\\${index === '^' ? 'overset' : 'underset'}{${above}}{${tex}}`
}

function fenced(element: HtmlElement, parts: readonly HtmlElement[]): string {
  const separators = (attribute(element, 'separators') ?? ',').replace(/\s+/g, '')
  const inner = parts
    .map(
      (part, at) => (at === 0 ? '' : (separators[Math.min(at, separators.length) - 1] ?? '')) + texOf(part),
    )
    .join('')
  const open = attribute(element, 'open') ?? '('
  const close = attribute(element, 'close') ?? ')'
  return `\\left${ownValue(PLAIN, open) ?? (open === '' ? '.' : open)}${inner}\\right${ownValue(PLAIN, close) ?? (close === '' ? '.' : close)}`
}

function table(element: HtmlElement, rows: readonly HtmlElement[]): string {
  const aligned = /^\s*right\s+left/.test(attribute(element, 'columnalign') ?? '')
  const kind = aligned ? 'aligned' : 'matrix'
  return `\\begin{${kind}}${rows.map(texOf).join(' \\\\ ')}\\end{${kind}}`
}
