// Checks the rules of a caller and makes their selectors, paths and regular expressions ready.
import type { FieldProblem } from '#contract/problem.ts'
import { extractError } from '#extract/errors.ts'
import { parseSelector, SelectorError, type Selector } from '#parsing/html/css-selector.ts'
import { compileJsonPath, JsonPathError, type JsonPath } from '#extractors/json/expressions/json-path.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import {
  PatternError,
  type PatternCompiler,
  type UserPattern,
  WorkLimitError,
} from '#extractors/json/expressions/user-pattern.ts'
import type { RuleInput, RuleType } from './rule-input.ts'

/** A rule whose selector, path and pattern are ready. */
export interface Rule {
  readonly name: string
  /** How the caller reaches it, for errors and provenance. */
  readonly pointer: string
  readonly selector: { readonly text: string; readonly parsed: Selector } | null
  readonly jsonPath: JsonPath | null
  readonly attr: string | null
  readonly type: RuleType
  readonly multiple: boolean
  readonly regex: UserPattern | null
  /** Null for a rule whose matches are values. */
  readonly fields: readonly Rule[] | null
}

const MAX_RULES = 200

/** Throws `validation_failed` with a pointer to each rule that cannot be used. */
export function compileRules(
  rules: Readonly<Record<string, RuleInput>>,
  patterns: PatternCompiler,
): readonly Rule[] {
  const problems: FieldProblem[] = []
  let count = 0
  const tried = <T>(pointer: string, code: string, compile: () => T): T | null => {
    try {
      return compile()
    } catch (error) {
      const isCallers =
        error instanceof SelectorError ||
        error instanceof JsonPathError ||
        error instanceof PatternError ||
        error instanceof WorkLimitError
      if (!isCallers) throw error
      problems.push({ pointer, code, detail: error.message })
      return null
    }
  }
  const level = (
    given: Readonly<Record<string, RuleInput>>,
    above: string,
    parent: RuleInput | null,
  ): Rule[] =>
    Object.entries(given).map(([name, rule]) => {
      count += 1
      const pointer = above + pointerStep(name)
      const { selector, jsonPath, regex, fields, attr = null, type = 'string', multiple = false } = rule
      checkShape(rule, parent, pointer, problems)
      return {
        name,
        pointer,
        selector:
          selector === undefined
            ? null
            : tried(`${pointer}/selector`, 'selector', () => ({
                text: selector,
                parsed: parseSelector(selector),
              })),
        jsonPath:
          jsonPath === undefined
            ? null
            : tried(`${pointer}/jsonPath`, 'json_path', () => compileJsonPath(jsonPath, patterns)),
        attr: attr === null ? null : attr.toLowerCase(),
        type,
        multiple,
        regex: regex === undefined ? null : tried(`${pointer}/regex`, 'regex', () => patterns.compile(regex)),
        fields: fields === undefined ? null : level(fields, `${pointer}/fields`, rule),
      }
    })
  const compiled = level(rules, '/rules', null)
  if (count > MAX_RULES) {
    problems.push({
      pointer: '/rules',
      code: 'too_many',
      detail: `There are at most ${MAX_RULES} rules, all levels together.`,
    })
  }
  if (problems.length > 0) {
    throw extractError('validation_failed', `A rule cannot be used: ${problems[0]?.detail ?? ''}`, {
      errors: problems.slice(0, 20),
    })
  }
  return compiled
}

function checkShape(
  rule: RuleInput,
  parent: RuleInput | null,
  pointer: string,
  problems: FieldProblem[],
): void {
  const { selector, jsonPath, attr, regex, type, fields } = rule
  const refuse = (where: string, detail: string): void => {
    problems.push({ pointer: pointer + where, code: 'rule', detail })
  }
  if (selector !== undefined && jsonPath !== undefined)
    refuse('', 'A rule has a selector or a jsonPath, not both.')
  if (parent === null && selector === undefined && jsonPath === undefined)
    refuse('', 'A rule needs a selector or a jsonPath.')
  if (jsonPath !== undefined && attr !== undefined) refuse('/attr', 'Only elements have attributes.')
  if (parent !== null && parent.jsonPath !== undefined && (selector !== undefined || attr !== undefined))
    refuse('', 'Below a jsonPath only a jsonPath can look further.')
  if (parent !== null && parent.jsonPath === undefined && jsonPath !== undefined)
    refuse('/jsonPath', 'Below a selector only a selector can look further.')
  if (fields !== undefined && (attr !== undefined || regex !== undefined || type !== undefined))
    refuse('/fields', 'A rule with fields makes objects; attr, regex and type belong to the fields.')
}
