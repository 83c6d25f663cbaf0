// The names of programming languages as a DoclingDocument has them.

const NAMES =
  'Ada Awk Bash bc C C# C++ CMake COBOL CSS Ceylon Clojure Crystal Cuda Cython D Dart dc Dockerfile Elixir Erlang FORTRAN Forth Go HTML Haskell Haxe Java JavaScript JSON Julia Kotlin Latex Lisp Lua Matlab MoonScript Nim OCaml ObjectiveC Octave PHP Pascal Perl Prolog Python Racket Ruby Rust SML SQL Scala Scheme Swift Tikz TypeScript VisualBasic XML YAML'
/** What else they are called above code. */
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ['sh', 'Bash'],
  ['shell', 'Bash'],
  ['zsh', 'Bash'],
  ['cpp', 'C++'],
  ['cs', 'C#'],
  ['csharp', 'C#'],
  ['docker', 'Dockerfile'],
  ['golang', 'Go'],
  ['htm', 'HTML'],
  ['hs', 'Haskell'],
  ['js', 'JavaScript'],
  ['jsx', 'JavaScript'],
  ['mjs', 'JavaScript'],
  ['node', 'JavaScript'],
  ['kt', 'Kotlin'],
  ['tex', 'Latex'],
  ['objc', 'ObjectiveC'],
  ['objective-c', 'ObjectiveC'],
  ['pl', 'Perl'],
  ['py', 'Python'],
  ['python3', 'Python'],
  ['rb', 'Ruby'],
  ['rs', 'Rust'],
  ['ts', 'TypeScript'],
  ['tsx', 'TypeScript'],
  ['vb', 'VisualBasic'],
  ['svg', 'XML'],
  ['yml', 'YAML'],
]
const LABELS = new Map([
  ...NAMES.split(' ').map((name): [string, string] => [name.toLowerCase(), name]),
  ...OTHER_NAMES,
])

/** `Python` for `py` and `python`; `unknown` for any language that docling-core has no name for. */
export const codeLanguageLabel = (language: string | undefined): string =>
  LABELS.get((language ?? '').trim().toLowerCase()) ?? 'unknown'
