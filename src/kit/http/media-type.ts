// Media types in header fields (RFC 9110 section 8.3.1).

/** The essence (WHATWG MIME Sniffing 4.2): `text/html` of `Text/HTML; charset=utf-8`. Empty where nothing is given. */
export function mediaTypeEssence(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
