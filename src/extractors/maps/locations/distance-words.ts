// How far around something a text asks for: `2 km around Vaduz`, `à 300 mètres du port`, `10 minutes walk from the casino`.

/** Less is no area to search in, more is none that anyone means. Metres. */
const [MIN_RADIUS_M, MAX_RADIUS_M] = [50, 500_000]

/** By how the word for it begins, the longest beginning first. */
const METRES_IN: readonly (readonly [word: RegExp, metres: number])[] = [
  [/^(?:k|q|ch|к|キロ|公里|千米|킬로)/iu, 1_000],
  [/^(?:mil|mi$|mei)/iu, 1_609.344],
  [/^f/iu, 0.304_8],
  [/^y/iu, 0.914_4],
]
const UNITS = [
  String.raw`km|kms|kilom[eè]t(?:er|re)s?|kilometern|kil[oó]metros?|quil[oô]metros?|chilometr[oi]|kilometr\p{L}*|км|к[иі]лометр\p{L}*`,
  String.raw`mi|miles?|meilen?|millas?|miglia|m|m[eè]t(?:er|re)s?|metern|metros?|metri|metr[óy]w?|м|метр\p{L}*|ft|feet|yards?|yd`,
]
const NUMBER = String.raw`(\d{1,6}(?:[.,]\d{1,3})?)`
const AMOUNT = `${NUMBER} ?(${UNITS.join('|')})`
const UP_TO = [
  'within|inside|in|less than|up to|max(?:imum|\\.)?|about',
  'im umkreis von|umkreis|maximal|höchstens|weniger als|bis(?: zu)?|etwa|ca\\.?',
  '(?:dans )?un rayon de|moins de|à moins de|à|environ',
  'en un radio de|a menos de|hasta|a|num raio de|até|entro|nel raggio di|a meno di',
  'binnen(?: een straal van)?|op|w promieniu|do|inom|в радиусе|в пределах|до|в|у радіусі|в радіусі|radius(?: of)?',
]
const FROM = [
  'away from|around|round|of|from|near|about|to',
  'um|von|vom|rund um|entfernt von',
  "autour d(?:e|u|es)|de|du|des|d'|alrededor del?|del|d[aoe]",
  'intorno a|dal(?:l[ao])?|di|van|rond|vanaf|od|wokół|от|вокруг|від|från|runt',
]
/** `2 km around Vaduz`, `im Umkreis von 3 km um Schaan`, `до 3 км от Вадуц`, `à 300 mètres du port`. */
const RADIUS_FIRST = new RegExp(
  `^(?:(?:${UP_TO.join('|')}) )?${AMOUNT} (?:radius )?(?:${FROM.join('|')})(?: the)? (.+?)(?: (?:entfernt|away|de distance))?$`,
  'iu',
)
/** `5 km radius Vaduz`, `Umkreis 2 km Balzers`: the word says what the number is. */
const RADIUS_WORD = new RegExp(
  `^(?:(?:umkreis|radius|rayon|radio|raggio|straal):? ?${AMOUNT}|${AMOUNT} (?:radius|umkreis|rayon|straal)),? (?:um |von |of |from |de |di )?(.+)$`,
  'iu',
)
/** `Vaduz + 5 km`, `Vaduz, 5 km radius`. */
const RADIUS_LAST = new RegExp(
  `^(.+?)(?: ?[,+] ?| )\\(?(?:radius )?${AMOUNT}(?: radius| umkreis)?\\)?$`,
  'iu',
)
/** `ファドゥーツから3km以内`, `距瓦杜兹3公里`, `파두츠에서 3km`. */
const RADIUS_EAST_ASIAN = new RegExp(
  `^(?:距离?)?(.+?) ?(?:から|より|附近|周边|方圆|半径|반경|에서)* ?(?:の)?${NUMBER} ?(km|キロ(?:メートル)?|公里|千米|米|メートル|m|킬로(?:미터)?|미터) ?(?:以内|圏内|范围内|内|이내)?$`,
  'iu',
)
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** `10 minutes walk from the casino`, `5 min à pied du casino`: how far one gets in that time. */
const MINUTES =
  /^(?:(?:within|à|a|in|op|innerhalb von) )?(\d{1,3}) ?-?(?:min\.?|mins|minutes?|(?:geh|fu(?:ß|ss))?minuten|minut[ioy]?|minutos?|минут[аы]?|мин\.?)(?: (?<foot>walk(?:ing)?(?: distance)?|on foot|by foot|zu fu(?:ß|ss)|fu(?:ß|ss)weg|à pied|de marche|a pied|a piedi|a pie|andando|a pé|lopen|pieszo|пешком)| (?<bike>by bike|cycling|mit dem (?:fahr)?rad|à vélo|in bici|en bici)| (?<car>drive|driving|by car|mit dem auto|en voiture|in auto|en coche|de carro))? (?:away )?(?:from|of|to|von|vom|ab|d[eu]|des|da|dal(?:la)?|del|van|od|от)(?: the)? (.+)$/iu
const METRES_A_MINUTE = { foot: 80, bike: 250, car: 500 } as const
const ONE = /^(within |about )?(half )?(?:an?|one) (?=(?:mile|kilomet(?:er|re)) )/iu

/** The radius that a text gives, and what is left of it: what the radius is around. Null without one. */
export function radiusIn(given: string): { readonly radiusM: number | null; readonly rest: string } {
  const text = withFigures(given)
  const walked = MINUTES.exec(text)
  if (walked !== null) {
    const [, minutes = '', foot, bike, car, rest = ''] = walked
    const how = foot === undefined && car !== undefined ? 'car' : bike === undefined ? 'foot' : 'bike'
    return { radiusM: boundedRadius(Number(minutes) * METRES_A_MINUTE[how]), rest }
  }
  const [, amount, unit, rest] = RADIUS_FIRST.exec(text) ?? []
  if (rest !== undefined) return { radiusM: metres(amount, unit), rest }
  const [, amountBehind, unitBehind, amountBefore, unitBefore, named] = RADIUS_WORD.exec(text) ?? []
  if (named !== undefined) {
    return { radiusM: metres(amountBehind ?? amountBefore, unitBehind ?? unitBefore), rest: named }
  }
  const last = EAST_ASIAN.test(text) ? RADIUS_EAST_ASIAN : RADIUS_LAST
  const [, before, lastAmount, lastUnit] = last.exec(text) ?? []
  if (before !== undefined) return { radiusM: metres(lastAmount, lastUnit), rest: before }
  return { radiusM: null, rest: text }
}

/** `half a mile`, `a kilometre` with the amount in figures. */
function withFigures(text: string): string {
  return text.replace(ONE, (_, before = '', half?: string) => `${before}${half === undefined ? '1' : '0.5'} `)
}

function metres(amount = '', unit = ''): number {
  const [, size = 1] = METRES_IN.find(([word]) => word.test(unit)) ?? []
  return boundedRadius(Number(amount.replace(',', '.')) * size)
}

/** A radius within what can be searched. */
export function boundedRadius(radiusM: number): number {
  return Math.min(MAX_RADIUS_M, Math.max(MIN_RADIUS_M, radiusM))
}
