// The possible roles of an image on its page, and what class names, ids, folders, files and hosts say of them, in the
// English that they are written in all over the web; partners are thanked in other languages too.

/** What an image can be on its page. */
export const ROLES = ['hero', 'content', 'logo', 'icon', 'tracking', 'decor'] as const
/** One of `ROLES`. */
export type Role = (typeof ROLES)[number]

/** Any of the words, in the plural or numbered too, beside other letters. */
export const wordPattern = (words: string): RegExp =>
  new RegExp(`(?:^|[^a-z])(?:${words})(?:s|\\d{1,4})?(?:[^a-z]|$)`, 'i')

export const LOGO_WORD = wordPattern('logo|logotype|wordmark|brandmark|brand')
export const HERO_WORD = wordPattern(
  'hero|banner|cover|masthead|jumbotron|billboard|featured|feature|splash|lead|leadimage|keyvisual|header-?image',
)
export const ICON_WORD = wordPattern('icon|icn|ico|ic|favicon|emoji|smiley|glyph|badge|flag')
/** Small pictures with a meaning of their own in any part of a page: faces in a text, stars, marks of payment, badges of stores. */
export const MARK_WORD = wordPattern(
  'emoji|smiley|smilie|emoticon|rank|payment|pay|rating|star|button|btn|badge|app-?store|google-?play|play-?store|88x31|' +
    'social|share|rss|icone|facebook|instagram|twitter|whatsapp|youtube|linkedin|pinterest|tiktok|telegram|mastodon|' +
    'visa|mastercard|maestro|amex|paypal|klarna',
)
export const DECOR_WORD = wordPattern(
  'bg|background|pattern|texture|divider|separator|border|shadow|gradient|ornament|bullet|arrow|corner|decor|decoration|' +
    'sprite|overlay|loader|loading|spinner',
)
/** Spacers that held layouts in place before style sheets, and what stands where there is no picture. */
export const SPACER_WORD = wordPattern(
  'spacer|blank|transparent|clear|pixel|placeholder|no[-_]?(?:image|img|pic|picture|photo|thumb)',
)
export const COUNTER_WORD = wordPattern(
  'pixel|beacon|track|tracker|tracking|counter|analytics|impression|1x1',
)
/** Pictures of those who wrote something. */
export const AVATAR_WORD = wordPattern(
  'avatar|gravatar|userpic|headshot|(?:user|author|profile)[-_]?(?:image|img|picture|pic|photo|thumb)',
)
export const ADVERT_WORD = wordPattern(
  'advertisement|adsbygoogle|ad[-_]?(?:slot|unit|banner|box|space|zone|container|wrapper)|banner[-_]?ad',
)
/** Around the marks of customers, clients and partners. */
export const FIRMS_WORD = wordPattern(
  'client|cliente|customer|kunden|partner|partnerzy|partneri|partenaire|sponsor|sponsoren|patrocinador|patrocinadore|f[oö]rderer|' +
    'exhibitor|trusted(?:-?by)?|as-?seen(?:-?(?:on|in))?',
)

const COUNTER_HOST =
  /^(?:pixel|beacon|stats?|track(?:ing|er)?|analytics|metrics|counter)\d?\.|(?:^|\.)scorecardresearch\.com$/i
const COUNTER_PATH =
  /\/(?:(?:g|p|b|t|tr|px|pixel|utm|__utm|collect|track|count|counter|beacon|blank)\.gif|(?:piwik|matomo)\.php|tr\/?)$/i
const ADVERT_HOST =
  /^(?:ads?|adserver|adserv|banners?)\d?\.|(?:^|\.)(?:2mdn\.net|doubleclick\.net|(?:google|ad)syndication\.com|amazon-adsystem\.com)$/i
const BADGE_HOST = /(?:^|\.)(?:shields\.io|badgen\.net|badge\.fury\.io)$/i

/** What the address alone says. */
export function roleOfAddress(address: string | null): 'tracking' | 'decor' | 'icon' | null {
  const url = address === null ? null : URL.parse(address)
  if (url === null) return null
  const counts = COUNTER_HOST.test(url.hostname) || (COUNTER_PATH.test(url.pathname) && url.search !== '')
  if (counts && !/\.(?:jpe?g|png|webp|avif|svg)$/i.test(url.pathname)) return 'tracking'
  if (ADVERT_HOST.test(url.hostname)) return 'decor'
  return BADGE_HOST.test(url.hostname) ? 'icon' : null
}

/** The last two parts of the path: many sites name the folder, not the file. Of a service that resizes, those of what it resizes. */
export function fileWords(address: string | null): string {
  const url = address === null ? null : URL.parse(address)
  const inner =
    url !== null && /\/(?:_next|_vercel|\.netlify|_ipx)\/?/.test(url.pathname)
      ? url.searchParams.get('url')
      : null
  const path = (inner ?? address ?? '').split(/[?#]/, 1)[0]?.replace(/^[a-z]+:\/\/[^/]*/i, '') ?? ''
  return path.split('/').slice(-2).join(' ').slice(-300)
}

/** What services call every picture. */
const NO_NAME =
  /^(?:default|image|index|photo|picture|original|thumb(?:nail)?|download|large|medium|small|\d{1,4})$/i

/** What the files of one picture in several sizes have in common: `kettle` of `500px-kettle.jpg` and `kettle-480x270.webp`. */
export function pictureStem(address: string | null): string | null {
  const file = fileWords(address).split(' ').at(-1) ?? ''
  const stem = file
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/^\d{2,4}px-/, '')
    .replace(
      /(?:[-_](?:\d{2,4}x\d{0,4}|\d{3,4}w?|scaled|large|medium|small|thumb(?:nail)?|full|crop(?:ped)?)|@\dx){1,3}$/i,
      '',
    )
  return stem.length < 5 || NO_NAME.test(stem) ? null : stem.toLowerCase()
}
