// Finds the fonts whose letters are all of one width: most files do not say it of theirs.
import type { Font, Glyph } from './page-content.ts'

const NARROW = /^[ijl.,:;'!|]$/
const WIDE = /^[mwMW@%]$/
/** In letter sizes. */
const MAX_DIFFERENCE = 0.02

/** The letters with `mono` where the narrow and the wide ones of their font take the same room. */
export function withMonoFonts(glyphs: readonly (Glyph | '\n')[]): (Glyph | '\n')[] {
  const widths = new Map<string, { narrow: number; wide: number }>()
  for (const glyph of glyphs) {
    if (glyph === '\n' || glyph.font.mono || glyph.turned) continue
    const [isNarrow, isWide] = [NARROW.test(glyph.text), WIDE.test(glyph.text)]
    if (!isNarrow && !isWide) continue
    const width = (glyph.right - glyph.left) / glyph.font.size
    const { narrow = 0, wide = Infinity } = widths.get(glyph.font.name) ?? {}
    widths.set(glyph.font.name, {
      narrow: isNarrow ? Math.max(narrow, width) : narrow,
      wide: isWide ? Math.min(wide, width) : wide,
    })
  }
  const fonts = new Map<Font, Font>()
  return glyphs.map((glyph) => {
    if (glyph === '\n' || glyph.font.mono) return glyph
    const { narrow = 0, wide = Infinity } = widths.get(glyph.font.name) ?? {}
    if (narrow === 0 || wide === Infinity || Math.abs(wide - narrow) > MAX_DIFFERENCE) return glyph
    const font = fonts.get(glyph.font) ?? { ...glyph.font, mono: true }
    fonts.set(glyph.font, font)
    return { ...glyph, font }
  })
}
