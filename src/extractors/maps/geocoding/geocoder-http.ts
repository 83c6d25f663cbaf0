// The common request and answer of all geocoders.
import type { ExtractResponse } from '#extract/context.ts'

/** What a geocoder is asked: a name, and where and in which language it is meant. */
export interface GeocodeQuestion {
  readonly text: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null
  /** BCP 47. */
  readonly language: string | null
}

/** An answer as it came, whatever its status. */
export type HttpAnswer = Pick<ExtractResponse, 'status' | 'headers' | 'body'>

const MAX_DETAIL_CHARS = 200

/** Null for a text that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The beginning of a page as plain text. */
export function shortText(page: string): string {
  const text = page
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\\n|\s+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return text.length > MAX_DETAIL_CHARS ? `${text.slice(0, MAX_DETAIL_CHARS)}…` : text
}
