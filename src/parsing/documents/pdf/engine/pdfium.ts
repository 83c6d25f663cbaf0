// PDFium, compiled to WebAssembly: it reads a stranger's PDF inside of its own memory, without files and network.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { SurveyorError } from '#contract/surveyor-error.ts'

/** The calls of PDFium that reading needs; all take and give numbers, pointers among them. */
const CALLS = [
  'FPDF_LoadMemDocument',
  'FPDF_GetFileVersion',
  'FPDF_GetSecurityHandlerRevision',
  'FPDFCatalog_IsTagged',
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
  'FPDFImageObj_GetImageFilterCount',
  'FPDFImageObj_GetImageFilter',
  'FPDFImageObj_GetImageDataRaw',
  'FPDFImageObj_GetImagePixelSize',
  'FPDFImageObj_GetBitmap',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_GetFormat',
  'FPDFBitmap_GetHeight',
  'FPDFBitmap_GetStride',
  'FPDFBitmap_GetWidth',
  'FPDFBitmap_Destroy',
  'FPDF_RenderPageBitmap',
  'FPDFPath_CountSegments',
  'FPDFPath_GetDrawMode',
  'FPDFPath_GetPathSegment',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetType',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_IsGenerated',
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
  'FPDFBookmark_GetAction',
  'FPDFAction_GetDest',
  'FPDFDest_GetDestPageIndex',
] as const

type PdfiumCall = (typeof CALLS)[number]

export interface Pdfium {
  readonly call: Readonly<Record<PdfiumCall, (...args: number[]) => number>>
  /** Space that PDFium can read and write; the caller frees it. Throws when there is none left. */
  allocate(bytes: number): number
  free(pointer: number): void
  write(pointer: number, bytes: Uint8Array): void
  read(pointer: number, length: number): Uint8Array
  float(pointer: number): number
  double(pointer: number): number
  /** Whether it asked for more memory than it may have. */
  isFull(): boolean
}

/** Of its memory, in which the file and all that is unpacked of it stand. */
const MAX_MEMORY_BYTES = 768 * 1024 * 1024
const WASM_PAGE_BYTES = 65_536

let loading: Promise<Pdfium> | null = null

/** One copy of the library for the process: it keeps its memory. */
function loadPdfium(): Promise<Pdfium> {
  loading ??= PDFiumLibrary.init().then((library) => pdfiumOf(Reflect.get(library, 'module')))
  return loading
}

/**
 * What `work` makes of a PDF. Throws `target_too_large` where PDFium needs more memory than it is given, and
 * `unsupported_document` where it breaks. Its memory is in no known state then, and the next document gets a new copy.
 */
export async function withPdfium<Made>(work: (pdfium: Pdfium) => Made): Promise<Made> {
  const pdfium = await loadPdfium()
  let isWhole = false
  try {
    const made = work(pdfium)
    isWhole = !pdfium.isFull()
    return made
  } catch (error) {
    if (pdfium.isFull()) {
      throw new SurveyorError(
        'target_too_large',
        `The PDF unpacks to more than the ${MAX_MEMORY_BYTES / 1024 ** 2} MB that reading may take.`,
      )
    }
    isWhole = error instanceof SurveyorError
    if (!isTrap(error)) throw error
    throw new SurveyorError('unsupported_document', 'The PDF breaks its reader.', { cause: error })
  } finally {
    if (!isWhole) loading = null
  }
}

/** A trap of the machine that it runs on, or the way in which the library ends itself. */
const isTrap = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RuntimeError' || error.name === 'ExitStatus')

/** Bounds how far the memory grows; the answer tells whether it was refused to grow. */
function boundMemory(exports: unknown): () => boolean {
  const memory = fieldOf(exports, 'memory')
  const grow = fieldOf(memory, 'grow')
  if (typeof grow !== 'function' || typeof memory !== 'object' || memory === null)
    throw new Error('PDFium has no memory.')
  let isFull = false
  Reflect.set(memory, 'grow', (pages: number): unknown => {
    const buffer = fieldOf(memory, 'buffer')
    const length = buffer instanceof ArrayBuffer ? buffer.byteLength : MAX_MEMORY_BYTES
    isFull ||= length + pages * WASM_PAGE_BYTES > MAX_MEMORY_BYTES
    if (isFull) throw new RangeError('PDFium may not have more memory.')
    return Reflect.apply(grow, memory, [pages])
  })
  return () => isFull
}

const fieldOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined

function pdfiumOf(module: unknown): Pdfium {
  const functionOf = (holder: unknown, name: string): ((...args: number[]) => number) => {
    const found = fieldOf(holder, name)
    if (typeof found !== 'function') throw new Error(`PDFium has no ${name}.`)
    return (...args) => Number(Reflect.apply(found, undefined, args))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` does not keep the names of its keys
  const call = Object.fromEntries(
    CALLS.map((name) => [name, functionOf(module, `_${name}`)]),
  ) as Pdfium['call']
  const exports = fieldOf(module, 'wasmExports')
  const malloc = functionOf(exports, 'malloc')
  const release = functionOf(exports, 'free')
  const isFull = boundMemory(exports)
  // The memory grows, and each growth makes a new buffer.
  const heap = (): Uint8Array => {
    const bytes = fieldOf(module, 'HEAPU8')
    if (!(bytes instanceof Uint8Array)) throw new Error('PDFium has no memory.')
    return bytes
  }
  const view = (): DataView => new DataView(heap().buffer)
  return {
    call,
    isFull,
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
