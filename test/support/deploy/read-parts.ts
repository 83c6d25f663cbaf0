// What the manifests of deploy/kubernetes say of each part of the product.
import { fieldsOf } from '#kit/unknown-values.ts'
import { readManifests } from '#test/support/deploy/manifests.ts'
import { read } from '#test/support/source-tree.ts'

/** The parts that answer HTTP. */
export const SERVICES = ['crawl', 'places'] as const
/** The parts that are deployed, each by the command of its name. */
export const PARTS = [...SERVICES, 'worker'] as const
export type Part = (typeof PARTS)[number]

const manifests = readManifests()

/** A value inside of lists and objects, by its keys. */
export const at = (value: unknown, ...keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>((inner, key) => fieldsOf(inner)[key], value)

/** The value where it is a list, else an empty list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The manifest of a kind and a name; undefined where there is none. */
export const manifestOf = (kind: string, name: string): unknown =>
  manifests.find((manifest) => manifest.kind === kind && manifest.name === name)?.content

/** What the Deployment of a part makes its pods of: `metadata` and `spec`. */
export const podTemplateOf = (part: Part): unknown => at(manifestOf('Deployment', part), 'spec', 'template')

/** The container of a part. */
export const containerOf = (part: Part): unknown => at(podTemplateOf(part), 'spec', 'containers', 0)

/** The lines of a file of variables that are no comments. */
export const envFile = (path: string): [name: string, value: string][] =>
  read(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
