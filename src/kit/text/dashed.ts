// Words without case, accents and punctuation, joined by dashes: how a text, a path and a rule are compared.

/** `Über uns` and `/ueber-uns.html` become `uber-uns` and `ueber-uns-html`. */
export const dashed = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-|-$/g, '')
