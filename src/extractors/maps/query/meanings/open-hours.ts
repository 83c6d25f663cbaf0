// What a phrase for a time asks of opening hours that hold every week: a day (`open on sundays`) and an hour (`until 10 pm`). A place of
// unknown hours may be open then. Nothing here reads a clock.
import type { Qualifier } from '#extractors/maps/query/words/qualifiers.ts'
import { dayNamed, isEverOpenAt, isOpenOn } from '#extractors/maps/query/words/known-hours.ts'

const ENGLISH = 'Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays'.split(' ')

/** What a folded phrase for a time leaves out: a place that is known to be closed then. Null for one that names no day and no such hour. */
export function openWhen(phrase: string): Qualifier | null {
  return openOnDay(phrase) ?? openLate(phrase)
}

function openOnDay(phrase: string): Qualifier | null {
  const day = dayNamed(phrase)
  if (day === null) return null
  const name = ENGLISH[day] ?? ''
  return {
    id: `open/${name.slice(0, 2).toLowerCase()}`,
    label: `not known to be closed on ${name}`,
    home: null,
    isSeldomMapped: false,
    fits: (tags) => isOpenOn(tags, day) !== false,
  }
}

const MINUTES_AN_HOUR = 60
const NOON = 12
/** Up to here an hour behind `until` is one of the night, and above one of the evening or as it stands. */
const LAST_OF_NIGHT = 5
const MIDNIGHT = 24

const UNTIL =
  /^(?:open |opened )?(until|till|til|bis|jusqu ?a|hasta las?|hasta|fino alle|ate as|tot|до|after|apres|despues de las?|dopo le|depois das|nach|после|na) (\d{1,2})(?:[ :.h]?([0-5]\d))? ?(am|pm|a m|p m|uhr|h|hrs?|heures?|o ?clock|horas?|ore|uur|часов)?$/u
const UNTIL_CJK = /^(\d{1,2})[時点點시](まで|以降|以后|以後|까지|이후)$/u
const AFTER = /^(?:after|apres|despues|dopo|depois|nach|после|na|以)/u

/** `until 10 pm`, `bis 22 uhr`: a place that closes before on every day is none. */
function openLate(phrase: string): Qualifier | null {
  const spaced = UNTIL.exec(phrase)
  const unspaced = UNTIL_CJK.exec(phrase)
  const [word = '', hours = '', minutes = '0', unit = ''] = spaced?.slice(1) ?? [unspaced?.[2], unspaced?.[1]]
  const hour = hourOf(Number(hours), unit.replace(' ', ''))
  if (word === '' || hours === '' || hour === null) return null
  const minute = hour * MINUTES_AN_HOUR + Number(minutes)
  const isAfter = AFTER.test(word) || word === '이후'
  const time = `${String(hour % MIDNIGHT).padStart(2, '0')}:${minutes.padStart(2, '0')}`
  return {
    id: `open_at/${time}`,
    label: `not known to be closed at ${time} every day`,
    home: null,
    isSeldomMapped: false,
    fits: (tags) => isEverOpenAt(tags, isAfter ? minute : minute - 1) !== false,
  }
}

/** The hour of a day that begins in the morning, those of the night behind 24; null for one that may be of the morning. */
function hourOf(typed: number, unit: string): number | null {
  if (typed > MIDNIGHT) return null
  if (unit === 'pm') return typed === NOON ? NOON : typed + NOON
  if (unit === 'am') return typed <= LAST_OF_NIGHT || typed === NOON ? (typed % NOON) + MIDNIGHT : null
  if (typed <= LAST_OF_NIGHT) return typed + MIDNIGHT
  return typed > NOON ? typed : null
}
