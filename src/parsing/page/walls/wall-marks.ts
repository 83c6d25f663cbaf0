// What the scripts and elements of bot walls, captchas and consent boxes are named, by vendor.

type Marks = Readonly<Record<string, RegExp>>

/** Only on the challenge page itself. */
const OF_CHALLENGES: Marks = {
  cloudflare: /_cf_chl_opt|cf-browser-verification|cf-challenge-running/,
  aws_waf: /window\.gokuProps|AwsWafIntegration\.saveReferrer/,
  imperva: /_Incapsula_Resource\?SWUDNSAI/,
  perimeterx: /px-captcha/,
  datadome: /geo\.captcha-delivery\.com|ddcaptcha/,
  akamai: /\/_sec\/cp_challenge/,
  ddos_guard: /\/ddos-guard\/js-challenge/,
  sucuri: /sucuri_cloudproxy_js/,
  anubis: /anubis_challenge|\.within\.website\/x\/cmd\/anubis/,
  amazon: /\/errors\/validateCaptcha/,
  yandex: /\/checkcaptcha|smart-captcha-page/i,
}
/** On the challenge page and on the pages that the vendor protects. */
const OF_PROTECTED_PAGES: Marks = {
  imperva: /_Incapsula_Resource/,
  cloudflare: /cf-challenge/,
  kasada: /kpsdk/i,
  f5: /\/TSPD\/[0-9a-f]/,
  ddos_guard: /__ddg[0-9a-z]{0,40}_/,
}
/** Captcha widgets, which normal pages also contain, beside a form. */
const OF_CAPTCHAS: Marks = {
  recaptcha: /(?:^|[\s/_.-])(?:g-recaptcha|recaptcha)/i,
  hcaptcha: /(?:^|[\s/_.-])(?:h-captcha|hcaptcha)/i,
  cloudflare: /(?:^|[\s/_.-])cf-turnstile/i,
  datadome: /(?:^|[\s/_.-])captcha-delivery/i,
  arkose: /(?:^|[\s/_.-])(?:arkoselabs|funcaptcha)/i,
  geetest: /(?:^|[\s/_.-])geetest/i,
  alibaba: /(?:^|[\s/_.-])(?:nc-container|nc_wrapper)/,
}

/** The vendor whose mark is in a text; null for none. */
export const challengeIn = finder(OF_CHALLENGES)
export const protectionIn = finder(OF_PROTECTED_PAGES)
export const captchaIn = finder(OF_CAPTCHAS)

/** Almost no text has a mark, so one pattern of all is tried first. */
function finder(marks: Marks): (text: string) => string | null {
  const all = Object.values(marks)
  const any = new RegExp(all.map(({ source }) => source).join('|'), 'i')
  return (text) =>
    any.test(text) ? (Object.entries(marks).find(([, mark]) => mark.test(text))?.[0] ?? null) : null
}

/** Services that fill domains which nobody uses. */
export const PARKING =
  /\/adsense\/domains\/caf\.js|parkingcrew\.|sedoparking\.|\bbodis\.com|parklogic\.|wsimg\.com\/parking-lander/
/** Names of boxes that ask for consent. */
export const CONSENT_BOX =
  /(?:^|[\s_-])(?:consent|gdpr|cmp|cookiewall|cookies?|privacy-?wall|onetrust|didomi|usercentrics|cookiebot)(?:$|[\s_-])/i
/** Names of what lies beside or above a page until it is opened. */
export const OVERLAY =
  /(?:^|[\s_-])(?:modal|pop-?up|lightbox|off-?canvas|drawer|dialog|dropdown|mfp-hide|d-none|hide|hidden|collapse)(?:$|[\s_-])/i
/** Names of the box in the place of the rest of an article. */
export const PAYWALL_BOX =
  /(?:^|[\s_-])(?:paywall|regwall|piano-offer|subscriber-only|subscribe-wall|premium-box)(?:$|[\s_-])/i
/** The elements in which common frameworks render a page by script. */
export const SHELL_ROOT = /^(?:root|app|__next|__nuxt|main-app|react-root|svelte|q-app|___gatsby)$|-root$/i
