// The shape of the hand-written pages: one way in which sites write contacts, or one thing that looks like a contact.

/** A page and what a person reads in it. `language` is that of the page, `url` its address. */
export interface WrittenCase {
  readonly name: string
  readonly language: string
  readonly url: string
  readonly html: string
  readonly emails?: readonly string[]
  /** E.164. */
  readonly phones?: readonly string[]
  /** E.164, of `phones`: what the page calls a fax. */
  readonly faxes?: readonly string[]
  /** `network handle` */
  readonly socials?: readonly string[]
}
