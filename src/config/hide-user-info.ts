// Takes passwords out of addresses that are shown.

/** User name and password before the host, wherever in a text an address stands. */
const USER_INFO = /(?<=:\/\/)[^/?#\s@]*:[^/?#\s]*(?=@)/g

export function hideUserInfo(text: string): string {
  return text.replace(USER_INFO, '********')
}
