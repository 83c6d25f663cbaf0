// Takes passwords out of addresses that are shown.

const AUTHORITY = /(?<=:\/\/)[^/?#\s]+/g

/** User name and password before the host hidden, wherever in a text an address stands. */
export function hideUserInfo(text: string): string {
  return text.replace(AUTHORITY, (authority) => {
    const end = authority.lastIndexOf('@')
    const colon = authority.indexOf(':')
    return colon >= 0 && colon < authority.indexOf('@') ? `********${authority.slice(end)}` : authority
  })
}
