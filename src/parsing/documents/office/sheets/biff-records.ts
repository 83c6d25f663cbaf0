// Reads the records of an Excel 97 to 2003 workbook ([MS-XLS]): a kind, a length and data, which further records continue.

export interface BiffRecord {
  readonly kind: number
  /** The data of the record and of those that continue it. */
  readonly parts: readonly Buffer[]
}

const CONTINUE = 0x3c

/** The records from `start` on; a record that is cut ends them. */
export function* biffRecords(stream: Buffer, start: number): Generator<BiffRecord> {
  let open: { kind: number; parts: Buffer[] } | null = null
  for (let at = start; at + 4 <= stream.length;) {
    const kind = stream.readUInt16LE(at)
    const end = at + 4 + stream.readUInt16LE(at + 2)
    const data = stream.subarray(at + 4, end)
    if (kind === CONTINUE && open !== null) open.parts.push(data)
    else {
      if (open !== null) yield open
      open = { kind, parts: [data] }
    }
    at = end
  }
  if (open !== null) yield open
}

/** Takes numbers and texts from a record one after the other; past its end there are zeros and no letters. */
export class BiffReader {
  readonly #parts: readonly Buffer[]
  #part = 0
  #at = 0

  constructor({ parts }: Pick<BiffRecord, 'parts'>) {
    this.#parts = parts
  }

  get isAtEnd(): boolean {
    this.#nextPart()
    return this.#part >= this.#parts.length
  }

  uint8(): number {
    return this.#bytes(1).readUInt8(0)
  }

  uint16(): number {
    return this.#bytes(2).readUInt16LE(0)
  }

  uint32(): number {
    return this.#bytes(4).readUInt32LE(0)
  }

  double(): number {
    return this.#bytes(8).readDoubleLE(0)
  }

  /** Of the current record and those that continue it. */
  skip(bytes: number): void {
    for (let left = bytes; left > 0 && !this.isAtEnd;) {
      const step = Math.min(left, this.#left())
      this.#at += step
      left -= step
    }
  }

  /** A text without formats ([MS-XLS] 2.5.294), of which `letters` are to come. */
  text(letters: number): string {
    return this.#letters(letters, (this.uint8() & 1) === 1)
  }

  /** A text with formats and readings, which are skipped ([MS-XLS] 2.5.293). */
  richText(): string {
    const letters = this.uint16()
    const flags = this.uint8()
    const runs = (flags & 8) === 0 ? 0 : this.uint16()
    const extra = (flags & 4) === 0 ? 0 : this.uint32()
    const text = this.#letters(letters, (flags & 1) === 1)
    this.skip(runs * 4 + extra)
    return text
  }

  /** Where a record ends within the letters, the next one says again whether they have two bytes. */
  #letters(count: number, isWide: boolean): string {
    let [text, wide, left] = ['', isWide, count]
    while (left > 0 && this.#part < this.#parts.length) {
      const step = Math.min(left, Math.floor(this.#left() / (wide ? 2 : 1)))
      const part = this.#parts[this.#part] ?? Buffer.alloc(0)
      const end = this.#at + step * (wide ? 2 : 1)
      text += part.toString(wide ? 'utf16le' : 'latin1', this.#at, end)
      this.#at = end
      left -= step
      if (left === 0) break
      this.#part += 1
      this.#at = 0
      if (this.#left() > 0) wide = (this.uint8() & 1) === 1
    }
    return text
  }

  #left(): number {
    return (this.#parts[this.#part]?.length ?? 0) - this.#at
  }

  #nextPart(): void {
    while (this.#part < this.#parts.length && this.#left() <= 0) {
      this.#part += 1
      this.#at = 0
    }
  }

  #bytes(count: number): Buffer {
    this.#nextPart()
    const taken = Buffer.alloc(count)
    for (let at = 0; at < count && !this.isAtEnd; at += 1) {
      taken[at] = this.#parts[this.#part]?.[this.#at] ?? 0
      this.#at += 1
    }
    return taken
  }
}
