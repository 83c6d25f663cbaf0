// Tells a letter that people mistype from one that makes another word: `prints` are no `paints`, `pharmasy` is a pharmacy.

/** Rows of keyboards, in letters without accents. */
const ROWS = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
] as const
/** Letters that sound alike somewhere: `farmasia`, `restaurand`. */
const SOUNDS = [
  'ckqsxz',
  'bvw',
  'dt',
  'fv',
  'gj',
  'ijy',
  'mn',
  'bp',
  'gk',
  'сз',
  'дт',
  'бп',
  'гк',
  'вф',
  'иійы',
]
const VOWELS = 'aeiouyаеёиоуыэюяіїє'

/**
 * Letters that a word needs before an edit of each sort is a mistake rather than another word. Chosen with common words of sixteen
 * languages beside mistyped names of kinds: below, an edit of the sort leads from a common word more often than from a kind.
 */
const MIN_CHARS = { mistake: 5, vowel: 7, other: 9 } as const

/** Whether a word that is one edit away from a word for a kind was probably meant as that. */
export function isLikelyEdit(typed: string, meant: string): boolean {
  return typed.length >= MIN_CHARS[editOf(typed, meant)]
}

function editOf(typed: string, meant: string): keyof typeof MIN_CHARS {
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at += 1
  const [is, should] = [typed[at] ?? '', meant[at] ?? '']
  // A letter that lacks.
  if (typed.length < meant.length) return 'mistake'
  const around = [typed[at - 1] ?? '', typed[at + 1] ?? '']
  if (typed.length > meant.length) {
    const isSlip = around.some((other) => other === is || areNeighbours(other, is))
    // An ending more, as a plural has it.
    return isSlip || at === typed.length - 1 ? 'mistake' : 'other'
  }
  if (is === meant[at + 1] && typed[at + 1] === should) return 'mistake'
  if (areNeighbours(is, should) || SOUNDS.some((alike) => alike.includes(is) && alike.includes(should))) {
    return 'mistake'
  }
  return VOWELS.includes(is) && VOWELS.includes(should) ? 'vowel' : 'other'
}

/** Whether two letters are side by side on a keyboard, or one above the other. */
function areNeighbours(a: string, b: string): boolean {
  return ROWS.some((rows) => {
    const [rowOfA, rowOfB] = [a, b].map((letter) =>
      rows.findIndex((row) => letter !== '' && row.includes(letter)),
    )
    if (rowOfA === undefined || rowOfB === undefined || rowOfA < 0 || rowOfB < 0) return false
    const apart = Math.abs((rows[rowOfA] ?? '').indexOf(a) - (rows[rowOfB] ?? '').indexOf(b))
    return apart <= 1 && Math.abs(rowOfA - rowOfB) <= 1
  })
}
