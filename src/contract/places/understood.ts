// How a query was understood: what is looked for, what was corrected, what has no effect, what would find more.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'

const Labelled = Type.Object({ id: Type.String(), label: Type.String() })

/** A part of every answer to a query. */
export const Understood = Type.Object(
  {
    kind: Words(['all', 'category', 'text'], {
      description:
        '`all`: every place; `category`: places of some kinds; `text`: places by name, address or brand.',
    }),
    categories: Type.Array(Labelled, {
      description: 'Kinds, any of which will do. `cuisine/…` and `sport/…` narrow the others down.',
    }),
    qualifiers: Type.Array(Labelled, {
      description: 'Conditions, all of which hold: `vegan`, `wheelchair`, `stars/5`.',
    }),
    names: Type.Array(Type.String(), {
      description: 'Words that are looked for in names, addresses and brands.',
    }),
    location: Nullable(
      Type.Object(
        {
          text: Type.String(),
          isCertain: Type.Boolean({
            description: 'False: it may as well be a part of a name, and places of that name are found too.',
          }),
        },
        { description: 'The words that say where; null: none do.' },
      ),
    ),
    corrections: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
      description: 'Words that were read as others.',
    }),
    ignored: Type.Array(
      Type.Object({
        text: Type.String(),
        reason: Words(['ranking', 'time', 'location', 'filler', 'not_recorded']),
      }),
      { description: 'Words that change nothing of what is found: `best`, `open now`, `near me`.' },
    ),
    suggestions: Type.Array(
      Type.Object({
        query: Type.String(),
        count: Nullable(
          Type.Integer({ minimum: 0, description: 'Places it finds in the same area; null: not counted.' }),
        ),
      }),
      { description: 'Where nothing was found: queries that ask for more.' },
    ),
  },
  { description: 'How the query was understood.' },
)
export type Understood = Static<typeof Understood>
