// Reads a text as data, JSON or YAML, whichever it is.
import { LineCounter, parseAllDocuments, type Document, type YAMLParseError } from 'yaml'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError } from '#extract/errors.ts'
import { parseJson } from './parse-json.ts'
import { inWords, positionAt, MAX_CHARS, MAX_DEPTH, type ParsedText, type ReadNote } from './parsed-text.ts'
import { readYamlNode } from './read-yaml-node.ts'

/** Broken JSON up to this size is tried as YAML, which takes comments, bare keys and a comma too many. */
const MAX_CHARS_REPAIRED = 2 * 1024 * 1024

/** Throws `unsupported_document` with the place of the mistake, and `target_too_large`. */
export function parseText(text: string): ParsedText {
  if (text.length > MAX_CHARS) {
    throw extractError('target_too_large', `The description has more than ${MAX_CHARS} characters.`)
  }
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text
  return /^\s*[[{]/.test(bare) ? parseLooseJson(bare) : parseYaml(bare)
}

function parseLooseJson(text: string): ParsedText {
  try {
    return parseJson(text)
  } catch (error) {
    // Only a mistake of the text has a cause; what nests too deeply does so as YAML too.
    const isMistake = error instanceof SurveyorError && error.cause !== undefined
    if (!isMistake || text.length > MAX_CHARS_REPAIRED) throw error
    const repaired = parsedAsYaml(text)
    if (repaired === null) throw error
    const note = { code: 'json_repaired', detail: `${error.message} It could be read all the same.` } as const
    return { ...repaired, format: 'json', notes: [note, ...repaired.notes] }
  }
}

function parsedAsYaml(text: string): ParsedText | null {
  try {
    return parseYaml(text)
  } catch {
    return null
  }
}

/**
 * The first document of the text, by YAML 1.2 and with the merge keys (`<<`) of 1.1 that descriptions use. Throws
 * `unsupported_document` with line and column where it is not YAML, and for text that nests or unfolds too far.
 */
function parseYaml(text: string): ParsedText {
  const lines = new LineCounter()
  const { document, more } = firstDocument(text, lines)
  const [error] = document.errors
  // The package catches what its recursion throws and calls it a mistake of the text.
  if (error !== undefined) throw /call stack/i.test(error.message) ? tooDeep() : notYaml(text, error)
  const notes: ReadNote[] = []
  if (more) {
    notes.push({
      code: 'more_documents',
      detail: 'The text holds several YAML documents; the first one is read.',
    })
  }
  const { notes: found, ...read } = readYamlNode(document.contents, (offset) => lines.linePos(offset))
  return { format: 'yaml', ...read, notes: [...notes, ...found] }
}

function firstDocument(
  text: string,
  lineCounter: LineCounter,
): { readonly document: Document; readonly more: boolean } {
  let all: ReturnType<typeof parseAllDocuments>
  try {
    all = parseAllDocuments(text, {
      lineCounter,
      // Compares each key with every other one of its object; repeated keys are found while the tree is read.
      uniqueKeys: false,
      resolveKnownTags: false,
      // It would count the lines of the whole text for each mistake, and only the place of the first one is reported.
      prettyErrors: false,
      logLevel: 'silent',
    })
  } catch (error) {
    // The composer recurses into what it reads.
    if (error instanceof RangeError) throw tooDeep()
    throw error
  }
  const documents = 'empty' in all ? [] : all.filter(({ contents }) => contents !== null)
  const [document, ...rest] = documents
  if (document === undefined) throw extractError('unsupported_document', 'The YAML holds no value.')
  return { document, more: rest.length > 0 }
}

function tooDeep(): SurveyorError {
  return extractError(
    'unsupported_document',
    `The YAML nests deeper than ${MAX_DEPTH} levels; no API description does.`,
  )
}

function notYaml(text: string, error: YAMLParseError): SurveyorError {
  const at = inWords(positionAt(text, error.pos[0]))
  return extractError('unsupported_document', `Not valid YAML at ${at}: ${error.message.slice(0, 200)}.`, {
    cause: error,
  })
}
