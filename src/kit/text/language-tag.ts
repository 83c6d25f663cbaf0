// Language tags (BCP 47): which ones are known, and the look-up of a text by language.
import { textBefore } from './text-rules.ts'

/** Made at the first use: it takes longer than the loading of most modules. */
let names: Intl.DisplayNames | null = null

/** Whether `tag` is well-formed and its language one that has a name in CLDR: `de`, `pt-BR`; not `xx` or `german`. */
export function isLanguageTag(tag: string): boolean {
  try {
    const { language } = new Intl.Locale(tag)
    names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
    return names.of(language) !== undefined
  } catch {
    return false
  }
}

/** The value of `byLanguage` for `tag`, else for its language alone; undefined without either. */
export function inLanguage(byLanguage: Readonly<Record<string, string>>, tag: string): string | undefined {
  for (const wanted of wantedTags(tag)) {
    if (Object.hasOwn(byLanguage, wanted)) return byLanguage[wanted]
  }
  return undefined
}

/** Lists and exports ask for the same tag for each place, and to read one takes as long as all else about a name. */
let lastTag = ''
let lastWanted: readonly string[] = []

function wantedTags(tag: string): readonly string[] {
  if (tag !== lastTag) {
    lastWanted = [...new Set([tag, new Intl.Locale(tag).toString(), textBefore(tag, '-')])]
    lastTag = tag
  }
  return lastWanted
}
