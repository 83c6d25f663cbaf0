// Yes and no as pages write them: schema.org's words for what can be had, and the words of people.
import { foldName } from '#extractors/json/mapping/names/field-names.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map(foldName))

const HAD = words('InStock InStoreOnly OnlineOnly LimitedAvailability BackOrder PreOrder PreSale MadeToOrder')
const NOT_HAD = words('OutOfStock SoldOut Discontinued')
const YES = words(
  'true yes 1 on ja jah oui sí sim tak ano áno da да так igen evet kyllä joo ναι はい 有 あり 是 예 네 نعم TELECOMMUTE',
)
const NO = words(
  'false no 0 off nein non não nee nej nei nie ne нет ні nem hayır ei όχι いいえ 無 なし 否 아니오 아니요 لا',
)
const MARKED = /^[\u2713\u2714\u2611\u2705]\ufe0f?$/
const CROSSED = /^[\u2717\u2718\u2715\u274c]\ufe0f?$/

/** Fields that are true where a thing cannot be had. */
const ABSENT = words('soldOut isSoldOut outOfStock isOutOfStock unavailable isUnavailable')

/** Null for any other word. `name` is the field: sold out is true for `soldOut` and false for `inStock`. */
export function truthOf(given: string | number | boolean, name: string): boolean | null {
  if (typeof given === 'boolean') return given
  const word = foldName(String(given))
  if (HAD.has(word)) return !ABSENT.has(foldName(name))
  if (NOT_HAD.has(word)) return ABSENT.has(foldName(name))
  if (YES.has(word) || MARKED.test(String(given).trim())) return true
  return NO.has(word) || CROSSED.test(String(given).trim()) ? false : null
}
