// The rings of src and who may import whom: one table for the lint and for the test that walks the tree.

/** Each ring and the rings it may import, itself included where its folders see each other. */
export const RINGS: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract'],
  kit: ['kit'],
  parsing: ['parsing', 'contract', 'kit'],
  config: ['config', 'contract', 'kit'],
  platform: ['platform', 'contract', 'kit'],
  extract: ['extract', 'parsing', 'contract', 'kit'],
  extractors: ['extract', 'extractors', 'parsing', 'contract', 'kit'],
  // Of the client only types, because an image has no client.
  places: ['places', 'platform', 'contract', 'kit', 'client'],
  crawl: ['crawl', 'extract', 'parsing', 'platform', 'contract', 'kit'],
  worker: ['worker', 'extract', 'parsing', 'platform', 'contract', 'kit'],
  bin: ['bin', 'config', 'places', 'crawl', 'worker', 'extract', 'platform', 'contract', 'kit'],
}

/** Modules that open sockets; only `src/platform/egress` may import them. */
export const NETWORK_MODULES = ['http', 'https', 'http2', 'net', 'tls', 'dns', 'dgram', 'undici']
