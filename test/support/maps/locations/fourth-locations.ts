// A fourth list of locations as people write them, written before any of them was tried. At its first try 23 of the 34
// were right.
import type { LocationCase } from '#test/support/maps/locations/later-locations.ts'

const LOCAL = 1_500

export const FOURTH_MONACO: readonly LocationCase[] = [
  ['Monaco-Ville, Monaco', 43.7311, 7.4233, 3_000],
  ['Fontvieille Monaco', 43.729, 7.4165, 3_000],
  ['Larvotto, Monte Carlo', 43.7455, 7.4325, 3_000],
  ['Rue Grimaldi 12', 43.7345, 7.4185, 2_000],
  ['7 Avenue Princesse Grace, 98000 Monaco', 43.745, 7.433, 3_000],
  ['Blvd des Moulins, Monte-Carlo', 43.7425, 7.428, LOCAL],
  ['av princesse grace', 43.745, 7.433, 3_000],
  ['corner of Boulevard des Moulins', 43.7425, 7.428, LOCAL],
  ['next to the Hotel de Paris', 43.7388, 7.4272, LOCAL],
  ['opposite the casino', 43.7392, 7.428, LOCAL],
  ['a due passi dal casinò', 43.7392, 7.428, LOCAL],
  ['cerca del puerto Hercules', 43.735, 7.426, LOCAL],
  ['perto do Casino de Monte-Carlo', 43.7392, 7.428, LOCAL],
  ['vlakbij Stade Louis II', 43.7276, 7.4156, LOCAL],
  ['рядом с Casino', 43.7392, 7.428, LOCAL],
  ['800m du Casino', 43.7392, 7.428, 2_500],
  ['half a mile around the casino', 43.7392, 7.428, 2_500],
  ['within 1 km of Port Hercule', 43.735, 7.426, 2_500],
  ['43.7384,7.4246 (Monaco)', 43.7384, 7.4246, LOCAL],
  ['https://www.google.com/maps?q=43.7384,7.4246&z=17', 43.7384, 7.4246, LOCAL],
  ['https://www.openstreetmap.org/search?query=Monaco#map=15/43.7384/7.4246', 43.7384, 7.4246, 4_000],
  ['Lat. 43.7384° Long. 7.4246°', 43.7384, 7.4246, LOCAL],
]

export const FOURTH_LIECHTENSTEIN: readonly LocationCase[] = [
  ['Vaduz - Liechtenstein', 47.141, 9.5215, 20_000],
  ['Vaduz/Liechtenstein', 47.141, 9.5215, 20_000],
  ['9490 Vaduz, Liechtenstein', 47.141, 9.5215, 20_000],
  ['Stadt Vaduz', 47.141, 9.5215, 20_000],
  ['Schaan und Umgebung', 47.165, 9.509, 20_000],
  ['Raum Vaduz', 47.141, 9.5215, 20_000],
  ['Zentrum Vaduz', 47.141, 9.5215, 20_000],
  ['Vaduz area', 47.141, 9.5215, 20_000],
  ['nahe Schloss Vaduz', 47.1394, 9.5243, LOCAL],
  ['3km rund um Balzers', 47.066, 9.5, 12_000],
  ['Liechtenstein Vaduz Städtle', 47.1385, 9.5225, LOCAL],
  ['Landstraße, 9494 Schaan', 47.165, 9.509, 12_000],
]
