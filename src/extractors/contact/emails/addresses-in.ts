// The e-mail addresses that stand in a line of text.

const LOCAL_CHAR = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]/
const DOMAIN_CHAR = /[A-Za-z0-9\u00a1-\uffff.-]/

/** The addresses round each `@`, without the marks of the sentence. */
export function addressesIn(line: string): string[] {
  const found: string[] = []
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < 64 && LOCAL_CHAR.test(line.charAt(start - 1))) start -= 1
    let end = at + 1
    while (end < line.length && end - at < 254 && DOMAIN_CHAR.test(line.charAt(end))) end += 1
    // `@name@host` is a name on a network, `https://host/id@host` an address of a page.
    const isOther =
      line.charAt(start - 1) === '@' || /:\/\/\S{0,300}$/.test(line.slice(Math.max(0, start - 300), at))
    if (isOther) continue
    const text = line.slice(start, end).replace(/^[^A-Za-z0-9]{1,64}|[.-]{1,20}$/g, '')
    if (text.includes('@')) found.push(text)
  }
  return found
}
