// Reads an item that is known to be in its list.

/** The item at `index`, from the end for a negative one. Throws a RangeError where the list holds none there. */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list.at(index)
  if (item === undefined) throw new RangeError(`a list of ${list.length} has no item ${index}`)
  return item
}
