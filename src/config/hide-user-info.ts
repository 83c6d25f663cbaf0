// Hides passwords in addresses that are shown.

const AUTHORITY = /(?<=:\/\/)[^/?#\s]+/g

/** Hides user name and password before the host, in addresses anywhere in a text. */
export function hideUserInfo(text: string): string {
  return text.replace(AUTHORITY, (authority) => {
    const end = authority.lastIndexOf('@')
    const colon = authority.indexOf(':')
    return colon >= 0 && colon < authority.indexOf('@') ? `********${authority.slice(end)}` : authority
  })
}
