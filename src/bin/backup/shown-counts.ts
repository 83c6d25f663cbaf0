// Counts and sizes as a person reads them.

/** `1 row`, `12,345 rows` */
export function countText(count: number, of: string): string {
  return `${count.toLocaleString('en')} ${of}${count === 1 ? '' : 's'}`
}

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** `512 bytes`, `1.3 MB` */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit: string | undefined
  for (const next of UNITS) {
    if (value < 1_000) break
    value /= 1_000
    unit = next
  }
  return unit === undefined ? countText(bytes, 'byte') : `${value.toFixed(1)} ${unit}`
}
