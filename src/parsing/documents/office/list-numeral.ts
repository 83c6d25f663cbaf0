// A count as the lists of office documents write it, in the letters, figures and words of many languages.

/** No name that a file gives finds what every object has. */
const tableOf = (rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(rows))

/** Letters in their order; after the last they are doubled, as Word does. */
const ALPHABETS = tableOf({
  lowerLetter: 'abcdefghijklmnopqrstuvwxyz',
  russianLower: 'абвгдежзиклмнопрстуфхцчшщыэюя',
  bulgarianLower: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  serbianLower: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  thaiLetters: 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ',
  aiueo: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  iroha: 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
  ganada: '가나다라마바사아자차카타파하',
  chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  chicago: '*†‡§',
})
/** Signs for the first counts; the next ones are written in figures. */
const SIGNS = tableOf({
  decimalEnclosedCircle: '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳',
  decimalEnclosedFullstop: '⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛',
  decimalEnclosedParen: '⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇',
  ideographEnclosedCircle: '㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
})
/** Figures from 0 to 9 in the place of ours. */
const FIGURES = tableOf({
  decimalFullWidth: '０１２３４５６７８９',
  ideographDigital: '〇一二三四五六七八九',
  koreanDigital: '영일이삼사오육칠팔구',
  thaiNumbers: '๐๑๒๓๔๕๖๗๘๙',
  hindiNumbers: '०१२३४५६७८९',
  arabicIndic: '٠١٢٣٤٥٦٧٨٩',
  persianFigures: '۰۱۲۳۴۵۶۷۸۹',
})
/** One to nine, and ten. */
const COUNTING = tableOf({
  japaneseCounting: '一二三四五六七八九十',
  japaneseLegal: '壱弐参四伍六七八九拾',
  chineseLegalSimplified: '壹贰叁肆伍陆柒捌玖拾',
  ideographLegalTraditional: '壹貳參肆伍陸柒捌玖拾',
  koreanCounting: '일이삼사오육칠팔구십',
})
const SAME_AS = tableOf({
  decimalFullWidth2: 'decimalFullWidth',
  aiueoFullWidth: 'aiueo',
  irohaFullWidth: 'iroha',
  decimalEnclosedCircleChinese: 'decimalEnclosedCircle',
  ideographZodiacTraditional: 'ideographZodiac',
  taiwaneseCounting: 'japaneseCounting',
  taiwaneseCountingThousand: 'japaneseCounting',
  chineseCounting: 'japaneseCounting',
  chineseCountingThousand: 'japaneseCounting',
})
const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ORDINALS = tableOf({
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
})
const ROMAN: readonly [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]
const GREEK: readonly [number, string][] = [
  ...Array.from('ποξνμλκι', (sign, at): [number, string] => [80 - 10 * at, sign]),
  [9, 'θ'],
  [8, 'η'],
  [7, 'ζ'],
  [6, 'στ'],
  ...Array.from('εδγβα', (sign, at): [number, string] => [5 - at, sign]),
]
const HEBREW: readonly [number, string][] = [
  ...Array.from('תשרק', (sign, at): [number, string] => [400 - 100 * at, sign]),
  ...Array.from('צפעסנמלכ', (sign, at): [number, string] => [90 - 10 * at, sign]),
  // Yod with he or vav would be a name of God.
  [16, 'טז'],
  [15, 'טו'],
  ...Array.from('יטחזוהדגבא', (sign, at): [number, string] => [10 - at, sign]),
]
/** Doubled letters are as many as these at most. */
const MAX_DOUBLED = 20

/**
 * `format` is one of ST_NumberFormat (ISO/IEC 29500-1, 17.18.59) or a name of the tables above. What is not known, or what
 * a format has no sign for, is written in figures. Words are English.
 */
export function numeral(count: number, format: string): string {
  const known = SAME_AS.get(format) ?? format
  const lower = known.endsWith('Upper') ? `${known.slice(0, -5)}Lower` : known
  const figures = String(count)
  if (count < 1) return known === 'none' ? '' : figures
  const letters = ALPHABETS.get(lower)
  if (letters !== undefined) {
    const text = doubled(Array.from(letters), count)
    return lower === known ? text : text.toUpperCase()
  }
  const own = FIGURES.get(known)
  if (own !== undefined) return figures.replace(/\d/g, (digit) => own.charAt(Number(digit)))
  const counting = COUNTING.get(known)
  if (counting !== undefined) return count > 99 ? figures : counted(count, counting, known)
  switch (known) {
    case 'upperLetter':
      return numeral(count, 'lowerLetter').toUpperCase()
    case 'lowerRoman':
      return numeral(count, 'upperRoman').toLowerCase()
    case 'upperRoman':
      return count > 3_999 ? figures : summed(count, ROMAN)
    case 'greekLower':
      return count > 89 ? figures : summed(count, GREEK)
    case 'greekUpper':
      return numeral(count, 'greekLower').toUpperCase()
    case 'hebrew1':
      return count > 499 ? figures : summed(count, HEBREW)
    case 'decimalZero':
      return figures.padStart(2, '0')
    case 'hex':
      return count.toString(16).toUpperCase()
    case 'numberInDash':
      return `- ${figures} -`
    case 'ordinal':
      return figures + ordinalSuffix(count)
    case 'cardinalText':
      return count > 999 ? figures : capital(words(count))
    case 'ordinalText':
      return count > 999 ? figures : capital(ordinalWords(words(count)))
    case 'none':
      return ''
    default:
      return Array.from(SIGNS.get(known) ?? '')[count - 1] ?? figures
  }
}

function doubled(letters: readonly string[], count: number): string {
  const letter = letters[(count - 1) % letters.length] ?? ''
  return letter.repeat(Math.min(MAX_DOUBLED, Math.floor((count - 1) / letters.length) + 1))
}

function summed(count: number, signs: readonly [number, string][]): string {
  let rest = count
  let text = ''
  for (const [value, sign] of signs) for (; rest >= value; rest -= value) text += sign
  return text
}

/** From 1 to 99; legal figures name the one of ten. */
function counted(count: number, signs: string, format: string): string {
  const [tens, ones] = [Math.floor(count / 10), count % 10]
  const isLegal = format.includes('Legal')
  const many = tens > 1 || (isLegal && tens === 1) ? signs.charAt(tens - 1) : ''
  return many + (tens > 0 ? signs.charAt(9) : '') + (ones > 0 ? signs.charAt(ones - 1) : '')
}

function ordinalSuffix(count: number): string {
  if (count % 100 >= 11 && count % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][count % 10] ?? 'th'
}

function words(count: number): string {
  if (count >= 100) {
    const rest = count % 100
    return `${words(Math.floor(count / 100))} hundred${rest === 0 ? '' : ` ${words(rest)}`}`
  }
  if (count < 20) return ONES[count - 1] ?? ''
  const ten = TENS[Math.floor(count / 10) - 2] ?? ''
  return count % 10 === 0 ? ten : `${ten}-${words(count % 10)}`
}

const ordinalWords = (text: string): string =>
  text.replace(
    /[a-z]{1,20}$/,
    (last) => ORDINALS.get(last) ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  )

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
