// Names of areas in languages that write what sort of area it is together with the name: `渋谷` for `渋谷区`, `강남` for `강남구`.

/** Two characters in front of the sort: one alone is a word, and half of a name. */
const SORT_LAST =
  /^([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}?)(?:特别行政区|特別行政區|自治区|自治區|自治州|自治县|新区|新區|地区|地區|街道|街坊|市|区|區|县|縣|町|村|都|府|県|省|镇|鎮|乡|鄉|里)$/u
const BLOCK_LAST = /^(.{2,}?)[一二三四五六七八九十\d]{1,3}丁目$/u
const KOREAN_SORT_LAST =
  /^(\p{Script=Hangul}{2,}?)(?:특별자치시|특별자치도|특별시|광역시|시|군|구|동|읍|면|리|도)$/u
const THAI_SORT_FIRST =
  /^(?:จังหวัด|อําเภอ|เขต|ตําบล|แขวง|เทศบาลนคร|เทศบาลเมือง|เทศบาลตําบล|องค์การบริหารส่วนตําบล|หมู่บ้าน)(.{2,})$/u
/**
 * Languages with spaces, in which the name by itself says which one it is: `Kaleiçi` for `Kaleiçi Mahallesi`, `Menteng` for `Kecamatan
 * Menteng`. An adjective does not, `Ленинский район`, and a short word at the beginning of the rest may be an article or a preposition.
 */
const WORD_LAST = /^(\p{L}[\p{L} ]{2,}) (?:mahallesi|ilcesi|koyu|kommune|kommun)$/u
const WORD_FIRST =
  /^(?:kecamatan|kelurahan|kabupaten|kota|desa|gemeente|stadsdeel|quan|phuong|huyen|thanh pho|colonia|osiedle|dzielnica|gmina|район|раион|микрораион|حي|مدينة|محافظة|قسم|مركز) (\p{L}{4}[\p{L} ]*)$/u

/** The folded name without the sort; none for a name without one. */
export function plainNames(folded: string): readonly string[] {
  return [SORT_LAST, BLOCK_LAST, KOREAN_SORT_LAST, THAI_SORT_FIRST, WORD_LAST, WORD_FIRST].flatMap(
    (sort) => sort.exec(folded)?.[1] ?? [],
  )
}

/** Whether a folded name is that of a numbered block of an area: `松ヶ丘2丁目`. */
export function isBlockOf(folded: string, area: string): boolean {
  return BLOCK_LAST.exec(folded)?.[1] === area
}
