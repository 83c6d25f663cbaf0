// Words for a kind that leave out a sort of it which its tags or its name say: an `asilo nido` is no `Scuola dell'infanzia`.
import { searchFold } from '#kit/text/search-text.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf } from '#extractors/maps/osm/tags/tag-values.ts'
import type { TypedQualifier } from '#extractors/maps/query/words/qualifiers.ts'

/** A condition that a word for kinds says beside them. */
export interface SaidByKind {
  readonly word: RegExp
  /** Of the ids of all kinds that are asked for, with spaces between them. */
  readonly kind: RegExp
  readonly condition: TypedQualifier
}

/** A condition that leaves out what tags say the contrary of, and asks for nothing. */
export function excluding(id: string, label: string, isContrary: (tags: Tags) => boolean): TypedQualifier {
  return {
    id,
    label,
    home: null,
    isSeldomMapped: false,
    onlyExcludes: true,
    typed: '',
    fits: (tags) => !isContrary(tags),
  }
}

const GENERAL: ReadonlySet<string> = new Set([
  'general',
  'family',
  'family_medicine',
  'general_practice',
  'general_practitioner',
  'general_medicine',
])

/** A doctor who says to be one for children is none for everybody. */
export function isSpecialist({ 'healthcare:speciality': speciality }: Tags): boolean {
  return speciality !== undefined && !listOf(speciality).some((value) => GENERAL.has(value.toLowerCase()))
}

/** Folded words for those who look after children of up to three years, as queries and names have them. */
const FOR_BABIES =
  /(?:^| )(?:asil[oi] nido|nid[oi]|micronido|creches?|bercarios?|(?:kinder)?krippen?|krabbelstuben?|krabbelgruppen?|zlob(?:ek|ki)|jesle|detske jasle|jaslice|jasli|bolcsod\p{L}*|cresa|crese|vuggestuer?|sala cuna|salas cuna|jardin maternal|nha tre|βρεφονηπιακος|βρεφικος|ясли|ясла)(?: |$)/u
/** The same for the years in front of school. */
const FOR_OLDER =
  /(?:^| )(?:scuol[ae] (?:dell )?infanzia|scuol[ae] matern[ae]|materna|(?:ecoles? )?maternelles?|przedszkol[ea]|matersk[ae] skol[aey]|skolka|ovoda|vrtic|gradinit[ae]|bornehaver?|kindergarten|jardin(?:es)? de (?:infantes|ninos)|jardi[mn] de infancia|mau giao|νηπιαγωγειο|kleuterschool)(?: |$)/u

function isCalled(tags: Tags, own: RegExp, other: RegExp): boolean {
  const name = searchFold(tags['name'] ?? '')
  return own.test(name) && !other.test(name)
}

/** Folded words for a doctor who sees people without an appointment. */
const WALK_IN =
  /(?:^| )(?:walk in|walk ins|drop in|without appointment|sans rendez vous|sin (?:cita|turno)|ohne termin|senza appuntamento|zonder afspraak|inloopspreekuur|bez umowienia|bez objednania)(?: |$)/

/** Folded words for coffee and nothing else. */
const COFFEE =
  /(?:^| )(?:coffee ?(?:shops?|houses?|places?|bars?)?|espresso|kaffee(?:haus\p{L}*|bar)?|koffie(?:huis|bar|tent)?|kahveci|kawiarni[ae]|кофеин[яи]|кав ярн[яі]|kavarna|kavarny|kahvila|caf[ef] coffee)(?: |$)|ร้านกาแฟ|咖啡|커피|コーヒー|珈琲/u
/** What a café serves besides coffee, without being another sort of place to eat. */
const WITH_COFFEE =
  /coffee|cake|(?:^|_)(?:cafe|pastry|dessert|breakfast|brunch|sandwich|bagel|donut|doughnut|waffle|crepe|tea|bakery|chocolate|snack|ice_cream|juice|salad)/

/** Serves the dishes of a kitchen, and does not say that it serves coffee. */
function servesMeals({ cuisine = '' }: Tags): boolean {
  const kitchens = listOf(cuisine)
  return kitchens.length > 0 && !kitchens.some((kitchen) => WITH_COFFEE.test(kitchen))
}

/** Folded words for laundry that others do. */
const DONE_BY_OTHERS =
  /(?:^| )(?:dry cleaning|laundry (?:service|and|&)|ironing|bugelservice|repassage|planchado|stireria|prasowanie|kuru temizleme\p{L}*|химчистка)(?: |$)|クリーニング|세탁소/u

/** Folded words for children. */
const CHILDREN =
  /(?:^| )(?:kids?|child(?:ren)?|childrens|pa?ediatric|kinder|kindern|enfants?|ninos?|ninas?|infantil|bambin[io]|criancas?|kinderen|dzieci\p{L}*|detsk\p{L}*|детск\p{L}*|детеи|дитяч\p{L}*|дітеи|cocuk\p{L}*|barn|copii|gyermek\p{L}*|gyerek\p{L}*|(?:ل?ل|ال)?اطفال)(?: |$)|子供|子ども|こども|小児|キッズ|儿童|兒童|小儿|어린이|소아/u

/** Asks for those that say to be for children, where any do. */
const FOR_CHILDREN: TypedQualifier = {
  id: 'for_children',
  label: 'for children',
  home: null,
  isSeldomMapped: true,
  typed: '',
  saidBy: (tags) => (isForChildren(tags) ? 'name' : null),
  fits: isForChildren,
}

function isForChildren({ name = '', 'healthcare:speciality': speciality = '' }: Tags): boolean {
  return /pa?ediatric/.test(speciality) || CHILDREN.test(searchFold(name))
}

/** What words for kinds leave out, and ask for where anything says it. */
export const SORTS_BY_WORD: readonly SaidByKind[] = [
  {
    word: CHILDREN,
    kind: /^(?:(?:amenity\/(?:clinic|doctors|dentist|hospital)|healthcare\/\S+)(?: |$))+$/,
    condition: FOR_CHILDREN,
  },
  {
    word: FOR_BABIES,
    kind: /(?:^| )amenity\/kindergarten(?: |$)/,
    condition: excluding('for_babies', 'not for older children alone', (tags) =>
      isCalled(tags, FOR_OLDER, FOR_BABIES),
    ),
  },
  {
    word: WALK_IN,
    kind: /^(?:amenity\/clinic amenity\/doctors|amenity\/doctors amenity\/clinic)$/,
    condition: excluding('walk_in', 'no specialist', isSpecialist),
  },
  {
    word: COFFEE,
    kind: /^amenity\/cafe$/,
    condition: excluding('coffee', 'not known to serve meals instead of coffee', servesMeals),
  },
  {
    word: DONE_BY_OTHERS,
    kind: /(?:^| )shop\/laundry(?: |$)/,
    condition: excluding(
      'service',
      'not for self-service alone',
      ({ self_service: own, shop }) => shop === 'laundry' && (own === 'yes' || own === 'only'),
    ),
  },
]
