// Tells bytes of another kind that were read as text.

/** Much less than the 8 % of random bytes, and more than a page with a damaged character now and then. */
const MAX_SHARE = 1 / 50
const READ_CHARS = 4_096

/** Text has no control characters but white space. */
export function isBinary(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  const controls = text.slice(0, READ_CHARS).match(/[\u0000-\u0008\u000e-\u001a]/g)?.length ?? 0
  return controls > Math.min(text.length, READ_CHARS) * MAX_SHARE
}
