// The states and provinces of countries: their names and the codes that people write instead (`BC`).
import STATES from '@fragaria/address-formatter/src/templates/state-codes.json' with { type: 'json' }
import { fieldsOf, ownValue } from '#kit/unknown-values.ts'
import { searchFold } from '#kit/text/search-text.ts'

/** A part of a country that addresses name. */
export interface State {
  /** In the language of the country, where that is one: `Bayern`. */
  readonly name: string
  /** As in addresses, most often that of ISO 3166-2 without the country: `BC`. */
  readonly code: string
}

const byCountry = new Map<string, ReadonlyMap<string, State>>()

/** The state of `country` (ISO 3166-1 alpha-2) that a code or a name in any of its languages means; null for none. */
export function stateNamed(country: string, text: string): State | null {
  return statesOf(country).get(searchFold(text)) ?? null
}

function statesOf(country: string): ReadonlyMap<string, State> {
  const known = byCountry.get(country)
  if (known !== undefined) return known
  const states = new Map<string, State>()
  const rows: readonly unknown[] = ownValue<readonly unknown[]>(STATES, country) ?? []
  // Names before codes: a code of one state may be the name of another.
  const read = rows.flatMap((row) => {
    const { name, key } = fieldsOf(row)
    const names = typeof name === 'string' ? [name] : Object.values(fieldsOf(name))
    const texts = names.filter((one) => typeof one === 'string')
    const [first] = texts
    return first === undefined || typeof key !== 'string'
      ? []
      : [{ state: { name: first, code: key }, texts }]
  })
  for (const { state } of read) states.set(searchFold(state.code), state)
  for (const { state, texts } of read) for (const text of texts) states.set(searchFold(text), state)
  byCountry.set(country, states)
  return states
}
