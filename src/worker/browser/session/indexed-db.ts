// Reads the IndexedDB databases of a page in the form in which Playwright puts them back.

const MAX_DATABASES = 20
/** Of one value: what is nested deeper could not be put back. */
const MAX_DEPTH = 100
/** A page can hold a transaction open for as long as it likes. */
const MAX_WAIT_MS = 3_000

/**
 * The source of a function that takes a number of characters and answers `{ databases, isCut }`, with no more of them as JSON.
 * A database is there whole or not at all, since its site takes what it finds for complete: one that is too large, or holds
 * what JSON cannot say (files, keys of Web Crypto), is left out and makes `isCut` true. Throws where the origin has no storage.
 */
export const READ_DATABASES = `async (left) => {
  const arrays = { i8: Int8Array, ui8: Uint8Array, ui8c: Uint8ClampedArray, i16: Int16Array, ui16: Uint16Array, i32: Int32Array,
    ui32: Uint32Array, f32: Float32Array, f64: Float64Array, bi64: BigInt64Array, bui64: BigUint64Array }
  const take = (chars) => {
    left -= chars
    if (left < 0) throw new Error('too large')
  }
  const text = (value) => {
    take(value.length)
    return value
  }
  const base64 = (bytes) => {
    take(bytes.length * 4 / 3)
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }
  const encoded = (value) => {
    const ids = new Map()
    const container = (value, type, inner) => {
      const id = ids.size + 1
      ids.set(value, id)
      if (type === 'Array') return { a: Array.from(value, inner), id }
      if (type === 'Map') return { m: Array.from(value, ([k, v]) => ({ k: inner(k), v: inner(v) })), id }
      if (type === 'Set') return { s: Array.from(value, inner), id }
      if (type !== 'Object' || Object.hasOwn(value, '__proto__')) throw new Error('cannot be written')
      return { o: Object.entries(value).map(([k, v]) => ({ k: text(k), v: inner(v) })), id }
    }
    const write = (value, depth) => {
      take(12)
      if (depth > ${MAX_DEPTH}) throw new Error('too deep')
      if (value === undefined || value === null) return { v: String(value) }
      if (typeof value === 'boolean') return value
      if (typeof value === 'number') return Object.is(value, -0) ? { v: '-0' } : Number.isFinite(value) ? value : { v: String(value) }
      if (typeof value === 'string') return text(value)
      if (typeof value === 'bigint') return { bi: text(String(value)) }
      const type = Object.prototype.toString.call(value).slice(8, -1)
      if (type === 'Date' && !Number.isNaN(value.getTime())) return { d: text(value.toJSON()) }
      if (type === 'RegExp') return { r: { p: text(value.source), f: value.flags } }
      if (type === 'ArrayBuffer') return { ab: { b: base64(new Uint8Array(value)) } }
      for (const [k, array] of Object.entries(arrays))
        if (value instanceof array) return { ta: { b: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)), k } }
      return ids.has(value) ? { ref: ids.get(value) } : container(value, type, (each) => write(each, depth + 1))
    }
    return write(value, 0)
  }
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const pathOf = ({ keyPath }) => typeof keyPath === 'string' ? { keyPath } : keyPath === null ? {} : { keyPathArray: [...keyPath] }
  const recordsOf = (store) => new Promise((resolve, reject) => {
    const records = []
    const request = store.openCursor()
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (cursor === null) return resolve(records)
      try {
        take(40)
        const key = store.keyPath === null ? { keyEncoded: encoded(cursor.primaryKey) } : {}
        records.push({ ...key, valueEncoded: encoded(cursor.value) })
        cursor.continue()
      } catch (error) {
        reject(error)
      }
    }
  })
  const read = async ({ name, version }) => {
    const db = await answer(indexedDB.open(name))
    try {
      db.onversionchange = () => db.close()
      const names = [...db.objectStoreNames]
      const transaction = names.length === 0 ? null : db.transaction(names, 'readonly')
      const stores = []
      for (const each of names) {
        const store = transaction.objectStore(each)
        const indexes = Array.from(store.indexNames, (index) => store.index(index)).map((index) =>
          ({ name: index.name, ...pathOf(index), multiEntry: index.multiEntry, unique: index.unique }))
        take(JSON.stringify([each, indexes]).length + 100)
        stores.push({ name: each, ...pathOf(store), autoIncrement: store.autoIncrement, indexes, records: await recordsOf(store) })
      }
      return { name, version, stores }
    } finally {
      db.close()
    }
  }
  const all = await indexedDB.databases()
  const databases = []
  const late = new Promise((resolve) => setTimeout(resolve, ${MAX_WAIT_MS}, 'late'))
  for (const each of all.slice(0, ${MAX_DATABASES})) {
    const before = left
    const database = await Promise.race([read(each).catch(() => null), late])
    if (database === 'late') break
    if (database === null) left = before
    else databases.push(database)
  }
  return { databases, isCut: databases.length < all.length }
}`
