// The options of `surveyor site` and `surveyor map`. Apart from what reads them, because every help loads them.
import type { CommandOption } from '#bin/cli/command-line.ts'

const CHOICE = {
  include: {
    type: 'string',
    value: 'PATTERN',
    many: true,
    about:
      'Only pages that fit: /docs/*, https://*.example.org/*, or re:EXPRESSION. May be given several times.',
  },
  exclude: {
    type: 'string',
    value: 'PATTERN',
    many: true,
    about: 'No page that fits; stronger than --include. May be given several times.',
  },
  scope: {
    type: 'string',
    value: 'SCOPE',
    about: 'path (below the folder of URL), host or domain (all its hosts). Default: host.',
  },
  sitemap: {
    type: 'string',
    value: 'USE',
    about: 'include, skip or only: whether sitemaps are read beside the links, not at all, or alone.',
  },
  'ignore-query': { type: 'boolean', about: 'Addresses that differ only by their query are one page.' },
} as const satisfies Readonly<Record<string, CommandOption>>

export const SITE_OPTIONS = {
  out: {
    type: 'string',
    value: 'TARGET',
    about: 'A folder for Markdown files, or a file.ndjson. Default: a folder with the name of the host.',
  },
  'max-pages': { type: 'string', value: 'NUMBER', about: 'Stop after this many pages. Default: 1000.' },
  'max-depth': {
    type: 'string',
    value: 'NUMBER',
    about: 'Follow this many links from URL. Default: any number.',
  },
  'max-seconds': { type: 'string', value: 'NUMBER', about: 'Begin no page after that. Default: a day.' },
  ...CHOICE,
  'delay-ms': { type: 'string', value: 'NUMBER', about: 'Between two requests to a host, at least.' },
  fresh: {
    type: 'boolean',
    about: 'Fetch every page, also those that an earlier run has in the folder or that crawl has a copy of.',
  },
  prune: {
    type: 'boolean',
    about: 'Delete the files of pages that are no longer on the site, but those that were edited.',
  },
  force: {
    type: 'boolean',
    about:
      'Write into a folder that holds other files. One with the name of a page is kept as NAME.local.md.',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

export const MAP_OPTIONS = {
  search: {
    type: 'string',
    value: 'WORDS',
    about: 'Only pages whose title or address has one of them, the best first.',
  },
  limit: { type: 'string', value: 'NUMBER', about: 'At most this many pages. Default: 5000.' },
  ...CHOICE,
  format: {
    type: 'string',
    value: 'FORMAT',
    about: 'text (an address a line), csv, json or ndjson. Default: what the name of FILE says, else text.',
  },
  out: { type: 'string', value: 'FILE', about: 'Where the addresses go. Default: standard output.' },
} as const satisfies Readonly<Record<string, CommandOption>>
