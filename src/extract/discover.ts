// Finds the extractors at boot: one folder each, so that adding one touches nothing else.
import { readdir } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { EXTRACTOR_NAMES } from '#contract/crawl/extractor.ts'
import { defineExtractor, type ExtractorDefinition, type ExtractorDescriptor } from './define-extractor.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/**
 * The descriptors in `folders` (`<folder>/<name>/index.ts`, default export), those of `EXTRACTOR_NAMES` in that order, the
 * others behind them by name. Throws when one is broken, duplicated, in a folder of another name, or missing. `find` names
 * the file that is imported in the place of an `index.ts`.
 */
export async function discoverExtractors(
  folders: URL | readonly string[],
  find = (source: URL): URL => source,
): Promise<ExtractorDescriptor[]> {
  const roots = folders instanceof URL ? [folders] : folders.map((folder) => pathToFileURL(folder))
  const found = (await Promise.all(roots.map(async (root) => descriptorsIn(root, find)))).flat()
  const byName = new Map<string, ExtractorDescriptor>()
  for (const descriptor of found) {
    if (byName.has(descriptor.name)) throw new Error(`Two extractors have the name '${descriptor.name}'.`)
    byName.set(descriptor.name, descriptor)
  }
  const missing = EXTRACTOR_NAMES.filter((name) => !byName.has(name))
  if (missing.length > 0) throw new Error(`No extractor has the name ${missing.join(', ')}.`)
  const known = EXTRACTOR_NAMES.flatMap((name) => byName.get(name) ?? [])
  const others = found.filter((descriptor) => !known.includes(descriptor))
  return [...known, ...others.toSorted((a, b) => (a.name < b.name ? -1 : 1))]
}

async function descriptorsIn(folder: URL, find: (source: URL) => URL): Promise<ExtractorDescriptor[]> {
  const root = folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`)
  const entries = await readdir(root, { withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async (entry) => {
        const module: unknown = await import(find(new URL(`${entry.name}/index.ts`, root)).href)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `defineExtractor` checks what a type cannot
        const definition = fieldsOf(module)['default'] as ExtractorDefinition | undefined
        if (definition === undefined) throw new Error(`${entry.name}/index.ts has no default export.`)
        if (definition.name !== entry.name) {
          throw new Error(`The folder '${entry.name}' holds the extractor '${definition.name}'.`)
        }
        return defineExtractor(definition)
      }),
  )
}
