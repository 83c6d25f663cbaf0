// The names of brands, out of name-suggestion-index: by each, which brands are meant and what they are called elsewhere.
import { searchFold } from '#kit/text/search-text.ts'

interface Brand {
  readonly displayName: string
  readonly matchNames?: readonly string[]
  readonly tags: Readonly<Record<string, string>>
}
/** The items of name-suggestion-index by their path, such as `brands/shop/supermarket`. */
export type Brands = Readonly<Record<string, { readonly items?: readonly Brand[] }>>

const NUMERALS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** The name with all its numbers in digits, and with all of them in words: `5 guys`, `motel six`. */
function otherNumerals(name: string): string[] {
  const words = searchFold(name).split(' ')
  const digits = words.map((word) => (NUMERALS.includes(word) ? String(NUMERALS.indexOf(word)) : word))
  const spelled = digits.map((word) => (/^\d{1,2}$/.test(word) ? (NUMERALS[Number(word)] ?? word) : word))
  return [digits.join(' '), spelled.join(' ')]
}

/** Names of a brand that a line holds, the Latin and short ones first. */
const MAX_NAMES = 4
const lettersAndWords = (name: string): number =>
  (/^\p{ASCII}+$/u.test(name) ? 0 : 100) + name.split(' ').length

/** What people call a brand and no list of brands has, by its name. */
const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  mcdonalds: [
    'mcdo',
    'mc do',
    'macdo',
    'mac do',
    'mac donald',
    'mac donalds',
    'macdonald',
    'macdonalds',
    'mc donald',
    'maccas',
    'maccies',
    'mickey ds',
    'mcdos',
    'mäcces',
    'meckes',
    'mecces',
    'mcd',
    'макдак',
    'マック',
    'マクド',
    '金拱门',
    '麦记',
    'แมค',
    'แมคโดนัล',
    '맥날',
    'donken',
    'méqui',
  ],
  'burger king': ['burgerking', 'bk'],
  starbucks: ['starbux', 'sbux', 'starbies', 'スタバ', '星爸爸', '스벅', '스타벅', 'สตาร์บัค', 'старбакс'],
  'dunkin donuts': ['dunkin', 'dunkies', 'dunks'],
  'pizza hut': ['pizzahut'],
  'seven eleven': ['セブン', 'セブイレ', '小七', '7仔', '세븐', 'เซเว่น', 'เซเวน'],
  familymart: ['ファミマ', '全家便利商店', 'แฟมิลี่'],
  'mister donut': ['ミスド'],
  saizeriya: ['サイゼ'],
  'mos burger': ['モス'],
  kfc: ['ケンタ', '肯记', 'เคเอฟซี'],
  lawson: ['ローソン', '罗森', '羅森'],
  ikea: ['ikeya'],
  decathlon: ['decat'],
  'taco bell': ['tacobell'],
  woolworths: ['woolies'],
  'lc waikiki': ['lcw', 'lc waikiki', 'lcwaikiki'],
  carrefour: ['carouf', 'كارفور'],
  'leroy merlin': ['leroy', 'leroymerlin'],
  'albert heijn': ['ah', 'appie', 'albertheijn', 'albert hein'],
  indomaret: ['indomart', 'indo maret'],
  alfamart: ['alfa mart'],
  'jb hi fi': ['jb hifi', 'jbhifi', 'jb'],
  bunnings: ['bunnings warehouse'],
  wetherspoon: ['wetherspoons'],
  sainsburys: ['sainos', 'sainsbos'],
  'marks and spencer': ['m s food', 'marks sparks', 'marks and sparks', 'm and s'],
  'the home depot': ['homedepot'],
  中国工商银行: ['工行', '工商银行'],
  中国建设银行: ['建行', '建设银行'],
  中国农业银行: ['农行', '农业银行'],
  中国银行: ['中行'],
  招商银行: ['招行'],
  交通银行: ['交行'],
  中国石化: ['中石化'],
  中国石油: ['中石油'],
}
/** The lines of brands.txt; `isPhrase` says whether a folded name is one that a query may have. */
export function brandLines(nsi: Brands, isPhrase: (folded: string) => boolean): string[] {
  /** By phrase and Wikidata id: the name that the brand is shown by, and whether the phrase is that name. */
  const brands = new Map<string, Map<string, { readonly name: string; readonly isName: boolean }>>()
  for (const [path, { items = [] }] of Object.entries(nsi)) {
    if (!path.startsWith('brands/')) continue
    for (const { displayName, matchNames = [], tags } of items) {
      const wikidata = tags['brand:wikidata']
      if (wikidata === undefined) continue
      const named = Object.entries(tags).flatMap(([key, value]) =>
        /^(brand|name|short_name)(:[a-z-]+)?$/i.test(key) && key !== 'brand:wikidata' ? [value] : [],
      )
      for (const name of [displayName, ...matchNames, ...named]) {
        // People leave the apostrophe out, and write numbers as they like.
        const plain = name.replace(/['’`]/g, '')
        for (const spelled of new Set([name, plain, ...otherNumerals(plain)])) {
          const folded = searchFold(spelled)
          if (!isPhrase(folded)) continue
          const ids = brands.get(folded) ?? new Map<string, { name: string; isName: boolean }>()
          const isName = name === displayName
          if (isName || !ids.has(wikidata)) ids.set(wikidata, { name: searchFold(displayName), isName })
          brands.set(folded, ids)
        }
      }
    }
  }

  /** By Wikidata id: the names that the brand is shown by anywhere. */
  const shownAs = new Map<string, Set<string>>()
  for (const ids of brands.values()) {
    for (const [id, { name }] of ids) shownAs.set(id, (shownAs.get(id) ?? new Set<string>()).add(name))
  }

  for (const [name, others] of Object.entries(NICKNAMES)) {
    for (const other of others.map(searchFold)) {
      const known = brands.get(name)
      // `ファミマ` is also the name of a few shops of another format.
      if (known !== undefined && (!brands.has(other) || !/[a-z]/.test(other)))
        brands.set(other, new Map([...(brands.get(other) ?? []), ...known]))
    }
  }
  return [...brands].map(([phrase, ids]) => {
    // Where a brand has the phrase as its name, those that only share a nickname are not meant.
    const named = [...ids].filter(([, { isName }]) => isName)
    const meantBy = named.length > 0 ? named : [...ids]
    const wikidata = meantBy.map(([id]) => id).toSorted()
    const shown = new Set(meantBy.flatMap(([id]) => [...(shownAs.get(id) ?? [])]))
    const names = [...shown]
      .filter((name) => name !== phrase && name !== '')
      .toSorted((a, b) => lettersAndWords(a) - lettersAndWords(b) || (a < b ? -1 : 1))
      .slice(0, MAX_NAMES)
    return `${phrase}\t${wikidata.join(' ')}${names.length === 0 ? '' : `\t${names.join('|')}`}`
  })
}
