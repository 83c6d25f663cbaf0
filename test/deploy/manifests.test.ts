// What deploy/ says fits Kubernetes, the settings of the product, and the time that a stop takes.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { STOP_MARGIN_MS } from '#bin/run-service.ts'
import { READ_BY } from '#config/read-by.ts'
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from '#config/settings.ts'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import { documentsOf, problemsOf, readManifests } from '#test/support/deploy/manifests.ts'
import {
  at,
  containerOf,
  envFile,
  listOf,
  PARTS,
  podTemplateOf,
  type Part,
} from '#test/support/deploy/read-parts.ts'
import { read, root } from '#test/support/source-tree.ts'

const manifests = readManifests()
const podOf = (part: Part): unknown => at(podTemplateOf(part), 'spec')

test('each manifest is what its kind allows, and has no unknown key', () => {
  assert.ok(manifests.length >= 16, `${manifests.length} manifests`)
  assert.deepEqual(
    manifests.flatMap(({ path, name, content }) =>
      problemsOf(content).map((problem) => `${path}: ${name}: ${problem}`),
    ),
    [],
  )
})

test('a wrong type, a missing field and a slip in a key are found, however deep', () => {
  const changed = (path: string, from: string, to: string): string[] => {
    const text = JSON.stringify(manifests.find((each) => each.path.endsWith(path))?.content)
    assert.ok(text.includes(from), `${path} has no ${from}`)
    return problemsOf(JSON.parse(text.replace(from, to)))
  }
  assert.deepEqual(changed('crawl.yaml', '"periodSeconds":2', '"periodSecond":2'), [
    'unknown key spec.template.spec.containers.0.startupProbe.periodSecond',
  ])
  assert.deepEqual(changed('scaler.yaml', '"key":"DATABASE_URL"', '"kay":1').length, 1)
  assert.deepEqual(changed('scraping.yaml', '"path":', '"paht":'), ['unknown key spec.endpoints.0.paht'])
  assert.match(changed('worker.yaml', '"replicas":2', '"replicas":"2"')[0] ?? '', /must be integer/)
  assert.match(changed('worker.yaml', '"selector":', '"slector":')[0] ?? '', /required property selector/)
})

test('every kustomization names files that are there, and every file is named by one', () => {
  const folders = globSync('deploy/kubernetes/**/kustomization.yaml', { cwd: root })
  const named = folders.flatMap((path) => {
    const [content] = documentsOf(path)
    const folder = path.slice(0, path.lastIndexOf('/'))
    return listOf(at(content, 'resources')).map((name) => `${folder}/${String(name)}`)
  })
  assert.deepEqual(named.toSorted(), [...new Set(manifests.map(({ path }) => path))].toSorted())
  const components = read('deploy/kubernetes/kustomization.yaml').match(/# {3}- components\/\S+/g)
  assert.deepEqual(
    components
      ?.map((line) => `deploy/kubernetes/${line.slice('#   - '.length)}/kustomization.yaml`)
      .toSorted(),
    folders.filter((path) => path.includes('components')).toSorted(),
  )
})

test('a part gets the settings that it reads, and no secret of another', () => {
  const byVariable = new Map<string, SettingName>(SETTING_NAMES.map((name) => [SETTINGS[name].env, name]))
  const check = (where: string, part: Part | null, variable: string): string[] => {
    const plain = byVariable.has(variable) ? variable : variable.replace(/_FILE$/, '')
    const name = byVariable.get(plain)
    if (name === undefined) return [`${where}: ${variable} is no setting`]
    const setting: Setting = SETTINGS[name]
    if (plain !== variable && setting.secret !== true) return [`${where}: ${plain} is no secret`]
    const isNeeded = part === null || READ_BY[name].includes(part)
    return isNeeded || setting.secret !== true ? [] : [`${where}: ${part} does not read ${variable}`]
  }
  const [compose] = documentsOf('deploy/compose/compose.yaml')
  const wrong = [
    ...PARTS.flatMap((part) => [
      ...listOf(at(containerOf(part), 'env')).flatMap((entry) =>
        check(`${part}.yaml`, part, String(at(entry, 'name'))),
      ),
      ...Object.keys(fieldsOf(at(compose, 'services', part, 'environment'))).flatMap((variable) =>
        check('compose.yaml', part, variable),
      ),
    ]),
    ...['settings.env', 'secrets.env.example'].flatMap((file) =>
      envFile(`deploy/kubernetes/${file}`).flatMap(([variable]) => check(file, null, variable)),
    ),
  ]
  assert.deepEqual(wrong, [])
  const kept = new Set(envFile('deploy/kubernetes/secrets.env.example').map(([variable]) => variable))
  const taken = PARTS.flatMap((part) => listOf(at(containerOf(part), 'env')))
  assert.deepEqual(
    [...new Set(taken.map((entry) => String(at(entry, 'valueFrom', 'secretKeyRef', 'key'))))].toSorted(),
    [...kept].toSorted(),
  )
  for (const part of PARTS) {
    const files = listOf(at(compose, 'services', part, 'secrets')).map(
      (name) => `/run/secrets/${String(name)}`,
    )
    const named = Object.entries(fieldsOf(at(compose, 'services', part, 'environment')))
      .filter(([variable]) => variable.endsWith('_FILE') && byVariable.has(variable.replace(/_FILE$/, '')))
      .map(([, path]) => String(path))
    assert.deepEqual(named.toSorted(), files.toSorted(), part)
  }
})

test('the grace of a stop is longer than a stop may take', () => {
  const set = new Map(envFile('deploy/kubernetes/settings.env'))
  const graceMs = Number(set.get(SETTINGS.stopGraceMs.env))
  const delayMs = Number(set.get(SETTINGS.stopDelayMs.env))
  for (const part of PARTS) {
    const needed = graceMs + STOP_MARGIN_MS + (part === 'worker' ? 0 : delayMs)
    assert.ok(Number(at(podOf(part), 'terminationGracePeriodSeconds')) * 1000 >= needed, part)
  }
  const [compose] = documentsOf('deploy/compose/compose.yaml')
  const usual = SETTINGS.stopGraceMs.fallback + STOP_MARGIN_MS
  for (const part of PARTS) {
    const period = String(at(compose, 'services', part, 'stop_grace_period'))
    assert.ok(Number(period.replace(/s$/, '')) * 1000 >= usual, `${part}: ${period}`)
  }
  for (const unit of globSync('deploy/systemd/**/*.service', { cwd: root })) {
    const seconds = /^TimeoutStopSec=(\d+)$/m.exec(read(unit))?.[1]
    assert.ok(Number(seconds) * 1000 >= usual, unit)
  }
})

test('every container is without rights, on a disk that it cannot write, and has ports as the settings say', () => {
  const [compose] = documentsOf('deploy/compose/compose.yaml')
  for (const part of PARTS) {
    const service = at(compose, 'services', part)
    assert.deepEqual(
      [at(service, 'read_only'), at(service, 'cap_drop'), at(service, 'init')],
      [true, ['ALL'], true],
      part,
    )
    assert.ok(listOf(at(service, 'security_opt')).includes('no-new-privileges:true'), part)
    assert.deepEqual(at(containerOf(part), 'securityContext'), {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.equal(at(podOf(part), 'securityContext', 'runAsNonRoot'), true)
  }
  const portOf = (part: Part): unknown => at(containerOf(part), 'ports', 0, 'containerPort')
  assert.deepEqual(
    [portOf('places'), portOf('crawl')],
    [SETTINGS.placesPort.fallback, SETTINGS.crawlPort.fallback],
  )
  for (const part of ['places', 'crawl'] as const) {
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) =>
      at(containerOf(part), probe, 'httpGet', 'path'),
    )
    assert.deepEqual(probes, ['/health?probe=live', '/health?probe=live', '/health?probe=ready'])
  }
})

test('the units allow the system calls of the sandbox of the browser, and take none of them back', () => {
  const units = globSync('deploy/systemd/**/*.service', { cwd: root })
  assert.equal(units.length, 3)
  for (const unit of units) {
    // A later `~@mount` would remove chroot, and every page that needs a browser would fail.
    assert.deepEqual(
      read(unit).match(/^SystemCallFilter=.*$/gm),
      ['SystemCallFilter=@system-service chroot seccomp unshare'],
      unit,
    )
    assert.match(read(unit), /^RestrictNamespaces=user pid net$/m)
  }
})

test('the profile of the browser allows what its sandbox needs and nothing that mounts, traces or loads', () => {
  const profile: unknown = JSON.parse(read('deploy/container/seccomp-chromium.json'))
  assert.equal(at(profile, 'defaultAction'), 'SCMP_ACT_ERRNO')
  const allowed = new Set(
    listOf(at(profile, 'syscalls'))
      .filter((rule) => isRecord(rule) && rule['action'] === 'SCMP_ACT_ALLOW')
      .flatMap((rule) => listOf(at(rule, 'names')).map(String)),
  )
  for (const name of ['clone', 'unshare', 'chroot', 'execve']) assert.ok(allowed.has(name), name)
  for (const name of ['mount', 'umount2', 'pivot_root', 'ptrace', 'bpf', 'init_module', 'setns', 'keyctl']) {
    assert.ok(!allowed.has(name), name)
  }
})
