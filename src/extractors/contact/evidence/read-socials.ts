// Profiles on networks, and numbers of messengers, out of the links of a page.
import { attribute, lineText } from '#parsing/html/html-node.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { ContactPage } from './contact-page.ts'
import { contextOf, createSightings, type Evidence } from './evidence.ts'
import { NO_PROFILES, SOCIAL_NETWORKS } from './social-networks.ts'

export interface SocialProfile {
  readonly network: string
  readonly handle: string
  /** One spelling for all of its links. */
  readonly url: string
}

/** Links that share or embed something are left out. */
export function readSocials(
  page: ContactPage,
): { readonly value: SocialProfile; readonly evidence: readonly Evidence[] }[] {
  const sightings = createSightings<SocialProfile>(({ url }) => url.toLowerCase())
  for (const element of page.document.all) {
    if (element.name !== 'a' && element.name !== 'area' && element.name !== 'link') continue
    if (element.name === 'link' && !/\bme\b/i.test(attribute(element, 'rel') ?? '')) continue
    const profile = socialProfile(attribute(element, 'href') ?? '', page.url)
    if (profile !== null) sightings.add(profile, { kind: 'link', context: contextOf(lineText(element, 200)) })
  }
  for (const { name, value } of page.facts) {
    const profile = name === 'sameAs' ? socialProfile(value, page.url) : null
    if (profile !== null) sightings.add(profile, { kind: 'jsonld', context: name })
  }
  return sightings.all()
}

/** Null for an address that is no profile, and for links of a network to itself. */
export function socialProfile(href: string, pageUrl: string | null): SocialProfile | null {
  const url = URL.parse(href.trim().slice(0, 2_000), pageUrl ?? undefined)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const network = SOCIAL_NETWORKS.find(({ host }) => host.test(url.hostname))
  if (network === undefined || (pageUrl !== null && network.host.test(URL.parse(pageUrl)?.hostname ?? '')))
    return null
  const id = url.pathname === '/profile.php' ? (url.searchParams.get('id') ?? '') : ''
  if (network.name === 'facebook' && /^\d{5,20}$/.test(id)) {
    return { network: network.name, handle: id, url: `https://www.facebook.com/profile.php?id=${id}` }
  }
  const path = decoded(url.pathname)
  const handle = network.profile.exec(path.length > 1 ? path : decoded(url.hash.replace(/^#!?/, '')))?.[1]
  if (handle === undefined || NO_PROFILES.has(handle.toLowerCase())) return null
  return { network: network.name, handle, url: network.url(encodeURI(handle)) }
}

/** The number of a WhatsApp link; null for any other link, and for one that only shares a text. */
export function whatsappNumber(href: string): string | null {
  const url = URL.parse(href.trim().slice(0, 2_000))
  if (url === null) return null
  const isShort = /^wa\.me$/.test(url.hostname)
  const isLong = /(?:^|\.)whatsapp\.com$/.test(url.hostname) || url.protocol === 'whatsapp:'
  if (!isShort && !isLong) return null
  const digits = (url.searchParams.get('phone') ?? (isShort ? url.pathname.slice(1) : '')).replace(/\D/g, '')
  const phone = digits === '' ? undefined : parsePhoneNumberFromString(`+${digits}`)
  return phone?.isValid() === true ? phone.number : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
