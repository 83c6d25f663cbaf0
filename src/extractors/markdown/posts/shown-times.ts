// The times that a page shows, one by one: what they say, what they are of by the words beside them, and their shape.
import { roleBefore } from '#parsing/dates/date-words.ts'
import { plainDateText, type DayStyle } from '#parsing/dates/find-days.ts'
import { dayComesFirst } from '#parsing/dates/read-date.ts'
import { attribute, lineText, oneLine, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { dayComesFirstOn } from '#parsing/page/origin/line-dates.ts'
import { pageLines } from '#parsing/page/origin/page-lines.ts'
import { dateOf, dayIn } from '#parsing/page/origin/published-date.ts'
import { isSmall, placeOf, type PageSpans } from './page-spans.ts'
import { isQuote, isSignature, namesOf, shapeOf } from './post-parts.ts'

/** A time, in the element that shows it. */
export interface ShownTime {
  readonly element: HtmlElement
  /** RFC 3339, or a day; null where it cannot be told, such as `yesterday`. */
  readonly value: string | null
  /** Times of one kind have the same. */
  readonly shape: string
}

const TIME_NAME =
  /(?:^|[\s_-])(?:date|time|datetime|timestamp|timeago|ago|posted|postdate|post-?date|dateline)(?:$|[\s_-])|[a-z](?:Date|Time|DateTime|Timestamp)(?:$|\s)/
/** `12-31-2011, 04:55 PM` and its relatives. */
const DAY_AND_TIME = /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\.?(?:\(.\))?,?\s+(?:\D{1,10}\s)?\d{1,2}[:.h]\d{2}/
const UNIT =
  'sec|second|min|minute|hour|hr|day|week|month|year|sekunde|minuut|minut|stunde|tag|woche|monat|jahr|seconde|heure|jour|semaine|mois|an|segundo|minuto|hora|d[ií]a|semana|mes|m[eê]s|a[nñ]o|ano|secondo|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|uur|dag|maand|jaar|timm|timer?|vecka|uger?|uke|månad|måned|år|tunti|päivä|viikko|kuukau|vuo|godzin|dzień|dni|tydzie|tygodni|miesi|rok|lat|hodin|d(?:en|n)|týd|měsíc|let|perc|óra|órá|nap|hét|het|hónap|év|секунд|минут|час|д(?:ень|н)|недел|месяц|год|лет|хвилин|годин|тижн|місяц|рок|dakika|saat|gün|hafta|ay|yıl|phút|giờ|ngày|tuần|tháng|năm|menit|jam|hari|minggu|bulan|tahun'
/** Words in place of a day. */
const RELATIVE = new RegExp(
  String.raw`(?:yesterday|today|gestern|heute|hier|aujourd['’]hui|ayer|hoy|ieri|oggi|ontem|hoje|gisteren|vandaag|igår|i går|idag|i dag|eilen|tänään|wczoraj|dzisiaj|dziś|včera|dnes|tegnap|ma|вчера|сегодня|вчора|сьогодні|dün|bugün|kemarin|hôm qua|hôm nay|昨日|今日|昨天|今天|어제|오늘)\D{0,12}\d{1,2}[:.h]\d{2}|(?:\d|\ban?|\bone) (?:${UNIT})\S{0,6} (?:ago|geleden|sedan|siden|sitten|temu|назад|тому|önce|fa|trước|(?:yang )?lalu|atrás|ezelőtt)|(?:vor|il y a|hace|há|před|пред|acum|πριν) (?:\S{1,7} )?(?:${UNIT})|\d\s?(?:秒|分|時間|日|週間|か月|ヶ月|年|分钟|小时|天|周|个月|分鐘|小時|個月|초|분|시간|일|주|개월|년)\s?(?:前|전)|just now|gerade eben|à l’instant|只今|刚刚|방금`,
  'i',
)
/** The same, where an element says nothing else. */
const NOW = new RegExp(
  String.raw`^(?:just now|yesterday|today|только что|щойно|вчера|сегодня|gerade eben|gestern|heute|à l['’]instant|hier|ahora mismo|ayer|hoy|agora(?: mesmo)?|ontem|hoje|adesso|ieri|oggi|zojuist|gisteren|vandaag|nyss|igår|idag|akkurat nå|i går|i dag|lige nu|juuri nyt|eilen|tänään|przed chwilą|wczoraj|dzisiaj|dziś|právě teď|včera|dnes|tegnap|ma|az önce|dün|bugün|vừa xong|hôm qua|baru saja|kemarin|刚刚|剛剛|昨天|今天|昨日|今日|たった今|방금|어제|오늘|(?:\S{1,8} )?(?:${UNIT})\S{0,4} (?:ago|geleden|sedan|siden|sitten|temu|назад|тому|önce|fa|trước|lalu|atrás|ezelőtt))$`,
  'i',
)
const MAX_NOW_CHARS = 30
/** In the box about an author, and of what happened to a post later. */
const OTHER_TIME =
  /join|regist|\bfounded|member since|\bedited|modified|last (?:seen|active|visit|post)|inscri|ingres|iscritt|dołączy|зарег|реєстр|рєстр|dabei seit|mitglied|miembro desde|medlem|membre|lid sinds|liittyn|katılım|kayıt|csatlakoz|tham gia|登録日|登録:|加入|注册|註冊|가입|poll|expire|released|\bends?\b/i
const OTHER_NAME =
  /(?:^|[\s_-])(?:edited|edits|edit-?(?:by|info|date|time|note|mark)|last-?edit[a-z]{0,9}|modified|updated|joined|registered|last-?(?:seen|active|activity|visit|post|poster|reply)|lastpost|member-?since|birthday)(?:$|[\s_-])/i
/** Far more than the posts that are given; each costs the reading of a date. */
const MAX_TIMES = 4_000
const MAX_CHARS = 80
const MAX_TEXT_CHARS = 160
const INLINE = new Set(
  'span abbr time b strong i em small font relative-time time-ago bdi ins cite'.split(' '),
)

/** How the page writes days; `03/04/2026` by other days of the page, and by its language. */
export function dayStyleOf(document: HtmlDocument): DayStyle {
  const html = document.all.find(({ name }) => name === 'html')
  const language = html === undefined ? null : (attribute(html, 'lang') ?? attribute(html, 'xml:lang'))
  const dayFirst = dayComesFirstOn(pageLines(document), language, null, null) ?? dayComesFirst(language)
  return { language, dayFirst }
}

/** In the order of the page, without those of edits and of authors, and those that quotations repeat. */
export function shownTimes(spans: PageSpans, style: DayStyle): ShownTime[] {
  const times: ShownTime[] = []
  for (let at = 0; at < spans.all.length && times.length < MAX_TIMES; at += 1) {
    const element = spans.all[at]
    if (element === undefined) break
    const end = spans.last[at] ?? at
    if (!isVisible(element) || isQuote(element) || isSignature(element) || element.name === 'pre') {
      at = end
      continue
    }
    const shows = isTime(spans, element, style)
    if (!shows && !ownTextIsTime(element, style)) continue
    if (!isOther(element)) times.push({ element, value: timeOf(element, style), shape: shapeOfTime(element) })
    if (shows) at = end
  }
  return times
}

/** Whether an element as a whole is a time: by its name, its attributes, or what it is called. */
function isTime(spans: PageSpans, element: HtmlElement, style: DayStyle): boolean {
  if (!isSmall(spans, element, MAX_CHARS)) return false
  if (element.name === 'time' || element.name === 'relative-time') return true
  if (attribute(element, 'datetime') !== null || epochOf(element) !== null) return true
  const title = attribute(element, 'title') ?? ''
  if (/\d{4}/.test(title) && title.length <= MAX_CHARS && momentIn(title, style) !== null) {
    const text = lineText(element, MAX_CHARS)
    return text === '' || (/\p{N}/u.test(text) && text.length < 40) || RELATIVE.test(text)
  }
  if (!TIME_NAME.test(namesOf(element))) return false
  const text = lineText(element, MAX_CHARS)
  return /\p{N}/u.test(text) || /ago/.test(text)
}

/** Whether the text of an element beside what is in it shows a time: `by <b>Ada</b> on 4 May 2021`. */
function ownTextIsTime(element: HtmlElement, style: DayStyle): boolean {
  for (const child of element.children)
    if (child.kind === 'text' && child.text.length <= 4 * MAX_TEXT_CHARS && child.text.length > 1) {
      const text = oneLine(child.text)
      if (text.length > MAX_TEXT_CHARS) continue
      const isShort = text.length <= MAX_NOW_CHARS
      if (!/\p{N}/u.test(text)) {
        if (isShort && (NOW.test(text) || RELATIVE.test(text))) return !OTHER_TIME.test(labelBefore(child))
        continue
      }
      if (RELATIVE.test(text) || DAY_AND_TIME.test(text) || dayIn(text, style) !== null)
        return !OTHER_TIME.test(text.slice(0, 40)) && !OTHER_TIME.test(labelBefore(child))
    }
  return false
}

function isOther(element: HtmlElement): boolean {
  const parent = element.parent
  if (OTHER_NAME.test(namesOf(element)) || (parent !== null && OTHER_NAME.test(namesOf(parent)))) return true
  const lead = /^\D*/.exec(lineText(element, MAX_CHARS))?.[0] ?? ''
  const before =
    element.name === 'dd' || lead.trim() === '' || element.parent?.name === 'dd' ? labelBefore(element) : ''
  const term = element.parent?.name === 'dd' ? labelBefore(element.parent) : ''
  return (
    [lead, before, term].some((label) => OTHER_TIME.test(label)) ||
    roleBefore(plainDateText(`${before} ${lead}`)) === 'updated'
  )
}

/** The words before a node that say what it is: those beside it, else the term before the meaning. */
function labelBefore(node: HtmlNode): string {
  const siblings = node.parent?.children ?? []
  const at = placeOf(node)
  for (let i = at - 1; i >= 0 && i > at - 3; i -= 1) {
    const before = siblings[i]
    if (before === undefined) break
    const text = lineText(before, MAX_CHARS).replace(/^[\s»·|,–-]+/, '')
    if (text !== '') return text.length < 50 ? text : text.slice(-50)
  }
  return ''
}

function shapeOfTime(element: HtmlElement): string {
  const parent = element.parent
  const part = (of: HtmlElement): string => shapeOf(of, INLINE.has(of.name) ? 'i' : of.name)
  return `${part(element)}|${parent === null ? '' : part(parent)}`
}

/** By the attributes of the element and of the few in it, those with a zone first, then by its text. */
export function timeOf(element: HtmlElement, style?: DayStyle): string | null {
  let day: string | null = null
  for (const part of partsOf(element)) {
    for (const name of [
      'datetime',
      'content',
      'data-datetime',
      'title',
      'value',
      'data-original-title',
      'data-tippy-content',
      'data-title',
    ]) {
      const value = attribute(part, name)
      const moment = value === null ? null : momentIn(value, style)
      if (moment !== null && moment.length > 10) return moment
      day ??= moment
    }
    const epoch = epochOf(part)
    if (epoch !== null) return epoch
  }
  if (day !== null) return day
  const text = lineText(element, 4 * MAX_TEXT_CHARS)
  if (text.length <= MAX_TEXT_CHARS) return momentIn(text, style)
  for (const child of element.children) {
    const own = child.kind === 'text' ? momentIn(oneLine(child.text).slice(0, MAX_TEXT_CHARS), style) : null
    if (own !== null) return own
  }
  return null
}

/** The element, its first ones, and the element round it that holds nothing else. */
function partsOf(element: HtmlElement): HtmlElement[] {
  const parts = [element]
  for (let at = 0; at < parts.length && parts.length < 8; at += 1)
    for (const child of parts[at]?.children ?? [])
      if (child.kind === 'element' && parts.length < 8) parts.push(child)
  const parent = element.parent
  if (parent !== null && parent.children.length === 1) parts.push(parent)
  return parts
}

const WITH_ZONE =
  /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})(?![\w])/i

function momentIn(text: string, style?: DayStyle): string | null {
  const short = text.slice(0, MAX_TEXT_CHARS)
  const zoned = WITH_ZONE.exec(short)?.[0].replace(/\s?(?:UTC|GMT)$/i, 'Z')
  const whole = zoned === undefined ? dateOf(short) : dateOf(zoned)
  if (whole !== null && whole.length > 10) return whole
  const seconds = /(?<!\d)(1\d{9})(?:\d{3})?(?!\d)/.exec(short)?.[1]
  if (seconds !== undefined && /\d{4}-\d{2}-\d{2}T/.test(short)) return fromSeconds(seconds)
  return (
    whole ??
    dayIn(short.replace(/\d{1,2}[:.h]\d{2}(?:[:.]\d{2})*\s?(?:[ap]\.?m\.?)?/gi, ' '), style) ??
    dayIn(short, style)
  )
}

function epochOf(element: HtmlElement): string | null {
  for (const name of ['data-time', 'data-timestamp', 'data-epoch', 'data-utime', 'data-unixtime']) {
    const seconds = /^(\d{9,10})(?:\d{3})?$/.exec(attribute(element, name) ?? '')?.[1]
    if (seconds !== undefined) return fromSeconds(seconds)
  }
  return null
}

const fromSeconds = (seconds: string): string => new Date(1_000 * Number(seconds)).toISOString()
