// Countries that the text of a page names, for languages that are spoken in several of them.

/** By language: the country and how its name, or the form of its postal codes, stands in a text. */
const NAMES: Readonly<Record<string, readonly (readonly [country: string, name: string])[]>> = {
  en: [
    [
      'GB',
      'United Kingdom|Great Britain|England|Scotland|Wales|Northern Ireland|[A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2}|Registered in England',
    ],
    ['US', 'United States|USA'],
    ['AU', 'Australia|NSW|Queensland|Tasmania|ABN|(?:VIC|QLD|ACT|TAS) \\d{4}'],
    ['NZ', 'New Zealand|Aotearoa'],
    ['IE', 'Ireland|Co\\. (?:Cork|Dublin|Galway|Kerry|Mayo|Kildare|Meath|Clare)|Eircode'],
    ['CA', 'Canada|Ontario|British Columbia|Alberta|[A-Z]\\d[A-Z] \\d[A-Z]\\d'],
    ['ZA', 'South Africa|Gauteng|KwaZulu-Natal|Western Cape'],
    ['IN', 'India|GSTIN|Maharashtra|Karnataka|Tamil Nadu'],
    ['SG', 'Singapore'],
    ['HK', 'Hong Kong'],
    ['MT', 'Malta'],
    ['KE', 'Kenya'],
    ['NG', 'Nigeria'],
  ],
  de: [
    ['DE', 'Deutschland|Germany'],
    ['AT', 'Österreich|Austria|A-\\d{4}'],
    ['CH', 'Schweiz|Switzerland|CH-\\d{4}|CHE-\\d{3}'],
    ['LI', 'Liechtenstein|FL-\\d{4}'],
  ],
  fr: [
    ['FR', 'France'],
    ['BE', 'Belgique|B-\\d{4}'],
    ['CH', 'Suisse|CH-\\d{4}'],
    ['CA', 'Canada|Québec'],
    ['LU', 'Luxembourg'],
    ['MA', 'Maroc'],
    ['TN', 'Tunisie'],
    ['SN', 'Sénégal'],
  ],
  es: [
    ['ES', 'España|Spain'],
    ['MX', 'México|CDMX'],
    ['AR', 'Argentina|Buenos Aires'],
    ['CO', 'Colombia|Bogotá'],
    ['CL', 'Chile'],
    ['PE', 'Perú'],
    ['UY', 'Uruguay'],
    ['EC', 'Ecuador'],
    ['VE', 'Venezuela'],
    ['CR', 'Costa Rica'],
    ['PY', 'Paraguay'],
    ['BO', 'Bolivia'],
  ],
  pt: [
    ['PT', 'Portugal|Lisboa'],
    ['BR', 'Brasil|CNPJ|São Paulo|Rio de Janeiro'],
    ['AO', 'Angola'],
    ['MZ', 'Moçambique'],
  ],
  nl: [
    ['NL', 'Nederland|KvK'],
    ['BE', 'België|B-\\d{4}'],
  ],
  it: [
    ['IT', 'Italia'],
    ['CH', 'Svizzera|CH-\\d{4}'],
  ],
  ar: [
    ['AE', 'الإمارات|دبي'],
    ['SA', 'السعودية|الرياض'],
    ['EG', 'مصر|القاهرة'],
  ],
  zh: [
    ['TW', '台灣|臺灣|台北'],
    ['HK', '香港'],
    ['CN', '中国|上海|北京'],
  ],
}
const patternOf = (names: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${names})(?![\\p{Ll}\\d])`, 'u')
/** With one for all of a language: most lines name none. */
const PATTERNS = new Map(
  Object.entries(NAMES).map(([language, countries]) => [
    language,
    {
      any: patternOf(countries.map(([, names]) => names).join('|')),
      each: countries.map(([country, names]) => [country, patternOf(names)] as const),
    },
  ]),
)
const MAX_LINES = 2_000

/** Each line that names a country, by that country; none for languages that are at home in one country. */
export function* namedCountries(lines: readonly string[], language: string): Generator<string> {
  const patterns = PATTERNS.get(language === '' ? 'en' : language)
  if (patterns === undefined) return
  for (const line of lines.slice(0, MAX_LINES)) {
    if (!patterns.any.test(line)) continue
    for (const [country, pattern] of patterns.each) if (pattern.test(line)) yield country
  }
}
