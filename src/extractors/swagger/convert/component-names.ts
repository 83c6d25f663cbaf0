// Names of definitions as OpenAPI 3 allows them: generators for Swagger 2.0 put any character in, like `Page«Pet»`.
import { trimOf } from '#kit/text/text-rules.ts'
import { entriesOf } from '#extractors/swagger/json/json-value.ts'
import { localRef, pointerOf, splitRef, tokensOf } from '#extractors/swagger/json/json-pointer.ts'
import type { Losses } from './losses.ts'

/** Old name to new name, for all that are there; most stay as they are. */
export type NameMap = ReadonlyMap<string, string>

const ALLOWED = /^[a-zA-Z0-9._-]+$/

/** Names that become equal are numbered; each change is a loss. */
export function componentNames(section: string, objects: unknown, losses: Losses): NameMap {
  const names = entriesOf(objects).map(([name]) => name)
  const taken = new Set(names.filter((name) => ALLOWED.test(name)))
  /** The next number for each stem, because thousands of names may have the same stem. */
  const numbers = new Map<string, number>()
  return new Map(
    names.map((name) => {
      if (ALLOWED.test(name)) return [name, name]
      const stem = trimOf(name.replace(/[^a-zA-Z0-9._-]+/g, '_'), '_') || 'unnamed'
      let made = stem
      let number = numbers.get(stem) ?? 1
      while (taken.has(made)) {
        number += 1
        made = `${stem}_${number}`
      }
      numbers.set(stem, number)
      taken.add(made)
      losses.note(
        pointerOf([section, name]),
        'name_changed',
        `Names of components have no such characters in OpenAPI 3; it is called '${made}'.`,
      )
      return [name, made]
    }),
  )
}

/** The new places of the sections of Swagger 2.0. */
const SECTIONS: Readonly<Record<string, string>> = {
  definitions: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
}

/** A `$ref` as it must read in OpenAPI 3. One into another document stays: that document is not converted. */
export function movedRef(ref: string, namesOf: Readonly<Record<string, NameMap>>): string {
  const { document, pointer } = splitRef(ref)
  const [section, name, ...rest] = tokensOf(pointer) ?? []
  if (document !== '' || section === undefined || name === undefined) return ref
  const target = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined
  if (target === undefined) return ref
  return localRef(['components', target, namesOf[section]?.get(name) ?? name, ...rest])
}
