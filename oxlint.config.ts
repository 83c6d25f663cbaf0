// The lint: what is always wrong, the rings of src, and which rules are off for which reason.
import { defineConfig } from 'oxlint'
import { NETWORK_MODULES, RINGS } from './test/rings.ts'

type Pattern = { readonly group: string[]; readonly message: string }

const upwards: Pattern = { group: ['../**'], message: 'Use a # alias between folders.' }
const sockets: Pattern = {
  group: NETWORK_MODULES.flatMap((name) => [name, `${name}/**`, `node:${name}`, `node:${name}/**`]),
  message: 'Only src/platform/egress opens sockets to the world.',
}

const onlyItself: Pattern = {
  group: ['#*/**', '*', '!./**'],
  message: 'The client runs in browsers and depends on nothing.',
}

const otherRings = (ring: string): Pattern => {
  const allowed = RINGS[ring] ?? []
  return {
    group: ['#*/**', ...allowed.map((name) => `!#${name}/**`)],
    message: `The ring ${ring} may import only: ${allowed.join(', ')}.`,
  }
}

const restrictImports = (files: string[], patterns: Pattern[]) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', { patterns: Pattern[] }] },
})

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'node'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { node: true, es2024: true },
  ignorePatterns: [
    'node_modules/**',
    '.surveyor/**',
    'bench/peers/**',
    'dist/**',
    'web/dist/**',
    'src/extractors/*/fixtures/**',
  ],
  rules: {
    eqeqeq: 'error',
    'no-console': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'import/no-cycle': 'error',
    'import/no-self-import': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          { from: 'package', name: ['test', 'suite', 'describe', 'it'], package: 'node:test' },
        ],
      },
    ],
    'typescript/no-unsafe-type-assertion': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/consistent-type-imports': 'error',
    'no-restricted-imports': ['error', { patterns: [upwards] }],

    // Off, each with its reports on 22 November 2026 and the reason.
    // 1,124: work in order, one page or one statement after the other, is what most of these loops are for.
    'no-await-in-loop': 'off',
    // 278: functions of `node:path`, of loggers and of test servers are passed on as values; ours never use `this`.
    'typescript/unbound-method': 'off',
    // 237: `assert.equal` on the default import is how the documentation of node:assert writes it.
    'import/no-named-as-default-member': 'off',
    // 139: a small function stands beside its only use, whether or not it uses what is around it.
    'unicorn/consistent-function-scoping': 'off',
    // 37: Fastify awaits its handlers; the rule is about Express.
    'oxc/no-async-endpoint-handlers': 'off',
    // 35: a short name may mean something else in an inner function.
    'no-shadow': 'off',
    // 33: a copy with one field changed is easier to follow than a mutation; none is on a hot path.
    'oxc/no-map-spread': 'off',
    // 27: sorting in place is right for an array that was just made, and saves its copy.
    'unicorn/no-array-sort': 'off',
    // 15: it takes a switch over all words of a union, and `return void reply.end()`, for a forgotten value; tsc tells
    // these apart, because each of our functions that returns something names its type.
    'typescript/consistent-return': 'off',

    // The last callback of a chain may act and return nothing.
    'promise/always-return': ['error', { ignoreLastCallback: true }],
    // `process` is the global, so a child process has another name.
    'no-underscore-dangle': ['error', { allow: ['process_'] }],
  },
  overrides: [
    ...Object.keys(RINGS).map((ring) =>
      restrictImports([`src/${ring}/**/*.ts`], [upwards, otherRings(ring), sockets]),
    ),
    restrictImports(['src/platform/egress/**/*.ts'], [upwards, otherRings('platform')]),
    restrictImports(['client/src/**/*.ts'], [upwards, onlyItself]),
    restrictImports(['src/**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts', 'lab/**/*.ts'], [upwards]),
    {
      files: ['src/bin/**', 'src/**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts', 'lab/**/*.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      // 464: a test knows what it has sent, and casts the answer to look at it.
      files: ['src/**/*.test.ts', 'src/**/test-*.ts', '{test,bench,lab,scripts}/**/*.ts'],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    {
      // 21: rows of a test are put into some fixed order, whichever that is.
      files: ['src/**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts'],
      rules: { 'typescript/require-array-sort-compare': 'off' },
    },
    {
      // 236: typed arrays of numbers by line and by element, read at places that the loop around them bounds.
      files: ['src/extractors/markdown/main-content/{lines,model,view}/**'],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    {
      // In a browser: fetch reaches only the service that serves the page, whose policy allows nothing else.
      files: ['web/src/**/*.{ts,tsx}'],
      plugins: ['jsx-a11y'],
      env: { browser: true, node: false },
      rules: {
        'no-restricted-imports': ['error', { patterns: [upwards] }],
        // List box and option of a list that is drawn in part, and regions that scroll, have no tag of their own.
        'jsx-a11y/prefer-tag-over-role': 'off',
        // What scrolls must be reached by the keyboard.
        'jsx-a11y/no-noninteractive-tabindex': 'off',
        // A style sheet has nothing to import.
        'import/no-unassigned-import': ['error', { allow: ['**/*.css', '**/style.ts'] }],
      },
    },
    {
      // The loader of extractors takes the default export of each descriptor, and oxlint that of its configuration.
      files: ['src/extractors/*/index.ts', 'test/support/extractors/*/index.ts', 'oxlint.config.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
