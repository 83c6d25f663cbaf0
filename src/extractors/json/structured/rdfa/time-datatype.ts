// The XML Schema type of a date or time in a page (HTML+RDFa, 3.1, rule 11).

const XSD = 'http://www.w3.org/2001/XMLSchema#'
const ZONE = '(?:Z|[+-]\\d{2}:\\d{2})?'
const DATE = '-?\\d{4,}-\\d{2}-\\d{2}'
const TIME = '\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?'

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^-?P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/, 'duration'],
  [new RegExp(`^${DATE}T${TIME}${ZONE}$`), 'dateTime'],
  [new RegExp(`^${DATE}${ZONE}$`), 'date'],
  [new RegExp(`^${TIME}${ZONE}$`), 'time'],
  [new RegExp(`^-?\\d{4,}-\\d{2}${ZONE}$`), 'gYearMonth'],
  [new RegExp(`^-?\\d{4,}${ZONE}$`), 'gYear'],
]

/** Null for any other text. */
export function timeDatatype(value: string): string | null {
  const type = TYPES.find(([pattern]) => pattern.test(value))?.[1]
  return type === undefined ? null : XSD + type
}
