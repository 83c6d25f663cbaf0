// Names of pages with contacts that a new installation begins with, as paths and as words of links.
import { dashed } from '#kit/text/dashed.ts'

/** What is expected of such a page before there are trials. */
export interface BuiltinPattern {
  readonly kind: 'path' | 'anchor'
  readonly template: string
  /** `*` is any. */
  readonly language: string
  readonly expectedYield: number
}

/** Names of pages by language; `*` are names that sites of many languages use. */
const NAMES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  '*': [
    ['contact', 0.35],
    ['contact us', 0.35],
    ['imprint', 0.25],
    ['about', 0.15],
    ['team', 0.12],
    ['privacy', 0.05],
  ],
  de: [
    ['kontakt', 0.4],
    ['impressum', 0.35],
    ['ueber uns', 0.15],
  ],
  fr: [
    ['nous contacter', 0.35],
    ['mentions legales', 0.3],
  ],
  es: [
    ['contacto', 0.4],
    ['aviso legal', 0.25],
  ],
  it: [
    ['contatti', 0.4],
    ['chi siamo', 0.15],
  ],
  pt: [['contato', 0.4]],
  nl: [['over ons', 0.15]],
  fi: [['yhteystiedot', 0.4]],
  pl: [['o nas', 0.15]],
  tr: [['iletisim', 0.4]],
}

/** Data may end each of them in each language. */
export const BUILTIN_PATTERNS: readonly BuiltinPattern[] = Object.entries(NAMES).flatMap(
  ([language, names]) =>
    names.flatMap(([name, expectedYield]) => [
      { kind: 'path' as const, template: `/${dashed(name)}`, language, expectedYield },
      { kind: 'anchor' as const, template: dashed(name), language, expectedYield },
    ]),
)
