// E-mail addresses of a place.
import type { Tags } from '#extractors/maps/osm/osm-element.ts'

const EMAIL_KEYS = ['email', 'contact:email'] as const
/** The forms that mail systems accept in practice (RFC 5321 without quoted local parts), ASCII or internationalised. */
const EMAIL =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,63}$/u
const MAX_ADDRESS_CHARS = 254

/** Valid ones only, each once, the domain in lower case. */
export function emailsFromTags(tags: Tags): string[] {
  const emails = new Set<string>()
  for (const key of EMAIL_KEYS) {
    for (const entry of (tags[key] ?? '').split(/[;,\s]+/)) {
      const address = entry.replace(/^mailto:/i, '').replace(/\?.*/s, '')
      if (address.length > MAX_ADDRESS_CHARS || !EMAIL.test(address) || /^\.|\.\.|\.@/.test(address)) continue
      const at = address.lastIndexOf('@')
      emails.add(address.slice(0, at) + address.slice(at).toLowerCase())
    }
  }
  return [...emails]
}
