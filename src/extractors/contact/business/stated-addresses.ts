// Postal addresses as a page says them to programs.
import type { ContactPage, StructuredNode } from '#extractors/contact/page/contact-page.ts'
import type { Evidence } from '#extractors/contact/page/evidence.ts'
import { statedText } from './stated-values.ts'
import type { PostalAddress } from './written-addresses.ts'

/** Each with the form in which the page says it. */
export function statedAddresses({
  nodes,
  state,
}: ContactPage): { readonly address: PostalAddress; readonly kind: Evidence['kind'] }[] {
  return [...nodes, ...state.map((record) => ({ ...record, kind: 'label' as const }))].flatMap((node) => {
    const address = node.types.includes('PostalAddress') ? addressOf(node) : null
    return address === null ? [] : [{ address, kind: node.kind }]
  })
}

function addressOf({ value }: Pick<StructuredNode, 'value'>): PostalAddress | null {
  const [street, postalCode, city, country] = [
    'streetAddress',
    'postalCode',
    'addressLocality',
    'addressCountry',
  ].map((name) => statedText(value[name])?.replace(/\s+/g, ' ') ?? null)
  if ((street ?? null) === null && (city ?? null) === null) return null
  const text = [street, [postalCode, city].filter((part) => part !== null).join(' '), country]
    .filter((part) => part !== null && part !== '')
    .join(', ')
  return {
    text,
    street: street ?? null,
    postalCode: postalCode ?? null,
    city: city ?? null,
    country: country ?? null,
  }
}
