// Whether a text is the address of a mailbox, and what kind of mailbox.

/** An address as it is written to: lower case. */
export interface EmailAddress {
  readonly value: string
  readonly local: string
  readonly domain: string
}

const LOCAL = /^[a-z0-9](?:[a-z0-9!#$%&'*+/=?^_`{|}~.-]{0,62}[a-z0-9_+-])?$/
const DOMAIN =
  /^(?:[a-z0-9\u00a1-\uffff](?:[a-z0-9\u00a1-\uffff-]{0,61}[a-z0-9\u00a1-\uffff])?\.){1,8}[a-z\u00a1-\uffff]{2,24}$/
/** Ends of file names that look like the end of a domain. */
const FILES = /\.(?:png|jpe?g|gif|webp|svg|avif|ico|css|js|mjs|json|woff2?|ttf|mp4|webm|pdf|html?|php)$/
const PLACEHOLDER_DOMAIN =
  /^(?:example|domain|yourdomain|your-domain|yoursite|mysite|company|firma|beispiel|mustermann|email|test|localhost)\.[a-z.]+$|\.example$|\.invalid$|\.test$|sentry|wixpress\.com$/
const PLACEHOLDER_LOCAL =
  /^(?:your[._-]?(?:name|email|mail)|name|vorname[._-]?nachname|firstname[._-]?lastname|max[._-]?mustermann|john[._-]?doe|jane[._-]?doe|user(?:name)?|email|x{2,}|abc|foo|bar)$/
const HASH = /^[0-9a-f]{20,}$/

/**
 * Null for texts that are no address, and for addresses that stand for one. At `company.com` itself an address of
 * `company.com` is one: `siteDomain` is the registrable name of the site.
 */
export function emailAddress(text: string, siteDomain: string | null = null): EmailAddress | null {
  const value = text.trim().toLowerCase()
  const at = value.lastIndexOf('@')
  const [local, domain] = [value.slice(0, Math.max(at, 0)), value.slice(at + 1)]
  if (at < 1 || value.length > 254 || !LOCAL.test(local) || !DOMAIN.test(domain) || local.includes('..'))
    return null
  if (FILES.test(domain) || HASH.test(local)) return null
  if (PLACEHOLDER_DOMAIN.test(domain) && !isOf(domain, siteDomain)) return null
  const stands = PLACEHOLDER_LOCAL.test(local)
  return stands ? null : { value, local, domain }
}

const ROLES =
  /^(?:info|infos?|contact|contacto?|contatt[io]|kontakt|mail|e?mail|post|office|buero|büro|service|support|help|hilfe|hello|hallo|hola|bonjour|ciao|sales|vertrieb|verkauf|ventas|vendas|vendite|marketing|press[ae]?|presse|redaktion|redaccion|redazione|editor|news|team|admin|administration|verwaltung|webmaster|hostmaster|postmaster|abuse|privacy|datenschutz|dpo|dsb|rgpd|gdpr|legal|jobs?|career|karriere|bewerbung|hr|rh|booking|buchung|reservations?|reservierung|reservas|prenotazioni|order|orders|bestellung|shop|store|billing|invoice|rechnung|buchhaltung|accounting|no-?reply|newsletter|media|customer.?service|kundenservice|enquir(?:y|ies)|inquir(?:y|ies)|general|secretariat|sekretariat|empfang|reception|rezeption|feedback|events?|welcome|web|online|tips)\d{0,3}$/
const FREE = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com hotmail.de hotmail.fr hotmail.it hotmail.co.uk live.com msn.com yahoo.com yahoo.de ' +
    'yahoo.fr yahoo.it yahoo.es yahoo.co.uk yahoo.co.jp ymail.com aol.com icloud.com me.com mac.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de ' +
    't-online.de freenet.de posteo.de mailbox.org proton.me protonmail.com orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it ' +
    'virgilio.it alice.it tiscali.it wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz mail.ru yandex.ru bk.ru list.ru inbox.ru qq.com ' +
    '163.com 126.com naver.com hanmail.net daum.net bluewin.ch zoho.com fastmail.com uol.com.br bol.com.br terra.com.br btinternet.com ' +
    'comcast.net verizon.net att.net sbcglobal.net bigpond.com telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl home.nl online.no'
  ).split(' '),
)
const DISPOSABLE = new Set(
  (
    'mailinator.com guerrillamail.com guerrillamail.info 10minutemail.com tempmail.com temp-mail.org yopmail.com trashmail.com trashmail.de ' +
    'wegwerfmail.de sharklasers.com getnada.com dispostable.com maildrop.cc throwawaymail.com fakeinbox.com mintemail.com mohmal.com ' +
    'spamgourmet.com mailnesia.com moakt.com emailondeck.com tempr.email discard.email spam4.me mytemp.email burnermail.io'
  ).split(' '),
)

/** What an address says of its mailbox. */
export interface EmailMarks {
  readonly type: 'role' | 'personal' | 'generic'
  readonly free: boolean
  readonly disposable: boolean
  /** Of the site itself; null where the site is not known. */
  readonly ownDomain: boolean | null
}

/** `siteDomain` is the registrable name of the site, `example.org`. */
export function emailMarks({ local, domain }: EmailAddress, siteDomain: string | null): EmailMarks {
  const free = FREE.has(domain)
  const named = /^[a-z]{2,20}[._-][a-z]{2,30}$/.test(local) || /^[a-z]\.[a-z]{2,30}$/.test(local)
  return {
    type: ROLES.test(local) ? 'role' : named ? 'personal' : 'generic',
    free,
    disposable: DISPOSABLE.has(domain),
    ownDomain: siteDomain === null ? null : isOf(domain, siteDomain),
  }
}

const isOf = (domain: string, siteDomain: string | null): boolean =>
  siteDomain !== null && (domain === siteDomain || domain.endsWith(`.${siteDomain}`))
