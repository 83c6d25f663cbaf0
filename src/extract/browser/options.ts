// The options of a request that only a browser can follow: its screen, its waits, its actions, what it does not load.
import { Type, type Static } from 'typebox'
import { Words } from '#contract/schema.ts'

const strict = { additionalProperties: false } as const
const Selector = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'CSS; it looks into shadow roots.',
})
const Px = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description })

const type = <const T extends string>(word: T) => Type.Literal(word)

/** One step on the page, as data. */
export const PageAction = Type.Union([
  Type.Object(
    {
      type: type('wait'),
      selector: Type.Optional(Selector),
      delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 15_000 })),
    },
    { ...strict, minProperties: 2, description: 'Until the element is visible, or for a time.' },
  ),
  Type.Object({ type: type('click'), selector: Selector }, strict),
  Type.Object(
    { type: type('write'), selector: Selector, text: Type.String({ maxLength: 10_000 }) },
    { ...strict, description: 'Replaces the text of a field.' },
  ),
  Type.Object(
    {
      type: type('press'),
      key: Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9+]+$', examples: ['Enter'] }),
    },
    strict,
  ),
  Type.Object(
    {
      type: type('scroll'),
      selector: Type.Optional(Selector),
      byPx: Type.Optional(Type.Integer({ minimum: -100_000, maximum: 100_000 })),
    },
    { ...strict, description: 'To the element, by a distance, or to the end of the page.' },
  ),
  Type.Object({ type: type('hover'), selector: Selector }, strict),
  Type.Object({ type: type('select'), selector: Selector, value: Type.String({ maxLength: 1_000 }) }, strict),
  Type.Object(
    { type: type('screenshot'), selector: Type.Optional(Selector), fullPage: Type.Optional(Type.Boolean()) },
    {
      ...strict,
      description:
        'A PNG of what the page shows now, of the element, or of the whole page, as an artifact `action_screenshot`.',
    },
  ),
  Type.Object(
    { type: type('pdf') },
    { ...strict, description: 'The page as it is now, printed on A4, as an artifact `action_pdf`.' },
  ),
  Type.Object(
    { type: type('script'), code: Type.String({ minLength: 1, maxLength: 20_000 }) },
    {
      ...strict,
      description:
        'The body of an async function, run in the page. Needs a key with the scope `browser:script`.',
    },
  ),
])
export type PageAction = Static<typeof PageAction>

export const BROWSER_FIELDS = {
  waitFor: Type.Optional(
    Type.Object(
      {
        selector: Type.Optional(Selector),
        state: Type.Optional(
          Words(['load', 'dom_stable', 'network_idle'], {
            description:
              '`dom_stable`: nothing of the page changes for a while; it is what is waited for by default.',
          }),
        ),
        delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 15_000 })),
      },
      {
        ...strict,
        minProperties: 1,
        description: 'What a browser waits for before the page counts as loaded.',
      },
    ),
  ),
  actions: Type.Optional(
    Type.Array(PageAction, {
      maxItems: 50,
      description:
        'Done in their order; one that fails is `action_failed` with its place. At most ten of them make a file.',
    }),
  ),
  device: Type.Optional(
    Words(['desktop', 'mobile'], { description: 'What the browser looks like to the page.' }),
  ),
  viewport: Type.Optional(
    Type.Object(
      {
        widthPx: Type.Optional(Px(7_680, 'Default 1280, for a mobile 412.')),
        heightPx: Type.Optional(Px(4_320, 'Default 800, for a mobile 915.')),
        scale: Type.Optional(
          Type.Number({ minimum: 1, maximum: 3, description: 'Pixels for each CSS pixel. Default 1.' }),
        ),
      },
      { ...strict, description: 'The screen of the browser, in CSS pixels.' },
    ),
  ),
  timezone: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: '^[A-Za-z0-9_+/-]+$',
      examples: ['Europe/Berlin'],
      description: 'IANA name.',
    }),
  ),
  colorScheme: Type.Optional(Words(['light', 'dark'])),
  reducedMotion: Type.Optional(Type.Boolean()),
  blockResources: Type.Optional(
    Type.Array(Words(['image', 'font', 'media', 'stylesheet']), {
      maxItems: 4,
      description: 'What a browser does not load.',
    }),
  ),
  blockAds: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether a browser leaves out known advertising and tracking hosts.',
    }),
  ),
  removeOverlays: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether a browser refuses cookie banners and hides what else stands in front of the page; the warning `overlay_removed` says so.',
    }),
  ),
} as const

const BrowserFields = Type.Object(BROWSER_FIELDS)
/** The fields as an input has them. */
export type BrowserOptions = Static<typeof BrowserFields>

/** Of one request. */
export const MAX_ACTION_FILES = 10

/** These have a meaning without a browser too, or change only how a browser looks. */
const NOT_ASKING: ReadonlySet<string> = new Set(['blockAds', 'removeOverlays', 'blockResources', 'device'])
const ASKING = Object.keys(BROWSER_FIELDS).filter((name) => !NOT_ASKING.has(name))

/** The fields of an input that only a browser can follow. */
export function askedOfBrowser(input: BrowserOptions): string[] {
  return ASKING.filter((name) => Object.hasOwn(input, name))
}

/** The options of an input without its other fields. */
export function browserOptionsOf(input: BrowserOptions): BrowserOptions {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in BROWSER_FIELDS))
}
