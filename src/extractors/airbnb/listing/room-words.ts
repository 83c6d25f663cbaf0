// Words for guests, rooms and beds in the languages of the site, as parts of words in lower case.

/** What a number in a line like `2 bedrooms` counts. */
export type RoomCount = 'guests' | 'bedrooms' | 'beds' | 'baths'

/** In the order in which they are tried: many words for a bedroom hold the word for a bed. */
export const ROOM_WORDS: readonly (readonly [RoomCount, RegExp])[] = [
  [
    'guests',
    /guest|gäste|gast\b|voyageur|huésped|huesped|viajero|ospit|hóspede|gasten|gäst|gæst|gjest|vieras|gości|gość|host[éůi]?\b|гост|misafir|konuk|ゲスト|宿泊者|게스트|인원|位房客|房客|位住客|旅客|oaspe|oaspăt|vendég|επισκέπτ|אורח|ضيف|ضيوف|hosté|hostia/u,
  ],
  [
    'baths',
    /bath|badezimmer|bäder|\bbad\b|salles? de bain|salle d.eau|baño|bagn|banheiro|casas? de banho|badkamer|badrum|badeværelse|\bbad|kylpyhuone|łazien|koupeln|kúpeľ|ванн|санузел|banyo|バスルーム|浴室|バス|욕실|화장실|卫生间|卫浴|衛浴|băi\b|baie\b|fürdő|μπάνι|חדרי? רחצה|حمّ?ام/u,
  ],
  [
    'bedrooms',
    /bedroom|schlafzimmer|chambre|dormitori|habitaci|recámara|recamara|camer[ae]|quarto|slaapkamer|sovrum|soveværelse|soverom|makuuhuone|sypialni|ložnic|spáľ|spáln|спал|yatak odası|寝室|ベッドルーム|침실|卧室|臥室|睡房|间卧|dormitoare|hálószoba|υπνοδωμάτι|חדרי? שינה|غرف|studio|estudio|monolocale|スタジオ|원룸/u,
  ],
  [
    'beds',
    /\bbed|bett|\blits?\b|\bcamas?\b|lett[oi]|säng|\bseng|sänky|vuode|łóż|postel|poste[lľ]|кроват|yatak|ベッド|침대|床|paturi|\bpat\b|ágy|κρεβάτι|מיט|سرير|أسر/u,
  ],
]

/** A flat of one room. */
export const STUDIO = /studio|estudio|monolocale|スタジオ|원룸|студия/u
/** Without a shower. */
export const HALF = /half|halb|demi|medio|mezzo|meio|halv/u
