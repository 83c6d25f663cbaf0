// The words of opening hours: the names of the weekdays, and what people put between days and times, in many languages.

/** By language, Monday first. A word of two languages may mean two days: `di` is Tuesday in German and Sunday in French. */
const WEEKDAYS: Readonly<Record<string, string>> = {
  en: 'mo mon monday|tu tue tues tuesday|we wed weds wednesday|th thu thur thurs thursday|fr fri friday|sa sat saturday|su sun sunday',
  de: 'mo montag|di dienstag|mi mittwoch|do don donnerstag|fr freitag|sa sam samstag sonnabend|so son sonntag',
  fr: 'lu lun lundi|ma mar mardi|me mer mercredi|je jeu jeudi|ve ven vendredi|sa sam samedi|di dim dimanche',
  it: 'lu lun lunedì lunedi|ma mar martedì martedi|me mer mercoledì mercoledi|gi gio giovedì giovedi|ve ven venerdì venerdi|sa sab sabato|do dom domenica',
  es: 'lu lun lunes|ma mar martes|mi mie mié miércoles miercoles|ju jue jueves|vi vie viernes|sa sab sáb sábado sabado|do dom domingo',
  pt: 'seg segunda|ter terça terca|qua quarta|qui quinta|sex sexta|sá sab sáb sábado sabado|dom domingo',
  nl: 'ma maa maandag|di din dinsdag|wo woe woensdag|do don donderdag|vr vri vrij vrijdag|za zat zaterdag|zo zon zondag',
  sv: 'må mån måndag|ti tis tisdag|on ons onsdag|to tor tors torsdag|fr fre fredag|lö lör lördag|sö sön söndag',
  da: 'ma man mandag|ti tir tirsdag|on ons onsdag|to tor torsdag|fr fre fredag|lø lør lørdag|sø søn søndag',
  fi: 'ma maanantai|ti tiistai|ke keskiviikko|to torstai|pe perjantai|la lauantai|su sunnuntai',
  pl: 'pn pon poniedziałek|wt wto wtorek|śr śro środa|cz czw czwartek|pt pią piątek|so sob sobota|nd nie ndz niedziela',
  cs: 'po pon pondělí|út úte úterý|st stř středa|čt čtv čtvrtek|pá pát pátek|so sob sobota|ne ned neděle',
  hu: 'hé hétfő|ke kedd|sze szerda|cs csü csütörtök|pé pén péntek|szo szombat|va vas vasárnap',
  ro: 'lu lun luni|ma mar marți|mi mie miercuri|jo joi|vi vin vineri|sâ sâm sâmbătă|dum duminică',
  sk: 'po pon pondelok|ut uto utorok|st str streda|št štv štvrtok|pi pia piatok|so sob sobota|ne ned nedeľa',
  sl: 'pon ponedeljek|tor torek|sre sreda|čet četrtek|pet petek|sob sobota|ned nedelja',
  ca: 'dl dll dilluns|dt dimarts|dc dx dimecres|dj dijous|dv divendres|ds dissabte|dg diumenge',
  lb: 'méi méindeg|dën dënschdeg|mët mëttwoch|don donneschdeg|fre freideg|sam samschdeg|son sonndeg',
  id: 'sen senin|sel selasa|rab rabu|kam kamis|jum jumat jumaat|sab sabtu|min minggu ahad',
  hr: 'pon ponedjeljak|uto utorak|sri srijeda|čet četvrtak|pet petak|sub subota|ned nedjelja',
  tr: 'pzt pazartesi|sal salı|çar çarşamba|per perşembe|cum cuma|cmt cumartesi|paz pazar',
  ru: 'пн понедельник|вт вторник|ср среда|чт четверг|пт пятница|сб суббота|вс воскресенье',
  uk: 'пн понеділок|вт вівторок|ср середа|чт четвер|пт пʼятниця|сб субота|нд неділя',
  bg: 'пн пон понеделник|вт вторник|ср сряда|чт четвъртък|пт петък|сб събота|нд нед неделя',
  mk: 'пон понеделник|вто вторник|сре среда|чет четврток|пет петок|саб сабота|нед недела',
  el: 'δε δευ δευτέρα|τρ τρι τρίτη|τε τετ τετάρτη|πε πεμ πέμπτη|πα παρ παρασκευή|σα σαβ σάββατο|κυ κυρ κυριακή',
  he: 'ב שני|ג שלישי|ד רביעי|ה חמישי|ו שישי|שבת|א ראשון',
  ar: 'الاثنين الإثنين|الثلاثاء|الأربعاء الاربعاء|الخميس|الجمعة|السبت|الأحد الاحد',
  hi: 'सोम सोमवार|मंगल मंगलवार|बुध बुधवार|गुरु गुरुवार|शुक्र शुक्रवार|शनि शनिवार|रवि रविवार',
  th: 'จ จันทร์ วันจันทร์|อ อังคาร วันอังคาร|พ พุธ วันพุธ|พฤ พฤหัส พฤหัสบดี วันพฤหัสบดี|ศ ศุกร์ วันศุกร์|ส เสาร์ วันเสาร์|อา อาทิตย์ วันอาทิตย์',
  ja: '月 月曜 月曜日|火 火曜 火曜日|水 水曜 水曜日|木 木曜 木曜日|金 金曜 金曜日|土 土曜 土曜日|日 日曜 日曜日',
  zh: '周一 星期一 週一|周二 星期二 週二|周三 星期三 週三|周四 星期四 週四|周五 星期五 週五|周六 星期六 週六|周日 周天 星期日 星期天 週日',
  ko: '월 월요일|화 화요일|수 수요일|목 목요일|금 금요일|토 토요일|일 일요일',
}

/** For each word the day, Monday is 0, that each language gives it. */
const MEANINGS = new Map<string, Map<string, number>>()
for (const [language, days] of Object.entries(WEEKDAYS)) {
  for (const [day, words] of days.split('|').entries()) {
    for (const word of words.split(' ')) {
      const meanings = MEANINGS.get(word) ?? new Map<string, number>()
      MEANINGS.set(word, meanings.set(language, day))
    }
  }
}

const UNSPACED = ['ja', 'zh', 'ko'].flatMap((language) => (WEEKDAYS[language] ?? '').split(/[ |]/))

/** A pattern of the names in scripts without spaces, the longest first. */
export const UNSPACED_WEEKDAY: string = UNSPACED.toSorted((a, b) => b.length - a.length).join('|')

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

export const OFF_WORDS = words(
  'off closed geschlossen zu fermé ferme fermée chiuso chiusa cerrado cerrada gesloten dicht fechado zamknięte nieczynne zavřeno zárva stängt ' +
    'lukket stengt suljettu închis zatvoreno kapalı закрыто выходной затворено κλειστά κλειστό tutup ปิด סגור مغلق ruhetag 休 休み 休日 定休 定休日 休業 休息 关闭 휴무',
)
export const OPEN_WORDS = words(
  'open geöffnet offen ouvert ouverte aperto aperta abierto abierta geopend aberto otwarte otevřeno nyitva öppet åben åbent åpen avoinna ' +
    'открыто ανοικτά buka เปิด פתוח مفتوح 営業 营业',
)
/** Between two days or two times. */
export const RANGE_WORDS = words(
  'to till til until thru through bis à au a al hasta até às tot tm alle до do έως から から至 至 到 부터 إلى الى حتى עד ถึง hingga sampai',
)
export const LIST_WORDS = words(
  'and und et y e en og och i и και plus sowie 및 إلى الى حتى עד ถึง hingga sampai έως',
)
/** Says nothing that the numbers beside it do not. */
export const NOISE_WORDS = words(
  'uhr h hr hrs hs uur u hours hour o’clock oclock from von vom de du del dal dalle des van od kl klo le la les los el the ' +
    'feira das dos pukul jam من يوم από น durchgehend durchgängig doorlopend öffnungszeiten horaires horario horarios orari orario openingstijden godz hod от с από 時 点 时 분 分 まで',
)
export const EVERY_DAY_WORDS = words(
  'daily everyday täglich quotidiennement diariamente diario dagelijks codziennie denně naponta dagligen daglig päivittäin zilnic svakodnevno ' +
    'ежедневно щодня ทุกวัน 毎日 每天 每日 매일',
)
export const WORKING_DAYS_WORDS = words('weekday weekdays 平日 工作日 평일')
export const WEEKEND_WORDS = words(
  'weekend weekends wochenende wochenends weekenden helg viikonloppu vikend víkend 週末 周末 土日 주말',
)
/** Before days that are taken from those before them. */
export const EXCEPT_WORDS = words(
  'except außer ausser sauf eccetto tranne excepto exceto behalve uitgezonderd oprócz kromě kivéve utom undtagen unntatt paitsi кроме крім',
)
export const HOLIDAY_WORDS = words(
  'ph feiertag feiertage feiertags feiertagen fériés fériées festivi festivos feriados feestdagen święta helligdage helgdagar 祝 祝日 祭日',
)
export const NOON_WORDS = words('noon midday midi mittag mittags mezzogiorno mediodía mediodia 正午')
export const MIDNIGHT_WORDS = words('midnight minuit mitternacht mezzanotte medianoche middernacht')
/** Only a calendar with the sun can read these. */
export const SUN_WORDS = words('sunrise sunset dawn dusk sonnenaufgang sonnenuntergang')

/** Phrases that stand for one word each; tried before single words. */
export const PHRASES: readonly (readonly [
  pattern: string,
  kind:
    | 'always'
    | 'daily'
    | 'workingDays'
    | 'weekend'
    | 'holiday'
    | 'noon'
    | 'midnight'
    | 'comment'
    | 'noise',
])[] = [
  [String.raw`24\s?[/x*]\s?7(?!\d)|7\s?/\s?24(?!\d)|24\s?h?\s?/\s?24(?!\d)(?:\s?h)?`, 'always'],
  [String.raw`24\s?(?:時間|小时|小時|시간)\s?(?:年中無休|営業|营业|營業|영업)`, 'always'],
  [
    String.raw`24\s?(?:hours?|hrs?|h|std|stunden|heures|horas|ore|uur|uren|timmar|timer|tuntia|godzin[ay]?|hodin|часа|часов|ώρες|saat|時間|小时|小時|시간)(?![\p{L}\d])`,
    'always',
  ],
  [
    String.raw`non-?stop|always(?:\s+open)?|round\s+the\s+clock|rund\s+um\s+die\s+uhr|h24|całodobowo|круглосуточно|цілодобово|年中無休`,
    'always',
  ],
  [
    String.raw`every\s+day|each\s+day|all\s+days|jeden\s+tag|alle\s+tage|tous\s+les\s+jours|tutti\s+i\s+giorni|todos\s+los\s+d[ií]as|todos\s+os\s+dias|alle\s+dagen|alla\s+dagar|alle\s+dage|her\s+gün|setiap\s+hari|ka[žz]d[ýy]\s+de[ňnń]|svaki\s+dan|minden\s+nap|каждый\s+день|כל\s+יום`,
    'daily',
  ],
  [
    String.raw`7\s+days(?:\s+(?:a|per)\s+week)?|7\s?j\s?/\s?7|7\s+jours(?:\s+sur\s+7|\s?/\s?7)?|7\s+tage(?:\s+die\s+woche)?|7\s+d[ií]as|7\s?/\s?7(?!\d)`,
    'daily',
  ],
  // In English, and in Spanish, French and Italian: the only letters that can be no other days.
  [String.raw`week\s+days|en\s+semaine|entre\s+semana|m\s?-\s?f|l\s?-\s?v`, 'workingDays'],
  [String.raw`12\s+(?:noon|midday)`, 'noon'],
  [String.raw`12\s+midnight`, 'midnight'],
  [String.raw`week-end|fins?\s+de\s+semana|fines\s+de\s+semana|fine\s+settimana|выходные`, 'weekend'],
  [
    String.raw`(?:public|bank)\s+holidays?|jours\s+f[ée]ri[ée]s|giorni\s+festivi|d[ií]as\s+festivos`,
    'holiday',
  ],
  [
    String.raw`by\s+appointment(?:\s+only)?|on\s+(?:request|appointment)|appointment\s+only|nach\s+vereinbarung|auf\s+anfrage|sur\s+(?:rendez-vous|rdv|demande)|su\s+(?:appuntamento|richiesta)|con\s+cita(?:\s+previa)?|op\s+afspraak`,
    'comment',
  ],
  // When the kitchen closes says nothing of the door.
  [
    String.raw`\(?\s?(?:l\.?\s?o\.?|last\s+orders?|ラストオーダー|(?:warme\s+)?küche\s+bis|kitchen\s+(?:closes(?:\s+at)?|until))\s?:?\s?\d{1,2}[:.h]\d{2}(?:\s?uhr)?\s?\)?`,
    'noise',
  ],
  [String.raw`sans\s+interruption|non\s+stop\s+de|orario\s+continuato`, 'noise'],
  [String.raw`opening\s+(?:hours|times)|business\s+hours|heures\s+d['’]ouverture|o['’]\s?clock`, 'noise'],
]

/** The word of the table for a word of a text: lower case, without a dot, a plural or an adverb's `s`. Null: no weekday. */
export function weekdayWord(word: string): string | null {
  const bare = word.toLowerCase().replace(/\.$/, '')
  if (MEANINGS.has(bare)) return bare
  const singular = bare.length > 4 ? bare.replace(/s$/, '') : bare
  return MEANINGS.has(singular) ? singular : null
}

/**
 * The days that the words of one text mean, Monday is 0: `di` is Tuesday beside `mo` and Sunday beside `lu`. Null when two
 * languages have all of the words and differ, and when one is no weekday.
 */
export function weekdaysOf(words: readonly string[]): number[] | null {
  const known = words.map((word) => MEANINGS.get(weekdayWord(word) ?? ''))
  const languages = Object.keys(WEEKDAYS).filter((language) => known.every((each) => each?.has(language)))
  const readings = new Set(languages.map((language) => known.map((each) => each?.get(language)).join(' ')))
  if (languages.length > 0) {
    const [only = '', ...others] = readings
    return others.length > 0 ? null : only === '' ? [] : only.split(' ').map(Number)
  }
  // Words of several languages, as in `Mo-Fr 9-17; zondag 10-12`: each must have one meaning by itself.
  const days = known.map((each) => [...new Set(each?.values())])
  return days.every((meanings) => meanings.length === 1) ? days.flat() : null
}
