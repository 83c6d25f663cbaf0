// Profiles on networks and messengers, out of the links of a page.
import { attribute, closest, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { ContactPage } from '#extractors/contact/page/contact-page.ts'
import { contextOf, createSightings, type Supported } from '#extractors/contact/page/evidence.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import { messengerContact } from './messengers.ts'
import { NO_PROFILES, SITE_MAKERS, SOCIAL_NETWORKS, type SocialProfile } from './social-networks.ts'

/** Redirects that name their target in a parameter. */
const WRAPPERS: readonly (readonly [RegExp, RegExp, readonly string[]])[] = [
  [/^lm?\.(?:facebook|instagram)\.com$/, /./, ['u']],
  [/(?:^|\.)facebook\.com$/, /^\/(?:l|flx\/warn\/)\.?(?:php)?$/, ['u']],
  [/(?:^|\.)google\.[a-z.]{2,6}$/, /^\/url$/, ['q', 'url']],
  [/(?:^|\.)youtube\.com$/, /^\/redirect$/, ['q']],
  [/^out\.reddit\.com$/, /./, ['url']],
  [/^t\.umblr\.com$/, /^\/redirect$/, ['z']],
  [/^(?:www\.)?linkedin\.com$/, /^\/redir\//, ['url']],
  [/^(?:href\.li|anon\.to|deref(?:-gmx|-web-\d{2})?\.(?:net|de|com))$/, /./, ['', 'redirectUrl']],
  [/(?:^|\.)safelinks\.protection\.outlook\.com$/, /./, ['url']],
]
const MAX_WRAPPERS = 3
const OWN_PATH = /^(?:[#?]|\/(?!\/)|$)/
const MAX_CHARS = 2_000

/** Links that share or embed something are left out. */
export function readSocials(page: ContactPage): readonly Supported<SocialProfile>[] {
  const sightings = createSightings<SocialProfile>(({ url }) => url.toLowerCase())
  const own = `${(page.url === null ? null : URL.parse(page.url))?.origin ?? ''}/`
  // Most links of a page lead to its own host, and a network's links to itself are no profiles.
  const isOwn = (address: string): boolean =>
    OWN_PATH.test(address) || (own !== '/' && address.startsWith(own))
  for (const element of page.document.all) {
    const given = addressIn(element)
    const profile = given === null || isOwn(given.address) ? null : socialProfile(given.address, page.url)
    if (profile !== null && !isInPost(element))
      sightings.add(profile, { kind: given?.kind ?? 'link', context: contextOf(lineText(element, 200)) })
  }
  for (const { name, value } of page.facts) {
    const profile = name === 'sameAs' ? socialProfile(value, page.url) : null
    if (profile !== null) sightings.add(profile, { kind: 'jsonld', context: name })
  }
  for (const { value } of page.state) {
    for (const address of (value['sameAs'] ?? '').split(' ')) {
      const profile = address === '' ? null : socialProfile(address, page.url)
      if (profile !== null) sightings.add(profile, { kind: 'label', context: 'sameAs' })
    }
  }
  return sightings.all()
}

/** What an element says of a profile: by a link, or of the page as a whole. */
function addressIn(
  element: HtmlElement,
): { readonly address: string; readonly kind: 'link' | 'meta' } | null {
  const value = (name: string): string => attribute(element, name)?.trim() ?? ''
  if (element.name === 'a' || element.name === 'area') return { address: value('href'), kind: 'link' }
  if (element.name === 'link')
    return /\bme\b/i.test(value('rel')) ? { address: value('href'), kind: 'link' } : null
  if (element.name !== 'meta') return null
  const name = value('property') || value('name')
  if (name === 'article:publisher') return { address: value('content'), kind: 'meta' }
  const handle = name === 'twitter:site' ? /^@(\w{2,20})$/.exec(value('content'))?.[1] : undefined
  return handle === undefined ? null : { address: `https://x.com/${handle}`, kind: 'meta' }
}

/** The frames of networks around a post of somebody else. */
const POST =
  /(?:^|\s)(?:twitter-tweet|twitter-video|instagram-media|tiktok-embed|fb-post|reddit-card|bluesky-embed|text-post-media)(?:\s|$)/
const MAX_LEVELS = 12

const isInPost = ({ parent }: HtmlElement): boolean =>
  closest(parent, (element) => POST.test(attribute(element, 'class')?.slice(0, 500) ?? ''), MAX_LEVELS) !==
  null

/** Null for an address that is no profile, and for links of a network to itself. */
export function socialProfile(href: string, pageUrl: string | null): SocialProfile | null {
  const url = linkedAddress(href, pageUrl)
  if (url === null) return null
  const messenger = messengerContact(url)
  if (messenger !== null || !/^https?:$/.test(url.protocol)) return messenger
  const network = SOCIAL_NETWORKS.find(({ host }) => host.test(url.hostname))
  if (network === undefined || (pageUrl !== null && network.host.test(URL.parse(pageUrl)?.hostname ?? '')))
    return null
  const id = url.pathname === '/profile.php' ? (url.searchParams.get('id') ?? '') : ''
  if (network.name === 'facebook' && /^\d{5,20}$/.test(id)) {
    return { network: network.name, handle: id, url: `https://www.facebook.com/profile.php?id=${id}` }
  }
  const path = percentDecoded(url.pathname)
  const handle = network.profile.exec(
    path.length > 1 ? path : percentDecoded(url.hash.replace(/^#!?/, '')),
  )?.[1]
  if (handle === undefined || NO_PROFILES.has(handle.toLowerCase()) || isOfSiteMaker(handle, pageUrl))
    return null
  return { network: network.name, handle, url: network.url(encodeURI(handle)) }
}

/** At `wordpress.org` the profile of WordPress is its own; at `name.wordpress.com` it is not. */
function isOfSiteMaker(handle: string, pageUrl: string | null): boolean {
  const name = handle.toLowerCase().replace(/^(?:company\/|@|user\/|c\/)/, '')
  if (!SITE_MAKERS.has(name)) return false
  const host = pageUrl === null ? '' : (URL.parse(pageUrl)?.hostname ?? '')
  return !host.replace(/^www\./, '').startsWith(`${name.replace(/(?:dotcom|com)$/, '')}.`)
}

/**
 * The address that a link leads to in the end, where a redirect of a network or of the page itself is around it. With
 * `pageUrl` as base; null for a text that is no address.
 */
function linkedAddress(href: string, pageUrl: string | null): URL | null {
  let url = URL.parse(href.trim().slice(0, MAX_CHARS), pageUrl ?? undefined)
  for (let count = 0; url !== null && count < MAX_WRAPPERS; count += 1) {
    const inner = innerOf(url)
    if (inner === null) break
    url = inner
  }
  return url
}

function innerOf(url: URL): URL | null {
  const wrapper = WRAPPERS.find(([host, path]) => host.test(url.hostname) && path.test(url.pathname))
  for (const name of wrapper?.[2] ?? []) {
    const given = name === '' ? url.search.slice(1) : url.searchParams.get(name)
    const inner = given === null ? null : URL.parse(given)
    if (inner !== null && /^https?:$/.test(inner.protocol)) return inner
  }
  return null
}
