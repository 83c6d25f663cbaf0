// The options of the markdown extractor, and its answer.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'
import { PageInput, type PageRequest } from '#extract/page/page-request.ts'
import { REMOVED_REASONS } from '#extractors/markdown/main-content/removed-text.ts'
import { PAGE_KINDS } from '#extractors/markdown/main-content/model/page-kinds.ts'

export const FORMATS = [
  'markdown',
  'text',
  'html',
  'rawHtml',
  'links',
  'images',
  'metadata',
  'chunks',
  'posts',
] as const

const Selectors = Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { maxItems: 50 })

export const MarkdownInput = PageInput({
  formats: Type.Optional(
    Type.Array(Words(FORMATS), {
      minItems: 1,
      maxItems: FORMATS.length,
      uniqueItems: true,
      default: ['markdown'],
      examples: [['markdown', 'posts']],
      description: 'What the answer holds beside title, byline, language, date and word count.',
    }),
  ),
  mainContent: Type.Optional(
    Words(['auto', 'full', 'selector'], {
      default: 'auto',
      description:
        '`auto` finds the main content, `full` takes all that a reader sees, `selector` what `include` matches.',
    }),
  ),
  debug: Type.Optional(
    Type.Boolean({
      default: false,
      examples: [true],
      description:
        'Whether `trace` lists each line of the page with why it was kept or left out; for `auto`.',
    }),
  ),
  include: Type.Optional({
    ...Selectors,
    description: 'CSS selectors of what to take; needs `mainContent: selector`.',
  }),
  exclude: Type.Optional({ ...Selectors, description: 'CSS selectors of what to leave out, in every mode.' }),
  links: Type.Optional(
    Words(['inline', 'reference', 'text', 'none', 'summary'], {
      default: 'inline',
      description:
        '`reference` numbers the addresses below the text, `summary` lists them below it, `text` keeps the words only, `none` drops linked words too.',
    }),
  ),
  images: Type.Optional(Words(['keep', 'alt', 'drop'], { default: 'keep' })),
  dataUrls: Type.Optional(
    Words(['drop', 'keep'], {
      default: 'drop',
      description: 'Pictures whose bytes stand in the page itself (`data:` addresses).',
    }),
  ),
  frames: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether what frames show is read in their place; up to ten are fetched.',
    }),
  ),
  shadowDom: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether declarative shadow roots are shown as a browser shows them.',
    }),
  ),
  headingStyle: Type.Optional(
    Words(['atx', 'setext'], {
      default: 'atx',
      description: '`setext` underlines headings of the first two levels.',
    }),
  ),
  gfm: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'GitHub-flavoured: pipe tables and `~~`; without, tables and deletions are HTML.',
    }),
  ),
  frontMatter: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Title, address, author and date as YAML above the Markdown.',
    }),
  ),
  maxChars: Type.Optional(
    Type.Integer({
      minimum: 100,
      maximum: 5_000_000,
      description: 'Longer Markdown and text is cut at a line, with a warning.',
    }),
  ),
  chunk: Type.Optional(
    Type.Object(
      {
        by: Type.Optional(
          Words(['heading', 'tokens'], {
            default: 'heading',
            description: '`heading` starts a chunk at each heading as well.',
          }),
        ),
        maxTokens: Type.Optional(Type.Integer({ minimum: 20, maximum: 32_000, default: 500 })),
        overlap: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 1_000,
            default: 0,
            description: 'Tokens of the chunk before, at most half of `maxTokens`.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  ),
})
export type MarkdownInput = Static<typeof MarkdownInput>
/** What a request says of the answer, and nothing of how its page is fetched. */
export type Options = Omit<MarkdownInput, keyof PageRequest>

export const MarkdownData = Type.Object({
  url: Nullable(
    Type.String({ description: 'Where the page came from; null for a page handed in without `baseUrl`.' }),
  ),
  title: Nullable(Type.String()),
  byline: Nullable(Type.String()),
  language: Nullable(Type.String({ description: 'BCP 47, as the page declares it.' })),
  publishedAt: Nullable(
    Type.String({ description: 'RFC 3339, or a date where the page gives no time with a zone.' }),
  ),
  wordCount: Type.Integer(),
  mainContent: Type.Object({
    method: Type.String({ description: '`core`, `body` (fallback), `full` or `selector`.' }),
    ratio: Type.Number({ description: 'Share of the visible text that is content.' }),
    fallbackUsed: Type.Boolean(),
  }),
  kind: Type.Optional(
    Nullable(
      Type.Object(
        {
          name: Words(PAGE_KINDS),
          confidence: Type.Number({ description: '0.5 to 1.' }),
        },
        {
          description: 'What kind of page it looks like; null where no kind is likely. With `auto` only.',
          examples: [{ name: 'forum', confidence: 0.97 }],
        },
      ),
    ),
  ),
  removed: Type.Optional(
    Type.Object(
      {
        share: Type.Number({ description: '0 to 1.' }),
        byReason: Type.Object(
          Object.fromEntries(REMOVED_REASONS.map((reason) => [reason, Type.Optional(Type.Number())])),
        ),
      },
      {
        description:
          'Share of the visible text that is not in the content, also by reason. With `auto` only.',
        examples: [{ share: 0.31, byReason: { navigation: 0.18, footer: 0.09, other: 0.04 } }],
      },
    ),
  ),
  trace: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'With `debug`: a line for each line of the page, `+` kept, `-` left out, with probability.',
    }),
  ),
  markdown: Type.Optional(Type.String()),
  text: Type.Optional(Type.String({ description: 'The running text: no captions, no marks.' })),
  html: Type.Optional(
    Type.String({ description: 'The content as plain HTML: no scripts, styles, handlers or classes.' }),
  ),
  rawHtml: Type.Optional(Type.String()),
  links: Type.Optional(
    Type.Array(
      Type.Object({
        href: Type.String(),
        text: Type.String(),
        rel: Type.Array(Type.String()),
        internal: Nullable(Type.Boolean()),
      }),
    ),
  ),
  images: Type.Optional(
    Type.Array(
      Type.Object({
        src: Type.String(),
        alt: Nullable(Type.String()),
        width: Nullable(Type.Integer()),
        height: Nullable(Type.Integer()),
      }),
    ),
  ),
  chunks: Type.Optional(
    Type.Array(
      Type.Object({
        index: Type.Integer(),
        heading: Type.Array(Type.String(), { description: 'The headings above it, outermost first.' }),
        text: Type.String(),
        chars: Type.Integer(),
        tokensEstimate: Type.Integer(),
        posts: Type.Optional(
          Type.Array(
            Type.Object({
              author: Nullable(Type.String()),
              publishedAt: Nullable(Type.String()),
              url: Nullable(Type.String()),
            }),
            {
              description:
                'Of a thread: whose posts it holds something of, in their order, with what `posts` says of them; empty for what is in no post. Absent on other pages; `kind` says `forum`, or `posts` is asked for as well.',
            },
          ),
        ),
      }),
    ),
  ),
  posts: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          author: Nullable(Type.String()),
          publishedAt: Nullable(
            Type.String({ description: 'RFC 3339 or a day; null where the page says `yesterday`.' }),
          ),
          url: Nullable(Type.String({ description: 'The address of the post itself.' })),
          markdown: Type.String(),
        }),
        {
          description:
            'With `posts` in `formats`: the posts of a thread (questions, answers, replies) in the order of the page; null where the page is none.',
          examples: [
            [
              {
                author: 'Berit',
                publishedAt: '2026-05-02T09:30:00Z',
                url: 'https://example.org/t/tides#post-1',
                markdown: 'When is *high water* on Sunday?',
              },
              { author: 'Ola', publishedAt: null, url: null, markdown: 'At noon.' },
            ],
          ],
        },
      ),
    ),
  ),
  metadata: Type.Optional(
    Type.Object({
      description: Nullable(Type.String()),
      modifiedAt: Nullable(Type.String()),
      siteName: Nullable(Type.String()),
      canonical: Nullable(Type.String()),
      image: Nullable(Type.String()),
      favicon: Nullable(Type.String()),
      feeds: Type.Array(
        Type.Object({ href: Type.String(), type: Type.String(), title: Nullable(Type.String()) }),
      ),
      og: Type.Record(Type.String(), Type.String()),
      jsonLdTypes: Type.Array(Type.String()),
      keywords: Type.Array(Type.String()),
      charset: Nullable(Type.String()),
      charsetSource: Nullable(
        Words(['bom', 'header', 'meta', 'valid_utf8', 'sniffed', 'default'], {
          description:
            'What said the encoding; `sniffed` and `default` are guesses. Null for a page handed in.',
        }),
      ),
    }),
  ),
})
export type MarkdownData = Static<typeof MarkdownData>
