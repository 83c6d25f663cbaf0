// Profiles of a place on social networks: links as they are, bare handles made into links.
import { SOCIAL_NETWORKS, type MapPlace } from '#contract/places/place.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf } from './tag-values.ts'
import { webUrl } from './contacts-from-tags.ts'

type Social = MapPlace['socials'][number]
type Network = (typeof SOCIAL_NETWORKS)[number]

interface NetworkRule {
  /** The key behind `contact:` and alone. */
  readonly keys: readonly string[]
  readonly hosts: RegExp
  /** The profile URL of a handle; null for networks whose URLs cannot be made from a handle. */
  readonly link: ((handle: string) => string) | null
}

const under = (prefix: string) => (handle: string) => prefix + encodeURIComponent(handle)

const NETWORKS: Readonly<Record<Network, NetworkRule>> = {
  facebook: {
    keys: ['facebook'],
    hosts: /(?:^|\.)(?:facebook\.com|fb\.com|fb\.me)$/,
    link: under('https://www.facebook.com/'),
  },
  instagram: {
    keys: ['instagram'],
    hosts: /(?:^|\.)instagram\.com$/,
    link: under('https://www.instagram.com/'),
  },
  x: { keys: ['twitter', 'x'], hosts: /(?:^|\.)(?:twitter\.com|x\.com)$/, link: under('https://x.com/') },
  linkedin: { keys: ['linkedin'], hosts: /(?:^|\.)linkedin\.com$/, link: null },
  youtube: {
    keys: ['youtube'],
    hosts: /(?:^|\.)(?:youtube\.com|youtu\.be)$/,
    link: (handle) => `https://www.youtube.com/@${encodeURIComponent(handle)}`,
  },
  tiktok: {
    keys: ['tiktok'],
    hosts: /(?:^|\.)tiktok\.com$/,
    link: (handle) => `https://www.tiktok.com/@${encodeURIComponent(handle)}`,
  },
  pinterest: {
    keys: ['pinterest'],
    hosts: /(?:^|\.)pinterest\.[a-z.]{2,6}$/,
    link: under('https://www.pinterest.com/'),
  },
  whatsapp: { keys: ['whatsapp'], hosts: /(?:^|\.)(?:wa\.me|whatsapp\.com)$/, link: null },
  telegram: { keys: ['telegram'], hosts: /(?:^|\.)(?:t\.me|telegram\.me)$/, link: under('https://t.me/') },
  mastodon: { keys: ['mastodon'], hosts: /(?!)/, link: null },
  vk: { keys: ['vk'], hosts: /(?:^|\.)vk\.com$/, link: under('https://vk.com/') },
  flickr: { keys: ['flickr'], hosts: /(?:^|\.)flickr\.com$/, link: under('https://www.flickr.com/photos/') },
  foursquare: {
    keys: ['foursquare'],
    hosts: /(?:^|\.)foursquare\.com$/,
    link: under('https://foursquare.com/'),
  },
  yelp: { keys: ['yelp'], hosts: /(?:^|\.)yelp\.[a-z.]{2,6}$/, link: null },
  tripadvisor: { keys: ['tripadvisor'], hosts: /(?:^|\.)tripadvisor\.[a-z.]{2,6}$/, link: null },
}

const PROFILE_KEYS: readonly (readonly [key: string, network: Network])[] = SOCIAL_NETWORKS.flatMap(
  (network) =>
    NETWORKS[network].keys.flatMap((key) => [[`contact:${key}`, network] as const, [key, network] as const]),
)

/** From `contact:<network>`, `<network>`, and from website tags that point at a network. */
export function socialsFromTags(tags: Tags): Social[] {
  const socials = new Map<string, Social>()
  const add = (social: Social | null) => {
    if (social !== null && !socials.has(social.url)) socials.set(social.url, social)
  }
  for (const [key, network] of PROFILE_KEYS) {
    if (tags[key] === undefined) continue
    for (const value of listOf(tags[key])) add(profile(network, value))
  }
  for (const key of ['website', 'contact:website', 'url']) {
    for (const value of listOf(tags[key])) {
      const url = URL.parse(webUrl(value) ?? '')
      const network = url === null ? undefined : networkOfHost(url.hostname)
      if (url !== null && network !== undefined) add(linked(network, url))
    }
  }
  return [...socials.values()]
}

/** The network of a profile by its address; null for one of none of them. */
export function socialNetworkOf(address: string): Network | null {
  const url = URL.parse(webUrl(address) ?? '')
  return url === null ? null : (networkOfHost(url.hostname) ?? null)
}

function networkOfHost(hostname: string): Network | undefined {
  return SOCIAL_NETWORKS.find((network) => NETWORKS[network].hosts.test(hostname))
}

function profile(network: Network, value: string): Social | null {
  if (network === 'mastodon') return mastodon(value)
  const rule = NETWORKS[network]
  const url =
    value.includes('/') || rule.hosts.test(value.replace(/[/?].*/s, ''))
      ? URL.parse(webUrl(value) ?? '')
      : null
  if (url !== null) return rule.hosts.test(url.hostname) ? linked(network, url) : null
  const handle = value.replace(/^@/, '')
  if (rule.link === null || !/^[\p{L}\p{N}._-]{1,100}$/u.test(handle)) return null
  return { network, url: rule.link(handle), handle }
}

/** The address as tagged, with https: all of these networks serve it. */
function linked(network: Network, url: URL): Social {
  url.protocol = 'https:'
  const [first, second] = url.pathname.split('/').filter((part) => part !== '')
  const named = url.search === '' && second === undefined && first !== undefined && !first.includes('%')
  return { network, url: url.href, handle: named ? first.replace(/^@/, '') : null }
}

/** `@name@server` and `https://server/@name`. */
function mastodon(value: string): Social | null {
  const [, name, server] = /^@?([\w.-]{1,100})@([\w.-]+\.[a-z]{2,})$/i.exec(value) ?? []
  if (name !== undefined && server !== undefined) {
    return { network: 'mastodon', url: `https://${server}/@${name}`, handle: `@${name}@${server}` }
  }
  const url = URL.parse(webUrl(value) ?? '')
  const [, handle] = /^\/@([\w.-]+)$/.exec(url?.pathname ?? '') ?? []
  if (url === null || handle === undefined) return null
  return { network: 'mastodon', url: url.href, handle: `@${handle}@${url.hostname}` }
}
