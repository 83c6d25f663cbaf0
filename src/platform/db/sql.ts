// Composable SQL: a tagged template whose values are sent as $n parameters and never as text.

/** A statement or a piece of one. Made only by the functions of this file. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
  /** Set by `prepared`: the server plans the statement once per connection under this name. */
  readonly name?: string
}

const PIECES = Symbol('pieces')

/**
 * The object that `sql` makes: the text between the values, so that the parameters of a nested piece can be renumbered.
 */
interface Fragment extends Sql {
  readonly [PIECES]: readonly string[]
}

/** The text of a template without nested pieces never changes, and hot statements run thousands of times. */
const plainTexts = new WeakMap<readonly string[], string>()

/** A statement: a nested `Sql` is spliced in, every other value becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  if (values.some(isFragment)) return spliced(strings, values)
  let text = plainTexts.get(strings)
  if (text === undefined) {
    text = numbered(strings)
    plainTexts.set(strings, text)
  }
  return fragment(strings, values, text)
}

/** The parts joined by `separator`; no parts make an empty piece. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  if (parts.length === 0) return fragment([''], [], '')
  return spliced(['', ...parts.slice(1).map(() => separator), ''], parts)
}

/** A quoted identifier. */
export function identifier(name: string): Sql {
  const text = quoteIdentifier(name)
  return fragment([text], [], text)
}

/** A named, server-prepared statement for a hot query. One name always belongs to one text. */
export function prepared(name: string, statement: Sql): Sql {
  return { ...statement, name }
}

/** `name` quoted for a statement that takes no parameters (`create schema …`). */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function isFragment(value: unknown): value is Fragment {
  return typeof value === 'object' && value !== null && PIECES in value
}

function fragment(pieces: readonly string[], values: readonly unknown[], text: string): Fragment {
  return { text, values, [PIECES]: pieces }
}

function spliced(strings: readonly string[], values: readonly unknown[]): Fragment {
  const pieces = [strings[0] ?? '']
  const flat: unknown[] = []
  const append = (text: string) => pieces.push(`${pieces.pop() ?? ''}${text}`)
  for (const [index, value] of values.entries()) {
    const after = strings[index + 1] ?? ''
    if (isFragment(value)) {
      const [first = '', ...rest] = value[PIECES]
      append(first)
      pieces.push(...rest)
      flat.push(...value.values)
      append(after)
    } else {
      flat.push(value)
      pieces.push(after)
    }
  }
  return fragment(pieces, flat, numbered(pieces))
}

function numbered(pieces: readonly string[]): string {
  let text = pieces[0] ?? ''
  for (let index = 1; index < pieces.length; index += 1) text += `$${index}${pieces[index] ?? ''}`
  return text
}
