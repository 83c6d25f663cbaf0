// Finds the closed shadow roots of a document, which no script of it can name.
import type { CDPSession } from 'playwright-core'
import { MAY_HIDE_ROOTS } from './written-document.ts'

/** Elements of one document that are asked for their roots; the roots of further ones stay closed. */
const MAX_HOSTS = 1_000

/**
 * The ids of objects in the given world of the frame. A snapshot of the whole page is taken only where an element may
 * have such a root, because it costs more than writing the page down.
 */
export async function closedRoots(
  session: CDPSession,
  frameId: string,
  executionContextId: number,
): Promise<string[]> {
  const { result } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: MAY_HIDE_ROOTS,
    executionContextId,
    returnByValue: true,
  })
  if (result.value !== true) return []
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] })
  const nodes = documents.find((document) => strings[document.frameId] === frameId)?.nodes
  const { index = [], value = [] } = nodes?.shadowRootType ?? {}
  // The snapshot tells of what is inside of roots, and leaves out the roots.
  const inside = index.filter((_, at) => strings[value[at] ?? -1] === 'closed')
  const hosts = new Set<number>()
  for (const node of inside) {
    const backendNodeId = nodes?.backendNodeId?.[nodes.parentIndex?.[node] ?? -1]
    if (backendNodeId !== undefined && hosts.size < MAX_HOSTS) hosts.add(backendNodeId)
  }
  const objects = await Promise.all(
    [...hosts].map(async (host) => {
      const { node } = await session.send('DOM.describeNode', { backendNodeId: host, depth: 0 })
      const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed')
      if (root === undefined) return null
      const { backendNodeId } = root
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId })
      return object.objectId ?? null
    }),
  )
  return objects.filter((id) => id !== null)
}
