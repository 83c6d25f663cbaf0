// The images in a style: backgrounds, borders, bullets, masks. Fonts and other style sheets do not count.

const MAX_CHARS = 2_000_000
const MAX_ADDRESSES = 2_000
const ADDRESS =
  /url\(\s{0,9}(?:"([^"\n]{1,200000})"|'([^'\n]{1,200000})'|((?:\\.|[^"'()\s\\]){1,200000}))\s{0,9}\)/gi
const NO_PICTURE = /\.(?:woff2?|ttf|otf|eot|css)(?:$|[?#])|^data:(?!image\/)|^#/i

/** Each once, in their order, as written. */
export function cssAddresses(css: string): string[] {
  const found = new Set<string>()
  const text = css.slice(0, MAX_CHARS)
  for (const [, double, single, bare] of text.matchAll(ADDRESS)) {
    // Simple escapes only stand before characters that need none.
    const address = (double ?? single ?? bare ?? '').trim().replace(/\\([^0-9a-f\n])/gi, '$1')
    if (address !== '' && !NO_PICTURE.test(address)) found.add(address)
    if (found.size === MAX_ADDRESSES) break
  }
  return [...found]
}
