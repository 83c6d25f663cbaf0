// The manifests of deploy/kubernetes, and the check of one against the published schema of its kind.
import { globSync } from 'node:fs'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication'
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { parseAllDocuments } from 'yaml'
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import { read, root } from '#test/support/source-tree.ts'

export interface Manifest {
  readonly path: string
  readonly kind: string
  readonly name: string
  readonly content: unknown
}

const FOLDER = 'deploy/kubernetes'

/** All but the kustomizations, which only say how they are put together. */
export function readManifests(): Manifest[] {
  return globSync(`${FOLDER}/**/*.yaml`, { cwd: root })
    .filter((path) => !path.endsWith('kustomization.yaml'))
    .toSorted()
    .flatMap((path) => documentsOf(path).map((content) => ({ path, ...headOf(content), content })))
}

/** The documents of a YAML file. Throws where it is no YAML, and for a key that is there twice. */
export function documentsOf(path: string): unknown[] {
  return parseAllDocuments(read(path), { merge: true }).map((document) => {
    for (const error of document.errors) throw error
    return document.toJS()
  })
}

function headOf(content: unknown): Pick<Manifest, 'kind' | 'name'> {
  const { kind, metadata } = fieldsOf(content)
  return { kind: String(kind), name: String(fieldsOf(metadata)['name']) }
}

type Check = (content: unknown) => void
/** A model of any kind: it takes what it is given, and `validate` throws. */
type ModelClass = new (data: never) => { validate(): void }

const checkBy =
  (Model: ModelClass): Check =>
  (content) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whether it has the type is what is checked
    new Model(content as never).validate()

const CHECKS: Readonly<Record<string, Check>> = Object.fromEntries(
  Object.entries({
    'apps/v1 Deployment': Deployment,
    'keda.sh/v1alpha1 ScaledObject': ScaledObject,
    'keda.sh/v1alpha1 TriggerAuthentication': TriggerAuthentication,
    'monitoring.coreos.com/v1 ServiceMonitor': ServiceMonitor,
    'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
    'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
    'v1 Service': Service,
  }).map(([kind, Model]) => [kind, checkBy(Model)]),
)

/** What is wrong with a manifest; nothing where a server would take it. */
export function problemsOf(content: unknown): string[] {
  const { apiVersion, kind } = fieldsOf(content)
  const check = CHECKS[`${String(apiVersion)} ${String(kind)}`]
  if (check === undefined) return [`no schema of ${String(apiVersion)} ${String(kind)}`]
  const error = errorOf(check, content)
  return error === null ? unknownKeys(check, content) : [error]
}

function errorOf(check: Check, content: unknown): string | null {
  try {
    check(content)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** No property of Kubernetes may have all of these types. */
const NONSENSE: readonly unknown[] = [[[[]]], { nonsense: [[]] }, 'nonsense', -0.5, true]

/**
 * The schemas let unknown keys pass, and a server only warns of them. A key is known if the schema refuses some value of it.
 */
function unknownKeys(check: Check, content: unknown): string[] {
  return pathsOf(content).flatMap((path) => {
    const isKnown = NONSENSE.some((value) => errorOf(check, withValue(content, path, value)) !== null)
    return isKnown ? [] : [`unknown key ${path.join('.')}`]
  })
}

type Path = readonly string[]

function pathsOf(value: unknown): Path[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner).map((path) => [key, ...path]),
  ])
}

function withValue(content: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const inner = withValue(fieldsOf(content)[key], rest, value)
  if (!Array.isArray(content)) return { ...fieldsOf(content), [key]: inner }
  return content.map((item: unknown, at) => (String(at) === key ? inner : item))
}
