// Addresses that a page spells so that programs do not see them, where a reader still does: `info (at) firm [dot] org`.
import { isOfDomain } from './email-address.ts'

/** With brackets: `at` alone is a word. */
const BRACKETED_AT =
  /\s?(?:\[\s?(?:at|ät|@|a|arroba|arobase|chiocciola|kukac|zavin[aá][cč]|ma[lł]pa|παπάκι|собака|et|aapje|apestaartje|snabel-?a|krøllalfa|ät-?merkki|zavináč)\s?\]|\(\s?(?:at|ät|@|a|arroba|arobase|chiocciola|kukac|zavin[aá][cč]|ma[lł]pa|παπάκι|собака|et|aapje|apestaartje|snabel-?a|krøllalfa|ät-?merkki|zavináč)\s?\)|\{\s?(?:at|@)\s?\}|<\s?at\s?>|_at_|-at-)\s?/gi
const BRACKETED_DOT =
  /\s?(?:\[\s?(?:dot|punkt|point|punto|ponto|punt|tecka|tečka|kropka|pont|piste|prikk|punktum|τελεία|точка|\.)\s?\]|\(\s?(?:dot|punkt|point|punto|ponto|punt|tecka|tečka|kropka|pont|piste|prikk|punktum|τελεία|точка|\.)\s?\)|\{\s?dot\s?\}|_dot_|-dot-)\s?/gi
const AT_WORD = / (?:at|arroba|arobase|chiocciola|παπάκι|собака|kukac|zavináč|małpa|@) /gi
const DOT_WORD = / (?:dot|punkt|point|punto|ponto|τελεία|точка|tečka|kropka) /gi
const LOCAL = /[\w.+-]{1,64}$/
const DOMAIN = /^[\w-]{1,63}(?:\.[\w-]{2,63}){1,5}/
/** Directly before the address. */
const EMAIL_WORD =
  /(?:^|[^\p{L}])(?:e-?mail|mail|e-?post|sähköposti|correo|courriel|posta|почта|contact|kontakt|write to)([^\p{L}\d]{0,6})$/iu
const MAX_BEFORE = 100
const MAX_AFTER = 300
const MAX_IN_LINE = 50

/** Whether a text ends with a word for e-mail and a sign that an address comes: `E-Mail: `. */
export const announcesEmail = (before: string): boolean => {
  const [word, mark = ''] = EMAIL_WORD.exec(before.slice(-MAX_BEFORE)) ?? []
  return word !== undefined && mark.includes(':')
}

/**
 * Of words without brackets `buy at firm.com` and `contact us at firm.com` are none: a sign after a word for e-mail has to
 * say that an address comes, or a word for the dot and the site's own domain.
 */
export function spelledEmails(
  line: string,
  siteDomain: string | null,
): { readonly text: string; readonly start: number }[] {
  const found: { text: string; start: number }[] = []
  for (const { local, domain, start } of /[[({<]|_at_|-at-/i.test(line)
    ? spelled(line, BRACKETED_AT, BRACKETED_DOT)
    : [])
    found.push({ text: `${local}@${domain}`, start })
  for (const { local, domain, before, sign, isDotSpelled, start } of spelled(line, AT_WORD, DOT_WORD)) {
    const isAnnounced = announcesEmail(before) || (isDotSpelled && EMAIL_WORD.test(before))
    const isOwn = isOfDomain(domain.toLowerCase(), siteDomain) && (isDotSpelled || sign.includes('@'))
    if (isAnnounced || isOwn) found.push({ text: `${local}@${domain}`, start })
  }
  return found
}

interface Spelled {
  readonly local: string
  readonly domain: string
  /** Where it begins in the line. */
  readonly start: number
  readonly before: string
  /** What stands for `@`. */
  readonly sign: string
  /** Whether a word stands for a dot. */
  readonly isDotSpelled: boolean
}

/** What stands around each of the signs for `@`, with the signs for dots in it. */
function* spelled(line: string, at: RegExp, dot: RegExp): Generator<Spelled> {
  let left = MAX_IN_LINE
  for (const { 0: sign, index } of line.matchAll(at)) {
    left -= 1
    if (left === 0) return
    const before = line.slice(Math.max(0, index - MAX_BEFORE), index)
    const end = index + sign.length
    const local = LOCAL.exec(before)?.[0]
    const after = line.slice(end, end + MAX_AFTER)
    const domain = DOMAIN.exec(after.replace(dot, '.'))?.[0]
    if (local === undefined || domain === undefined) continue
    const isDotSpelled = !after.startsWith(domain)
    const start = index - local.length
    yield { local, domain, start, before: before.slice(0, before.length - local.length), sign, isDotSpelled }
  }
}
