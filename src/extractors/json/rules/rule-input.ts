// Rules as callers write them: pure data, nothing in them is ever run.
import { Type, type TProperties } from 'typebox'
import { Words } from '#contract/schema.ts'

/** What the text at a place can be made into. */
export const RULE_TYPES = ['string', 'number', 'integer', 'boolean', 'date', 'url'] as const
/** One of `RULE_TYPES`. */
export type RuleType = (typeof RULE_TYPES)[number]

/** One rule; either `selector` or `jsonPath` says where, `fields` makes an object of it. */
export interface RuleInput {
  readonly selector?: string
  readonly jsonPath?: string
  readonly attr?: string
  readonly type?: RuleType
  readonly multiple?: boolean
  readonly regex?: string
  readonly fields?: Readonly<Record<string, RuleInput>>
}

const MAX_FIELDS = 100

const own: TProperties = {
  selector: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'CSS; inside `fields` it looks below the item, and without it the item itself is taken.',
    }),
  ),
  jsonPath: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'RFC 9535 over `found`, over the document where the target is data, over the item inside `fields`.',
    }),
  ),
  attr: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'The attribute to take instead of the text.' }),
  ),
  type: Type.Optional(
    // No default: it would also be filled in for rules with `fields`, which have no type.
    Words(RULE_TYPES, {
      description:
        '`string` where absent. `url` takes href or src and makes it absolute; `date` is RFC 3339 or a bare date.',
    }),
  ),
  multiple: Type.Optional(
    Type.Boolean({ default: false, description: 'All matches as a list, not just the first.' }),
  ),
  regex: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'RE2; the first group, or without groups the whole match, is the value.',
    }),
  ),
}

/** Rules by field, with rules for the fields of items below them, three levels in all. */
export const RulesInput = levelsOf(3)

function levelsOf(levels: number): ReturnType<typeof recordOf> {
  return recordOf(
    levels === 1
      ? own
      : {
          ...own,
          fields: Type.Optional({
            ...levelsOf(levels - 1),
            description: 'Makes an object of each match, with these fields.',
          }),
        },
  )
}

function recordOf(properties: TProperties) {
  return Type.Record(
    Type.String({ minLength: 1, maxLength: 100 }),
    Type.Object(properties, { additionalProperties: false }),
    { maxProperties: MAX_FIELDS },
  )
}
