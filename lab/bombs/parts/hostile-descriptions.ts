// Descriptions made to keep a reader busy: unfolding, nesting, repeating, and mistakes without end.

const SIZE = 1_000_000

/** Each with a name and about 1 MB of text, except for small ones that expand. */
export function hostileDescriptions(): ReadonlyMap<string, string> {
  const fill = (unit: (n: number) => string, separator = ''): string => {
    const parts: string[] = []
    for (let length = 0, n = 0; length < SIZE; n += 1) {
      parts.push(unit(n))
      length += (parts.at(-1) ?? '').length + separator.length
    }
    return parts.join(separator)
  }
  const nine = (n: number): string => Array.from({ length: 9 }, () => `*a${n}`).join(', ')
  const levels = (item: (n: number) => string): string =>
    `a: &a0 {k: v}\n${Array.from({ length: 30 }, (_, n) => `b${n}: &a${n + 1} ${item(n)}`).join('\n')}`
  const json = (rest: string, version = '3.1.0'): string =>
    `{"openapi":"${version}","info":{"title":"T","version":"1"},"paths":{}${rest}}`
  const schemas = (text: string): string => json(`,"components":{"schemas":{${text}}}`)
  const ref = (n: number | string): string => `{"$ref":"#/components/schemas/S${n}"}`
  return new Map([
    ['aliases', `openapi: 3.0.0\n${levels((n) => `[${nine(n)}]`)}`],
    ['merge keys', `openapi: 3.0.0\n${levels((n) => `{<<: [${nine(n)}]}`)}`],
    ['alias in itself', 'openapi: 3.0.0\na: &a [*a]'],
    ['flow lists', `openapi: ${'['.repeat(SIZE)}`],
    ['block lists', `openapi:\n${'- '.repeat(SIZE / 2)}`],
    ['keys', `openapi: 3.0.0\n${fill((n) => `k${n}: 1\n`)}`],
    ['one key', `openapi: 3.0.0\n${fill(() => 'k: 1\n')}`],
    ['mistakes of YAML', `openapi: 3.0.0\n${fill(() => '"\n')}`],
    ['documents', `openapi: 3.0.0\n${fill(() => '---\na: 1\n')}`],
    ['JSON lists', `{"openapi":"3.0.0","x":${'['.repeat(SIZE)}`],
    ['JSON cut short', json(`,"x":[${fill(() => '1', ',')}`).slice(0, -1)],
    ['unknown keys', json(`,${fill((n) => `"a${n}":1`, ',')}`)],
    ['wrong operations', json(`,"webhooks":{${fill((n) => `"w${n}":{"get":1,"x":[]}`, ',')}}`, '3.0.3')],
    ['wrong tags', json(`,"tags":[${fill((n) => `{"a":${n}}`, ',')}]`, '3.0.3')],
    [
      'references that multiply',
      schemas(
        Array.from(
          { length: 30 },
          (_, n) => `"S${n}":{"allOf":[${Array.from({ length: 9 }, () => ref(n + 1)).join()}]}`,
        ).join(),
      ),
    ],
    ['a reference to itself', schemas(`"S0":{"allOf":[${fill(() => ref(0), ',')}]}`)],
    ['a chain of references', schemas(fill((n) => `"S${n}":${ref(n + 1)}`, ','))],
    [
      'names that collide',
      `{"swagger":"2.0","info":{"title":"T","version":"1"},"paths":{},"definitions":{${fill((n) => `"a${'«'.repeat(n % 300)}${'»'.repeat(n / 300)}":{}`, ',')}}}`,
    ],
    ['security', json(`,"security":[${fill((n) => `{"s${n}":[]}`, ',')}]`)],
    ['brackets in a script', `<div id="swagger-ui"></div><script>x=${'[('.repeat(SIZE / 2)}</script>`],
    ['templates in a script', `<div id="swagger-ui"></div><script>${'`${('.repeat(SIZE / 4)}</script>`],
    ['elements', '<redoc>'.repeat(SIZE / 7)],
  ])
}
