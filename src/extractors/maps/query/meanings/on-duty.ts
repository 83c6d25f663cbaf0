// Words for whose turn it is to be open at night and on holidays, which no map says: `pharmacie de garde`, `Notdienst Apotheke`.
import type { Category } from '#kit/categories/category-table.ts'

/** Those who take turns. */
const TAKES_TURNS = /^amenity\/(?:pharmacy|veterinary|dentist)$/

/** Folded, as a part of a phrase for such a kind. */
const ON_DUTY =
  /(?:^| )(?:(?:de|di|da) (?:garde|turno|guardia|plantao|servico)|de guardia|(?:on )?duty|dyzur\p{L}*|nobetci\p{L}*|дежурн\p{L}*|чергов\p{L}*|ugyelet\p{L}*|pohotovost\p{L}*|dezurn\p{L}*|εφημερευ\p{L}*|van wacht|wachtdienst|dienstdoende?|(?:not|nacht)apotheken?|nachtapotheek|bereitschaft\p{L}*|مناوب\p{L}*)(?= |$)|notdienst|当番|當番|当直|輪值|轮值|당번/u

/** The words in a folded phrase for kinds that say so; null: none do. */
export function dutyIn(phrase: string, categories: readonly Category[]): string | null {
  const words = categories.every(({ id }) => TAKES_TURNS.test(id)) ? ON_DUTY.exec(phrase)?.[0] : undefined
  return words?.trim() ?? null
}
