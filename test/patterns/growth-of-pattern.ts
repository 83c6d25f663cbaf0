// Says how a regular expression can need more than linear time, by its structure: no run, no clock, no luck.
import { RegExpParser, type AST } from '@eslint-community/regexpp'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'

const OPTIONS = { assertions: 'ignore', backreferences: 'disable' } as const
type Branch = AST.Element | AST.Alternative

/**
 * Sentences, one for each cause; empty when the time is linear in the length of the text.
 *
 * scslre finds quantifiers that exchange text with each other or with themselves, and those where the search restarts
 * at each character they consumed. Two causes that it does not check are added here: a start of several characters
 * (`<!--[^]*?-->` on many `<!--` and no end), and a look-behind without bound.
 */
export function growthOfPattern(source: string, flags: string): string[] {
  const { reports } = analyse(new RegExp(source, flags), {
    reportTypes: { Move: true, Self: true, Trade: true },
  })
  const found = reports.map((report) =>
    report.type === 'Trade'
      ? `${report.startQuant.raw} and ${report.endQuant.raw} trade`
      : `${report.quant.raw} ${report.type === 'Move' ? 'is started over' : 'trades with itself'}`,
  )
  if (flags.includes('y')) return found
  const ast = new RegExpParser().parseLiteral(String(new RegExp(source, flags)))
  const parser = JS.Parser.fromAst(ast)
  for (const quantifier of unboundedIn(ast.pattern)) {
    const { before, after, anchored, behind } = surroundings(quantifier)
    if (behind) found.push(`${quantifier.raw} looks behind without bound`)
    else if (
      (!anchored || (flags.includes('m') && takesLineEnds(parser, quantifier.element))) &&
      after.some(canFail) &&
      holds(parser, quantifier.element, before)
    ) {
      found.push(`${quantifier.raw} takes what begins it`)
    }
  }
  return [...new Set(found)]
}

function* unboundedIn(node: AST.Pattern | Branch): Generator<AST.Quantifier> {
  if (node.type === 'Quantifier') {
    if (node.max === Infinity) yield node
    yield* unboundedIn(node.element)
  } else if ('alternatives' in node) {
    for (const alternative of node.alternatives)
      if ('elements' in alternative) yield* unboundedIn(alternative)
  } else if (node.type === 'Alternative') {
    for (const element of node.elements) yield* unboundedIn(element)
  }
}

/** The parts before and after a quantifier through its enclosing groups, in the order of the text. */
function surroundings(quantifier: AST.Quantifier) {
  const before: AST.Element[] = []
  const after: AST.Element[] = []
  let anchored = false
  let behind = false
  let node: AST.Node = quantifier
  while (node.parent !== null) {
    const child: AST.Node = node
    const parent: AST.Node = node.parent
    node = parent
    if (parent.type === 'Assertion' && parent.kind === 'lookbehind') behind = true
    if (parent.type !== 'Alternative') continue
    const at = parent.elements.findIndex((element) => element === child)
    before.unshift(...parent.elements.slice(0, at))
    after.push(...parent.elements.slice(at + 1))
    anchored ||= before.some((element) => element.type === 'Assertion' && element.kind === 'start')
  }
  return { before, after, anchored, behind }
}

/** Whether the match may end here: what follows an optional part can always be left out. */
function canFail(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min > 0 && canFail(element.element)
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return !element.alternatives.some((alternative) => !alternative.elements.some(canFail))
  }
  return true
}

/** With the flag `m` a search starts over at each line. */
function takesLineEnds(parser: JS.Parser, element: AST.QuantifiableElement): boolean {
  const { expression, maxCharacter } = parser.parseElement(element, OPTIONS)
  const lineEnd = NFA.all({ maxCharacter })
  lineEnd.append(NFA.fromWords([[0x0a]], { maxCharacter }))
  lineEnd.append(NFA.all({ maxCharacter }))
  return !isDisjointWith(NFA.fromRegex(expression, { maxCharacter }), lineEnd)
}

/** Whether repetitions of `element` can hold what `before` matches: then each such place starts the search over. */
function holds(parser: JS.Parser, element: AST.QuantifiableElement, before: readonly AST.Element[]): boolean {
  const parsed = parser.parseElement(element, OPTIONS)
  const { maxCharacter } = parsed
  const repeated = NFA.fromRegex(parsed.expression, { maxCharacter })
  repeated.quantify(0, Infinity)
  const within = NFA.all({ maxCharacter })
  for (const each of before) {
    const start = NFA.empty({ maxCharacter })
    for (const part of waysThrough(each)) {
      start.union(NFA.fromRegex(parser.parseElement(part, OPTIONS).expression, { maxCharacter }))
    }
    if (!start.isEmpty) within.append(start)
  }
  within.append(NFA.all({ maxCharacter }))
  return !isDisjointWith(repeated, within)
}

/** The alternatives that a search can start over with; the start of the text is there once only. */
function waysThrough(element: AST.Element): Branch[] {
  const isBehind = element.type === 'Assertion' && element.kind === 'lookbehind' && !element.negate
  if (!isBehind && element.type !== 'Group' && element.type !== 'CapturingGroup')
    return element.type === 'Assertion' ? [] : [element]
  return element.alternatives.filter(
    ({ elements: [first] }) => first?.type !== 'Assertion' || first.kind !== 'start',
  )
}
