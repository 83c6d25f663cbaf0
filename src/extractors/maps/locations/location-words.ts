// The words that people write around the name of a location: for nearness, for what sort of area it is, for where in a house.

const AROUND_WORDS = [
  'near(?: to|by)?|around|close to|next to|by|opposite|off|outside|beside|behind|facing|adjacent to|across from|over by|in front of',
  '(?:in )?(?:the )?(?:vicinity|area|neighbou?rhood|surroundings|environs|streets) (?:of|around)|(?:(?:at|on) )?(?:the )?corner of|(?:a|round|around) (?:short walk|the corner) from|down the (?:street|road) from',
  '(?:within )?walking distance (?:of|from|to)|(?:a few |just )?steps (?:from|away from)|not far from|(?:a (?:few|couple of)|[1-9]|one|two|three) blocks? (?:away )?from',
  '(?:in )?(?:der |direkter |unmittelbarer |fußläufiger )?(?:nähe|umgebung|gegend)(?: von| vom| der| des| um| zu| zum| zur)?|(?:im )?bereich(?: von| vom| der| des)?|am|an der|bei|beim|neben(?: dem| der)?|nahe(?: bei| beim)?',
  '(?:(?:rund|rings) )?um|(?:unweit|nicht weit)(?: von| vom| der| des)?|gegenüber(?: vom| von| der| dem)?|vor dem|vor der|vorm|hinter (?:dem|der)|hinterm|(?:ober|unter)halb(?: von| vom| der| des)?|fußläufig (?:zu|zum|zur|von)|zum|zur',
  "(?:tout )?(?:près|autour|à côté|proche|à (?:deux|quelques) pas|en face|aux (?:alentours|abords|environs)|à proximité(?: immédiate)?|non loin|pas loin|à l['’]entour|derrière|devant|au pied|vis-à-vis|(?:le )?quartier autour|dans le (?:coin|secteur|voisinage)|aux pieds|face) ?(?:d[eu]s?|à|au)?|vers|côté",
  'cerca(?: del?)?|(?:alrededor|enfrente|detrás|delante|al (?:lado|costado)|a la vuelta)(?: del?)?|(?:junto|frente|pegado) al?|a (?:unos|pocos|dos|tres) pasos del?|no lejos del?|(?:en|por) (?:los alrededores|las (?:cercanías|inmediaciones|proximidades)|la zona) del?',
  '(?:perto|pertinho|à volta|em torno|ao (?:lado|pé|redor)|atrás|nas (?:proximidades|imediações)|nos arredores) d[aoe]|junto a[o]?|em frente a[o]?|próximo a[o]?|(?:a )?prop d(?:e|el|els)?|al costat d(?:e|el)?|davant d(?:e|el)?',
  '(?:vicino|accanto|davanti|di fronte|intorno|attorno) a(?:l|lla|llo|gli|i|lle)?|(?:nei (?:pressi|paraggi|dintorni)|nelle vicinanze|non lontano|dall[ae] part[ei]|a (?:due|pochi) passi) d(?:i|a|el|ella|ello|al|alla|allo)|presso|dietro',
  'dichtbij|dicht bij|rond(?:om)?|vlakbij|vlak bij|nabij|naast|tegenover|in de (?:buurt|omgeving|nabijheid) van|niet ver van|om de hoek van|op loopafstand van|bij|achter',
  '(?:w (?:pobliżu|okolicy|okolicach|sąsiedztwie)|blisko|obok|koło|niedaleko(?: od)?|nieopodal|naprzeciwko|przy|wokół)|(?:v )?(?:blízk[oa]|blízkosti|okolí)|poblíž|vedle|kolem|naproti|u|pri',
  'nära|intill|vid|omkring|bredvid|i närheten av|nær(?:me)?|tæt (?:på|ved)|ved(?: siden af| siden av)?|i nærhe[td]en a[vf]|rundt',
  'lângă|vizavi de|în jurul|aproape de|în apropiere(?:a| de)|blizu|pored|pokraj|kraj|(?:u )?blizini|kod|(?:κοντά|δίπλα|απέναντι|γύρω) (?:από|σε|στ(?:ο|η|α|ον|ην|ους|ις))',
  'gần|cạnh|xung quanh|đối diện|(?:di )?(?:dekat|sekitar|samping|depan|seputar)|berdekatan dengan|berhampiran|ליד|בקרבת|מול|קרוב ל|نزدیک|близо до|до|близу|поред',
  'рядом (?:с|со)|около|возле|близ|недалеко от|неподал[её]ку от|близко (?:от|к)|вблизи(?: от)?|напротив|вокруг|по соседству с|в (?:районе|окрестностях)|у|біля|коло|поруч з|поблизу|навпроти|неподалік від|بالقرب من|قرب|بجانب|بجوار|حول|مقابل|قريب من',
]
/** `juste à côté de`, `somewhere near` */
const HOW_NEAR =
  '(?:just|right|directly|somewhere|anywhere|juste|directement|quelque part|direkt|gleich|genau|irgendwo|justo|en algún lugar|proprio|subito|bem|vlak|где-то|прямо|tuż)'
const AROUND = new RegExp(`^(?:${HOW_NEAR} )?(?:${AROUND_WORDS.join('|')})(?: the)? (.+)$`, 'iu')
const AROUND_THAI = /^(?:ใกล้(?:กับ)?|แถว|บริเวณ|ข้าง) ?(.+)$/u
const AROUND_LAST =
  /^(.+?) ?(?:の(?:近く|周辺|そば|隣|前|辺り)|周辺|近辺|付近|附近|周边|周围|旁边?|对面|一带|界隈|近く|근처|주변|인근|부근|옆| के (?:पास|निकट)| közelében| mellett| környékén| lähellä| läheisyydessä| vieressä| lähedal| (?:yakın|yan|karşı|çevre|civar)(?:ında|ları|larında|ı|sında|sinde)?,? ?|,? (?:nearby|near|in der nähe|à proximité|aux alentours|cerca|vicino|рядом|поблизости))の?$/iu
const WITHIN =
  /^(?:in (?:and|or) (?:around|near)|in und um|in|at|within|inside|im|in der|dans|à|en|nel|nella)(?: the)? (.+)$/iu
/** `Gemeinde Triesenberg`, `quartier Fontvieille`, `city of Prattville`: the word says what the name is of. */
const AREA_WORD =
  /^(?:(?:the|le|la|el|il|o|a|der|die|das|de|het) )?(?:(?:city|town|village|municipality|county|district|borough|suburb) of|(?:district|quartier(?: d[eu]s?)?|quartiere(?: di)?|rione|ortsteil|stadtteil|hauptort|hauptstadt|weiler|kurort|bezirk|kreis|gemeinde|marktgemeinde|stadt|dorf|kanton|landkreis|(?:ville|commune|village|canton|arrondissement|quartier|municipalité) d[eu]|(?:ciudad|municipio|barrio|pueblo|distrito|provincia) del?|(?:comune|città|paese|quartiere|provincia) di|(?:cidade|município|bairro|distrito|freguesia) d[eoa]|barrio|bairro|freguesia|stad|gemeente|wijk|dorp|provincie|miasto|gmina|powiat|dzielnica|wieś|город|район|село|посёлок|місто)) (.+)$/iu
/** `ganz Liechtenstein`, `all of Monaco` */
const WHOLE =
  /^(?:throughout|across|(?:all|(?:the )?(?:whole|entire)|all over|(?:any|every)where in)(?: of| in)?|(?:das )?(?:ganze[sn]?|gesamte[sn]?|ganz)|(?:partout (?:à|dans|en) )?tout(?:e)?|partout (?:à|dans|en)|(?:por )?tod[oa]|tutt[oa]|intero|heel|hele|cał[aey]|(?:по )?вс(?:ей|ему|ём|е|я)|весь|ціл[аие]|hela|celá|celé|celý)(?: the)? (.+)$/iu
const WHOLE_LAST = /^(.+?) ?(?:全域|全体|全境|전역|전체|の全て| (?:ville |tout )?enti[eè]re?)$/u
/** `where is the Stade Louis II` */
const WHERE_IS =
  /^(?:where(?:'s| is)|wo (?:ist|liegt)|où (?:est|se trouve|se situe)|d[oó]nde (?:está|queda)|dov['’] ?è|onde (?:fica|está)|waar (?:is|ligt)|gdzie jest|где находится|где)(?: the)? (.+?)\??$/iu

/** `downtown Vaduz`, `Vaduz city centre`, `centre-ville de Monaco`: no map says where the centre ends. */
const CENTRE_FIRST =
  /^(?:downtown|central|(?:the )?(?:north|south|east|west)(?:ern)? (?:side|part|end) of|(?:the )?(?:city |town )?cent(?:er|re) of|(?:stadt)?zentrum(?: von)?|innenstadt(?: von)?|centre[- ]ville(?: d[eu])?|centro(?: d[ei])?(?: città| storico)?(?: d[ei])?|centrum(?: van)?|śródmieście|old town(?: of)?|altstadt(?: von)?|vieille ville(?: d[eu])?|casco antiguo(?: de)?) (.+)$/iu
const CENTRE_LAST =
  /^(.+?),? (?:downtown|(?:city |town )?cent(?:er|re)|(?:stadt)?zentrum|innenstadt|centre[- ]ville|centro(?: storico)?|centrum|stad|city|town|ville|stadt|ciudad|citta|old town|altstadt|vieille ville|casco antiguo)$/iu

/** `Schaan und Umgebung`, `Raum Vaduz`, `Vaduz area`: nor where its surroundings do. */
const SURROUNDINGS_FIRST =
  /^(?:greater|(?:the )?(?:area|surroundings) of|(?:groß)?raum|region|umgebung von|région d[eu]|environs d[eu]|alrededores del?|zona(?: d[ie])?|zone(?: d[eu])?|secteur(?: d[eu])?|sector(?: de)?|setor(?: de)?|dintorni di|arredores d[eoa]|omgeving|regio|okolice|окрестности) (.+)$/iu
const SURROUNDINGS_LAST =
  /^(.+?) (?:(?:metro(?:politan)? )?area|(?:and|&) (?:surroundings|surrounding areas?|environs)|(?:und|u\.) (?:umgebung|umland)|et (?:ses )?(?:environs|alentours)|y alrededores|e dintorni|e (?:arredores|região)|en omgeving|i okolice|и окрестности|(?:ve )?çevresi|周辺地域)$/iu
/** `PLZ 9494`, `zip code 36067`, `Monaco Cedex 98000`. */
const POSTCODE_WORD =
  /^(?:plz|postleitzahl|zip(?: ?code)?|post(?:al )?code|code postal|cp|c\.p\.|c[óo]d(?:igo|\.) postal|cap|cep|kod pocztowy|postnummer|индекс|почтовый индекс|posta kodu|郵便番号|〒|邮编|우편번호)[: .#]{0,9}(.+)$/iu
const CEDEX = /^(.+?) cedex(?: \d{1,2}(?!\d))?(?:,? .*)?$/iu
/** Where in a house, in whose care, what sort of town, and what is in brackets: `Suite 100`, `3. Stock`, `c/o …,`, `Steelton Borough`. */
const ASIDES = new RegExp(
  [
    String.raw`^(?:c/o|bei|℅) [^,]{1,80},`,
    String.raw`\([^()]{1,80}\)`,
    String.raw` (?:borough|boro|township|twp|cdp)\.?(?=,|$)`,
    String.raw`(?<=[, ])(?:rdc|rez-de-chaussée|ground floor|erdgeschoss|planta baja)(?=,|$)`,
    String.raw`(?<=^|[, ])(?:apt|apartment|suite|ste|unit|room|rm|bldg|building|whg|wohnung|top|appt|appartement|bât|piso|puerta|depto|interno|scala|кв|офис)\.? ?#?\d{1,5}[a-z]?(?=,|$| )`,
    String.raw`(?<=^|[, ])#\d{1,5}[a-z]?(?=,|$| )`,
    String.raw`(?<=^|[, ])\d{1,2}(?:st|nd|rd|th|\.|er|ère|e|ème|º|°)? (?:floor|stock|og|étage|piso|piano|этаж)(?=,|$| )`,
  ].join('|'),
  'giu',
)

/** A name or an address without what stands in it about a flat, a floor or a recipient, or in brackets. */
export function withoutAsides(text: string): string {
  return text
    .replace(ASIDES, ' ')
    .replace(/ {0,9}(?:, {0,9}){1,9}/g, ', ')
    .replace(/^[, ]{1,99}|[, ]{1,99}$/g, '')
}

/** `la zona de Fontvieille`, `het centrum van Vaduz` */
const ARTICLE = /^(?:the|le|la|el|il|das|die|der|dem|het|de|o|a) (?=.* )/iu
const BESIDE_WORDS = [
  WHERE_IS,
  WHOLE,
  WHOLE_LAST,
  POSTCODE_WORD,
  CEDEX,
  AREA_WORD,
  CENTRE_FIRST,
  CENTRE_LAST,
  SURROUNDINGS_FIRST,
  SURROUNDINGS_LAST,
]

/**
 * The name beside words for what it is the name of, its middle or its surroundings; null where none stands there. `greater Vaduz area`
 * has one on each side.
 */
export function nameBesideAreaWord(text: string): string | null {
  const once = besideWord(text)
  return once === null ? null : (besideWord(once) ?? once)
}

function besideWord(text: string): string | null {
  const bare = text.replace(ARTICLE, '')
  return BESIDE_WORDS.map((words) => words.exec(bare)?.[1]).find((name) => name !== undefined) ?? null
}

/** `vicino all’Hôtel`, `dell'Opera`: Italian joins its articles to what follows. */
function withWholeArticles(text: string): string {
  return text.replace(/(?<=^| )(a|da|de|ne|su)ll['’](?=\p{L})/giu, '$1lla ')
}

/** The name in a text, and whether the text asks for what is around it: `near Stanley Park`. */
export function around(text: string): [isAround: boolean, name: string] {
  const near = [AROUND, AROUND_THAI, AROUND_LAST]
    .map((words) => words.exec(withWholeArticles(text))?.[1])
    .find((name) => name !== undefined)
  if (near !== undefined) return [true, near]
  return [false, WITHIN.exec(text)?.[1] ?? text]
}
