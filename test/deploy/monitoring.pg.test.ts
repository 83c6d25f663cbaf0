// The metrics that alerts and dashboard name are those that the running services answer.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import { documentsOf } from '#test/support/deploy/manifests.ts'
import { at, listOf } from '#test/support/deploy/read-parts.ts'
import { startBoth } from '#test/support/description/start-both.ts'
import { read } from '#test/support/source-tree.ts'

const DASHBOARD = 'deploy/monitoring/dashboard.json'

/** The names of all series that the services may answer, those of histograms included. */
async function seriesOf(t: TestContext): Promise<Set<string>> {
  const { crawl, places } = await startBoth(t)
  const texts = await Promise.all(
    [crawl, places].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  )
  const types = texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)])
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  )
}

/** The names in expressions of PromQL. */
const namesIn = (expressions: readonly string[]): string[] => [
  ...new Set(expressions.flatMap((text) => text.match(/\bsurveyor_[a-z_]+/g) ?? [])),
]

/** Every `expr` inside of a value. */
function expressionsOf(value: unknown): string[] {
  if (!isRecord(value)) return []
  const own = fieldsOf(value)['expr']
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(expressionsOf)]
}

test('each metric of the alerts and of the dashboard exists, and the dashboard shows every metric', async (t) => {
  const answered = await seriesOf(t)
  assert.ok(answered.size > 30, `${answered.size} series`)
  const alerts = namesIn(expressionsOf(documentsOf('deploy/monitoring/alerts.yaml')))
  const shown = namesIn(expressionsOf(JSON.parse(read(DASHBOARD))))
  assert.ok(alerts.length > 8 && shown.length > 20)
  assert.deepEqual(
    [...alerts, ...shown].filter((name) => !answered.has(name)),
    [],
  )
  const base = (name: string): string => name.replace(/_(bucket|sum|count)$/, '')
  const missing = new Set([...answered].map(base)).difference(new Set(shown.map(base)))
  assert.deepEqual([...missing], [])
})

test('each alert is tried at its fault, and where what it looks at is well', () => {
  const rules = listOf(at(documentsOf('deploy/monitoring/alerts.yaml')[0], 'groups', 0, 'rules'))
  assert.ok(rules.length > 10)
  const tests = listOf(at(documentsOf('deploy/monitoring/alerts.test.yaml')[0], 'tests'))
  const triesOf = (name: unknown) =>
    tests.flatMap((each) => {
      const series = listOf(at(each, 'input_series')).map((input) => String(at(input, 'series')))
      const tries = listOf(at(each, 'alert_rule_test')).filter((one) => at(one, 'alertname') === name)
      return tries.map((one) => ({ series, fires: listOf(at(one, 'exp_alerts')).length > 0 }))
    })
  for (const rule of rules) {
    const [name, expression] = [String(at(rule, 'alert')), String(at(rule, 'expr'))]
    const needed = expression.match(/\b(?:surveyor_[a-z_]+|up)(?=[[{)])/g) ?? []
    assert.ok(needed.length > 0, name)
    const tries = triesOf(name)
    assert.ok(
      tries.some(({ fires }) => fires),
      `${name}: no fault`,
    )
    // Without the series of its expression an alert is quiet for another reason.
    const isQuiet = tries.some(
      ({ fires, series }) =>
        !fires &&
        needed.every((metric) => series.some((one) => one.startsWith(`${metric}{`) || one === metric)),
    )
    assert.ok(isQuiet, `${name}: never well`)
  }
})

test('no two panels of the dashboard share an id or a place', () => {
  const { panels } = fieldsOf(JSON.parse(read(DASHBOARD)))
  assert.ok(Array.isArray(panels) && panels.length > 20)
  const each = panels.map(fieldsOf)
  assert.equal(new Set(each.map(({ id }) => id)).size, each.length)
  const places = each.map(
    ({ gridPos }) => `${String(fieldsOf(gridPos)['x'])},${String(fieldsOf(gridPos)['y'])}`,
  )
  assert.equal(new Set(places).size, places.length)
})
