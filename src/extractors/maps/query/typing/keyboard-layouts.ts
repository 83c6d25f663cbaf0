// Reads what was typed on the keys of another alphabet: `dirrnr` is `약국`, `fgntrf` is `аптека`.

/** By a script: its letters on the keys of a keyboard for English. */
const KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const LAYOUTS: readonly (readonly string[])[] = [
  Array.from('йцукенгшщзхъфывапролджэячсмитьбю'),
  [...Array.from('ضصثقفغعهخحجدشسيبلاتنمكطئءؤر'), 'لا', ...Array.from('ىةوز')],
  Array.from("/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ"),
  Array.from('ๆไำพะัีรนยบลฟหกดเ้่าสวงผปแอิืทมใ'),
  Array.from(";ςερτυθιοπ[]ασδφγηξκλ\u0384'ζχψωβνμ,."),
]
const TYPED = /^[a-z[\];',. ]+$/
/** Fewer letters are a word of another script by chance. */
const MIN_LETTERS = 4

/** The texts that a query is on the keys of other alphabets; none for one that is not in plain Latin letters. */
export function typedOnOtherKeys(query: string): readonly string[] {
  const typed = query.normalize('NFKC').trim()
  if (typed.replaceAll(' ', '').length < MIN_LETTERS) return []
  const hangul = onHangulKeys(typed)
  const lower = typed.toLowerCase()
  const others = TYPED.test(lower)
    ? LAYOUTS.map((letters) => Array.from(lower, (key) => letters[KEYS.indexOf(key)] ?? key).join(''))
    : []
  return hangul === null ? others : [hangul, ...others]
}

const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ')
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ')
const FINALS = ' r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')
const FIRST_SYLLABLE = 0xac00
const SYLLABLE =
  /([rRseEfaqQtTdwWczxvg])(h[kol]|n[jpl]|ml|[koiOjpuPhynbml])(rt|s[wg]|f[raqtxvg]|qt|[rRsefaqtTdwczxvg]|)(?=[rRseEfaqQtTdwWczxvg][koiOjpuPhynbml]|$| )/gy
/** Of capitals only these are letters of their own there. */
const PLAIN_CAPITALS = /[A-DF-NS U-VX-Z]/g

/** Null where the keys make no whole syllables. */
function onHangulKeys(text: string): string | null {
  const words = text.replace(PLAIN_CAPITALS, (key) => key.toLowerCase()).split(' ')
  const typed = words.map((word) => {
    const syllables = [...word.matchAll(SYLLABLE)]
    if (syllables.map(([whole]) => whole).join('') !== word) return null
    return syllables
      .map(([, initial = '', vowel = '', final = '']) =>
        String.fromCharCode(
          FIRST_SYLLABLE +
            (INITIALS.indexOf(initial) * VOWELS.length + VOWELS.indexOf(vowel)) * FINALS.length +
            FINALS.indexOf(final),
        ),
      )
      .join('')
  })
  return typed.every((word) => word !== null) ? typed.join(' ') : null
}
