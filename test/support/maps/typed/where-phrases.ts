// Ways in which people say where, in eight languages: each finds what the plainest one finds. Written before any of them was tried; 642
// of 736 did.

/** The same place said in many ways; `{s}` and `{p}` stand for each kind in the singular and the plural. */
export interface WherePhrases {
  readonly world: 'monaco' | 'liechtenstein'
  readonly plain: string
  /** `singular|plural` */
  readonly kinds: readonly string[]
  readonly others: readonly string[]
}

export const WHERE_PHRASES: readonly WherePhrases[] = [
  {
    world: 'liechtenstein',
    plain: '{p} in Vaduz',
    kinds: ['restaurant|restaurants', 'hotel|hotels', 'bank|banks', 'playground|playgrounds'],
    others:
      phrases(`vaduz {p} / {p} vaduz / Vaduz {s} / {p} Vaduz Liechtenstein / {p} in Vaduz, Liechtenstein / {p}, Vaduz / Vaduz, {p} /
      {p} - Vaduz / best {p} in Vaduz / best {p} Vaduz / {p} in Vaduz open now / {p} in Vaduz with parking / cheap {p} in vaduz /
      find {p} in Vaduz / i need a {s} in Vaduz / where can i find {p} in Vaduz / {p} in the city of Vaduz /
      {p} in the town of Vaduz / {p} in Vaduz city center / {p} Vaduz city / {p} located in Vaduz / {p} within Vaduz /
      {p} inside Vaduz / all {p} in Vaduz / list of {p} in Vaduz / top {p} in Vaduz / {p} in FL-9490 Vaduz / {p} 9490 Vaduz /
      {p} in 9490 Vaduz / {p} in downtown Vaduz / what {p} are there in Vaduz / {p} for Vaduz / {p} of Vaduz / {p} from Vaduz /
      Vaduz best {p} / {p} in Vaduz please / {p} in Vadus / {p} at Vaduz / {s} in Vaduz near me / local {p} in Vaduz /
      how many {p} are in Vaduz / {p} vaduz reviews / open {p} in Vaduz / {p} in VADUZ / {p} (Vaduz) / {p} in and around Vaduz`),
  },
  {
    world: 'liechtenstein',
    plain: '{p} in Vaduz',
    kinds: ['Restaurant|Restaurants', 'Hotel|Hotels', 'Bank|Banken', 'Spielplatz|Spielplätze'],
    others:
      phrases(`{p} Vaduz / Vaduz {p} / {s} Vaduz / {p} in Vaduz Liechtenstein / {p} in Vaduz (Liechtenstein) / gute {p} in Vaduz /
      die besten {p} in Vaduz / {p} in Vaduz mit Parkplatz / {p} in der Gemeinde Vaduz / {p} in der Stadt Vaduz /
      {p} im Raum Vaduz / {p} Zentrum Vaduz / {p} im Zentrum Vaduz / {p} in Vaduz Zentrum / alle {p} in Vaduz /
      welche {p} gibt es in Vaduz / gibt es in Vaduz {p} / wo gibt es in Vaduz {p} / wo sind in Vaduz {p} /
      ich suche {p} in Vaduz / ich suche in Vaduz ein {s} / suche {s} Vaduz / Liste {p} Vaduz / {p} Vaduz geöffnet /
      {p} in Vaduz heute offen / Vaduz, {p} / {p} von Vaduz / {p} aus Vaduz / {p} 9490 Vaduz / {p} PLZ 9490 Vaduz /
      günstige {p} in Vaduz / zeige mir {p} in Vaduz / {p} Vaduz Bewertungen / {p} um Vaduz / Vaduzer {p} / in Vaduz {p} /
      {p} innerhalb von Vaduz / {p} in Vaduz und Umgebung`),
  },
  {
    world: 'monaco',
    plain: '{p} à Fontvieille',
    kinds: ['restaurant|restaurants', 'hôtel|hôtels', 'banque|banques', 'parking|parkings'],
    others: phrases(`{p} Fontvieille / Fontvieille {p} / {s} fontvieille monaco / {p} à Fontvieille Monaco /
      {p} dans le quartier de Fontvieille / {p} du quartier Fontvieille / {p} de Fontvieille / les meilleurs {p} de Fontvieille /
      bons {p} à Fontvieille / tous les {p} de Fontvieille / liste des {p} à Fontvieille / je cherche un {s} à Fontvieille /
      où trouver un {s} à Fontvieille / y a-t-il un {s} à Fontvieille / {s} ouvert à Fontvieille / {p} sur Fontvieille /
      {p} situés à Fontvieille / {p}, Fontvieille / {p} secteur Fontvieille / quels {p} à Fontvieille / {p} vers Fontvieille /
      {s} pas cher Fontvieille / {p} à fontveille / {p} 98000 Fontvieille / à Fontvieille {p} / trouve des {p} à Fontvieille`),
  },
  {
    world: 'monaco',
    plain: '{p} en Fontvieille',
    kinds: ['restaurante|restaurantes', 'hotel|hoteles', 'banco|bancos', 'aparcamiento|aparcamientos'],
    others:
      phrases(`{p} Fontvieille / Fontvieille {p} / {p} en Fontvieille Mónaco / {p} en Fontvieille, Mónaco /
      {p} en el barrio de Fontvieille / {p} de Fontvieille / los mejores {p} de Fontvieille / los mejores {p} en Fontvieille /
      busco un {s} en Fontvieille / dónde hay {p} en Fontvieille / hay {p} en Fontvieille / todos los {p} de Fontvieille /
      lista de {p} en Fontvieille / {p} baratos en Fontvieille / {s} abierto en Fontvieille / {p} por Fontvieille /
      {p} zona Fontvieille / {p} en la zona de Fontvieille / {p} dentro de Fontvieille / en Fontvieille {p} /
      qué {p} hay en Fontvieille / {p} en fontveille`),
  },
  {
    world: 'monaco',
    plain: '{p} a Fontvieille',
    kinds: ['ristorante|ristoranti', 'albergo|alberghi', 'banca|banche', 'parcheggio|parcheggi'],
    others:
      phrases(`{p} Fontvieille / Fontvieille {p} / {p} a Fontvieille Monaco / {p} a Fontvieille, Monaco /
      {p} nel quartiere di Fontvieille / {p} di Fontvieille / i migliori {p} di Fontvieille / migliori {p} a Fontvieille /
      cerco un {s} a Fontvieille / dove trovo {p} a Fontvieille / ci sono {p} a Fontvieille / tutti i {p} di Fontvieille /
      elenco {p} Fontvieille / {p} economici a Fontvieille / {s} aperto a Fontvieille / {p} in Fontvieille /
      {p} zona Fontvieille / {p} in zona Fontvieille / a Fontvieille {p} / quali {p} ci sono a Fontvieille /
      {p} presso Fontvieille / {p} a fontveille`),
  },
  {
    world: 'monaco',
    plain: '{p} em Fontvieille',
    kinds: ['restaurante|restaurantes', 'hotel|hotéis', 'banco|bancos'],
    others:
      phrases(`{p} Fontvieille / {p} em Fontvieille, Mônaco / {p} no bairro de Fontvieille / {p} de Fontvieille /
      melhores {p} em Fontvieille / procuro {s} em Fontvieille / onde há {p} em Fontvieille / todos os {p} de Fontvieille /
      lista de {p} em Fontvieille / {p} na Fontvieille / {p} na zona de Fontvieille / quais {p} tem em Fontvieille`),
  },
  {
    world: 'liechtenstein',
    plain: '{p} in Vaduz',
    kinds: ['restaurant|restaurants', 'hotel|hotels', 'bank|banken'],
    others:
      phrases(`{p} Vaduz / Vaduz {p} / {p} te Vaduz / de beste {p} in Vaduz / ik zoek een {s} in Vaduz / zijn er {p} in Vaduz /
      alle {p} in Vaduz / lijst van {p} in Vaduz / goedkope {p} in Vaduz / {p} van Vaduz / {p} in het centrum van Vaduz /
      welke {p} zijn er in Vaduz / {p} in Vaduz Liechtenstein`),
  },
  {
    world: 'monaco',
    plain: 'モナコの{p}',
    kinds: ['レストラン|レストラン', 'ホテル|ホテル', '銀行|銀行'],
    others:
      phrases(`モナコ {s} / {s} モナコ / モナコにある{s} / モナコでおすすめの{s} / モナコの人気{s} / モナコの安い{s} / モナコ市内の{s} / モナコで{s}を探しています / モナコの{s}一覧 /
      モナコ {s} おすすめ / モナコ {s} ランキング / モナコ {s} 人気 / モナコ内の{s} / モナコの{s}を教えて / モナコ周辺の{s}`),
  },
  {
    world: 'monaco',
    plain: '{p} in rue Grimaldi',
    kinds: ['restaurant|restaurants'],
    others:
      phrases(`{p} rue Grimaldi / rue Grimaldi {s} / {p} on Rue Grimaldi / {p} along rue Grimaldi / {p} off Rue Grimaldi / {p} sur la rue Grimaldi /
      {p} an der Rue Grimaldi / {p} aan de Rue Grimaldi / {p} en la calle Grimaldi / {p} via Grimaldi / {p} on Grimaldi Street / {p} rue Grimaldy /
      {p} przy rue Grimaldi / {p} на rue Grimaldi / {p} na rua Grimaldi`),
  },
  {
    world: 'monaco',
    plain: '{p} near Musée océanographique',
    kinds: ['parking|parkings'],
    others: phrases(
      `{p} Musée océanographique / {p} du Musée océanographique / {p} of the Musée océanographique`,
    ),
  },
  {
    world: 'monaco',
    plain: '{p} near the harbour',
    kinds: ['restaurant|restaurants'],
    others: phrases(`{p} on the harbour / {p} am Hafen / {p} en el puerto / {p} at the harbour`),
  },
  {
    world: 'liechtenstein',
    plain: '{p} in Vaduz oder Schaan',
    kinds: ['Hotel|Hotels', 'Restaurant|Restaurants'],
    others: phrases(
      `{p} in Vaduz oder in Schaan / {p} in Vaduz und in Schaan / {p} à Vaduz ou à Schaan / {p} in Vaduz or in Schaan`,
    ),
  },
]

function phrases(text: string): readonly string[] {
  return text.split('/').map((phrase) => phrase.trim())
}
