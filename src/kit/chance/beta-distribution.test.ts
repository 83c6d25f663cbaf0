import assert from 'node:assert/strict'
import { test } from 'node:test'
import { betaCdf, betaMean, betaQuantile, betaSample } from './beta-distribution.ts'
import { seededRandom } from './seeded-random.ts'

// The quantiles at 5 % as SciPy 1 computes them.
for (const [alpha, beta, expected] of [
  [1, 9, 0.005683044988048048],
  [2, 2, 0.13535036217158378],
  [0.5, 0.5, 0.0061558297024311365],
  [17, 13, 0.4174639080638407],
  [5, 200, 0.009706121778696987],
  [100_000, 200_000, 0.33191830270978134],
] as const) {
  test(`the lower bound of Beta(${alpha}, ${beta})`, () => {
    const found = betaQuantile(0.05, { alpha, beta })
    assert.ok(Math.abs(found - expected) < 1e-9 * Math.max(1, expected), String(found))
    assert.ok(Math.abs(betaCdf(found, { alpha, beta }) - 0.05) < 1e-8)
  })
}

test('the ends, the mean, and quantiles that grow with their probability', () => {
  const shape = { alpha: 3, beta: 7 }
  assert.deepEqual([betaCdf(0, shape), betaCdf(1, shape), betaMean(shape)], [0, 1, 0.3])
  const quantiles = [0.01, 0.05, 0.5, 0.95, 0.99].map((p) => betaQuantile(p, shape))
  assert.deepEqual(
    quantiles,
    quantiles.toSorted((a, b) => a - b),
  )
})

test('samples have the mean and the spread of their distribution, and a seed repeats them', () => {
  for (const shape of [
    { alpha: 1, beta: 9 },
    { alpha: 0.5, beta: 2 },
    { alpha: 40, beta: 10 },
  ]) {
    const random = seededRandom('samples')
    const drawn = Array.from({ length: 20_000 }, () => betaSample(shape, random))
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
    assert.ok(Math.abs(mean - betaMean(shape)) < 0.01, `${mean}`)
    const bound = betaQuantile(0.05, shape)
    const below = drawn.filter((value) => value < bound).length / drawn.length
    assert.ok(Math.abs(below - 0.05) < 0.01, `${below}`)
  }
  const draws = (text: string) => Array.from({ length: 5 }, seededRandom(text))
  assert.deepEqual(draws('a'), draws('a'))
  assert.notDeepEqual(draws('a'), draws('b'))
  assert.ok(draws('a').every((value) => value >= 0 && value < 1))
})
