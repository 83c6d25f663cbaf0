// Locations that name two things, or a side of one: `between Vaduz and Schaan`, `Rue Grimaldi / Rue Princesse Caroline`, `north of Vaduz`.

const AND = 'and|und|et|y|e|ed|en|i|og|och|и|та|ile'
const BETWEEN = new RegExp(
  `^(?:(?:somewhere |in )?between|entre|zwischen|tra|fra|tussen|między|pomiędzy|между|між|mellan|mellem) (.+) (?:${AND}|&) (.+)$`,
  'iu',
)
const BETWEEN_LAST = /^(.{1,150}?)(?:と|和|与|및|와|과) ?(.{1,150}?)(?:の間|之间|之間| ?사이)$/u

/** The two names of `between … and …`; null for another text. */
export function betweenNames(text: string): readonly [string, string] | null {
  const [, first, second] = BETWEEN.exec(text) ?? BETWEEN_LAST.exec(text) ?? []
  return first === undefined || second === undefined ? null : [first, second]
}

const CORNER =
  /^(?:(?:at|on|an|à|au|en|na)?(?: ?(?:the|der|l['’]|la|el))? ?)?(?:corner|intersection|crossing|junction|ecke|kreuzung|einmündung|angle|coin|croisement|carrefour|esquina|cruce|angolo|incrocio|hoek|kruising|róg|rogu|skrzyżowanie|угол|перекрёсток|перекресток|korsningen?|hörnet)(?: (?:of|von|der|d[eu]s?|con|di|tra|fra|van|av))? (.+)$/iu
const CORNER_BETWEEN = /^(.+?),? (?:ecke|corner|corner of|esq\.?|esquina|angle|angolo|hoek|róg|угол) (.+)$/iu
const JOINT = new RegExp(`^(.+?)(?: ?[&/@+] ?| (?:${AND}|at|x|con|mit|met|z|с) )(.+)$`, 'iu')
const ARTICLE = /^(?:(?:d[eu]s?|der|the|la|les?|el|con|mit) |[ld]['’] ?)+/iu

/** The pairs of streets whose corner a text may name, the likeliest first; `Dozier Ave & Main St, Prattville` is one. */
export function crossingStreets(text: string): (readonly [string, string])[] {
  const [, cornered] = CORNER.exec(text) ?? []
  const given = cornered ?? text
  const [, first, second] = CORNER_BETWEEN.exec(given) ?? JOINT.exec(given) ?? []
  const pair = (one: string, other: string) => [withoutArticle(one), withoutArticle(other)] as const
  if (first !== undefined && second !== undefined) return [pair(first, second)]
  // `Ecke Landstrasse Schulgass`
  const words = cornered?.split(' ') ?? []
  return words.slice(1).map((_, at) => pair(words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')))
}

function withoutArticle(name: string): string {
  return name.replace(ARTICLE, '')
}

/** Words for the directions, clockwise from the north in steps of 45 degrees. */
const DIRECTIONS = [
  'north|nördlich|im norden|au nord|norte|al norte|a nord|ten noorden|na północ|к северу|севернее|norr',
  'north-?east|nordöstlich|au nord-est|noreste|al noreste|a nord-est|к северо-востоку',
  "east|östlich|im osten|à l['’]est|al este|a est|ten oosten|na wschód|к востоку|восточнее|öster",
  'south-?east|südöstlich|au sud-est|sureste|al sureste|a sud-est|к юго-востоку',
  'south|südlich|im süden|au sud|sur|al sur|a sud|ten zuiden|na południe|к югу|южнее|söder',
  'south-?west|südwestlich|au sud-ouest|suroeste|al suroeste|a sud-ovest|к юго-западу',
  "west|westlich|im westen|à l['’]ouest|al oeste|a ovest|ten westen|na zachód|к западу|западнее|väster",
  'north-?west|nordwestlich|au nord-ouest|noroeste|al noroeste|a nord-ovest|к северо-западу',
].map(
  (words) =>
    new RegExp(
      `^(?:just |directly )?(?:${words}) (?:of|from|von|vom|d[eu]|del?|da|di|van|od|от|om) (.+)$`,
      'iu',
    ),
)

/** `north of Vaduz`: the direction in degrees from the north, and the name; null for another text. */
export function directionOf(text: string): { readonly degrees: number; readonly name: string } | null {
  for (const [at, words] of DIRECTIONS.entries()) {
    const name = words.exec(text)?.[1]
    if (name !== undefined) return { degrees: 45 * at, name }
  }
  return null
}
