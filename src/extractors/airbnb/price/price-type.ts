// The price of a stay, as it is shown.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'

/** A decimal number as text. */
export const Amount = Type.String({ pattern: '^-?\\d+(\\.\\d+)?$', examples: ['1354.50'] })

/** Of one stay. */
export const StayPrice = Type.Object({
  currency: Nullable(Type.String({ description: 'ISO 4217; null where the page does not tell it.' })),
  perNight: Nullable(Amount),
  perNightFrom: Nullable(
    Words(['shown', 'breakdown', 'average'], {
      description:
        'Where `perNight` is from: shown as such, the rate in the breakdown, or `total` shared by the nights, which includes fees.',
    }),
  ),
  total: Nullable(Amount),
  nights: Nullable(Type.Integer({ minimum: 1 })),
  lines: Type.Array(
    Type.Object({
      label: Type.String(),
      amount: Nullable(Type.String({ description: 'Negative for a discount; null where it is no number.' })),
    }),
    { description: 'The breakdown as it is shown.' },
  ),
  discount: Nullable(Type.String({ description: 'What was taken off; a positive decimal number.' })),
  original: Nullable(Type.String({ description: 'The price before the discount, for the same time.' })),
  shown: Type.Object(
    {
      text: Nullable(Type.String({ description: 'As it is shown or read out.' })),
      amount: Nullable(Amount),
      per: Nullable(Words(['night', 'stay', 'month'])),
    },
    { description: 'The main line of the price.' },
  ),
})
export type StayPrice = Static<typeof StayPrice>

/** Why there is no price. */
export const PriceReason = Words(['dates_required', 'unavailable', 'not_on_page'], {
  description:
    '`dates_required`: there is no price without dates. `unavailable`: not to be had for these dates and guests. ' +
    '`not_on_page`: the page was sent without it; a browser may show it.',
})
export type PriceReason = Static<typeof PriceReason>
