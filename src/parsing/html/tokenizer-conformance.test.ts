// The tokenizer cases of html5lib, but for the differences that are written down here.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { tokenizeHtml } from './tokenize-html.ts'

const FOLDER = 'data/html5lib-tokenizer/tokenizer'

interface Case {
  readonly description: string
  readonly input: string
  readonly output: readonly (readonly unknown[])[]
  readonly initialStates?: readonly string[]
  readonly lastStartTag?: string
  readonly doubleEscaped?: boolean
}

type Token =
  | readonly ['text', string]
  | readonly ['open', string, Record<string, string>, boolean]
  | readonly ['close', string]

/** What leads into a state that only an element before the input leads into; null where no page gets there. */
function leadInto(state: string, lastStartTag: string | undefined): string | null {
  switch (state) {
    case 'Data state':
      return ''
    case 'RCDATA state':
      return lastStartTag === undefined || ['title', 'textarea'].includes(lastStartTag)
        ? `<${lastStartTag ?? 'title'}>`
        : null
    case 'RAWTEXT state':
      return lastStartTag === undefined || ['style', 'xmp', 'iframe'].includes(lastStartTag)
        ? `<${lastStartTag ?? 'xmp'}>`
        : null
    case 'Script data state':
      return lastStartTag === undefined || lastStartTag === 'script' ? '<script>' : null
    case 'PLAINTEXT state':
      return '<plaintext>'
    case 'CDATA section state':
      return '<![CDATA['
    default:
      return null
  }
}

function tokensOf(lead: string, input: string): Token[] {
  const tokens: Token[] = []
  tokenizeHtml(lead + input, {
    text: (text) => addText(tokens, text),
    open: (name, attributes, selfClosing) => {
      const first: Record<string, string> = {}
      for (let i = 0; i < attributes.length; i += 2) {
        const key = attributes[i] ?? ''
        if (!Object.hasOwn(first, key))
          Object.defineProperty(first, key, { value: attributes[i + 1], enumerable: true })
      }
      tokens.push(['open', name, first, selfClosing])
    },
    close: (name) => void tokens.push(['close', name]),
    // The cases of the data state know no elements that hold text only.
    inForeign: () => lead === '<![CDATA[' || (lead === '' && !input.includes('<![CDATA[')),
  })
  return lead.startsWith('<') && !lead.startsWith('<!') ? tokens.slice(1) : tokens
}

function addText(tokens: Token[], text: string): void {
  const last = tokens.at(-1)
  if (last?.[0] === 'text') tokens[tokens.length - 1] = ['text', last[1] + text]
  else if (text !== '') tokens.push(['text', text])
}

/** Without comments and doctypes, which the tree does not hold. */
function expectedOf(output: Case['output'], unescape: (text: string) => string): Token[] {
  const tokens: Token[] = []
  for (const [kind, first, second, selfClosing] of output) {
    if (kind === 'Character') addText(tokens, unescape(String(first)))
    else if (kind === 'EndTag') tokens.push(['close', unescape(String(first))])
    else if (kind === 'StartTag') {
      const attributes = Object.fromEntries(
        Object.entries(second as Record<string, string>).map(([name, value]) => [
          unescape(name),
          unescape(value),
        ]),
      )
      tokens.push(['open', unescape(String(first)), attributes, selfClosing === true])
    }
  }
  return tokens
}

const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Differences that are accepted, with their reasons. */
const ACCEPTED: readonly [reason: string, holds: (input: string, state: string) => boolean][] = [
  [
    'line ends stay as in the source: the readers treat them all as white space',
    (input) => input.includes('\r'),
  ],
  ['a number of more than forty digits stays text', (input) => /&#x?[0-9a-f]{36}/i.test(input)],
  ['U+0000 stays what it is: no reader shows it, and PostgreSQL gets none', (input) => input.includes('\0')],
]

test('html5lib tokenizer cases', { skip: skipWithout(`${FOLDER}/test1.test`) }, () => {
  const counts = { run: 0, accepted: 0, without: 0 }
  const wrong: string[] = []
  for (const file of readdirSync(sharedPath(FOLDER)).filter((name) => name.endsWith('.test'))) {
    // Made for a tokenizer that changes its input into XML.
    if (file === 'xmlViolation.test') continue
    const { tests } = JSON.parse(readFileSync(sharedPath(`${FOLDER}/${file}`), 'utf8')) as {
      tests?: readonly Case[]
    }
    for (const each of tests ?? []) {
      const unescape = each.doubleEscaped === true ? unescaped : (text: string): string => text
      const input = unescape(each.input)
      for (const state of each.initialStates ?? ['Data state']) {
        const lead = leadInto(state, each.lastStartTag)
        if (lead === null) counts.without += 1
        else if (ACCEPTED.some(([, holds]) => holds(input, state))) counts.accepted += 1
        else {
          counts.run += 1
          const expected = expectedOf(each.output, unescape)
          const actual = tokensOf(lead, input)
          if (JSON.stringify(actual) !== JSON.stringify(expected))
            wrong.push(
              `${file} ${state} ${JSON.stringify(input)}: ${JSON.stringify(actual)} for ${JSON.stringify(expected)}`,
            )
        }
      }
    }
  }
  assert.ok(counts.run > 6_000, JSON.stringify(counts))
  assert.deepEqual(wrong, [])
})
