// Which label of a table or a definition list a requested field means: each label belongs to one field at most.
import { foldName, isGeneric, relatedNames } from './field-names.ts'
import { askedName } from './asked-name.ts'
import { conceptsOf, labelKey } from './label-words.ts'
import { plainWords, withoutSort, wordsKey } from './plain-words.ts'

/** A label and how surely it means the field, up to 1 for the field's own name. */
export interface LabelMatch {
  readonly label: string
  readonly quality: number
}

/** A name or a label with all that it is compared by. */
interface Named {
  readonly given: string
  readonly folded: string
  readonly keys: ReadonlySet<string>
  /** Without a last word that says only what sort of value it is: `departure_time` is `departure`. Empty without one. */
  readonly short: string
  readonly words: readonly string[]
  /** What it means in the vocabularies, folded. */
  readonly concepts: ReadonlySet<string>
}

/** The levels of closeness, the surest first; a guess has to be the only one. */
const LEVELS: readonly {
  readonly quality: number
  readonly isUnique: boolean
  readonly fits: (name: Named, label: Named) => boolean
}[] = [
  { quality: 1, isUnique: false, fits: (name, label) => name.folded === label.folded },
  {
    quality: 0.97,
    isUnique: false,
    fits: (name, label) => [...name.keys].some((key) => label.keys.has(key)),
  },
  { quality: 0.9, isUnique: false, fits: (name, label) => name.short !== '' && name.short === label.folded },
  {
    quality: 0.88,
    isUnique: false,
    fits: (name, label) => [...label.concepts].some((concept) => name.concepts.has(concept)),
  },
  { quality: 0.7, isUnique: true, fits: begins },
]
/** The label begins with a word of another language for the field: `Název kurzu` for `name`. */
const TRANSLATED = { quality: 0.7, isUnique: true, fits: beginsTranslated }
const ABBREVIATED = { quality: 0.65, isUnique: true, fits: abbreviates }

/** Of these, a longer label says another thing: the date of birth is not the date. */
const VAGUE = new Set(
  `name title date number no code id type status value url address description price total count year time size text
  datum data fecha nom nombre nome titre titel typ art nummer numero`.split(/\s+/),
)
const MAX_LABELS = 200
const MAX_NAMES = 100

/**
 * The label for each field that has one, by the folded name of the field. In a `table`, whose other columns show what
 * it is about, a head may be short for the field (`Pkt.` for `punkte`) or longer (`Prix du repas` for `prix`). `owner`
 * is what the labels stand in: for as long as it lives they are prepared once.
 */
export function matchLabels(
  names: readonly string[],
  labels: readonly string[],
  isTable: boolean,
  owner: object,
): ReadonlyMap<string, LabelMatch> {
  const matches = new Map<string, LabelMatch>()
  let openNames = names.slice(0, MAX_NAMES).map(asked)
  let openLabels = preparedLabels(labels, owner)
  const take = (name: Named, label: Named, quality: number): void => {
    matches.set(name.folded, { label: label.given, quality })
    openNames = openNames.filter((each) => each !== name)
    openLabels = openLabels.filter((each) => each !== label)
  }
  for (const { quality, isUnique, fits } of [...LEVELS, ...(isTable ? [TRANSLATED, ABBREVIATED] : [])]) {
    // Short heads are read only where others say what the table is about.
    if (isUnique && isTable && matches.size === 0) break
    for (let again = true; again;) {
      again = false
      for (const name of openNames) {
        if (isUnique && !isTable && (VAGUE.has(name.folded) || isGeneric(name.folded))) continue
        const [first, second] = openLabels
          .filter((label) => fits(name, label))
          .toSorted((a, b) => (isUnique ? b.folded.length - a.folded.length : 0))
        if (first === undefined) continue
        if (isUnique && second !== undefined && second.folded.length === first.folded.length) continue
        if (isUnique && openNames.filter((other) => fits(other, first)).length > 1) continue
        take(name, first, quality)
        again = true
      }
    }
  }
  return matches
}

const prepared = new WeakMap<object, readonly Named[]>()

/** A page of many tables is looked through once for each list of a schema. */
function preparedLabels(labels: readonly string[], owner: object): readonly Named[] {
  let known = prepared.get(owner)
  if (known === undefined) prepared.set(owner, (known = labels.slice(0, MAX_LABELS).map(labelled)))
  return known
}

function labelled(label: string): Named {
  // A unit, a sign or a remark behind the name.
  const end = label.slice(0, 200).search(/[([（［]/u)
  const bare = label.slice(0, end > 0 ? end : 200)
  const key = labelKey(bare)
  const sign = /^[#№]$/.test(bare.trim()) ? ['position', 'number'] : []
  const present = (keys: readonly string[]): ReadonlySet<string> =>
    new Set(keys.filter((each) => each !== ''))
  return {
    given: label,
    folded: foldName(label.slice(0, 200)),
    keys: present([foldName(bare), foldName(spelledOut(bare)), key, wordsKey(bare)]),
    short: '',
    words: plainWords(bare),
    concepts: present([...conceptsOf(key), key, ...sign]),
  }
}

function asked(name: string): Named {
  const folded = foldName(name)
  const key = labelKey(name)
  const { measure } = askedName(name)
  const concepts = [folded, key, ...(measure === null ? [] : [measure.base]), ...conceptsOf(key)].flatMap(
    (each) => [each, ...relatedNames(each).flatMap((path) => (path.length === 1 ? [path[0]] : []))],
  )
  return {
    given: name,
    folded,
    keys: new Set([folded, key, wordsKey(name)].filter((each) => each !== '')),
    short: withoutSort(name),
    words: plainWords(name),
    concepts: new Set(concepts.filter((each) => each !== '')),
  }
}

const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** `Anslået` as `Anslaaet`: names in ASCII spell such letters out, or drop their marks. */
function spelledOut(label: string): string {
  return label.normalize('NFC').replace(/[äöüåø]/giu, (letter) => SPELLED[letter.toLowerCase()] ?? letter)
}

/** The label goes on where the name ends: `Directeur de thèse` for `directeur`. */
function begins(name: Named, label: Named): boolean {
  return (
    name.words.length < label.words.length &&
    name.folded.length > 2 &&
    name.words.every((word, index) => word === label.words[index])
  )
}

function beginsTranslated(name: Named, label: Named): boolean {
  const [first, second] = label.words
  return (
    first !== undefined &&
    second !== undefined &&
    conceptsOf(first).some((concept) => name.concepts.has(concept))
  )
}

/** The label is the beginning of the name, or its first letter and others of it in their order, and short. */
function abbreviates(name: Named, label: Named): boolean {
  const short = label.folded
  if (short === '' || short.length > 5 || short.length >= name.folded.length || label.words.length > 1)
    return false
  if (name.folded.startsWith(short)) return true
  if (short.length < 2 || name.folded[0] !== short[0] || short.length > name.folded.length / 1.5) return false
  let at = 0
  for (const letter of name.folded) if (letter === short[at]) at += 1
  return at === short.length
}
