// The digits of numbers as people write them: separators of thousands, decimal marks, digits of other scripts.

/** Digits with possible separators; `\u2019` and blanks group thousands in some countries. */
export const WRITTEN_NUMBER = /\d+(?:[.,'\u2019\u00a0\u202f\u2009 ]+\d+)*/g

/** Words for thousands and millions right behind a number: the number alone would be wrong by that factor. */
export const MULTIPLIED =
  /^\s?(?:(?:k|K|M|B|bn|tn|tr|jt|rb|cr|тыс|млн|tys|tis|mln)(?![\p{L}\p{M}])|Mio|Mrd|Tsd|Tausend|[Mm]il(?:li|iar|ion|hõ|hã|e\b|\b)|[Tt]housand|[Bb]illion|[Tt]rillion|lakh|crore|juta|ribu|triệu|nghìn|हज़ार|हजार|लाख|ألف|مليون|พัน|หมื่น|แสน|ล้าน|[万萬億亿千천만억])/u

/**
 * A match of `WRITTEN_NUMBER` as plain decimal digits: `1.234,50` is `1234.50`. One mark before three digits (`1,234`)
 * may group or be decimal: `isDecimal` decides for the mark. Null for groups that no country writes.
 */
export function plainDigits(written: string, isDecimal: (mark: ',' | '.') => boolean): string | null {
  const text = written.replace(/['\u2019\u00a0\u202f\u2009 ](?=\d{3}(?:\D|$))/g, '')
  if (!/^[\d.,]+$/.test(text)) return null
  const commas = text.split(',').length - 1
  const points = text.split('.').length - 1
  if (commas > 0 && points > 0) {
    const decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.'
    return grouped(text, decimal)
  }
  if (commas + points === 0) return text
  const mark = commas > 0 ? ',' : '.'
  if (commas + points > 1) return grouped(text, mark === ',' ? '.' : ',')
  const [whole = '', fraction = ''] = text.split(mark)
  const mayGroup = fraction.length === 3 && whole.length <= 3 && whole !== '0'
  return mayGroup && !isDecimal(mark) ? whole + fraction : `${whole}.${fraction}`
}

/** Digits in groups of three, with at most one decimal mark; null for other groups. */
function grouped(text: string, decimal: ',' | '.'): string | null {
  const group = decimal === ',' ? '.' : ','
  const [whole = '', fraction = '', ...more] = text.split(decimal)
  const groups = whole.split(group)
  // India groups by two above the thousands.
  const fits = groups.every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(part))
  if (!fits || groups.at(-1)?.length !== 3 || more.length > 0 || fraction.includes(group)) return null
  return groups.join('') + (fraction === '' ? '' : `.${fraction}`)
}

/** Two numbers with a mark and a blank between them set apart: in `4 of 5, 132 reviews` there is no 5132. */
export function apart(text: string): string {
  return text.replace(/(\d[.,]) {1,3}(?=\d)/g, '$1; ')
}

/** Digits of other scripts as ASCII: each is a block of ten characters. Arabic has marks of its own between them. */
export function asciiDigits(text: string): string {
  const marked = text.replace(/(?<=\p{Nd})\u066c(?=\p{Nd})/gu, '').replace(/\u066b/g, '.')
  return marked.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    if (code < 0x80) return digit
    let zero = code
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String(Math.min(9, code - zero))
  })
}
