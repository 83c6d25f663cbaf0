// The part of the input that every extractor of a page shares: which page, and how long it may take.
import { Type, type TProperties } from 'typebox'

const urlRules = { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 8_000 } as const

const source = {
  url: Type.Optional(Type.String({ ...urlRules, description: 'The page to fetch.' })),
  html: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 5_000_000,
      description: 'The page itself; nothing is fetched for it.',
    }),
  ),
  baseUrl: Type.Optional(Type.String({ ...urlRules, description: 'What links in `html` are relative to.' })),
}

const common = {
  timeoutMs: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: 300_000,
      default: 30_000,
      description: 'For fetch and extraction together.',
    }),
  ),
  locale: Type.Optional(Type.String({ maxLength: 35, description: 'BCP 47; sent as Accept-Language.' })),
}

/** `url`, or `html` with an optional `baseUrl`; beside it the extractor's own `options`. */
export const PageInput = <const T extends TProperties>(options: T) =>
  Type.Object(
    { ...source, ...common, ...options },
    {
      additionalProperties: false,
      oneOf: [{ required: ['url'] }, { required: ['html'] }],
      not: { required: ['url', 'baseUrl'] },
      description: 'Exactly one of `url` and `html`; `baseUrl` goes with `html`.',
    },
  )

/** For extractors that work on what a URL answers, not on a page someone already has. */
export const UrlInput = <const T extends TProperties>(options: T) =>
  Type.Object(
    { url: Type.String({ ...urlRules, description: 'What to fetch.' }), ...common, ...options },
    { additionalProperties: false },
  )
