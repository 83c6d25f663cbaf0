// Prints figures of the tree: how long files are, how many a folder has, which could be one file, what has a docblock.
import { dirname } from 'node:path'
import { circlesOf, exportsOf, importsOf, production, read } from '#test/support/source-tree.ts'

const SMALL_LINES = 40
/** Where the work on a page of Markdown begins, in the service and in the worker. */
const MARKDOWN_REQUEST = ['src/crawl/extractions/extraction-routes.ts', 'src/extractors/markdown/extract.ts']

const linesOf = new Map(production.map((path) => [path, read(path).split('\n').length - 1]))
const sizes = [...linesOf.values()].toSorted((a, b) => a - b)
const imports = new Map(production.map((path) => [path, [...new Set(importsOf(path))]]))
const folders = Map.groupBy(production, (path) => dirname(path))
const largest = [...folders].toSorted(([, a], [, b]) => b.length - a.length)[0]
const described = production
  .filter((path) => !path.endsWith('.gen.ts'))
  .flatMap((path) => [...exportsOf(read(path)).values()])

const figures: readonly (readonly [name: string, value: string | number])[] = [
  ['files of src without tests', production.length],
  ['lines', sizes.reduce((sum, lines) => sum + lines, 0)],
  ['lines of a file: median / 90 % / largest', [0.5, 0.9, 1].map(quantile).join(' / ')],
  [`files under ${SMALL_LINES} lines`, sizes.filter((lines) => lines < SMALL_LINES).length],
  ['files whose only importer is in their folder', onlyImportedBeside().length],
  ['circles of folders', circlesOf(folderImports()).length],
  ['largest folder', `${largest?.[0]}, ${largest?.[1].length} files`],
  [
    'exports with a docblock',
    `${((100 * described.filter(Boolean).length) / described.length).toFixed(1)} %`,
  ],
  ['files that a Markdown request may touch', reachable(MARKDOWN_REQUEST).size],
]
for (const [name, value] of figures) process.stdout.write(`${name.padEnd(48)} ${value}\n`)

/** Of the lengths of all files. */
function quantile(share: number): number {
  return sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))] ?? 0
}

function onlyImportedBeside(): string[] {
  const importers = new Map<string, string[]>()
  for (const [path, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  return [...importers].flatMap(([path, [first, ...others]]) =>
    first !== undefined && others.length === 0 && dirname(first) === dirname(path) ? [path] : [],
  )
}

function folderImports(): ReadonlyMap<string, string[]> {
  return new Map(
    [...folders].map(([folder, paths]) => {
      const targets = paths.flatMap((path) => imports.get(path) ?? []).map((target) => dirname(target))
      return [folder, [...new Set(targets)].filter((target) => target !== folder)]
    }),
  )
}

/** The files themselves and all that they import. */
function reachable(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set(paths)
  for (const path of found) for (const target of imports.get(path) ?? []) found.add(target)
  return found
}
