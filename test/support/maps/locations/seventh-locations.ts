// Three more lists of locations, each written before any of its lines was tried and before the one after it: nearness in many
// languages, addresses with floors and recipients, whole areas, two names for one. Right at the first try: 49 of 75, 31 of 55,
// 19 of 34. One line whose corner was guessed is left out, and the point of one was put right.
import type { LocationClasses } from './fifth-locations.ts'

const LOCAL = 1_500
const TOWN = 12_000
const WIDE = 40_000

export const SEVENTH_HARRISBURG: LocationClasses = {
  towns: [
    ['Steelton PA', 40.2354, -76.8414, TOWN],
    ['steelton, pa 17113', 40.2354, -76.8414, 14_000],
    ['Colonial Park, Dauphin County', 40.3006, -76.8097, TOWN],
    ['Colonial Park CDP, Pennsylvania', 40.3006, -76.8097, TOWN],
    ['Progress (PA)', 40.2851, -76.8314, TOWN],
    ['town of Highspire', 40.2109, -76.7911, TOWN],
    ['borough of Paxtang, PA', 40.2593, -76.8319, TOWN],
    ['Lawnton, U.S.A.', 40.2581, -76.8036, TOWN],
    ['Rutherford Pennsylvania', 40.2681, -76.7681, TOWN],
    ['in and around Highspire', 40.2109, -76.7911, TOWN],
  ],
  addresses: [
    ['626 Rutherford Rd, Harrisburg, PA 17109', 40.2845, -76.8001, LOCAL],
    ['4200 Londonderry Rd.', 40.2828, -76.8183, LOCAL],
    ['5009 Locust Ln #2, Harrisburg PA', 40.2931, -76.8037, LOCAL],
    ['4701 Jonestown Rd., Harrisburg, PA 17109-1234', 40.3029, -76.8106, LOCAL],
    ['3501 Paxton St', 40.2529, -76.8297, LOCAL],
    ['3370 PAXTON STREET', 40.2553, -76.8306, LOCAL],
    ['Suite 100, 626 Rutherford Road', 40.2845, -76.8001, LOCAL],
  ],
  near: [
    ['by Holy Cross Cemetery', 40.2563, -76.8157, LOCAL],
    ['across from Kohl Memorial Park', 40.2751, -76.8064, LOCAL],
    ['within walking distance of Central Dauphin East High School', 40.2845, -76.8001, 2_500],
    ['2 blocks from St. Mark’s Evangelical Lutheran Church', 40.2828, -76.8183, LOCAL],
    ['5 mi radius of Steelton', 40.2354, -76.8414, 18_000],
    ['a mile from Landis Field', 40.2961, -76.8132, 3_000],
    ['Champions bar Highspire', 40.208, -76.7879, LOCAL],
    ['behind the Hampton Inn', 40.2796, -76.8148, LOCAL],
  ],
}

export const SEVENTH_MONACO: LocationClasses = {
  near: [
    ['vis-à-vis de la cathédrale de Monaco', 43.7303, 7.4227, LOCAL],
    ['gegenüber vom Fairmont Hotel', 43.7388, 7.4296, LOCAL],
    ['opposite the Fairmont', 43.7388, 7.4296, LOCAL],
    ['cerca del hotel Fairmont de Monte Carlo', 43.7388, 7.4296, LOCAL],
    ['quartier autour du Musée d’Anthropologie Préhistorique', 43.732, 7.4139, LOCAL],
    ['w pobliżu Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['Stade Louis II yakınında', 43.7276, 7.4156, LOCAL],
    ['i nærheden af Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['blízko Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['κοντά στο Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['gần Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['dekat Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['Stade Louis II 근처', 43.7276, 7.4156, LOCAL],
    ['ใกล้ Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['בקרבת Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['بالقرب من Stade Louis II', 43.7276, 7.4156, LOCAL],
  ],
  addresses: [
    ['27, bd de Suisse, MC-98000', 43.7387, 7.4243, LOCAL],
    ['10 avenue Princesse-Grace', 43.7434, 7.4317, 3_000],
    ['au 12 avenue des Spélugues', 43.7388, 7.4296, LOCAL],
    ['56bis, boulevard du Jardin-Exotique, Principauté de Monaco', 43.732, 7.4139, LOCAL],
    ['Rue Princesse Florestine 98000 Monaco', 43.7341, 7.4197, 2_000],
  ],
  coordinates: [
    ['43.7384N 7.4246E', 43.7384, 7.4246, LOCAL],
    ['(43.7384, 7.4246)', 43.7384, 7.4246, LOCAL],
    ['lat: 43.7384 long: 7.4246', 43.7384, 7.4246, LOCAL],
    ['latitude=43.7384, longitude=7.4246', 43.7384, 7.4246, LOCAL],
    ['43.7384,7.4246,500', 43.7384, 7.4246, LOCAL],
    ['43.7384, 7.4246 (Monaco)', 43.7384, 7.4246, LOCAL],
    ['43.7384/7.4246', 43.7384, 7.4246, LOCAL],
    ['43 44.304, 7 25.476', 43.7384, 7.4246, LOCAL],
  ],
}

export const SEVENTH_LIECHTENSTEIN: LocationClasses = {
  towns: [
    ['Triesenberg-Malbun', 47.1, 9.61, TOWN],
    ['Malbun', 47.1017, 9.6089, TOWN],
    ['Skigebiet Malbun', 47.1053, 9.6045, TOWN],
    ['Balzers/Mäls', 47.0628, 9.4962, TOWN],
    ['Schaan (Liechtenstein)', 47.1663, 9.5103, 20_000],
    ['ganz Liechtenstein', 47.1393, 9.5228, WIDE],
    ['all of Liechtenstein', 47.1393, 9.5228, WIDE],
    ['tout le Liechtenstein', 47.1393, 9.5228, WIDE],
    ['FL', 47.1393, 9.5228, WIDE],
    ['Autauga County, AL', 32.535, -86.6427, 90_000],
  ],
  addresses: [
    ['Fürst Franz Josef Str. 5, 9490 Vaduz', 47.1522, 9.5127, LOCAL],
    ['Dorfstr. 46, Ruggell', 47.242, 9.5281, LOCAL],
    ['Widengasse 5, FL-9492 Eschen', 47.212, 9.5173, LOCAL],
    ['502 Greystone Way, Prattville, AL', 32.4616, -86.4263, LOCAL],
    ['Im Pardiel 16, 9494 Schaan', 47.1669, 9.504, LOCAL],
    ['c/o LGU, Dorfstrasse 46, 9491 Ruggell', 47.242, 9.5281, LOCAL],
  ],
  near: [
    ['unweit der Post Ruggell', 47.2391, 9.5237, LOCAL],
    ['hinter der Primarschule Aeule', 47.1383, 9.5194, LOCAL],
    ['Nähe Spielplatz Wanne in Balzers', 47.0645, 9.5015, LOCAL],
    ['Heritage Park, Prattville', 32.4611, -86.476, LOCAL],
    ['vlak bij Prattville Post Office', 32.4616, -86.4263, LOCAL],
  ],
}

export const EIGHTH_HARRISBURG: LocationClasses = {
  towns: [
    ['Highspire, Dauphin County, PA', 40.2109, -76.7911, TOWN],
    ['the whole of Steelton', 40.2354, -76.8414, TOWN],
    ['Paxtang 17111', 40.2593, -76.8319, TOWN],
    ['USA, Pennsylvania, Steelton', 40.2354, -76.8414, TOWN],
    ['greater Colonial Park area', 40.3006, -76.8097, TOWN],
  ],
  addresses: [
    ['Rutherford Rd 626, Harrisburg', 40.2845, -76.8001, LOCAL],
    ['4200 Londonderry Road, Unit 12, Harrisburg, PA', 40.2828, -76.8183, LOCAL],
    ['Turkey Hill, 5009 Locust Lane, Harrisburg, PA 17109', 40.2931, -76.8037, LOCAL],
    ['5009 Locust Lane, Harrisburg 17109 USA', 40.2931, -76.8037, LOCAL],
    ['4701 Jonestown Road, 2nd Floor, Harrisburg, Pennsylvania', 40.3029, -76.8106, LOCAL],
  ],
  near: [
    ['a few blocks from Holy Cross Cemetery', 40.2563, -76.8157, LOCAL],
    ['half a mile from Kohl Memorial Park', 40.2751, -76.8064, 2_500],
    ['area around Central Dauphin East High School', 40.2845, -76.8001, LOCAL],
  ],
}

export const EIGHTH_MONACO: LocationClasses = {
  near: [
    ['în apropiere de Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['blizu Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['Stade Louis II közelében', 43.7276, 7.4156, LOCAL],
    ['Stade Louis II lähellä', 43.7276, 7.4156, LOCAL],
    ['Stade Louis II के पास', 43.7276, 7.4156, LOCAL],
    ['u Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['prop de l’Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['nær Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['dalla parte dello Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['dans le coin du Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['im Bereich des Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['in direkter Nähe zum Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['just off the Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['en las cercanías del Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['attorno allo Stade Louis II', 43.7276, 7.4156, LOCAL],
  ],
  whole: [
    ['toute la Principauté de Monaco', 43.7311, 7.4198, WIDE],
    ['dans tout Monaco', 43.7311, 7.4198, WIDE],
    ['en todo Mónaco', 43.7311, 7.4198, WIDE],
    ['in tutta Monaco', 43.7311, 7.4198, WIDE],
    ['in ganz Monaco', 43.7311, 7.4198, WIDE],
    ['throughout Monaco', 43.7311, 7.4198, WIDE],
    ['по всему Монако', 43.7311, 7.4198, WIDE],
    ['モナコ全域', 43.7311, 7.4198, WIDE],
  ],
  addresses: [
    ['27 boulevard de Suisse, 3e étage, 98000 Monaco', 43.7387, 7.4243, LOCAL],
    ['27 Boulevard de Suisse - Appt 12 - Monaco', 43.7387, 7.4243, LOCAL],
    ['chez Twiga, 10 avenue Princesse Grace', 43.7434, 7.4317, 3_000],
    ['98000 Monaco, 12 avenue des Spélugues', 43.7388, 7.4296, LOCAL],
  ],
  coordinates: [
    ['7 25.476 E 43 44.304 N', 43.7384, 7.4246, LOCAL],
    ['43.7384 7.4246', 43.7384, 7.4246, LOCAL],
    ['[7.4246, 43.7384]', 43.7384, 7.4246, LOCAL],
    ['43.7384;7.4246', 43.7384, 7.4246, LOCAL],
  ],
}

export const EIGHTH_LIECHTENSTEIN: LocationClasses = {
  towns: [
    ['Malbun-Triesenberg', 47.1017, 9.6089, TOWN],
    ['Schaan - Liechtenstein', 47.1663, 9.5103, 20_000],
    ['Malbun bei Triesenberg', 47.1017, 9.6089, TOWN],
    ['Vaduz (Hauptstadt)', 47.1393, 9.5228, 20_000],
    ['Hauptort Vaduz', 47.1393, 9.5228, 20_000],
    ['Prattville, Autauga County, Alabama', 32.464, -86.4597, 30_000],
  ],
  addresses: [
    ['Herr Meier, Dorfstrasse 46, 9491 Ruggell', 47.242, 9.5281, LOCAL],
    ['Widengasse 5, 2. Stock, 9492 Eschen', 47.212, 9.5173, LOCAL],
    ['9494 Schaan, Im Pardiel 16', 47.1669, 9.504, LOCAL],
    ['Dorfstrasse Nr. 46 Ruggell', 47.242, 9.5281, LOCAL],
  ],
}

export const NINTH_HARRISBURG: LocationClasses = {
  mixed: [
    ['Steelton borough', 40.2354, -76.8414, TOWN],
    ['Steelton, Dauphin Co., PA', 40.2354, -76.8414, TOWN],
    ['626 Rutherford Road Apt 3B Harrisburg Pennsylvania 17109', 40.2845, -76.8001, LOCAL],
    ['Giant food store Londonderry, 4200 Londonderry Road', 40.2828, -76.8183, LOCAL],
    ['right next to Landis Field', 40.2961, -76.8132, LOCAL],
    ['somewhere near Kohl Memorial Park', 40.2751, -76.8064, LOCAL],
    ['east side of Steelton', 40.2354, -76.8414, TOWN],
    ['up to 2 miles from Highspire', 40.2109, -76.7911, 9_000],
    ['zip 17109', 40.293, -76.803, TOWN],
    ['Harrisburg PA 17109, 5009 Locust Lane', 40.2931, -76.8037, LOCAL],
  ],
}

export const NINTH_MONACO: LocationClasses = {
  mixed: [
    ['tout près du Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['juste à côté de l’hôtel Fairmont', 43.7388, 7.4296, LOCAL],
    ['a dos pasos del Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['Stade Louis II ve çevresi', 43.7276, 7.4156, LOCAL],
    ['Stade Louis II i okolice', 43.7276, 7.4156, LOCAL],
    ['wo ist das Stade Louis II', 43.7276, 7.4156, LOCAL],
    ['Stade Louis II (Fontvieille)', 43.7276, 7.4156, LOCAL],
    ['Monaco et alentours', 43.7311, 7.4198, WIDE],
    ['Monaco ville entière', 43.7311, 7.4198, WIDE],
    ['principality of monaco, europe', 43.7311, 7.4198, WIDE],
    ['Monaco, Côte d’Azur', 43.7311, 7.4198, WIDE],
    ['27, boulevard de Suisse, RDC, Monaco', 43.7387, 7.4243, LOCAL],
    ['27 Bvd de Suisse', 43.7387, 7.4243, LOCAL],
    ['No. 27 Boulevard de Suisse, Monte Carlo', 43.7387, 7.4243, LOCAL],
    ['43.738 N / 7.425 E', 43.738, 7.425, LOCAL],
    ['43°44.304′N 7°25.476′E', 43.7384, 7.4246, LOCAL],
  ],
}

export const NINTH_LIECHTENSTEIN: LocationClasses = {
  mixed: [
    ['Dorfstrasse 46 in 9491 Ruggell', 47.242, 9.5281, LOCAL],
    ['9491 Ruggell, Dorfstr. 46, Liechtenstein', 47.242, 9.5281, LOCAL],
    ['Raum Schaan/Vaduz', 47.153, 9.516, TOWN],
    ['direkt beim Schloss Vaduz', 47.1394, 9.5243, LOCAL],
    ['vis-à-vis Rathaus Schaan', 47.1661, 9.5097, LOCAL],
    ['Schaan, Fürstentum Liechtenstein, Europa', 47.1663, 9.5103, 20_000],
    ['Nähe der Grenze bei Ruggell', 47.24, 9.53, TOWN],
    ['Fl-9494 Schaan', 47.1663, 9.5103, 20_000],
  ],
}

/** A church of some dozens, a radius without a unit, a point with the longitude first, a coast, two towns, a border. */
export const NINTH_NOT_READ: readonly string[] = [
  'vis-à-vis de la cathédrale de Monaco',
  '43.7384,7.4246,500',
  '[7.4246, 43.7384]',
  'Monaco, Côte d’Azur',
  'Raum Schaan/Vaduz',
  'Nähe der Grenze bei Ruggell',
]

/** What no extract of these holds, beside words and names that it does hold. */
export const NOT_IN_MONACO: readonly string[] = [
  'Hotel Atlantis, 98000 Monaco',
  'Nice-Monaco',
  'Monaco-Nice',
  'Monaco, Georgia',
  'Paris, France',
  '5 rue de Rivoli, Paris',
  'u Fleků',
  'all of us',
  '12 Rue Imaginaire, Monaco',
  'vers Nice',
]
export const NOT_IN_LIECHTENSTEIN: readonly string[] = [
  'Zürich HB',
  'Universität St. Gallen',
  'Kathedrale Chur',
  'Schaan, TX',
  'Vaduz, Orange County, CA',
  'Buchs/Vaduz',
  'Nowhere Inn, 12 Nirgendwostrasse, Vaduz',
]
