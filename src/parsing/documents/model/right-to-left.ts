// Letters of scripts that are written from right to left, by which a page or a slide is read that way.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g

/** How many of the characters of a text are such letters. */
export const rightToLeftLetters = (text: string): number => text.match(RIGHT_TO_LEFT)?.length ?? 0
