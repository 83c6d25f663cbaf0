// How the networks write the address of a profile, and which of their addresses are none.

/** A profile or a conversation on a network. */
export interface SocialProfile {
  readonly network: string
  readonly handle: string
  /** One spelling for all of its links. */
  readonly url: string
}

/** One network. `profile` matches the path; its first group is the handle. */
export interface SocialNetwork {
  readonly name: string
  readonly host: RegExp
  readonly profile: RegExp
  readonly url: (handle: string) => string
}

const at = (base: string) => (handle: string) => `${base}${handle}`
const WORD = String.raw`([A-Za-z0-9._\-%]{1,100})`
const one = (prefix = ''): RegExp => new RegExp(`^/${prefix}${WORD}/?$`)

/** More than thirty; messengers that have no profiles of this form are in `messengers.ts`. */
export const SOCIAL_NETWORKS: readonly SocialNetwork[] = [
  {
    name: 'facebook',
    host: /(?:^|\.)(?:facebook|fb)\.com$/,
    profile:
      /^\/(?:pg\/)?((?:pages\/[^/]{1,150}\/\d{5,20})|(?:people\/[^/]{1,150}\/\d{5,20})|(?:groups\/[\w.-]{2,100})|(?!pages|people|groups)[\w.%-]{2,100})(?:\/(?:about|info|photos|posts|timeline|home)?)?\/?$/,
    url: at('https://www.facebook.com/'),
  },
  {
    name: 'instagram',
    host: /(?:^|\.)instagram\.com$/,
    profile: /^\/([\w.]{1,40})\/?$/,
    url: at('https://www.instagram.com/'),
  },
  {
    name: 'x',
    host: /(?:^|\.)(?:twitter|x)\.com$/,
    profile: /^\/(?:#!\/)?@?(\w{1,20})\/?$/,
    url: at('https://x.com/'),
  },
  {
    name: 'linkedin',
    host: /(?:^|\.)linkedin\.com$/,
    profile:
      /^\/((?:company|in|school|showcase|organization|groups|pub)\/[\p{L}\w.%&'-]{2,120})(?:\/(?:about|mycompany|posts|jobs))?\/?$/u,
    url: at('https://www.linkedin.com/'),
  },
  {
    name: 'youtube',
    host: /(?:^|\.)youtube\.com$/,
    profile:
      /^\/((?:channel\/UC[\w-]{22}|c\/[^/]{1,100}|user\/[\w.-]{1,100}|@[^/]{2,60})|[A-Za-z][\w-]{2,60})(?:\/(?:featured|videos|about))?\/?$/,
    url: at('https://www.youtube.com/'),
  },
  {
    name: 'tiktok',
    host: /(?:^|\.)tiktok\.com$/,
    profile: /^\/(@[\w.]{2,40})\/?$/,
    url: at('https://www.tiktok.com/'),
  },
  {
    name: 'pinterest',
    host: /(?:^|\.)pinterest\.(?:com|de|fr|es|it|at|ch|co\.uk|ca|pt|se|dk|ie|jp|cl|nz|ph|ru|com\.au|com\.mx)$/,
    profile: /^\/([A-Za-z0-9._\-%]{1,100})(?:\/(?:_created|_saved|pins|boards|_shop)?)?\/?$/,
    url: at('https://www.pinterest.com/'),
  },
  {
    name: 'threads',
    host: /(?:^|\.)threads\.(?:net|com)$/,
    profile: /^\/(@[\w.]{1,40})\/?$/,
    url: at('https://www.threads.net/'),
  },
  {
    name: 'bluesky',
    host: /^bsky\.app$/,
    profile: /^\/profile\/([\w.:-]{3,100})\/?$/,
    url: at('https://bsky.app/profile/'),
  },
  {
    name: 'xing',
    host: /(?:^|\.)xing\.com$/,
    profile: /^\/((?:profile|companies|pages|company|net)\/[\w.%-]{2,100})\/?$/,
    url: at('https://www.xing.com/'),
  },
  {
    name: 'vimeo',
    host: /(?:^|\.)vimeo\.com$/,
    profile: /^\/((?:channels\/)?[A-Za-z][\w-]{1,60})\/?$/,
    url: at('https://vimeo.com/'),
  },
  {
    name: 'flickr',
    host: /(?:^|\.)flickr\.com$/,
    profile: /^\/(?:photos|people)\/([\w@.-]{2,60})(?:\/(?:albums|sets|favorites|galleries)?)?\/?$/,
    url: at('https://www.flickr.com/photos/'),
  },
  {
    name: 'snapchat',
    host: /(?:^|\.)snapchat\.com$/,
    profile: /^\/add\/([\w.-]{2,40})\/?$/,
    url: at('https://www.snapchat.com/add/'),
  },
  {
    name: 'github',
    host: /^(?:www\.)?github\.com$/,
    profile: /^\/([A-Za-z\d](?:[A-Za-z\d-]{0,38}))\/?$/,
    url: at('https://github.com/'),
  },
  { name: 'gitlab', host: /^gitlab\.com$/, profile: one(), url: at('https://gitlab.com/') },
  {
    name: 'medium',
    host: /^medium\.com$/,
    profile: /^\/(@[\w.-]{1,60})\/?$/,
    url: at('https://medium.com/'),
  },
  {
    name: 'reddit',
    host: /(?:^|\.)reddit\.com$/,
    profile: /^\/((?:r|user|u)\/\w{2,40})\/?$/,
    url: at('https://www.reddit.com/'),
  },
  {
    name: 'twitch',
    host: /(?:^|\.)twitch\.tv$/,
    profile: /^\/(\w{2,40})\/?$/,
    url: at('https://www.twitch.tv/'),
  },
  {
    name: 'soundcloud',
    host: /(?:^|\.)soundcloud\.com$/,
    profile: one(),
    url: at('https://soundcloud.com/'),
  },
  {
    name: 'spotify',
    host: /^open\.spotify\.com$/,
    profile: /^\/((?:artist|user|show)\/[\w.-]{2,60})\/?$/,
    url: at('https://open.spotify.com/'),
  },
  { name: 'vk', host: /(?:^|\.)vk\.com$/, profile: one(), url: at('https://vk.com/') },
  {
    name: 'ok',
    host: /(?:^|\.)ok\.ru$/,
    profile: /^\/((?:group\/|profile\/)?[\w.-]{2,60})\/?$/,
    url: at('https://ok.ru/'),
  },
  {
    name: 'weibo',
    host: /(?:^|\.)weibo\.com$/,
    profile: /^\/((?:u\/)?\w{2,40})\/?$/,
    url: at('https://weibo.com/'),
  },
  {
    name: 'discord',
    host: /^discord\.(?:gg|com)$/,
    profile: /^\/(?:invite\/)?([\w-]{2,40})\/?$/,
    url: at('https://discord.gg/'),
  },
  {
    name: 'tripadvisor',
    host: /(?:^|\.)tripadvisor\.(?:com|de|fr|es|it|at|ch|co\.uk)$/,
    profile: /^\/((?:Hotel|Restaurant|Attraction)_Review-[\w.-]{5,200})$/,
    url: at('https://www.tripadvisor.com/'),
  },
  {
    name: 'yelp',
    host: /(?:^|\.)yelp\.(?:com|de|fr|es|it|at|ch|co\.uk)$/,
    profile: /^\/(biz\/[\w%-]{2,150})\/?$/,
    url: at('https://www.yelp.com/'),
  },
  { name: 'behance', host: /(?:^|\.)behance\.net$/, profile: one(), url: at('https://www.behance.net/') },
  { name: 'dribbble', host: /(?:^|\.)dribbble\.com$/, profile: one(), url: at('https://dribbble.com/') },
  {
    name: 'patreon',
    host: /(?:^|\.)patreon\.com$/,
    profile: one('(?:c/)?'),
    url: at('https://www.patreon.com/'),
  },
  {
    name: 'houzz',
    host: /(?:^|\.)houzz\.(?:com|de|fr|es|it|co\.uk)$/,
    profile: /^\/(pro\/[\w-]{2,80})\/?$/,
    url: at('https://www.houzz.com/'),
  },
  {
    name: 'slideshare',
    host: /(?:^|\.)slideshare\.net$/,
    profile: one(),
    url: at('https://www.slideshare.net/'),
  },
  {
    name: 'telegram',
    host: /^(?:t\.me|telegram\.me|telegram\.dog)$/,
    profile: /^\/(?:s\/)?(\w{4,40})\/?$/,
    url: at('https://t.me/'),
  },
  {
    name: 'tumblr',
    host: /^(?:www\.)?tumblr\.com$/,
    profile: /^\/(?:blog\/(?:view\/)?)?([\w-]{2,40})\/?$/,
    url: at('https://www.tumblr.com/'),
  },
  {
    name: 'linktree',
    host: /^linktr\.ee$/,
    profile: one(),
    url: at('https://linktr.ee/'),
  },
]

/** First steps of paths that share, follow, log in or explain. */
export const NO_PROFILES: ReadonlySet<string> = new Set(
  (
    'username yourusername your_username yourname your-name yourpage yourprofile your-profile youraccount yourhandle ' +
    'share sharer sharer.php share.php sharearticle intent dialog plugins tr embed widgets login signup signin home search explore hashtag hashtags ' +
    'about policies policy privacy terms legal help support settings i tos p reel reels stories tv watch playlist results feed events event photo photo.php ' +
    'photos video videos story.php permalink.php notes pin create submit login.php business ads download apps app account accounts directory developers ' +
    'developer pages people groups status statuses messages compose web api oauth cookie cookies careers jobs press blog discover trending features ' +
    'pricing enterprise marketplace topics collections sponsors contact site user users profile.php l.php flx v shorts live music gaming premium tag tags ' +
    'security solutions resources readme customer-stories joinchat dashboard addstickers invite channels categories wall_public post oembed public_posts'
  ).split(' '),
)

/** Makers of sites, shops and themes, whose own profiles stand in the footers of their customers. */
export const SITE_MAKERS: ReadonlySet<string> = new Set(
  (
    'wix wixdotcom wordpress wordpressdotcom wordpresscom automattic squarespace weebly shopify bigcommerce godaddy jimdo webflow webnode ' +
    'strato ionos hostinger hubspot mailchimp elementor elementorcom elegantthemes themeforest envato blogger prestashop joomla drupal ' +
    'typo3 contao shopware magento woocommerce typepad site123 duda strikingly zyro tilda tildapublishing readthedocs'
  ).split(' '),
)
