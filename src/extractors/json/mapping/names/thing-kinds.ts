// The nouns that name a kind of thing: of an `Organization`, `companyName` is the name and `company` the thing itself.
import { foldName } from './field-names.ts'
import { singular } from './plain-words.ts'

/** The end of a type, and what people call things of it. A type is also called by its own last word. */
const KINDS: readonly (readonly [types: readonly string[], nouns: readonly string[]])[] = (
  [
    [
      'organization corporation business ngo localbusiness company',
      'company organization organisation business firm',
    ],
    [
      'restaurant foodestablishment cafeorcoffeeshop bakery barorpub store hotel lodgingbusiness dentist physician autodealer realestateagent',
      'company business firm place venue',
    ],
    ['restaurant foodestablishment cafeorcoffeeshop barorpub', 'restaurant'],
    ['hotel lodgingbusiness hostel resort bedandbreakfast apartment', 'hotel property accommodation listing'],
    ['store autodealer', 'shop store dealer'],
    ['movie', 'film movie'],
    ['podcastseries radioseries tvseries', 'show series podcast'],
    ['episode', 'episode'],
    ['musicrecording', 'song track'],
    ['musicalbum', 'album'],
    ['book', 'book'],
    ['product productmodel productgroup', 'product item'],
    ['application sourcecode', 'app application software program product project'],
    ['offer', 'offer plan'],
    ['vehicle car motorcycle', 'vehicle car'],
    ['event festival', 'event'],
    ['jobposting', 'job position vacancy'],
    ['person h-card card', 'person staff member player speaker employee'],
    ['discussionforumposting', 'topic thread post'],
    ['posting', 'post article'],
    ['article report', 'article story post news'],
    ['scholarlyarticle', 'paper publication'],
    ['entry', 'post entry article'],
    ['thesis', 'thesis'],
    ['question', 'question'],
    ['answer', 'answer reply'],
    ['comment', 'comment reply subject'],
    ['recipe', 'recipe dish'],
    ['menuitem', 'dish item meal'],
    ['menusection', 'section'],
    ['course', 'course class'],
    ['residence house apartment realestatelisting', 'property listing house apartment'],
    ['dataset', 'dataset'],
    ['datadownload', 'file download resource'],
    ['videoobject', 'video clip'],
    ['governmentservice service', 'service'],
    ['touristattraction', 'attraction sight place'],
  ] as const
).map(([types, nouns]) => [types.split(' '), nouns.split(' ')])

const known = new Map<string, readonly string[]>()

function nounsOfType(type: string): readonly string[] {
  let nouns = known.get(type)
  if (nouns === undefined) {
    nouns = [
      type,
      ...KINDS.flatMap(([types, words]) => (types.some((end) => type.endsWith(end)) ? words : [])),
    ]
    if (known.size < 2_000) known.set(type, nouns)
  }
  return nouns
}

/** What a thing is by its types, and where it stands in its source. */
export interface PlacedThing {
  readonly types: readonly string[]
  readonly source: string
  readonly pointer: string
}

const kinds = new WeakMap<PlacedThing, ReadonlySet<string>>()

/** Singular nouns, folded: by the types of a record, and by the key or the list that holds it (`episodes`, `show`). */
export function kindsOf(record: PlacedThing): ReadonlySet<string> {
  let nouns = kinds.get(record)
  if (nouns === undefined) {
    // The first step is the source.
    const steps = record.source === 'tables' ? [] : record.pointer.split('/').slice(2)
    const holder = foldName(steps.slice(-2).findLast((step) => /\D/.test(step)) ?? '')
    nouns = new Set([
      ...record.types.flatMap(nounsOfType),
      ...(holder === '' || NO_KIND.has(holder) ? [] : [singular(holder)]),
    ])
    kinds.set(record, nouns)
  }
  return nouns
}

/** Keys that hold things of any kind. */
const NO_KIND = new Set(
  `item items node nodes entity entities data result results list entries elements props pageprops value values main
  mainentity graph payload response body state content page itemlistelement author publisher creator`.split(
    /\s+/,
  ),
)
