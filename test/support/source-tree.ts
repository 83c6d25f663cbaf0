// The files of the repository and what they import and export, for the checks and figures that are about the tree itself.
import { globSync, readFileSync } from 'node:fs'

/** The folder of the repository. */
export const root = new URL('../../', import.meta.url)
/** The paths of all files in src. */
export const sources = globSync('src/**/*.ts', { cwd: root }).toSorted()
/** The text of a file. */
export const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
/** By the suffix. */
export const isTest = (path: string) => path.endsWith('.test.ts')
/** `sources` without tests and fixtures. */
export const production = sources.filter((path) => !isTest(path) && !path.includes('/fixtures/'))

/** Every specifier a file imports, exports from, or imports lazily, but not in what `without` matches. */
export function specifiers(path: string, without = /$^/): string[] {
  const text = read(path)
    .replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
    .replace(without, '')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string)
}

/** The exported names of a file and whether a docblock describes them; a schema and its type have one name and one docblock. */
export function exportsOf(text: string): ReadonlyMap<string, boolean> {
  const names = new Map<string, boolean>()
  const lines = text.split('\n').filter((line) => !line.startsWith('// oxlint-disable'))
  for (const [at, line] of lines.entries()) {
    const name = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/.exec(line)?.[1]
    if (name === undefined) continue
    const isDescribed = lines[at - 1]?.trimEnd().endsWith('*/') === true
    names.set(name, isDescribed || names.get(name) === true)
  }
  return names
}

/** The files of src that a file imports. */
export function importsOf(path: string): string[] {
  return specifiers(path).flatMap((specifier) => resolve(path, specifier))
}

function resolve(from: string, specifier: string): string[] {
  if (specifier.startsWith('#')) return [`src/${specifier.slice(1)}`].filter((path) => sources.includes(path))
  return specifier.startsWith('./') ? [resolvePath(from, specifier)] : []
}

/** What a specifier means in a file: a path of the repository, or itself where it is the name of a package. */
export function resolvePath(from: string, specifier: string): string {
  if (specifier.startsWith('#test/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (!specifier.startsWith('./')) return specifier
  return new URL(specifier, new URL(from, root)).pathname.slice(root.pathname.length)
}

/** One way round each circle that a walk in depth meets. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const circles: string[] = []
  const visit = (node: string, trail: readonly string[]): void => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      circles.push([...trail.slice(trail.indexOf(node)), node].join(' → '))
      return
    }
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    state.set(node, 'done')
  }
  for (const node of graph.keys()) visit(node, [])
  return circles
}
