// Why `engine: auto` began with the engine that it began with.

/**
 * `learned`: a browser, because pages of the domain needed one lately, or another way past what stopped requests; `trial`: some
 * did, and HTTP was tried.
 */
export const ENGINE_REASONS = ['learned', 'trial'] as const
