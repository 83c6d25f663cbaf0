// Finds which words of a page its labelled content was made of: the longest common subsequence, in bit-parallel form.

/** More limbs than this would not fit in memory; what lies behind is left without labels. */
const MAX_LIMBS = 60_000_000

/** 1 for each word of `page` that is part of the longest common subsequence with `truth` (Hyyrö, 2004). */
export function alignWords(page: readonly string[], truth: readonly string[]): Uint8Array {
  const limbs = Math.ceil(truth.length / 32)
  const masks = new Map<string, Uint32Array>()
  truth.forEach((word, at) => {
    const mask = masks.get(word) ?? new Uint32Array(limbs)
    mask[at >> 5] = (mask[at >> 5] as number) | (1 << (at & 31))
    masks.set(word, mask)
  })
  const rows: Uint32Array[] = []
  let row: Uint32Array = new Uint32Array(limbs).fill(0xffff_ffff)
  let kept = 0
  for (const word of page) {
    rows.push(row)
    const mask = masks.get(word)
    if (mask === undefined) continue
    kept += limbs
    if (kept > MAX_LIMBS) break
    const next = new Uint32Array(limbs)
    let carry = 0
    for (let i = 0; i < limbs; i += 1) {
      const v = row[i] as number
      const matched = (v & (mask[i] as number)) >>> 0
      const sum = v + matched + carry
      carry = sum > 0xffff_ffff ? 1 : 0
      next[i] = ((sum >>> 0) | (v & ~(mask[i] as number))) >>> 0
    }
    row = next
  }
  const aligned = new Uint8Array(page.length)
  const zero = (table: Uint32Array, at: number): boolean =>
    (((table[at >> 5] as number) >>> (at & 31)) & 1) === 0
  let column = truth.length
  let at = rows.length
  let after = row
  while (at > 0 && column > 0) {
    if (!zero(after, column - 1)) column -= 1
    else {
      at -= 1
      const before = rows[at] as Uint32Array
      if (!zero(before, column - 1)) {
        aligned[at] = 1
        column -= 1
      }
      after = before
    }
  }
  return aligned
}
