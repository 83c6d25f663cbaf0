// How a wall of the test set is written down, and the pages that are built round its words.

export type WallKind =
  | 'challenge'
  | 'captcha'
  | 'refusal'
  | 'rate limit'
  | 'login'
  | 'consent'
  | 'soft 404'
  | 'paywall'
  | 'empty'
  | 'error'
  | 'placeholder'
  | 'page'

export interface Wall {
  readonly name: string
  readonly html: string
}

const document = (title: string, head: string, body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

/** A page of its own: a heading, paragraphs, and `extra` markup behind them. */
export const bare = (title: string, heading: string, text: readonly string[], extra = ''): string =>
  document(
    title,
    '',
    `${heading === '' ? '' : `<h1>${heading}</h1>`}${text.map((line) => `<p>${line}</p>`).join('')}${extra}`,
  )

const NAVIGATION = ['Home', 'News', 'Products', 'Services', 'Prices', 'Support', 'Company', 'Jobs', 'Contact']

/** `main` between the header and the footer of a site. */
export const inSite = (title: string, main: string, head = ''): string =>
  document(
    title,
    head,
    `<header><a href="/"><img src="/logo.svg" alt="Harbour"></a><nav><ul>${NAVIGATION.map(
      (name) => `<li><a href="/${name}">${name}</a></li>`,
    ).join('')}</ul></nav></header><main>${main}</main><footer><p>© 2026 Harbour Works Ltd.</p><ul>${[
      'Imprint',
      'Privacy',
      'Terms',
      'Cookies',
    ]
      .map((name) => `<li><a href="/${name}">${name}</a></li>`)
      .join('')}</ul></footer>`,
  )

/** Running text that says nothing of walls, of about `words` words. */
export const prose = (words: number): string => {
  const line =
    'The harbour was quiet in the morning and the boats lay side by side along the old stone wall while the men ' +
    'who had come in with the tide carried their baskets up to the market in the square.'
  const all = Array.from({ length: Math.ceil(words / 38) }, () => line).join(' ')
  return `<p>${all}</p>`
}

export const walls = (pages: Readonly<Record<string, string>>): Wall[] =>
  Object.entries(pages).map(([name, html]) => ({ name, html }))

/** `empty` is the shell that scripts would fill. A set may lack a kind. */
export type WallSet = Readonly<Partial<Record<WallKind, readonly Wall[]>>>
