// How postal addresses are written by country, as far as it takes to recognise one in a text.
import { ownValue } from '#kit/unknown-values.ts'

/** Forms with the postal code before the city; a code of one form may be of several countries. */
const CODE_FIRST: Readonly<Record<string, RegExp>> = {
  AT: /^[1-9]\d{3}$/,
  BE: /^[1-9]\d{3}$/,
  BG: /^[1-9]\d{3}$/,
  CH: /^[1-9]\d{3}$/,
  CZ: /^[1-7]\d{2} ?\d{2}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  EE: /^\d{5}$/,
  ES: /^[0-5]\d{4}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GR: /^[1-8]\d{2} ?\d{2}$/,
  HR: /^[1-5]\d{4}$/,
  HU: /^[1-9]\d{3}$/,
  IT: /^\d{5}$/,
  LI: /^949\d|948\d$/,
  LT: /^\d{5}$/,
  LU: /^\d{4}$/,
  MX: /^\d{5}$/,
  NL: /^[1-9]\d{3} ?[A-Z]{2}$/,
  NO: /^\d{4}$/,
  PL: /^\d{2}-\d{3}$/,
  PT: /^[1-9]\d{3}-\d{3}$/,
  SE: /^[1-9]\d{2} ?\d{2}$/,
  SI: /^[1-9]\d{3}$/,
  SK: /^[089]\d{2} ?\d{2}$/,
  TR: /^\d{5}$/,
}
/** Their codes look like no others. */
const ALONE = ['NL', 'PL', 'PT']
/** `D-80331`, as cars have it. */
const CAR_SIGNS: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  FIN: 'FI',
  FL: 'LI',
  H: 'HU',
  I: 'IT',
  L: 'LU',
  N: 'NO',
  S: 'SE',
}

/** The country of a code before a city: by the sign at it, else the first of `countries` that has such codes. */
export function countryOfCode(
  code: string,
  sign: string | null,
  countries: readonly string[],
): string | null {
  const given = sign === null ? null : (ownValue(CAR_SIGNS, sign) ?? sign)
  const fits = (country: string): boolean => ownValue(CODE_FIRST, country)?.test(code) === true
  if (given !== null) return fits(given) ? given : null
  return [...countries, ...ALONE].find(fits) ?? null
}

const US_STATES =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|' +
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY'
const CA_PROVINCES =
  'Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland and Labrador|Nova Scotia|Ontario|Prince Edward Island|Qu[ée]bec|Saskatchewan|' +
  'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT'
const AU_STATES =
  'New South Wales|Victoria|Vic|Queensland|Qld|South Australia|Western Australia|Tasmania|Tas|NSW|VIC|QLD|SA|WA|TAS|ACT|NT'

/** Forms with the code after the city: the first group is the city, where the code does not stand alone, the last the code. */
export const CODE_LAST: readonly { readonly country: string; readonly form: RegExp }[] = [
  {
    country: 'US',
    form: new RegExp(
      String.raw`^(?:(\p{Lu}[\p{L}.' -]{1,40}?),?\s)?(?:${US_STATES})\.?\s(\d{5}(?:-\d{4})?)(?!\d)`,
      'u',
    ),
  },
  {
    country: 'CA',
    form: new RegExp(
      String.raw`^(?:(\p{Lu}[\p{L}.' -]{1,40}?),?\s)?(?:\(?(?:${CA_PROVINCES})\)?)\s([A-Z]\d[A-Z]\s?\d[A-Z]\d)\b`,
      'u',
    ),
  },
  {
    country: 'AU',
    form: new RegExp(String.raw`^(?:(\p{Lu}[\p{L}.' -]{1,40}?),?\s)?(?:${AU_STATES}),?\s(\d{4})\b`, 'u'),
  },
  { country: 'GB', form: /^(?:(\p{Lu}[\p{L}.' -]{1,40}?)\s)?([A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})\b/u },
]

/** `Lindenstraße 12 a`, `Via Roma 5`, `Kerkstraat 12-14`. */
const NUMBER_LAST =
  /^(?:\d{1,2}(?:ης|η|ας|º|er|e|de|th|st|nd|rd)?\.?\s)?\p{L}[\p{L}\d.'’/ºª -]{1,60}[\s.](?:n\.?\s?º?\s?)?(?:\d{1,4}\s?[a-zA-Z]?(?:\s?[-–/+]\s?\d{1,4}\s?[a-zA-Z]?)?|s\/n(?:º|úm)?|snc|sn)(?:\s(?:&|και|esq\.|esquina)\s\p{Lu}[\p{L}.'’ -]{2,40})?$/u
/** `12 bis, rue de la Paix`, `350 5th Avenue`. */
const NUMBER_FIRST =
  /^(?:lot\s\d{1,4}\s?\/\s?)?\d{1,5}(?:[-–/]\d{1,5})?\s?(?:bis|ter|quater|[A-Z])?\s(?:\d{1,3}(?:st|nd|rd|th)\s)?\p{L}[\p{L}\d.'’# -]{2,60}$/u
/** What ends in a number and is no street. */
const NO_STREET =
  /^(?:tel|tél|tlf|gsm|fax|mob|phone|telefon|telefono|teléfono|telefone|τηλ|κιν|φαξ|тел|факс)(?![\p{L}])|^\d{4}-\d{3}\s|^\d{2}\.\d{2}|(?:^|\s)(?:tel|telefon|phone|fax|fon|seite|page|nr|no|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|january|february|march|may|june|july|october|december|\d{1,2}\.)[\s.:]{1,2}\d{1,4}$|^\d{1,2}\.\s/iu

/** Whether a part of an address is its street with a number, or a box. */
export const isStreet = (text: string): boolean =>
  !NO_STREET.test(text) &&
  (NUMBER_LAST.test(text) ||
    NUMBER_FIRST.test(text) ||
    /^(?:P\.?\s?O\.?\s?Box|Postfach|Apartado(?: de correos)?|Casella Postale|Boîte postale|B\.?P\.?|C\.?P\.?|Boks|Box|Skrytka pocztowa|Τ\.?Θ\.?)\s\d[\d\s]{0,10}$/i.test(
      text,
    ))
