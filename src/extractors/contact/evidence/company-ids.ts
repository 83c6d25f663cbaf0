// Numbers of companies: VAT and registers, checked by their check digits where they have some.
import type { ContactPage } from './contact-page.ts'
import { contextOf, createSightings, type Evidence } from './evidence.ts'

export interface CompanyId {
  readonly kind: 'vat' | 'register' | 'tax'
  readonly value: string
  /** ISO 3166-1; null where the number does not tell. */
  readonly country: string | null
  /** Whether the check digits were computed; false: the number has none that are known here. */
  readonly checked: boolean
}

const digitsOf = (text: string): number[] => Array.from(text, Number)
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0)
const luhn = (text: string): boolean =>
  digitsOf(text)
    .toReversed()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit), 0) %
    10 ===
  0

/** ISO 7064 MOD 11,10. */
function mod11of10(text: string): boolean {
  let product = 10
  for (const digit of digitsOf(text.slice(0, -1))) {
    const sum = (digit + product) % 10
    product = (2 * (sum === 0 ? 10 : sum)) % 11
  }
  return (11 - product) % 10 === Number(text.at(-1))
}

/** By the two letters; the number stands without them. */
const VAT: Readonly<Record<string, { readonly form: RegExp; readonly check?: (number: string) => boolean }>> =
  {
    AT: {
      form: /^U\d{8}$/,
      check: (n) => {
        const d = digitsOf(n.slice(1))
        const s =
          [0, 2, 4, 6].reduce((sum, at) => sum + (d[at] ?? 0), 0) +
          [1, 3, 5].reduce(
            (sum, at) => sum + (((d[at] ?? 0) * 2) % 10) + Math.floor(((d[at] ?? 0) * 2) / 10),
            0,
          )
        return (10 - ((s + 4) % 10)) % 10 === d[7]
      },
    },
    BE: { form: /^[01]\d{9}$/, check: (n) => 97 - (Number(n.slice(0, 8)) % 97) === Number(n.slice(8)) },
    CHE: {
      form: /^\d{9}$/,
      check: (n) => (11 - (weighted(n, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(n[8]),
    },
    DE: { form: /^[1-9]\d{8}$/, check: mod11of10 },
    DK: { form: /^[1-9]\d{7}$/, check: (n) => weighted(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
    ES: { form: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/ },
    FI: { form: /^\d{8}$/, check: (n) => weighted(n, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
    FR: {
      form: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
      check: (n) =>
        luhn(n.slice(2)) &&
        (!/^\d\d/.test(n) || (12 + 3 * (Number(n.slice(2)) % 97)) % 97 === Number(n.slice(0, 2))),
    },
    GB: {
      form: /^\d{9}(?:\d{3})?$/,
      check: (n) => {
        const s = weighted(n, [8, 7, 6, 5, 4, 3, 2]) + Number(n.slice(7, 9))
        return s % 97 === 0 || (s + 55) % 97 === 0
      },
    },
    IE: { form: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/ },
    IT: { form: /^\d{11}$/, check: luhn },
    LU: { form: /^\d{8}$/, check: (n) => Number(n.slice(0, 6)) % 89 === Number(n.slice(6)) },
    NL: { form: /^\d{9}B\d{2}$/ },
    PL: { form: /^\d{10}$/, check: (n) => weighted(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(n[9]) },
    PT: {
      form: /^\d{9}$/,
      check: (n) => {
        const r = 11 - (weighted(n, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
        return (r > 9 ? 0 : r) === Number(n[8])
      },
    },
    SE: { form: /^\d{10}01$/, check: (n) => luhn(n.slice(0, 10)) },
  }
const WRITTEN =
  /(?:^|[^A-Za-z0-9])(AT|BE|CHE|DE|DK|ES|FI|FR|GB|IE|IT|LU|NL|PL|PT|SE)[\s.-]{0,2}([A-Z\d](?:[\s.-]{0,1}[A-Z\d+*]){6,13})/g
const VAT_WORDS = /vat|ust|mwst|tva|iva|btw|moms|uid|nip|p\.?\s?iva|nif|alv/i
const REGISTER = /(?:^|[^A-Za-z])(HR[AB])\s{0,2}(?:[-:Nnr.]{0,4}\s{0,2})(\d{1,7}(?:\s?[A-Z]{1,2})?)(?!\d)/g
const SIREN = /(?:^|[^A-Za-z])(SIRE[NT])\W{0,6}((?:\d[\s.]?){9,14})/gi

/** VAT numbers only where their digits fit, or where a word for VAT stands beside them. */
export function readCompanyIds(
  page: ContactPage,
): { readonly value: CompanyId; readonly evidence: readonly Evidence[] }[] {
  const sightings = createSightings<CompanyId>(({ kind, value }) => `${kind} ${value}`)
  for (const line of page.lines) {
    const context = contextOf(line)
    const isNamed = VAT_WORDS.test(line)
    for (const [, letters = '', written = ''] of line.matchAll(WRITTEN)) {
      const id = vatOf(letters, written)
      if (id !== null && (isNamed || id.checked))
        sightings.add(id, { kind: isNamed ? 'label' : 'text', context })
    }
    for (const [, kind = '', number = ''] of line.matchAll(REGISTER))
      sightings.add(
        { kind: 'register', value: `${kind} ${number.trim()}`, country: 'DE', checked: false },
        { kind: 'label', context },
      )
    for (const [, , digits = ''] of line.matchAll(SIREN)) {
      const number = digits.replace(/\D/g, '')
      if ((number.length === 9 || number.length === 14) && luhn(number))
        sightings.add(
          { kind: 'register', value: number, country: 'FR', checked: true },
          { kind: 'label', context },
        )
    }
  }
  for (const { name, value } of page.facts) {
    const [, letters = '', rest = ''] = /^(CHE|[A-Z]{2})(.{6,20})$/.exec(value.trim().toUpperCase()) ?? []
    const id = name === 'vatID' ? vatOf(letters, rest) : null
    if (id !== null) sightings.add(id, { kind: 'jsonld', context: name })
    if (name === 'taxID')
      sightings.add({ kind: 'tax', value, country: null, checked: false }, { kind: 'jsonld', context: name })
  }
  return sightings.all()
}

/** A number may be followed by a word: the longest beginning that fits counts. */
function vatOf(letters: string, written: string): CompanyId | null {
  const rule = Object.hasOwn(VAT, letters) ? VAT[letters] : undefined
  const bare = written.replace(/[\s.-]/g, '')
  if (rule === undefined) return null
  for (let length = bare.length; length >= 7; length -= 1) {
    const number = bare.slice(0, length)
    if (!rule.form.test(number)) continue
    if (rule.check !== undefined && !rule.check(number)) continue
    return {
      kind: 'vat',
      value: letters + number,
      country: letters === 'CHE' ? 'CH' : letters,
      checked: rule.check !== undefined,
    }
  }
  return null
}
