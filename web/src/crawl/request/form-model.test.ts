import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formFields } from './form-model.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const text = { type: 'string' }

function kinds(properties: object): Record<string, string> {
  return Object.fromEntries(formFields(object(properties)).map(({ name, kind }) => [name, kind]))
}

test('each kind of value has a field of its own', () => {
  const pattern = { '^x': text }
  const given = {
    title: text,
    count: { type: 'integer' },
    share: { type: 'number' },
    wanted: { type: 'boolean' },
    engine: { type: 'string', enum: ['http', 'browser'] },
    formats: { type: 'array', items: { type: 'string', enum: ['text', 'html'] } },
    selectors: { type: 'array', items: text },
    statuses: { type: 'array', items: { anyOf: [{ type: 'string', enum: ['4xx'] }, { type: 'integer' }] } },
    headers: { type: 'object', patternProperties: pattern },
    metadata: { type: 'object', additionalProperties: text },
    proxy: object({ mode: text }),
    cookies: { type: 'array', items: object({ name: text }) },
    rules: { type: 'object', patternProperties: { '^.*$': object({ selector: text }) } },
    anything: {},
  }
  assert.deepEqual(kinds(given), {
    title: 'text',
    count: 'number',
    share: 'number',
    wanted: 'flag',
    engine: 'choice',
    formats: 'choices',
    selectors: 'lines',
    statuses: 'lines',
    headers: 'pairs',
    metadata: 'pairs',
    proxy: 'group',
    cookies: 'items',
    rules: 'json',
    anything: 'json',
  })
})

test('alternatives: a value that may be null, a text or an object, objects told apart by a constant', () => {
  const [expires, location, actions] = formFields(
    object(
      {
        expiresAt: { anyOf: [{ type: 'string', maxLength: 40 }, { type: 'null' }], description: 'When.' },
        location: { anyOf: [text, object({ lat: { type: 'number' } })] },
        actions: {
          type: 'array',
          items: {
            anyOf: [
              object(
                { type: { type: 'string', const: 'click' }, selector: text },
                { required: ['selector'] },
              ),
              object({ type: { type: 'string', const: 'pdf' } }),
            ],
          },
        },
      },
      { required: ['location'] },
    ),
  )
  assert.equal(expires?.kind, 'text')
  assert.equal(expires.description, 'When.')
  assert.equal(location?.kind, 'json')
  assert.equal(location.kind === 'json' && location.takesText, true)
  assert.equal(location.isRequired, true)
  assert.ok(actions?.kind === 'items')
  assert.deepEqual(
    actions.variants.map(({ label, constants, fields }) => [
      label,
      constants,
      fields.map(({ name }) => name),
    ]),
    [
      ['click', { type: 'click' }, ['selector']],
      ['pdf', { type: 'pdf' }, []],
    ],
  )
})

test('defaults, examples and secrets are known; a schema in a circle of objects ends as JSON', () => {
  const deep = object({ a: object({ b: object({ c: object({ d: text }) }) }) })
  const fields = formFields(
    object({
      timeoutMs: { type: 'integer', default: 30_000, examples: [5] },
      password: text,
      html: { type: 'string', maxLength: 5_000_000 },
      deep,
    }),
  )
  assert.equal(fields[0]?.default, '30000')
  assert.equal(fields[0].example, '5')
  assert.equal(fields[1]?.kind === 'text' && fields[1].isSecret, true)
  assert.equal(fields[2]?.kind === 'text' && fields[2].isLong, true)
  const [level1] = fields[3]?.kind === 'group' ? fields[3].fields : []
  const [level2] = level1?.kind === 'group' ? level1.fields : []
  assert.equal(level2?.name, 'b')
  assert.deepEqual(level2.kind === 'group' ? level2.fields.map(({ kind }) => kind) : [], ['json'])
})

test('what is no schema has no fields', () => {
  for (const schema of [null, undefined, 'x', [], {}, { properties: 3 }])
    assert.deepEqual(formFields(schema), [])
})
