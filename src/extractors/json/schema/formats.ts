// The formats of JSON Schema that are checked, none with a regular expression that could take long.
import { isDay } from '#extractors/json/scalars/read-date.ts'

const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d{1,12})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const DURATION =
  /^P(?=[\dT])(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?)$/

/** By their names in JSON Schema. */
export const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  date: isDate,
  time: (value) => TIME.test(value),
  'date-time': (value) =>
    /[t ]/i.test(value[10] ?? '') && isDate(value.slice(0, 10)) && TIME.test(value.slice(11)),
  duration: (value) => value.length < 100 && DURATION.test(value),
  uri: isAbsolute,
  iri: isAbsolute,
  url: isAbsolute,
  'uri-reference': isReference,
  'iri-reference': isReference,
  email: isEmail,
  'idn-email': isEmail,
  hostname: isHostname,
  'idn-hostname': isHostname,
  ipv4: (value) => IPV4.test(value),
  ipv6: (value) => value.includes(':') && URL.canParse(`http://[${value}]/`),
  uuid: (value) => UUID.test(value),
  'json-pointer': (value) => value === '' || (value.startsWith('/') && !/~(?![01])/.test(value)),
}

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value)
}

function isAbsolute(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(value) && URL.canParse(value)
}

function isReference(value: string): boolean {
  return !/\s/.test(value) && URL.canParse(value, 'http://example.org/')
}

function isEmail(value: string): boolean {
  const [name = '', host = '', ...more] = value.split('@')
  return (
    more.length === 0 &&
    name !== '' &&
    name.length <= 64 &&
    !/[\s<>()[\]\\,;:"]/.test(name) &&
    isHostname(host)
  )
}

function isHostname(value: string): boolean {
  if (value.length > 253 || value === '') return false
  const host = /[^\p{ASCII}]/u.test(value) ? (URL.parse(`http://${value}/`)?.hostname ?? '') : value
  return host !== '' && host.split('.').every((label) => HOST_LABEL.test(label))
}
