// The part of commonmark that tests use; the package has no types of its own.
declare module 'commonmark' {
  export class Parser {
    parse(markdown: string): unknown
  }
  export class HtmlRenderer {
    render(document: unknown): string
  }
}
