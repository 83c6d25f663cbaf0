// Links that open a conversation: WhatsApp, Messenger, Signal, Viber, LINE, Skype.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { SocialProfile } from './social-networks.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'

interface Messenger {
  readonly network: string
  /** The name in the conversation's address; undefined for any other address. */
  readonly handleIn: (url: URL) => string | undefined
  readonly url: (handle: string) => string
}

const MESSENGERS: readonly Messenger[] = [
  {
    network: 'messenger',
    handleIn: ({ hostname, pathname }) =>
      /^(?:www\.)?(?:m\.me|messenger\.com)$/.test(hostname)
        ? /^\/(?:t\/)?([\w.-]{2,100})\/?$/.exec(pathname)?.[1]
        : undefined,
    url: (handle) => `https://m.me/${handle}`,
  },
  {
    network: 'whatsapp',
    handleIn: (url) => {
      const number = whatsappNumber(url.href)
      if (number !== null) return number.slice(1)
      const isMessage = /^wa\.me$/.test(url.hostname) || /^(?:www\.)?whatsapp\.com$/.test(url.hostname)
      return isMessage ? /^\/((?:message|channel)\/[\w-]{6,60})\/?$/.exec(url.pathname)?.[1] : undefined
    },
    url: (handle) =>
      handle.startsWith('channel/') ? `https://www.whatsapp.com/${handle}` : `https://wa.me/${handle}`,
  },
  {
    network: 'signal',
    handleIn: ({ hostname, hash }) =>
      hostname === 'signal.me' ? /^#((?:p\/\+\d{6,15})|(?:eu\/[\w-]{20,100}))$/.exec(hash)?.[1] : undefined,
    url: (handle) => `https://signal.me/#${handle}`,
  },
  {
    network: 'line',
    handleIn: ({ hostname, pathname }) =>
      /^(?:line\.me|page\.line\.me|lin\.ee)$/.test(hostname)
        ? /^\/(?:R\/)?(?:ti\/p\/)?([@~]?[\w.-]{3,60})\/?$/.exec(percentDecoded(pathname))?.[1]
        : undefined,
    url: (handle) => (/^[@~]/.test(handle) ? `https://line.me/R/ti/p/${handle}` : `https://lin.ee/${handle}`),
  },
  {
    network: 'viber',
    handleIn: ({ protocol, searchParams }) =>
      protocol === 'viber:'
        ? /^\+?(\d{6,15})$/.exec(searchParams.get('number')?.trim() ?? '')?.[1]
        : undefined,
    url: (handle) => `viber://chat?number=%2B${handle}`,
  },
  {
    network: 'skype',
    handleIn: ({ protocol, pathname }) =>
      protocol === 'skype:' ? /^([\w.,:-]{3,60})$/.exec(pathname)?.[1] : undefined,
    url: (handle) => `skype:${handle}?chat`,
  },
]

/** Null for a link to anything else, and for one that only shares a text. */
export function messengerContact(url: URL): SocialProfile | null {
  for (const { network, handleIn, url: urlOf } of MESSENGERS) {
    const handle = handleIn(url)
    if (handle !== undefined && !SHARING.has(handle.toLowerCase()))
      return { network, handle, url: urlOf(handle) }
  }
  return null
}

const SHARING: ReadonlySet<string> = new Set(['share', 'login', 'help', 'download', 'privacy', 'about'])

/** The number of a WhatsApp link; null for any other link, and for one that only shares a text. */
export function whatsappNumber(href: string): string | null {
  const url = /wa\.me|whatsapp/i.test(href) ? URL.parse(href.trim().slice(0, 2_000)) : null
  if (url === null) return null
  const isShort = /^wa\.me$/.test(url.hostname)
  const isLong = /(?:^|\.)whatsapp\.com$/.test(url.hostname) || url.protocol === 'whatsapp:'
  if (!isShort && !isLong) return null
  const digits = (url.searchParams.get('phone') ?? (isShort ? url.pathname.slice(1) : '')).replace(/\D/g, '')
  const phone = digits === '' ? undefined : parsePhoneNumberFromString(`+${digits}`)
  return phone?.isValid() === true ? phone.number : null
}
