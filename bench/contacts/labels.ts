// Contacts of the real pages as a person labelled them, as hashes: the values are those of people and stay out of the repository.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fieldsOf } from '#kit/unknown-values.ts'

/** What is labelled of a page. */
export const LABELLED_KINDS = ['emails', 'phones', 'socials'] as const
export type LabelledKind = (typeof LABELLED_KINDS)[number]

/** The hashes of all values of a kind that belong to a page. */
export type PageLabels = Readonly<Record<LabelledKind, ReadonlySet<string>>>

/** Public: it only keeps the values from being read and the hashes of two pages from being compared. */
const SALT = 'surveyor contacts 1'
const HASH_CHARS = 12

/** E-mail addresses and profiles in lower case, phone numbers as E.164. */
export const labelHash = (page: string, kind: LabelledKind, value: string): string =>
  createHmac('sha256', SALT)
    .update(`${page} ${kind} ${value.toLowerCase()}`)
    .digest('hex')
    .slice(0, HASH_CHARS)

/** The labels of a page; null for a page that nobody labelled. */
export function readLabels(): (page: string) => PageLabels | null {
  const labels = fieldsOf(JSON.parse(readFileSync(new URL('./labels.json', import.meta.url), 'utf8')))
  return (page) => {
    const given = labels[page]
    if (given === undefined) return null
    const hashes = (kind: LabelledKind): Set<string> =>
      new Set([fieldsOf(given)[kind]].flat().filter((hash) => typeof hash === 'string'))
    return { emails: hashes('emails'), phones: hashes('phones'), socials: hashes('socials') }
  }
}
