// The languages of OCR: their tags (BCP 47) as tesseract calls them, by ISO 639-2.

const NAMES: Readonly<Record<string, string>> = {
  af: 'afr',
  ar: 'ara',
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  nl: 'nld',
  no: 'nor',
  nb: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sr: 'srp',
  sv: 'swe',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  'zh-cn': 'chi_sim',
  'zh-hans': 'chi_sim',
  'zh-tw': 'chi_tra',
  'zh-hant': 'chi_tra',
  zh: 'chi_sim',
}

/** `de-AT`, `de` and `deu` as `deu`; null where the engine does not have it. */
export function engineLanguage(language: string, installed: readonly string[]): string | null {
  const tag = language.toLowerCase().replace('_', '-')
  const base = tag.split('-')[0] ?? tag
  const known = new Map(Object.entries(NAMES))
  const candidates = [language, language.toLowerCase(), known.get(tag), known.get(base)]
  return candidates.find((name) => name !== undefined && installed.includes(name)) ?? null
}
