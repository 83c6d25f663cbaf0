// Language tags (BCP 47): which ones are known, and the look-up of a text by language.
import { textBefore } from './text-rules.ts'

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Whether `tag` is well-formed and its language one that has a name in CLDR: `de`, `pt-BR`; not `xx` or `german`. */
export function isLanguageTag(tag: string): boolean {
  try {
    const { language } = new Intl.Locale(tag)
    return names.of(language) !== undefined
  } catch {
    return false
  }
}

/** The value of `byLanguage` for `tag`, else for its language alone; undefined without either. */
export function inLanguage(byLanguage: Readonly<Record<string, string>>, tag: string): string | undefined {
  for (const wanted of [tag, new Intl.Locale(tag).toString(), textBefore(tag, '-')]) {
    if (Object.hasOwn(byLanguage, wanted)) return byLanguage[wanted]
  }
  return undefined
}
