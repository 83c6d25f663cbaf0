// The version of the product: that of the package.
import { readFile } from 'node:fs/promises'

export async function productVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  return (manifest as { readonly version: string }).version
}
