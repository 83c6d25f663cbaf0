// Whether a word is a name in another case: `miescie` of `miasto`, `dworca` of `dworzec`, `helsingissa` of `helsinki`. What both
// begin with is compared, and then what a language may have in place of the rest: names are too many for a list of their forms.

/** Endings behind what a typed word and a name begin with, folded. */
interface Endings {
  /** Of the typed word. */
  readonly typed: RegExp
  /** Of the name by itself. */
  readonly name: RegExp
  /** Consonants that change in front of the ending, and vowels that only the name has: `hucie` of `huta`, `rynku` of `rynek`. */
  readonly changes?: readonly (readonly [typed: string, ...names: string[]])[]
}

/** Behind a word for where; each of a language or of some that are alike. */
const CASES: readonly Endings[] = [
  // Polish, Czech, Slovak, Croatian, Serbian, Slovenian: `zamku`, `dworca`, `hucie`, `pradze`, `starem meste`, `kosiciach`, `zagrebu`
  {
    typed:
      /^i?(?:e|ie|i|u|iu|a|y|ej|ym|im|em|m|om|mu|ou|oj|ii|iej|ach|ech|ich|ych|ama|ima|owi|ovi|ami|mi|ego|eho|ho|oga|og)?$/,
    name: /^i?(?:a|o|e|y|i|um)?$/,
    changes: [
      ['c', 'k', 't', 'ec', 'ac', 'ek', 'zec', 'iec'],
      ['k', 'ek', 'ok', 'ak'],
      ['dz', 'g', 'dz'],
      ['z', 'g', 'h', ''],
      ['sz', 'ch'],
      ['s', 'ch', 'h'],
      ['n', 'en', 'on', 'an'],
      ['l', 'el', 'ol', 'al'],
      ['el', 'ol'],
      ['t', 'et'],
      ['d', 'ed'],
      ['r', 'er'],
    ],
  },
  // Russian, Ukrainian, Bulgarian, Serbian in their own letters: `вокзале`, `рынка`, `дворца`, `невском`, `львові`
  {
    typed:
      /^ь?(?:е|и|і|у|ю|а|я|ы|ом|ем|ім|им|ым|ои|еи|ою|ею|ью|ам|ям|ах|ях|ого|его|ому|ему|ии|ії|іи|ои|их|ых|ове|ові|еві|єві|ата|та|ът|то|ами|ями)?$/u,
    name: /^ь?(?:а|я|о|е|ь|ы|и|і|ии|ыи|іи|ая|яя|ое|ее|ої)?$/u,
    changes: [
      ['ц', 'к', 'ец', 'т'],
      ['к', 'ок', 'ек'],
      ['з', 'г'],
      ['ж', 'г'],
      ['с', 'х'],
      ['н', 'ен', 'он'],
      ['л', 'ел', 'ол'],
      ['т', 'ет'],
    ],
  },
  // Lithuanian, Latvian: `senamiestyje`, `vilniuje`, `jurmala`, `centra`
  {
    typed: /^(?:yje|uje|iuje|oje|eje|ioje|e|iuose|uose|ose|ese|io|o|os|ies|a|u|i)$/,
    name: /^(?:is|ys|us|ius|as|a|e|ai|iai|os|es|s|i)?$/,
  },
  // German, Swedish, Danish, Norwegian, Romanian: `des Bahnhofs`, `hamnen`, `slottet`, `castelului`
  { typed: /^(?:e?s|en|et|na|ul|ului|ei|lui|le|lor)$/, name: /^(?:e|a)?$/ },
  // Finnish, Hungarian, Turkish in front of a word for nearness: `aseman`, `hastanenin`, `gara`
  {
    typed: /^(?:[aeiouy]{0,2}n|[aeiouy]{1,2}|n[iu]n|y[aei]|s?[iu]n[ae]?)$/,
    name: /^[aeiouy]?(?:nen|s)?$/,
    changes: [['', 'k']],
  },
  // Greek: `σταθμο`, `πυργου`
  { typed: /^(?:ο|ου|α|η|ης|ας|ων|ους)?$/u, name: /^(?:ος|ο|ας|ης|α|η|ι|οι)?(?:ς|σ)?$/u },
]

/** The same of languages that say `in` and `at` with such an ending and no word in front: these say enough by themselves. */
const PLACE_CASES: readonly Endings[] = [
  // Finnish, Estonian: `helsingissa`, `tampereella`, `kalliossa`, `tallinnas`
  {
    typed: /^[aeiouy]{0,2}(?:ssa|sta|lla|lta|lle)$/,
    name: /^[aeiouy]?(?:nen|s)?$/,
    changes: [
      ['g', 'k'],
      ['d', 't'],
      ['v', 'p'],
      ['', 'k', 'p', 't'],
      ['l', 't'],
      ['n', 't'],
      ['r', 't'],
      ['m', 'p'],
    ],
  },
  { typed: /^(?:as|es|is)$/, name: /^$/ },
  // Hungarian: `budapesten`, `debrecenben`, `belvarosban`
  { typed: /^(?:ban|ben|on|en|n|ott|ett|nal|nel)$/, name: /^$/ },
  // Turkish: `kadikoyde`, `besiktastaki`, `sahilinde`, `mahallesinde` of `mahallesi`
  { typed: /^(?:(?:s?[iu])?n)?[dt][ae](?:ki)?$/, name: /^$/ },
  // Kannada, Telugu, Tamil, Malayalam, Bengali, with their vowel signs
  { typed: /^(?:ದಲ್ಲಿ|ಯಲ್ಲಿ|ನಲ್ಲಿ|ದ|ಯ|ನ)$/u, name: /^$/ },
  { typed: /^ಿನ(?:ಲ್ಲಿ)?$/u, name: /^ು?$/u },
  { typed: /^(?:లో|లోని)$/u, name: /^$/ },
  { typed: /^(?:யில்|வில்|ில்|த்தில்)$/u, name: /^(?:ம்|்)?$/u },
  { typed: /^(?:യിൽ|ത്തിൽ|ിൽ|ിലെ)$/u, name: /^(?:ം|്)?$/u },
  { typed: /^(?:তে|য়|ে|ের|র)$/u, name: /^$/ },
  // Lithuanian, Latvian
  { typed: /^(?:yje|uje|iuje|oje|eje|iuose|uose|ose)$/, name: /^(?:is|ys|us|ius|as|a|e|ai|iai|os|es)$/ },
]

/** A shorter stem is that of too many words; of a name of several words each says less: `nowej hucie`. */
const MIN_STEM = 3
const MIN_STEM_ALONE = 4
const MIN_STEM_OF_PART = 2
/** Of a stem so much of the name has to be there. */
const MIN_SHARE = 0.5

/** Vowels that take each other's place before the last consonants: `miescie` of `miasto`, `львові` of `львів`. */
const VOWELS: readonly (readonly [string, string])[] = [
  ['ie', 'ia'],
  ['е', 'і'],
  ['о', 'і'],
  ['є', 'і'],
]

/** Where a word stands. */
export interface FormContext {
  /** No word for where stands in front of it, so that its ending has to say so. */
  readonly isAlone: boolean
  /** Whether it is one of several words of a name. */
  readonly isPart: boolean
}

/** How many letters a folded word has in common with a folded name of which it is a form; 0 where it is none, or the name itself. */
export function sharedStem(typed: string, name: string, { isAlone, isPart }: FormContext): number {
  if (typed === name) return 0
  const shortest = isAlone ? MIN_STEM_ALONE : isPart ? MIN_STEM_OF_PART : MIN_STEM
  const cases = isAlone ? PLACE_CASES : [...CASES, ...PLACE_CASES]
  return (
    stems(typed, name).find(
      (stem) =>
        stem >= shortest &&
        stem >= MIN_SHARE * name.length &&
        cases.some((endings) => areEndings(endings, typed.slice(stem), name.slice(stem))),
    ) ?? 0
  )
}

/** As `sharedStem` of phrases with as many words, each of which is the same or a form; the letters of all of them. */
export function sharedStems(typed: string, name: string, isAlone: boolean): number {
  const [words, names] = [typed.split(' '), name.split(' ')]
  if (typed === name || words.length !== names.length) return 0
  let letters = 0
  for (const [at, word] of words.entries()) {
    const own = names[at] ?? ''
    const shared = word === own ? word.length : sharedStem(word, own, { isAlone, isPart: words.length > 1 })
    if (shared === 0) return 0
    letters += shared
  }
  return letters
}

function areEndings({ typed, name, changes = [] }: Endings, end: string, nameEnd: string): boolean {
  if (typed.test(end) && name.test(nameEnd)) return true
  return changes.some(
    ([change, ...names]) =>
      end.startsWith(change) &&
      typed.test(end.slice(change.length)) &&
      names.some((own) => nameEnd.startsWith(own) && name.test(nameEnd.slice(own.length))),
  )
}

/** How much both begin with, the most first; the same with one pair of vowels taken for each other. */
function stems(typed: string, name: string): number[] {
  const common = commonStart(typed, name, 0)
  const replaced = VOWELS.flatMap(([inForm, inName]) => {
    const at = common - inForm.length + 1
    const both = [typed.slice(at, at + inForm.length), name.slice(at, at + inName.length)]
    return both[0] === inForm && both[1] === inName ? [commonStart(typed, name, common + 1)] : []
  })
  // The last vowel that both have may be a part of the endings: `centru` of `centrum`.
  const isVowelLast = /[aeiouyаеиоуіыяαεηιουω]$/u.test(typed.slice(0, common))
  return [...replaced, common, ...(isVowelLast ? [common - 1] : [])]
}

function commonStart(typed: string, name: string, from: number): number {
  let at = from
  while (at < typed.length && at < name.length && typed[at] === name[at]) at += 1
  return at
}
