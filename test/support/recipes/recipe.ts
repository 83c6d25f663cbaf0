// A recipe of docs/recipes as a list of steps: files that it names, commands, and what these print.
import { readFileSync } from 'node:fs'

export interface Step {
  /** `docs/recipes/leads.md:12`. */
  readonly place: string
  /** The files that stand before the command, by name. */
  readonly files: Readonly<Record<string, string>>
  readonly command: string
  /** Null: the recipe shows none. */
  readonly output: string | null
}

/** Throws for a block that belongs to nothing: neither a command, nor a file, nor the output of the command above it. */
export function stepsOf(path: string): Step[] {
  const text = readFileSync(path, 'utf8')
  const steps: { place: string; files: Record<string, string>; command: string; output: string | null }[] = []
  let files: Record<string, string> = {}
  let wasCommand = false
  for (const match of text.matchAll(/(?:^`([\w.-]+)`:\n)?^```(\w*)\n(.*?)^```$/gms)) {
    const [, name, language, body = ''] = match
    const place = `${path}:${text.slice(0, match.index).split('\n').length}`
    const isCommand = name === undefined && language === 'sh'
    if (isCommand) {
      steps.push({ place, files, command: body, output: null })
      files = {}
    } else if (name !== undefined) files[name] = body
    else if (language === '' && wasCommand) Object.assign(steps.at(-1) ?? {}, { output: body })
    else throw new Error(`${place}: this block is neither a command, nor a file, nor an output`)
    wasCommand = isCommand
  }
  if (Object.keys(files).length > 0) throw new Error(`${path}: no command uses ${Object.keys(files).join()}`)
  return steps
}

/** Whether a text is the one that a recipe shows: `…` is any text of a line, and alone on its line any lines. */
export function isShown(shown: string, printed: string): boolean {
  const pattern = shown
    .trimEnd()
    .split('\n')
    .map((line) => (line === '…' ? '[^]*?' : line.split('…').map(escaped).join('.*?')))
    .join('\n')
  return new RegExp(`^${pattern}$`).test(printed.trimEnd())
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
