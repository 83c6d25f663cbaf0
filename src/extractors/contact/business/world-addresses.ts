// Addresses of countries whose posts write them otherwise than Europe: larger parts first, in one run, or with what is no street.
import { isStreet } from './postal-forms.ts'

/** What a line has as an address, as it is written. */
export interface WorldAddress {
  readonly country: string
  readonly text: string
  readonly street: string
  readonly postalCode: string | null
  readonly city: string
  /** Where it begins in the line. */
  readonly start: number
}

interface WorldForm {
  readonly country: string
  /** With the groups `street` and `city`, and `code` where the post has codes. */
  readonly form: RegExp
  /** Whether its script or its words say the country by themselves. */
  readonly isSure?: true
}

/** The whole address is one run. */
const WHOLE: readonly WorldForm[] = [
  {
    country: 'JP',
    isSure: true,
    form: /(?:〒\s?)?(?<code>\d{3}-\d{4})\s?(?<city>(?:東京都|北海道|京都府|大阪府|\p{Script=Han}{2,3}県)[\p{L}ー]{1,8}?[市区町村](?:\p{Script=Han}{1,4}区)?)(?<street>[\p{L}ー]{0,20}[\d一二三四五六七八九十][\p{Script=Han}\d-]{0,20}(?:番館|号室|F)?(?:\s[\p{L}ー]{0,20}(?:ビル|タワー|マンション|ハイツ|館|棟)[\p{L}\d]{0,6})?)/u,
  },
  {
    country: 'TW',
    isSure: true,
    form: /(?<!\d)(?<code>\d{3}(?:\d{2,3})?)?\s?(?<city>(?:[台臺][北中南東]|新北|桃園|高雄|基隆|新竹|嘉義|苗栗|彰化|南投|雲林|屏東|宜蘭|花蓮|澎湖|金門|連江)[市縣]\p{Script=Han}{1,3}[區鄉鎮市])(?<street>[\p{Script=Han}\d-]{2,30}?\d{1,4}(?:[之-]\d{1,3})?號(?:\d{1,2}樓)?(?:之\d{1,2})?)/u,
  },
  {
    country: 'KR',
    isSure: true,
    form: /(?:\(?우\)?\s?|(?<!\d))(?<code>\d{5})?\)?\s?(?<city>(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충청[북남]|전라[북남]|경상[북남]|전북|제주)(?:특별자치|특별|광역)?[시도]?\s(?:[가-힣]{1,5}[시군구]\s){0,2})(?<street>(?:[가-힣]{1,6}[읍면동]\s)?[가-힣\d]{1,15}[로길]\s?\d{1,4}(?:-\d{1,4})?(?:,\s[\d가-힣]{1,10}[층호])?(?:\s\([가-힣\d, ]{2,30}\))?)/u,
  },
  {
    country: 'TH',
    isSure: true,
    form: /(?<street>\d{1,4}(?:\/\d{1,4})?\s(?:[\p{L}\p{M}\d.]{1,40}\s){1,8}?)(?<city>(?:อำเภอ|อ\.|เขต)\s?[\p{L}\p{M}]{2,30}\s(?:จังหวัด|จ\.)?\s?[\p{L}\p{M}]{2,30})\s(?<code>\d{5})(?!\d)/u,
  },
  {
    country: 'TH',
    form: /(?<street>(?<![\d/])\d{1,4}(?:\/\d{1,4})?\s(?:Moo\s\d|\p{Lu})[^@|:;]{4,80}),\s(?<city>\p{Lu}\p{L}{2,20}(?:\s\p{Lu}\p{L}{2,20})?)\s(?<code>[1-9]\d{4})(?!\d)/u,
  },
  {
    country: 'TR',
    form: /(?<![\p{L}\d])(?<street>\p{Lu}[^@|:]{5,80}?\sNo\s?[:.]?\s?\d{1,4}(?:[/-]\s?[\dA-Z]{1,3})?(?:[\s,]{1,2}(?:Kat|Daire|D|K)\s?[:.]\s?\d{1,3}){0,2}),?\s(?<code>[0-8]\d{4})\s(?<city>\p{Lu}\p{L}{2,20}(?:\s?\/\s?\p{Lu}\p{L}{2,20})?)/u,
  },
  {
    country: 'BR',
    form: /(?<![\p{L}\d])(?<street>(?:Rua|R\.|Avenida|Av\.?|Praça|Pça\.?|Rodovia|Rod\.|Travessa|Alameda|Al\.|Estrada|Largo)\s[^@|:;]{3,50}?,\s?(?:n[ºo°.]{1,2}\s?|km\s)?\d{1,5}(?:,\d)?)(?:\s[–-]\s|,\s)(?<between>[^@|:;]{0,90}?)(?:CEP:?\s)?(?<code>\d{5}-\d{3})(?!\d)(?:\s?[–-]?\s?(?<after>\p{Lu}[\p{L}' ]{2,30}\s?[/–-]\s?[A-Z]{2})(?![\p{L}]))?/u,
  },
  {
    country: 'MX',
    form: /(?<![\p{L}\d])(?<street>(?:\p{Lu}|\d{1,2}\sde\s)[^@|:;,]{3,60}?\s(?:No\.?\s)?\d{1,5}(?:-?[A-Z])?)(?:,\s[^@|:;,]{2,50}){0,3},\sC\.?\s?P\.?\s?(?<code>\d{5}),?\s(?<city>\p{Lu}[\p{L}. ]{2,30}(?:,\s\p{Lu}\p{L}{1,20})?)/u,
  },
  {
    country: 'AE',
    form: /(?<street>(?:Office|Shop|Unit|Warehouse|Villa|Flat|Suite|P\.?\s?O\.?\s?Box)\s(?:No\.?\s)?[A-Z]?-?\d{1,6}[A-Z]?,\s[^@|;:]{3,110}),\s(?<city>Dubai|Abu Dhabi|Sharjah|Ajman|Al Ain|Ras Al Khaimah|Fujairah|Umm Al Quwain)(?![\p{L}])(?:,\sP\.?\s?O\.?\s?Box:?\s(?<code>\d{3,6}))?/u,
  },
]

/** The end of an address; the street stands before it, or in the lines above. */
const ENDS: readonly WorldForm[] = [
  {
    country: 'IN',
    form: /(?<![\p{L}\d])(?<city>\p{Lu}\p{L}{2,20}(?:\s\p{Lu}\p{L}{2,20})?)(?:\s\([\p{L}. ]{2,20}\))?\s?[,–—-]?\s?(?<code>[1-9]\d{2}\s?\d{3})(?![\d-])/u,
  },
  {
    country: 'ZA',
    form: /(?<![\p{L}\d])(?<city>(?!(?:January|February|March|April|May|June|July|August|September|October|November|December)[,\s])\p{Lu}\p{Ll}[\p{L}-]{1,20}(?:\s\p{Lu}\p{L}{2,20})?),?\s(?<code>\d{4})(?=$|\s?[,.;|)]|\sSouth Africa)/u,
  },
  {
    country: 'IE',
    isSure: true,
    form: /(?<![\p{L}\d])(?<city>\p{Lu}[\p{L}']{2,20}(?:\s\p{Lu}\p{L}{2,20})?(?:\s(?:\d{1,2}|6W))?(?:,\sCo\.?\s\p{Lu}\p{L}{3,10})?),?\s(?<code>(?:[AC-FHKNPRTV-Y]\d{2}|D6W)\s[AC-FHKNPRTV-Y\d]{4})(?![\p{L}\d])/u,
  },
]
/** What holds a place for a street: a plot, a shop, a bag of the post. */
const PLACE =
  /^(?:(?:plot|shop|unit|lot|no|gat|door|flat|house|survey|suite|office|private\sbag|p\.?\s?o\.?\s?box)\.?\s(?:nos?\.?\s)?[a-z]{0,2}-?\d[\d/ a-z-]{0,10}$|[a-z]-?\d{1,4}$|\d{1,4}(?:[-/]\s?[a-z\d]{1,4})?(?:\s?[A-Z])?(?:\s\p{Lu}[\p{L}.' -]{2,40})?$|cnr\s)/iu
const WAY =
  /(?:^|\s)(?:road|rd|street|st|marg|nagar|lane|avenue|ave|bazar|chowk|main)\.?(?:\s\([^()]{2,30}\))?$/i
const MAX_LINE = 400
const MAX_ABOVE = 60
const MAX_PARTS = 6

/** `countries` are those that the page is probably of. */
export function worldAddress(
  line: string,
  above: readonly string[],
  countries: readonly string[],
): WorldAddress | null {
  if (line.length > MAX_LINE) return null
  for (const { country, form, isSure } of WHOLE) {
    if (isSure !== true && !countries.includes(country)) continue
    const found = form.exec(line)
    const { street = '', city, code = null, between = '', after } = found?.groups ?? {}
    const town =
      city ?? after ?? between.split(/,\s|\s[–-]\s(?!\p{Lu}{2}\b)/u).findLast((part) => part.trim() !== '')
    if (found === null || town === undefined) continue
    const trimmed = town.replace(/[\s,–-]{1,4}$/, '')
    return {
      country,
      text: found[0].trim(),
      street: street.trim(),
      postalCode: code,
      city: trimmed,
      start: found.index,
    }
  }
  for (const { country, form, isSure } of ENDS) {
    if (isSure !== true && !countries.includes(country)) continue
    const found = form.exec(line)
    const { city = '', code = null } = found?.groups ?? {}
    if (found === null) continue
    const own = line.slice(0, found.index)
    // `Reg. office: 12 High Street, …`
    const head = own.slice(own.lastIndexOf(': ') < 0 ? 0 : own.lastIndexOf(': ') + 2)
    const street = streetBefore(head === '' ? above : [head], country === 'IE')
    if (street === null) continue
    return {
      country,
      text: `${street}, ${found[0].trim()}`,
      street,
      postalCode: code,
      city,
      start: own.length - head.length,
    }
  }
  return null
}

/** From the first part that has a number of a street; an Eircode is that of one house, which may have a name alone. */
function streetBefore(given: readonly string[], isOneHouse: boolean): string | null {
  const parts = given
    .slice(-2)
    .flatMap((text) => (given.length > 1 && text.length > MAX_ABOVE ? [] : text.split(/,\s?|\s[–—]\s/)))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(-MAX_PARTS)
  const first = parts.findIndex(
    (part) => PLACE.test(part) || isStreet(part.replace(/\s\([^()]{2,30}\)$/, '')),
  )
  const way = first < 0 ? parts.findIndex((part) => WAY.test(part) && parts.length > 1) : first
  const from = way < 0 && isOneHouse && parts.length > 0 && parts.length < 4 ? 0 : way
  return from < 0 ||
    /[.!?]\s\p{Lu}/u.test(
      parts
        .slice(from)
        .join(', ')
        .replace(/\b\p{L}{1,3}\./gu, ''),
    )
    ? null
    : parts.slice(from).join(', ')
}
