// How words of streets and saints are shortened, in queries and on maps, each on its own side; all are folded.

/** A short word, and what it may stand for: `st` of `street` and of `saint`. */
type ShortWord = readonly [short: string, ...long: string[]]

/** Short words of two letters and more, which names of places hold as well. */
export const SHORT_WORDS: readonly ShortWord[] = [
  ['st', 'street', 'saint', 'sankt', 'sint'],
  ['ste', 'sainte'],
  ['str', 'strasse', 'street', 'strada', 'straat'],
  ['av', 'avenue', 'avenida'],
  ['ave', 'avenue'],
  ['avda', 'avenida'],
  ['bd', 'boulevard'],
  ['bvd', 'boulevard'],
  ['bld', 'boulevard'],
  ['boul', 'boulevard'],
  ['blvd', 'boulevard'],
  ['rd', 'road'],
  ['sq', 'square'],
  ['pl', 'place', 'platz', 'plaza', 'plein', 'plac'],
  ['pde', 'parade'],
  ['cres', 'crescent'],
  ['tce', 'terrace'],
  ['esp', 'esplanade'],
  ['dr', 'drive'],
  ['ln', 'lane'],
  ['ct', 'court'],
  ['hwy', 'highway'],
  ['pkwy', 'parkway'],
  ['rte', 'route'],
  ['che', 'chemin'],
  ['imp', 'impasse'],
  ['fbg', 'faubourg'],
  ['pza', 'plaza', 'piazza'],
  ['ctra', 'carretera'],
  ['estr', 'estrada'],
  ['ul', 'ulica', 'ulitsa'],
  ['al', 'aleja', 'aleje'],
  ['cad', 'caddesi'],
  ['cd', 'caddesi'],
  ['sok', 'sokak', 'sokagi'],
  ['sk', 'sokak', 'sokagi'],
  ['sokak', 'sokagi'],
  ['mah', 'mahallesi'],
  ['blv', 'bulvari'],
  ['jl', 'jalan'],
  ['jln', 'jalan'],
  ['gg', 'gang'],
  ['ул', 'улица', 'вулиця'],
  ['пр', 'проспект'],
  ['пл', 'площадь', 'площа'],
  ['пер', 'переулок'],
  ['наб', 'набережная'],
  ['gimi', 'gimnazium'],
  ['gympl', 'gymnazium'],
  ['gymi', 'gymnasium'],
  ['kanti', 'kantonsschule'],
]

/** Those that say the sort of a street, and stand beside its name alone. */
export const SHORT_WORDS_OF_STREETS: readonly ShortWord[] = [
  ...SHORT_WORDS,
  ['r', 'rue', 'rua'],
  ['c', 'calle'],
]

/** Those within the name of a street: which part of it, and its number. */
export const SHORT_WORDS_IN_STREETS: readonly ShortWord[] = [
  ...SHORT_WORDS_OF_STREETS,
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
  ['1st', 'first'],
  ['2nd', 'second'],
  ['3rd', 'third'],
  ['4th', 'fourth'],
  ['5th', 'fifth'],
  ['6th', 'sixth'],
  ['7th', 'seventh'],
  ['8th', 'eighth'],
  ['9th', 'ninth'],
  ['10th', 'tenth'],
  ['11th', 'eleventh'],
  ['12th', 'twelfth'],
]

/** The other lengths of a folded word among some short words: `street` of `st`, `st` of `street`. */
export function otherLengths(word: string, among: readonly ShortWord[]): string[] {
  return among.flatMap(([short, ...long]) => (short === word ? long : long.includes(word) ? [short] : []))
}
