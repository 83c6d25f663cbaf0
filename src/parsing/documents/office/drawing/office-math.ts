// TeX for the formulas of office documents (OMML, ECMA-376 part 1, 22.1).
import { ownValue } from '#kit/unknown-values.ts'
import { type XmlElement, xmlText } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, nameOf } from '#parsing/xml/xml-tree.ts'

const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '± pm|× times|÷ div|⋅ cdot|∗ ast|≤ leq|≥ geq|≠ neq|≈ approx|≡ equiv|∼ sim|∝ propto|∞ infty|∑ sum|∏ prod|∫ int|∮ oint|' +
    '→ to|← leftarrow|⇒ Rightarrow|⇔ Leftrightarrow|∈ in|∉ notin|⊂ subset|⊆ subseteq|∪ cup|∩ cap|⋃ bigcup|⋂ bigcap|∅ emptyset|∀ forall|' +
    '∃ exists|¬ neg|∧ wedge|∨ vee|∂ partial|∇ nabla|… ldots|⋯ cdots|√ surd|∓ mp|° circ|ℏ hbar|' +
    'α alpha|β beta|γ gamma|δ delta|ε varepsilon|ϵ epsilon|ζ zeta|η eta|θ theta|ι iota|κ kappa|λ lambda|μ mu|ν nu|ξ xi|' +
    'π pi|ρ rho|σ sigma|τ tau|υ upsilon|φ varphi|ϕ phi|χ chi|ψ psi|ω omega|Γ Gamma|Δ Delta|Θ Theta|Λ Lambda|Ξ Xi|Π Pi|' +
    'Σ Sigma|Υ Upsilon|Φ Phi|Ψ Psi|Ω Omega'
  )
    .split('|')
    .map((entry) => entry.split(' '))
    .map(([sign = '', command = '']) => [sign, `\\${command} `]),
)
const FUNCTIONS = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lim sup inf max min det exp'.split(' '),
)
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u20d7': 'vec',
}
const BRACKETS: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '': '.',
}

/** The formula of an `oMath` element, on one line; '' for an empty one. */
export function officeMath(element: XmlElement): string {
  return partsOf(element)
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[}^_)])/g, '')
    .trim()
}

const partsOf = (element: XmlElement | null): string => elementsIn(element).map(partOf).join('')

const inner = (element: XmlElement, name: string): string => partsOf(at(element, name)).trim()

function partOf(element: XmlElement): string {
  const e = (): string => inner(element, 'e')
  switch (nameOf(element)) {
    case 'r':
      return signs(
        elementsIn(element, 't')
          .map((text) => xmlText(text))
          .join(''),
      )
    case 'f': {
      const kind = attr(at(element, 'fPr', 'type'), 'val')
      const [over, under] = [inner(element, 'num'), inner(element, 'den')]
      return kind === 'noBar' ? `\\genfrac{}{}{0pt}{}{${over}}{${under}}` : `\\frac{${over}}{${under}}`
    }
    case 'sSup':
      return `${e()}^{${inner(element, 'sup')}}`
    case 'sSub':
      return `${e()}_{${inner(element, 'sub')}}`
    case 'sSubSup':
      return `${e()}_{${inner(element, 'sub')}}^{${inner(element, 'sup')}}`
    case 'sPre':
      return `{}_{${inner(element, 'sub')}}^{${inner(element, 'sup')}}${e()}`
    case 'rad': {
      const degree = inner(element, 'deg')
      return degree === '' ? `\\sqrt{${e()}}` : `\\sqrt[${degree}]{${e()}}`
    }
    case 'nary': {
      const sign = attr(at(element, 'naryPr', 'chr'), 'val') ?? '∫'
      const [sub, sup] = [inner(element, 'sub'), inner(element, 'sup')]
      const limits = `${sub === '' ? '' : `_{${sub}}`}${sup === '' ? '' : `^{${sup}}`}`
      return `${(ownValue(SIGNS, sign) ?? sign).trim()}${limits}${limits === '' ? ' ' : ''}${e()}`
    }
    case 'd': {
      const begin = attr(at(element, 'dPr', 'begChr'), 'val') ?? '('
      const end = attr(at(element, 'dPr', 'endChr'), 'val') ?? ')'
      const parts = elementsIn(element, 'e').map((part) => partsOf(part).trim())
      return `\\left${ownValue(BRACKETS, begin) ?? begin}${parts.join('|')}\\right${ownValue(BRACKETS, end) ?? end}`
    }
    case 'func': {
      const name = inner(element, 'fName')
      return `${FUNCTIONS.has(name) ? `\\${name}` : name}(${e().replace(/^\\left\(([\s\S]*)\\right\)$/, '$1')})`
    }
    case 'limLow':
      return `${e()}_{${inner(element, 'lim')}}`
    case 'limUpp':
      return `${e()}^{${inner(element, 'lim')}}`
    case 'acc': {
      const accent = ownValue(ACCENTS, attr(at(element, 'accPr', 'chr'), 'val') ?? '\u0302') ?? 'hat'
      return `\\${accent}{${e()}}`
    }
    case 'bar':
      return attr(at(element, 'barPr', 'pos'), 'val') === 'top' ? `\\overline{${e()}}` : `\\underline{${e()}}`
    case 'm': {
      const rows = elementsIn(element, 'mr').map((row) =>
        elementsIn(row, 'e')
          .map((cell) => partsOf(cell).trim())
          .join(' & '),
      )
      return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`
    }
    case 'eqArr': {
      const rows = elementsIn(element, 'e').map((row) => partsOf(row).trim())
      return rows.length === 1 ? rows.join('') : `\\begin{aligned}${rows.join(' \\\\ ')}\\end{aligned}`
    }
    case 'groupChr':
      return `\\underbrace{${e()}}`
    default:
      return nameOf(element).endsWith('Pr') ? '' : partsOf(element)
  }
}

const signs = (text: string): string =>
  Array.from(text)
    .map((sign) => (sign in SIGNS ? ` ${SIGNS[sign]}` : sign === '%' || sign === '#' ? `\\${sign}` : sign))
    .join('')
