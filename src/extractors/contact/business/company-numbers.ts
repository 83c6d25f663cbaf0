// The numbers of companies by country: what they are called, how they are written, and who checks their digits.
import { stdnum } from 'stdnum'
import { ownValue } from '#kit/unknown-values.ts'

/** One kind of number. */
export interface CompanyNumber {
  /** ISO 3166-1. */
  readonly country: string
  readonly kind: 'vat' | 'register' | 'tax'
  /** The words that stand before it; it counts only after one of them. */
  readonly label: RegExp
  /** The number, from its first to its last character, with the marks that people put into it. */
  readonly form: RegExp
  /** Its spelling in the answer, null where the check digits are wrong; `checked` false where it has none. */
  readonly read: (written: string) => { readonly value: string; readonly checked: boolean } | null
}

interface Validation {
  readonly isValid: boolean
  readonly compact?: string
  readonly isIndividual?: boolean
  readonly isCompany?: boolean
}
type Validator = (text: string) => Validation

const by =
  (validate: Validator | undefined, prefix = '') =>
  (written: string) => {
    const result = validate?.(written)
    // The number of a person is no company's, also where it stands in the same place.
    if (result?.isValid !== true || (result.isIndividual === true && result.isCompany !== true)) return null
    return { value: prefix + (result.compact ?? written), checked: true }
  }
const unchecked = (written: string): { readonly value: string; readonly checked: boolean } => ({
  value: written.replace(/\s+/g, ' ').trim().toUpperCase(),
  checked: false,
})

/** The prefix of the number, its country and its check. `EL` is Greece, `XI` Northern Ireland. */
const VAT: Readonly<Record<string, readonly [country: string, validate: Validator | undefined]>> = {
  AT: ['AT', stdnum['AT']?.['uid']?.validate],
  BE: ['BE', stdnum['BE']?.['vat']?.validate],
  BG: ['BG', stdnum['BG']?.['vat']?.validate],
  // Its check takes the prefix as part of the number.
  CHE: ['CH', (text) => stdnum['CH']?.['uid']?.validate(`CHE${text}`) ?? { isValid: false }],
  CY: ['CY', stdnum['CY']?.['vat']?.validate],
  CZ: ['CZ', stdnum['CZ']?.['dic']?.validate],
  DE: ['DE', stdnum['DE']?.['vat']?.validate],
  DK: ['DK', stdnum['DK']?.['cvr']?.validate],
  EE: ['EE', stdnum['EE']?.['kmkr']?.validate],
  EL: ['GR', stdnum['GR']?.['vat']?.validate],
  ES: ['ES', stdnum['ES']?.['nif']?.validate],
  FI: ['FI', stdnum['FI']?.['alv']?.validate],
  FR: ['FR', stdnum['FR']?.['tva']?.validate],
  GB: ['GB', stdnum['GB']?.['vat']?.validate],
  HR: ['HR', stdnum['HR']?.['oib']?.validate],
  HU: ['HU', stdnum['HU']?.['anum']?.validate],
  IE: ['IE', stdnum['IE']?.['vat']?.validate],
  IT: ['IT', stdnum['IT']?.['iva']?.validate],
  LT: ['LT', stdnum['LT']?.['pvm']?.validate],
  LU: ['LU', stdnum['LU']?.['tva']?.validate],
  LV: ['LV', stdnum['LV']?.['pvn']?.validate],
  MT: ['MT', stdnum['MT']?.['vat']?.validate],
  NL: ['NL', stdnum['NL']?.['btw']?.validate],
  NO: ['NO', stdnum['NO']?.['orgnr']?.validate],
  PL: ['PL', stdnum['PL']?.['nip']?.validate],
  PT: ['PT', stdnum['PT']?.['nif']?.validate],
  RO: ['RO', stdnum['RO']?.['cui']?.validate],
  SE: ['SE', stdnum['SE']?.['vat']?.validate],
  SI: ['SI', stdnum['SI']?.['ddv']?.validate],
  SK: ['SK', stdnum['SK']?.['dph']?.validate],
  XI: ['GB', stdnum['GB']?.['vat']?.validate],
}
/** The letters before a VAT number. */
export const VAT_PREFIXES: readonly string[] = Object.keys(VAT)

/** The number after a prefix, which may be followed by words: the longest beginning that its check digits fit. */
export function readVat(
  prefix: string,
  written: string,
): { readonly value: string; readonly country: string } | null {
  const [country, validate] = ownValue(VAT, prefix) ?? []
  const bare = written.replace(/[\s.-]/g, '')
  if (country === undefined || validate === undefined) return null
  for (let length = Math.min(bare.length, 13); length >= 7; length -= 1) {
    const number = by(validate, prefix)(bare.slice(0, length))
    // Some of the checks take the prefix as part of the number.
    if (number === null) continue
    const bareNumber = number.value.slice(prefix.length)
    return {
      country,
      value: prefix + (bareNumber.startsWith(prefix) ? bareNumber.slice(prefix.length) : bareNumber),
    }
  }
  return null
}

const row = (
  country: string,
  kind: CompanyNumber['kind'],
  label: RegExp,
  form: RegExp,
  read: CompanyNumber['read'] = unchecked,
): CompanyNumber => ({ country, kind, label, form, read })

/** Numbers that stand after a word of their own, without a prefix. */
export const COMPANY_NUMBERS: readonly CompanyNumber[] = [
  row(
    'AT',
    'register',
    /\b(?:FN|Firmenbuch(?:nummer|nr\.?)?)/i,
    /^\d{1,6}\s?[a-z]\b/i,
    by(stdnum['AT']?.['businessid']?.validate, 'FN '),
  ),
  row('AU', 'register', /\bACN/i, /^\d{3}\s?\d{3}\s?\d{3}\b/, by(stdnum['AU']?.['acn']?.validate)),
  row('AU', 'tax', /\bABN/i, /^\d{2}\s?\d{3}\s?\d{3}\s?\d{3}\b/, by(stdnum['AU']?.['abn']?.validate)),
  row('AR', 'tax', /\bCUIT/i, /^\d{2}-?\d{8}-?\d\b/, by(stdnum['AR']?.['cuit']?.validate)),
  row(
    'BE',
    'register',
    /\b(?:KBO|BCE|RPR|RPM|ondernemingsnummer|num[ée]ro d['’]entreprise)/i,
    /^(?:BE\s?)?[01]\d{3}\.?\d{3}\.?\d{3}\b/i,
    by(stdnum['BE']?.['vat']?.validate),
  ),
  row(
    'BR',
    'tax',
    /\bCNPJ/i,
    /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}\b/,
    by(stdnum['BR']?.['cnpj']?.validate),
  ),
  row('BR', 'tax', /\b(?:I\.E\.|inscri[cç][aã]o estadual)/iu, /^\d[\d.-]{7,14}\d\b/, (text) =>
    unchecked(text.replace(/[.-]/g, '')),
  ),
  row(
    'CA',
    'tax',
    /\b(?:BN|GST(?:\/HST)?|HST|TPS(?:\/TVH)?|business number)/i,
    /^\d{5}\s?\d{4}\s?R[TCP]\s?\d{4}\b/,
    by(stdnum['CA']?.['bn']?.validate),
  ),
  row('CA', 'tax', /\b(?:TVQ|QST)/, /^\d{10}\s?TQ\s?\d{4}\b/, (text) => unchecked(text.replace(/\s/g, ''))),
  row('CA', 'register', /\bNEQ/, /^(?:11|22|33|88)\d{8}\b/),
  row('CL', 'tax', /\bRUT/, /^\d{1,2}\.?\d{3}\.?\d{3}-?[\dkK]\b/, by(stdnum['CL']?.['rut']?.validate)),
  row('CN', 'register', /统一社会信用代码/, /^[\dA-Z]{18}(?![\dA-Z])/, by(stdnum['CN']?.['uscc']?.validate)),
  row('CO', 'tax', /\bNIT/, /^\d{3}\.?\d{3}\.?\d{3}\s?-?\s?\d\b/, by(stdnum['CO']?.['nit']?.validate)),
  row('CZ', 'register', /\bI[ČC]O?/, /^\d{8}\b/, (text) =>
    isCzechNumber(text) ? { value: text, checked: true } : null,
  ),
  row(
    'DE',
    'register',
    /\b(?=(?:HRA|HRB|GnR|PR|VR)\b)/,
    /^(?:HRA|HRB|GnR|PR|VR)[\s:.-]{0,3}(?:Nr\.?\s?)?\d{1,7}(?:\s?[A-Z]{1,2}\b)?(?!\d)/,
    (text) => unchecked(text.replace(/^(\w+?)[\s:.-]{0,3}(?:Nr\.?\s?)?(?=\d)/, '$1 ')),
  ),
  row(
    'CZ',
    'register',
    /\b(?=odd[ií]l\s\p{Lu}[\s,])/iu,
    /^odd[ií]l\s\p{Lu},?\s?vložka\s?(?:č\.\s?)?\d{1,6}\b/iu,
    (text) => unchecked(text.replace(/^\S+\s(\p{L})\D{1,20}(?=\d)/u, '$1 ')),
  ),
  row('DK', 'register', /\bCVR/i, /^\d{2}\s?\d{2}\s?\d{2}\s?\d{2}\b/, by(stdnum['DK']?.['cvr']?.validate)),
  row(
    'EE',
    'register',
    /\b(?:registrikood|reg\.? ?kood)/i,
    /^\d{8}\b/,
    by(stdnum['EE']?.['registrikood']?.validate),
  ),
  row(
    'ES',
    'tax',
    /\b(?:C\.?I\.?F|N\.?I\.?F)/,
    /^[A-HJNP-SUVW][-\s]?\d{2}\.?\d{3}\.?\d{2}[\dA-J]\b/i,
    by(stdnum['ES']?.['cif']?.validate),
  ),
  row(
    'FI',
    'register',
    /\b(?:Y-tunnus|Business ID|FO-nummer)/i,
    /^\d{7}-\d\b/,
    by(stdnum['FI']?.['ytunnus']?.validate),
  ),
  row(
    'FR',
    'register',
    /\bSIREN/i,
    /^\d{3}[\s.]?\d{3}[\s.]?\d{3}\b(?![\s.]?\d{5}\b)/,
    by(stdnum['FR']?.['siren']?.validate),
  ),
  row(
    'FR',
    'register',
    /\bSIRET(?:\s\p{Lu}[\p{L}-]{2,20}){0,2}/iu,
    /^\d{3}[\s.]?\d{3}[\s.]?\d{3}[\s.]?\d{5}\b/,
    by(stdnum['FR']?.['siret']?.validate),
  ),
  row(
    'FR',
    'register',
    /\bR\.?C\.?S\.?\s[A-Za-zÀ-ɏ' -]{2,30}/,
    /^(?:[A-D]\s)?\d{3}[\s.]?\d{3}[\s.]?\d{3}\b/,
    (text) => by(stdnum['FR']?.['siren']?.validate)(text.replace(/^[A-D]\s/, '')),
  ),
  row(
    'GB',
    'register',
    /\b(?:company (?:registration )?(?:no|num(?:ber)?)|registered (?:company )?(?:in (?:england|scotland|wales|northern ireland)[\p{L} &]{0,20}|(?:no|num(?:ber)?))|companies house)/iu,
    /^(?:\d{8}|(?:SC|NI|OC|SO|NC|LP|SL|FC|RC|IP|CE|CS)\d{6})\b/,
  ),
  row(
    'GB',
    'vat',
    /\bVAT(?: reg(?:istration)?\.?)?/i,
    /^\d{3}\s?\d{4}\s?\d{2}(?![\s-]?\d)/,
    by(stdnum['GB']?.['vat']?.validate, 'GB'),
  ),
  row('GR', 'vat', /(?<!\p{L})Α\.?\s?Φ\.?\s?Μ\.?/iu, /^(?:EL\s?)?\d(?:[\s.]?\d){8}\b/i, (text) =>
    by(stdnum['GR']?.['vat']?.validate, 'EL')(text.replace(/^EL\s?/i, '')),
  ),
  row('GR', 'register', /(?<!\p{L})Γ\.?\s?Ε\.?\s?Μ\.?\s?Η\.?/iu, /^\d{10,12}\b/),
  row('HU', 'register', /\b(?:c[ée]gjegyz[ée]ksz[áa]m|Cg\.)/i, /^\d{2}-\d{2}-\d{6}\b/),
  row('HU', 'tax', /\bad[óo]sz[áa]m/i, /^\d{8}-\d-\d{2}\b/, (text) =>
    by(stdnum['HU']?.['anum']?.validate)(text.slice(0, 8)),
  ),
  row(
    'IE',
    'register',
    /\b(?:CRO|(?:registered in ireland|company)(?:,? (?:registration )?(?:no\.?|number))?)/i,
    /^\d{5,6}(?![\d/-])/,
  ),
  row('IL', 'register', /(?:ח\.פ\.?|ח"פ)/, /^\d{9}\b/, by(stdnum['IL']?.['hp']?.validate)),
  row('IN', 'register', /\bCIN/, /^[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}\b/),
  row(
    'IN',
    'tax',
    /\bGST(?:IN|\s?No)?/i,
    /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]\b/,
    by(stdnum['IN']?.['gstin']?.validate),
  ),
  row('IN', 'tax', /\bPAN/, /^[A-Z]{3}[ABCFGHJLT][A-Z]\d{4}[A-Z]\b/, by(stdnum['IN']?.['pan']?.validate)),
  row('IN', 'tax', /\bTAN/, /^[A-Z]{4}\d{5}[A-Z]\b/),
  row('IN', 'register', /\b(?=UDYAM-)/, /^UDYAM-[A-Z]{2}-\d{2}-\d{7}\b/),
  row('IN', 'register', /\bLLPIN/, /^[A-Z]{3}-?\d{4}\b/),
  row('IN', 'register', /\bIEC/, /^\d{10}\b/),
  row(
    'IT',
    'vat',
    /\b(?:P\.?\s?I(?:VA|\.V\.A)?\.?|partita iva)/i,
    /^\d(?:[\s.]?\d){10}\b/,
    by(stdnum['IT']?.['iva']?.validate, 'IT'),
  ),
  row(
    'IT',
    'tax',
    /\b(?:C\.?\s?F\.?|cod(?:ice|\.)? ?fisc(?:ale|\.)?)/i,
    /^\d{11}\b/,
    by(stdnum['IT']?.['iva']?.validate),
  ),
  row('IT', 'register', /\bR\.?E\.?A\.?/, /^[A-Z]{2}\s?-?\s?\d{4,7}\b/),
  row('JP', 'register', /法人番号/, /^\d{13}(?!\d)/, by(stdnum['JP']?.['cn']?.validate)),
  // The number of an invoice is that of the company with a letter.
  row('JP', 'tax', /登録番号/, /^T\d{13}(?!\d)/, (text) =>
    by(stdnum['JP']?.['cn']?.validate, 'T')(text.slice(1)),
  ),
  row(
    'KR',
    'register',
    /사업자\s?등록\s?번호/,
    /^\d{3}-?\d{2}-?\d{5}\b/,
    by(stdnum['KR']?.['brn']?.validate),
  ),
  row(
    'MX',
    'tax',
    /\bR\.?F\.?C\.?/,
    /^[A-ZÑ&]{3}[\s-]?\d{6}[\s-]?[A-Z\d]{3}\b/,
    by(stdnum['MX']?.['rfc']?.validate),
  ),
  row('NL', 'register', /\bK\.?v\.?K\.?(?:\s\p{Lu}\p{L}{2,20})?/iu, /^\d{8}\b/),
  row(
    'NO',
    'register',
    /\borg(?:anisasjons)?\.?\s?(?:nr|nummer)/i,
    /^\d{3}\s?\d{3}\s?\d{3}\b/,
    by(stdnum['NO']?.['orgnr']?.validate),
  ),
  row('PE', 'tax', /\bRUC/, /^(?:10|15|17|20)\d{9}\b/, by(stdnum['PE']?.['ruc']?.validate)),
  row('PL', 'register', /\bKRS/, /^\d{10}\b/),
  row('PL', 'register', /\bREGON/i, /^(?:\d{9}|\d{14})\b/, by(stdnum['PL']?.['regon']?.validate)),
  row('PL', 'vat', /\bNIP/, /^\d{3}-?\d{3}-?\d{2}-?\d{2}\b/, by(stdnum['PL']?.['nip']?.validate, 'PL')),
  row(
    'PT',
    'tax',
    /\b(?:NIPC|NIF|contribuinte)/i,
    /^[5-9]\d{2}\s?\d{3}\s?\d{3}\b/,
    by(stdnum['PT']?.['nipc']?.validate),
  ),
  row('PY', 'tax', /\bRUC/, /^\d{6,8}-\d\b/, by(stdnum['PY']?.['ruc']?.validate)),
  row(
    'RO',
    'tax',
    /\b(?:CUI|CIF|cod fiscal)/i,
    /^(?:RO\s?)?\d{2,10}\b/i,
    by(stdnum['RO']?.['cui']?.validate),
  ),
  row(
    'RO',
    'register',
    /\b(?:(?=J\d)|reg\.?\s?com\.?|registrul comer[tț]ului)/i,
    /^J?\d{2}\/\d{1,6}\/\d{4}\b/i,
  ),
  row('RU', 'tax', /ИНН/i, /^\d{10}(?!\d)/, by(stdnum['RU']?.['inn']?.validate)),
  row('RU', 'register', /ОГРН/i, /^\d{13}(?!\d)/, (text) =>
    (Number(text.slice(0, 12)) % 11) % 10 === Number(text[12]) ? { value: text, checked: true } : null,
  ),
  row('SE', 'register', /\borg(?:anisations)?\.?\s?-?(?:nr|nummer)/i, /^\d{6}[-–]?\d{4}\b/, (text) =>
    by(stdnum['SE']?.['orgnr']?.validate)(text.replace('–', '-')),
  ),
  row(
    'SG',
    'register',
    /\bUEN/,
    /^(?:\d{8,9}[A-Z]|[TSR]\d{2}[A-Z]{2}\d{4}[A-Z])\b/,
    by(stdnum['SG']?.['uen']?.validate),
  ),
  row(
    'TH',
    'tax',
    /(?:เลข(?:ประจำตัวผู้เสียภาษี(?:อากร)?|ทะเบียน(?:นิติบุคคล|การค้า)?)(?:ที่|เลขที่)?|\bTax ID)/i,
    /^0(?:[\s-]?\d){12}(?!\d)/,
    by(stdnum['TH']?.['tin']?.validate),
  ),
  row('TR', 'register', /\bMERS[İI]S/i, /^0\d{3}[\s-]?\d{4}[\s-]?\d{4}[\s-]?\d{4}[\s-]?\d?\b/, (text) =>
    unchecked(text.replace(/[\s-]/g, '')),
  ),
  row('TR', 'register', /\bticaret sicil/i, /^\d{3,6}(?:-\d{1,5})?\b/),
  row(
    'TR',
    'tax',
    /\b(?:VKN|vergi (?:kimlik )?no)/i,
    /^\d{3}\s?\d{3}\s?\d{4}\b/,
    by(stdnum['TR']?.['vkn']?.validate),
  ),
  row('TW', 'register', /統一編號|統編/, /^\d{8}(?!\d)/, by(stdnum['TW']?.['ubn']?.validate)),
  row('UA', 'register', /ЄДРПОУ/i, /^\d{8}(?!\d)/, by(stdnum['UA']?.['edrpou']?.validate)),
  row(
    'AE',
    'tax',
    /\b(?:TRN|tax registration (?:no|number))|الرقم الضريبي/i,
    /^100(?:[\s-]?\d){12}(?!\d)/,
    (text) => unchecked(text.replace(/[\s-]/g, '')),
  ),
  row('AE', 'register', /\b(?:trade|commercial|ded) licen[cs]e/i, /^(?:[A-Z]{2}-?)?\d{4,8}\b/),
  row('ZA', 'tax', /\bVAT/, /^4\d{9}\b/),
  row(
    'ZA',
    'register',
    /\b(?:Reg(?:istration)?\.?|CK|CIPC|\((?:Pty|Edms)\) (?:Ltd|Bpk)\.?)/,
    /^(?:19|20)\d{2}\/\d{6}\/(?:0[678]|1\d|2[1-6])\b/,
  ),
  row(
    'US',
    'tax',
    /\b(?:F?EIN(?:\sfor\s\p{L}{3,12})?|federal tax id)/iu,
    /^\d{2}-\d{7}\b/,
    by(stdnum['US']?.['ein']?.validate),
  ),
]

/** Weights 8 to 2 and a check digit modulo 11; Czechia and Slovakia share it. */
function isCzechNumber(text: string): boolean {
  const digits = Array.from(text, Number)
  const sum = digits.slice(0, 7).reduce((total, digit, at) => total + digit * (8 - at), 0)
  return digits.length === 8 && (11 - (sum % 11)) % 10 === digits[7]
}
