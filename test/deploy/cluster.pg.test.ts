// What the manifests of Kubernetes ask of the product, asked of the running product: probes, scraping, the query of the scaler,
// and the settings that each part starts with.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { loadSettings } from '#config/load-settings.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import {
  at,
  containerOf,
  envFile,
  listOf,
  manifestOf,
  PARTS,
  podTemplateOf,
  SERVICES,
} from '#test/support/deploy/read-parts.ts'
import { startBoth } from '#test/support/description/start-both.ts'

const METRICS_KEY = 'the-metrics-key-of-this-test-0001'

/** A cluster has keys. This one has only what a Prometheus gets. */
async function startWithKeys(t: TestContext) {
  return startBoth(t, { fixedKeys: [{ name: 'metrics', secret: METRICS_KEY, scopes: ['metrics'] }] })
}

const nameOf = (labels: unknown): unknown => at(labels, 'app.kubernetes.io/name')

test('each probe is answered without a key, at a port that the pod has', async (t) => {
  const running = await startWithKeys(t)
  for (const service of SERVICES) {
    const container = containerOf(service)
    const ports = new Set(listOf(at(container, 'ports')).map((port) => at(port, 'name')))
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = fieldsOf(at(container, probe, 'httpGet'))
      assert.ok(ports.has(port), `${service}: ${probe}`)
      const answer = await fetch(`${running[service].url}${String(path)}`)
      const { status } = fieldsOf(await answer.json())
      assert.deepEqual([answer.status, status], [200, 'pass'], `${service}: ${probe}`)
    }
    const misspelt = await fetch(`${running[service].url}/health?probe=alive`)
    assert.equal(misspelt.status, 422)
  }
})

test('Prometheus reads a path that answers a key with no other scope, and nobody without a key', async (t) => {
  const running = await startWithKeys(t)
  for (const service of SERVICES) {
    const endpoint = at(manifestOf('ServiceMonitor', service), 'spec', 'endpoints', 0)
    const url = `${running[service].url}${String(at(endpoint, 'path'))}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${METRICS_KEY}` } })
    assert.match(await answer.text(), new RegExp(`surveyor_build_info\\{[^}]*service="${service}"`))
    assert.equal((await fetch(url)).status, 401)
  }
})

test('manifests name the ports and the labels of each other', () => {
  for (const part of PARTS) {
    assert.equal(nameOf(at(podTemplateOf(part), 'metadata', 'labels')), part)
    for (const kind of ['Deployment', 'PodDisruptionBudget']) {
      assert.equal(nameOf(at(manifestOf(kind, part), 'spec', 'selector', 'matchLabels')), part, kind)
    }
    assert.equal(nameOf(at(manifestOf('NetworkPolicy', part), 'spec', 'podSelector', 'matchLabels')), part)
  }
  for (const name of SERVICES) {
    const port = at(containerOf(name), 'ports', 0)
    const service = manifestOf('Service', name)
    const open = at(service, 'spec', 'ports', 0)
    assert.equal(nameOf(at(service, 'spec', 'selector')), name)
    assert.deepEqual(
      [at(open, 'port'), at(open, 'targetPort')],
      [at(port, 'containerPort'), at(port, 'name')],
    )
    const policy = manifestOf('NetworkPolicy', name)
    assert.equal(at(policy, 'spec', 'ingress', 0, 'ports', 0, 'port'), at(port, 'name'))
    const monitor = manifestOf('ServiceMonitor', name)
    assert.equal(nameOf(at(monitor, 'spec', 'selector', 'matchLabels')), name)
    assert.equal(nameOf(at(service, 'metadata', 'labels')), name)
    assert.equal(at(monitor, 'spec', 'endpoints', 0, 'port'), at(open, 'name'))
  }
  const scaled = at(manifestOf('ScaledObject', 'worker'), 'spec', 'scaleTargetRef', 'name')
  assert.equal(at(manifestOf('Deployment', String(scaled)), 'kind'), 'Deployment')
})

test('the query of the scaler counts the jobs of crawl', async (t) => {
  const { crawl } = await startBoth(t)
  const query = at(manifestOf('ScaledObject', 'worker'), 'spec', 'triggers', 0, 'metadata', 'query')
  const count = async () => {
    const rows = await crawl.db.query<Record<string, unknown>>({ text: String(query), values: [] })
    return rows.map((row) => Object.values(row).map(Number))
  }
  assert.deepEqual(await count(), [[0]])
  const queued = await crawl.call('POST', '/api/v1/markdown/extract', {
    body: { url: 'https://example.org/' },
    headers: { prefer: 'respond-async' },
  })
  assert.equal(queued.status, 202)
  assert.deepEqual(await count(), [[1]])
})

test('each part takes the settings of its manifest, which find the services by their names', async () => {
  const shared = envFile('deploy/kubernetes/settings.env')
  for (const part of PARTS) {
    const own = listOf(at(containerOf(part), 'env')).map((entry): [string, string] => {
      const name = String(at(entry, 'name'))
      return [name, name === 'DATABASE_URL' ? 'postgres://postgres.example/surveyor' : 'x'.repeat(64)]
    })
    assert.ok(own.length > 0)
    const environment = Object.fromEntries([...shared, ...own])
    const { settings, warnings } = await loadSettings({ environment, workingDir: '/' })
    assert.deepEqual(warnings, [])
    const urls = { crawl: settings.crawlUrl, places: settings.placesUrl }
    for (const service of SERVICES) {
      const port = at(manifestOf('Service', service), 'spec', 'ports', 0, 'port')
      assert.equal(urls[service], `http://${service}:${Number(port)}`)
    }
    assert.equal(settings.host, '0.0.0.0')
  }
})
