// Words for the middle of a town.
import { searchFold } from '#kit/text/search-text.ts'
import { phraseRole } from '#extractors/maps/query/words/qualifiers.ts'
import { phraseOf, type Word } from '#extractors/maps/query/words/segments.ts'

/** Words for the middle of a town, which without a quarter of that name say nothing. */
const CENTRES: ReadonlySet<string> = new Set(
  `downtown, old town, town centre, town center, city centre, city center, centre, center, uptown, midtown, altstadt, innenstadt, zentrum, stadtmitte, mitte,
   centre ville, centre, vieille ville, centro, centro histórico, casco antiguo, casco viejo, centro storico, città vecchia, baixa, cidade velha, centrum, binnenstad,
   śródmieście, śródmieściu, stare miasto, starym mieście, staré město, starém městě, staré mesto, starom meste, stari grad, starom gradu, centar, centru,
   центр, центре, центрі, старый город, старом городе, старе місто, старому місті, centrum, gamla stan, keskusta, belváros, óváros, centrul vechi, merkez, çarşı, κέντρο,
   centra, središče, središča, središču, központ, kesklinn, kesklinna, kesklinnas, vanalinn, vanalinna, vanalinnas, centrs, centrā, vecpilsēta, vecpilsētā, centras,
   senamiestis, senamiestyje, център, центъра, центру, центра, центар, старо место, merkezde, merkeze`
    .split(',')
    .map(searchFold),
)

/** Whether words name the middle of a town: `the old town`. */
export function isCentre(words: readonly Word[]): boolean {
  return CENTRES.has(phraseOf(withoutArticle(words)))
}

/** `the old town` without its article; a single word as it is. */
export function withoutArticle(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words
  return first !== undefined && rest.length > 0 && phraseRole(first.text)?.role === 'article' ? rest : words
}
