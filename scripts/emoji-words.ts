// Reads place-words/emoji-kinds.txt, and what the things on emoji are called out of cldr-annotations-full.
import { searchFold } from '#kit/text/search-text.ts'

/** The languages of the table, as CLDR names them; those of a country have names that the language itself has not. */
const LANGUAGES =
  `en en-001 en-GB en-AU en-CA en-IN de de-CH fr fr-CA es es-419 es-MX es-US it pt pt-PT nl pl sv ru uk ja zh zh-Hant zh-Hant-HK ko tr ar
yue yue-Hans ar-SA th hi da fi cs sk hu hr el ro id vi he ca no nn sl sr sr-Latn bg et lt lv eu fa`.split(
    /\s/,
  )

/** Marks signs and pictures whose names are words for something else. */
const UNNAMED = /^!/
const LOOKS_AS_EMOJI = /\uFE0F/g

interface Annotations {
  readonly annotations: {
    readonly annotations?: Readonly<Record<string, { readonly tts?: readonly string[] }>>
  }
}

/** What emoji mean. */
export interface EmojiWords {
  /** By the emoji: its kinds. */
  readonly kinds: ReadonlyMap<string, readonly string[]>
  /** By the name of what an emoji shows, folded: the kinds that go with it, which are those of all emoji of that name. */
  readonly names: ReadonlyMap<string, readonly string[]>
}

/** `lines`: the text of emoji-kinds.txt; `read`: reads JSON out of the packages. */
export function emojiWords(lines: string, read: (path: string) => unknown): EmojiWords {
  const kinds = new Map<string, readonly string[]>()
  const unnamed = new Set<string>()
  for (const line of lines.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) {
    const [ids = '', all = ''] = line.replace(UNNAMED, '').split(': ')
    for (const { segment } of new Intl.Segmenter('und').segment(all)) {
      const emoji = segment.replace(LOOKS_AS_EMOJI, '')
      if (kinds.has(emoji)) throw new Error(`twice in emoji-kinds.txt: ${emoji}`)
      kinds.set(emoji, ids.split(' '))
      if (UNNAMED.test(line)) unnamed.add(emoji)
    }
  }
  const meanings = new Map<string, Set<string>>()
  for (const language of LANGUAGES) {
    const file = read(`cldr-annotations-full/annotations/${language}/annotations.json`) as Annotations
    for (const [emoji, { tts = [] }] of Object.entries(file.annotations.annotations ?? {})) {
      const key = emoji.replace(LOOKS_AS_EMOJI, '')
      const ids = unnamed.has(key) ? '' : (kinds.get(key)?.join(' ') ?? '')
      for (const name of tts.map(searchFold)) meanings.set(name, (meanings.get(name) ?? new Set()).add(ids))
    }
  }
  const names = [...meanings].flatMap(([name, [only = '', ...others]]) =>
    only === '' || others.length > 0 ? [] : [[name, only.split(' ')] as const],
  )
  return { kinds, names: new Map(names) }
}
