// Content-Disposition (RFC 6266, RFC 8187): the file name of a download, written and parsed without trusting it.

const MAX_CHARS = 200

/** `attachment; filename="a_b.png"; filename*=UTF-8''a%CC%88b.png` */
export function contentDisposition(form: 'inline' | 'attachment', filename: string): string {
  // Old clients read the plain form: letters of other scripts, quotes and percent signs would be misread.
  const plain = filename.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const extended =
    plain === filename ? '' : `; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, escaped)}`
  return `${form}; filename="${plain}"${extended}`
}

/** The name in a Content-Disposition header, made safe; null when no safe name is left. */
export function filenameOf(header: string | undefined): string | null {
  if (header === undefined) return null
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  const quoted = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.){0,1000})"|([^;\s"]{1,1000}))/i.exec(header)
  const plain = quoted?.[1]?.replace(/\\(.)/g, '$1') ?? quoted?.[2]
  return safeFilename(decoded(extended) ?? plain ?? '')
}

/**
 * A name without folders, control and direction characters, and not longer than file systems allow; null when nothing
 * is left.
 */
export function safeFilename(name: string): string | null {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  if (clean === '') return null
  if (clean.length <= MAX_CHARS) return clean
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? ''
  return (
    clean
      .slice(0, MAX_CHARS - ending.length)
      .toWellFormed()
      .replaceAll('\u{FFFD}', '') + ending
  )
}

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
