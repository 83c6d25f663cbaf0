// PDFium, compiled to WebAssembly: it reads a stranger's PDF inside of its own memory, without files and network.
import { PDFiumLibrary } from '@hyzyla/pdfium'

/** The calls of PDFium that reading needs; all take and give numbers, pointers among them. */
const CALLS = [
  'FPDF_LoadMemDocument',
  'FPDF_GetLastError',
  'FPDF_CloseDocument',
  'FPDF_GetPageCount',
  'FPDF_GetMetaText',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDF_GetPageBoundingBox',
  'FPDFPage_GetRotation',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetMatrix',
  'FPDFPath_CountSegments',
  'FPDFPath_GetPathSegment',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetType',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_IsHyphen',
  'FPDFText_GetFontSize',
  'FPDFText_GetFontWeight',
  'FPDFText_GetFontInfo',
  'FPDFText_GetTextObject',
  'FPDFText_GetCharAngle',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetMatrix',
  'FPDFBookmark_GetFirstChild',
  'FPDFBookmark_GetNextSibling',
  'FPDFBookmark_GetTitle',
  'FPDFBookmark_GetDest',
  'FPDFDest_GetDestPageIndex',
] as const

export type PdfiumCall = (typeof CALLS)[number]

export interface Pdfium {
  readonly call: Readonly<Record<PdfiumCall, (...args: number[]) => number>>
  /** Space that PDFium can read and write; the caller frees it. Throws when there is none left. */
  allocate(bytes: number): number
  free(pointer: number): void
  write(pointer: number, bytes: Uint8Array): void
  read(pointer: number, length: number): Uint8Array
  float(pointer: number): number
  double(pointer: number): number
}

let loading: Promise<Pdfium> | null = null

/** One copy of the library for the process: it keeps its memory, and a document that breaks it ends the process. */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= PDFiumLibrary.init().then((library) => pdfiumOf(Reflect.get(library, 'module')))
  return loading
}

function pdfiumOf(module: unknown): Pdfium {
  const functionOf = (holder: unknown, name: string): ((...args: number[]) => number) => {
    const found: unknown =
      typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined
    if (typeof found !== 'function') throw new Error(`PDFium has no ${name}.`)
    return (...args) => Number(Reflect.apply(found, undefined, args))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` does not keep the names of its keys
  const call = Object.fromEntries(
    CALLS.map((name) => [name, functionOf(module, `_${name}`)]),
  ) as Pdfium['call']
  const exports: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, 'wasmExports') : null
  const malloc = functionOf(exports, 'malloc')
  const release = functionOf(exports, 'free')
  // The memory grows, and each growth makes a new buffer.
  const heap = (): Uint8Array => {
    const bytes: unknown =
      typeof module === 'object' && module !== null ? Reflect.get(module, 'HEAPU8') : null
    if (!(bytes instanceof Uint8Array)) throw new Error('PDFium has no memory.')
    return bytes
  }
  const view = (): DataView => new DataView(heap().buffer)
  return {
    call,
    allocate(bytes) {
      const pointer = malloc(bytes)
      if (pointer === 0) throw new Error('PDFium is out of memory.')
      return pointer
    },
    free: (pointer) => void release(pointer),
    write: (pointer, bytes) => heap().set(bytes, pointer),
    read: (pointer, length) => heap().slice(pointer, pointer + length),
    float: (pointer) => view().getFloat32(pointer, true),
    double: (pointer) => view().getFloat64(pointer, true),
  }
}
