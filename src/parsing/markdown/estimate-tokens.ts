// How many tokens a text is for a model, without asking one.

/**
 * A model-free estimate: four letters of an alphabet to a token, one wide (CJK) letter to a token, and never less than one
 * for each word.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff]/g)?.length ?? 0
  const words = text.match(/[^\s\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff]+/g)?.length ?? 0
  return Math.max(words, Math.ceil((text.length - wide) / 4)) + wide
}
