// Joins the ways of a boundary end to end into rings.

/** The ways of a boundary, joined as far as they meet. */
export interface AssembledRings {
  /** Node ids; the last is the first again. */
  readonly closed: readonly (readonly number[])[]
  /** Chains that end where ways are missing. */
  readonly open: readonly (readonly number[])[]
}

/** `ways` are lists of node ids in either direction. Each way is used once. */
export function assembleRings(ways: readonly (readonly number[])[]): AssembledRings {
  const closed: (readonly number[])[] = []
  const open: (readonly number[])[] = []
  const pieces = new Set<readonly number[]>()
  const piecesAt = new Map<number, (readonly number[])[]>()
  for (const way of ways) {
    const [start, end] = [way[0], way.at(-1)]
    if (start === undefined || end === undefined || way.length < 2) continue
    if (start === end) {
      closed.push(way)
      continue
    }
    pieces.add(way)
    for (const node of [start, end]) {
      const others = piecesAt.get(node)
      if (others === undefined) piecesAt.set(node, [way])
      else others.push(way)
    }
  }
  const takeAt = (node: number) => {
    const piece = piecesAt.get(node)?.find((candidate) => pieces.has(candidate))
    if (piece !== undefined) pieces.delete(piece)
    return piece
  }
  for (const first of pieces) {
    pieces.delete(first)
    let chain = [...first]
    extend(chain, takeAt)
    if (chain[0] !== chain.at(-1)) {
      chain = chain.toReversed()
      extend(chain, takeAt)
    }
    ;(chain[0] === chain.at(-1) ? closed : open).push(chain)
  }
  return { closed, open }
}

function extend(chain: number[], takeAt: (node: number) => readonly number[] | undefined): void {
  while (chain[0] !== chain.at(-1)) {
    const end = chain.at(-1)
    const piece = end === undefined ? undefined : takeAt(end)
    if (piece === undefined) return
    for (const node of (piece[0] === end ? piece : piece.toReversed()).slice(1)) chain.push(node)
  }
}
