// The words that people put between days and times, in the languages of the weekdays.

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

export const OFF_WORDS = words(
  'off closed geschlossen zu fermé ferme fermée chiuso chiusa cerrado cerrada gesloten dicht fechado zamknięte nieczynne zavřeno zárva stängt ' +
    'lukket stengt suljettu închis zatvoreno kapalı закрыто выходной затворено κλειστά κλειστό ruhetag 休 休み 休日 定休日 休業 休息 关闭 휴무',
)
export const OPEN_WORDS = words(
  'open geöffnet offen ouvert ouverte aperto aperta abierto abierta geopend aberto otwarte otevřeno nyitva öppet åben åbent åpen avoinna ' +
    'открыто ανοικτά 営業 营业',
)
/** Between two days or two times. */
export const RANGE_WORDS = words(
  'to till til until thru through bis à au a al hasta até às tot tm alle до do έως から から至 至 到 부터',
)
export const LIST_WORDS = words('and und et y e en og och i и και plus sowie 및')
/** Says nothing that the numbers beside it do not. */
export const NOISE_WORDS = words(
  'uhr h hr hrs hs uur u hours hour o’clock oclock from von vom de du del dal dalle des van od kl klo le la les los el the ' +
    'feira öffnungszeiten horaires horario horarios orari orario openingstijden godz hod от с από 時 点 时 분 分 まで',
)
export const EVERY_DAY_WORDS = words(
  'daily everyday täglich quotidiennement diariamente diario dagelijks codziennie denně naponta dagligen daglig päivittäin zilnic svakodnevno ' +
    'ежедневно щодня 毎日 每天 每日 매일',
)
export const WORKING_DAYS_WORDS = words('weekday weekdays 平日 工作日 평일')
export const WEEKEND_WORDS = words(
  'weekend weekends wochenende wochenends weekenden helg viikonloppu vikend víkend 週末 周末 土日 주말',
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
  kind: 'always' | 'daily' | 'workingDays' | 'weekend' | 'holiday' | 'comment' | 'noise',
])[] = [
  [String.raw`24\s?[/x*]\s?7(?!\d)|7\s?/\s?24(?!\d)|24\s?h?\s?/\s?24(?!\d)(?:\s?h)?`, 'always'],
  [
    String.raw`24\s?(?:hours?|hrs?|h|std|stunden|heures|horas|ore|uur|uren|timmar|timer|tuntia|godzin[ay]?|hodin|часа|часов|ώρες|saat|時間|小时|小時|시간)(?![\p{L}\d])`,
    'always',
  ],
  [
    String.raw`non-?stop|always(?:\s+open)?|round\s+the\s+clock|rund\s+um\s+die\s+uhr|h24|całodobowo|круглосуточно|цілодобово|年中無休`,
    'always',
  ],
  [
    String.raw`every\s+day|each\s+day|all\s+days|jeden\s+tag|alle\s+tage|tous\s+les\s+jours|tutti\s+i\s+giorni|todos\s+los\s+d[ií]as|todos\s+os\s+dias|alle\s+dagen|alla\s+dagar|alle\s+dage`,
    'daily',
  ],
  [
    String.raw`7\s+days(?:\s+(?:a|per)\s+week)?|7\s?j\s?/\s?7|7\s+jours(?:\s+sur\s+7|\s?/\s?7)?|7\s+tage(?:\s+die\s+woche)?|7\s+d[ií]as|7\s?/\s?7(?!\d)`,
    'daily',
  ],
  [String.raw`week\s+days|en\s+semaine|entre\s+semana`, 'workingDays'],
  [String.raw`week-end|fins?\s+de\s+semana|fines\s+de\s+semana|fine\s+settimana|выходные`, 'weekend'],
  [
    String.raw`(?:public|bank)\s+holidays?|jours\s+f[ée]ri[ée]s|giorni\s+festivi|d[ií]as\s+festivos`,
    'holiday',
  ],
  [
    String.raw`by\s+appointment(?:\s+only)?|on\s+(?:request|appointment)|appointment\s+only|nach\s+vereinbarung|auf\s+anfrage|sur\s+(?:rendez-vous|rdv|demande)|su\s+(?:appuntamento|richiesta)|con\s+cita(?:\s+previa)?|op\s+afspraak`,
    'comment',
  ],
  [String.raw`opening\s+(?:hours|times)|business\s+hours|heures\s+d['’]ouverture|o['’]\s?clock`, 'noise'],
]
