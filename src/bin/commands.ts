// Every command of the program. The code of a command is loaded only when it runs.
import { SCOPES } from '#contract/key.ts'
import type { CommandLine } from '#bin/cli/command-line.ts'
import type { CommandHelp } from '#bin/cli/help.ts'
import { SEARCH_OPTIONS } from '#bin/search/search-options.ts'
import { MAP_OPTIONS, SITE_OPTIONS } from '#bin/site/site-options.ts'

/** Answers the exit code. */
export type RunCommand = (line: CommandLine) => Promise<number>

/** A command with its help; `load` imports its code. */
export interface Command extends CommandHelp {
  /** It is not run for what it prints: a lost line of that is no failure. */
  readonly runsUntilStopped?: boolean
  load(): Promise<RunCommand>
}

const NO_OPTIONS = { options: {}, takesWords: false } as const

export const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    ...NO_OPTIONS,
    runsUntilStopped: true,
    summary: 'Run everything on this machine: database, places, crawl and workers.',
    usage: ['start [OPTIONS]'],
    load: async () => (await import('./start.ts')).runStart,
  },
  places: {
    ...NO_OPTIONS,
    runsUntilStopped: true,
    summary: 'Run the place search service.',
    usage: ['places [OPTIONS]'],
    load: async () => (await import('./run-service.ts')).runPlaces,
  },
  crawl: {
    ...NO_OPTIONS,
    runsUntilStopped: true,
    summary: 'Run the crawl service.',
    usage: ['crawl [OPTIONS]'],
    load: async () => (await import('./run-service.ts')).runCrawl,
  },
  worker: {
    ...NO_OPTIONS,
    runsUntilStopped: true,
    summary: 'Run a worker that takes its jobs from a crawl service.',
    usage: ['worker --crawl-url URL [OPTIONS]'],
    load: async () => (await import('./run-service.ts')).runWorkerProcess,
  },
  migrate: {
    ...NO_OPTIONS,
    summary:
      'Bring the database to the version of this program. The services do it themselves at their start.',
    usage: ['migrate [OPTIONS]'],
    load: async () => (await import('#bin/cli/migrate-command.ts')).runMigrate,
  },
  backup: {
    summary:
      'Write all tables and stored files of both services to one file, while they run or not. The file holds hashes of keys and\n' +
      'encrypted secrets; the key pepper, without which they are of no use, is not in it.',
    usage: ['backup FILE [--force]', 'backup - > FILE'],
    options: {
      force: { type: 'boolean', about: 'Replace a file that exists.' },
    },
    takesWords: true,
    load: async () => (await import('#bin/backup/backup-command.ts')).runBackup,
  },
  restore: {
    summary:
      'Load a backup into a new data folder or an empty database, all of it or nothing. The services must not run.',
    usage: ['restore FILE [--data-dir DIR]'],
    options: {
      'without-pepper': {
        type: 'boolean',
        about:
          'Restore without the key pepper of the backup: its keys no longer open anything, its secrets cannot be read.',
      },
    },
    takesWords: true,
    load: async () => (await import('#bin/backup/restore-command.ts')).runRestore,
  },
  config: {
    ...NO_OPTIONS,
    summary: 'Show every setting, its value and where that comes from; secrets are masked.',
    usage: ['config [OPTIONS]'],
    load: async () => (await import('#bin/cli/config-command.ts')).runConfig,
  },
  demo: {
    summary:
      'Run a whole search on a sample town, on an OpenStreetMap extract or online, and write its places to files.',
    usage: [
      'demo ["QUERY"]',
      'demo --osm-file FILE "QUERY"',
      'demo --online --contact MAIL "QUERY in PLACE"',
    ],
    options: {
      online: {
        type: 'boolean',
        about: 'Ask the public map servers instead of a file; they want to know your contact.',
      },
    },
    takesWords: true,
    load: async () => (await import('./demo.ts')).runDemo,
  },
  search: {
    summary:
      'Run one search and give its places as a table or a file. Exits with 0 where they are all, 3 where not, 4 where no map\n' +
      'server answers, 1 where it failed otherwise. Services of the same data folder are used if they run.',
    usage: ['search "QUERY" [WHERE] [OPTIONS]'],
    options: SEARCH_OPTIONS,
    takesWords: true,
    examples: [
      ['search "cafes" --in Monaco', 'a table on the screen'],
      ['search "cafes" --osm-file monaco.osm.pbf --out cafes.xlsx', 'from an extract, no network'],
      [
        'search "hotels" --near 43.74,7.42 --radius 2km --contacts --out hotels.csv',
        'with e-mails of their websites',
      ],
      [
        'search --category shop/bakery --area district.geojson --format ndjson',
        'in a polygon, for a program',
      ],
      ['search "pizza" --in Vaduz --columns name,phone,attributes.cuisine', 'only these columns'],
    ],
    load: async () => (await import('./search.ts')).runSearchCommand,
  },
  site: {
    summary:
      'Save the pages of a website as Markdown files whose links lead to each other. Again into the same folder it fetches\n' +
      'what has changed. Exits with 0 where it has all pages but dead links and what the site or you left out, 3 where\n' +
      'pages are missing, 1 where it failed or read nothing. Services of the same data folder are used if they run.',
    usage: ['site URL [OPTIONS]'],
    options: SITE_OPTIONS,
    takesWords: true,
    examples: [
      ['site https://example.org/docs/ --scope path', 'the documentation alone, into the folder example.org'],
      ['site example.org --max-pages 200 --out pages.ndjson', 'one line of JSON for each page'],
      ['site example.org --exclude "/tag/*" --exclude "/author/*"', 'without some of its lists'],
    ],
    load: async () => (await import('./site.ts')).runSiteCommand,
  },
  map: {
    summary:
      'List the addresses of a website by its sitemaps, feeds and links, within seconds. Exits with 0 where nothing but\n' +
      'what --limit left out is missing, 3 where something is, 1 where it failed.',
    usage: ['map URL [OPTIONS]'],
    options: MAP_OPTIONS,
    takesWords: true,
    examples: [
      ['map example.org', 'one address a line'],
      ['map example.org --search "opening hours" --limit 10', 'the likeliest pages first'],
      ['map example.org --scope domain --out pages.csv', 'with titles and dates, of all its hosts'],
    ],
    load: async () => (await import('./site.ts')).runMapCommand,
  },
  mcp: {
    ...NO_OPTIONS,
    summary:
      'Offer the tools of running services to an assistant (Model Context Protocol), over standard input and output.',
    usage: ['mcp [--data-dir DIR]', 'mcp --places-url URL --crawl-url URL'],
    load: async () => (await import('./mcp.ts')).runMcp,
  },
  reparse: {
    ...NO_OPTIONS,
    summary:
      'Read the kept payloads of all places again, after a new version; asks no map. What becomes different is in the history.',
    usage: ['reparse [--places-url URL]'],
    load: async () => (await import('./reparse.ts')).runReparseCommand,
  },
  keys: {
    summary: 'Make, list, rotate and revoke the keys of a service.',
    usage: [
      'keys create --service places|crawl [--name NAME] [--scopes SCOPES] [--expires-in DAYS]',
      '            [--requests-per-minute NUMBER] [--allow-from NETWORKS]',
      'keys list --service places|crawl',
      'keys rotate KEY_ID --service places|crawl [--overlap HOURS]',
      'keys revoke KEY_ID --service places|crawl',
    ],
    options: {
      service: { type: 'string', value: 'SERVICE', about: 'places or crawl: each has keys of its own.' },
      name: { type: 'string', value: 'NAME', about: 'What the key is for.' },
      scopes: {
        type: 'string',
        value: 'SCOPES',
        about: 'What it may do, separated by commas. Default: admin.',
      },
      'expires-in': { type: 'string', value: 'DAYS', about: 'When it ends. Default: never.' },
      'requests-per-minute': {
        type: 'string',
        value: 'NUMBER',
        about: 'A rate limit of its own. Default: what the service allows everybody.',
      },
      'allow-from': {
        type: 'string',
        value: 'NETWORKS',
        about: 'Addresses and networks that it may be used from, separated by commas. Default: any.',
      },
      overlap: { type: 'string', value: 'HOURS', about: 'How long a rotated key still works. Default: 24.' },
    },
    takesWords: true,
    words: { title: 'Scopes:', rows: SCOPES },
    load: async () => (await import('#bin/cli/keys-command.ts')).runKeys,
  },
}
