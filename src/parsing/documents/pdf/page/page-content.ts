// What is drawn on one page of a PDF: its letters with their places and fonts, its lines, its pictures.
import type { Box } from '#parsing/documents/pdf/engine/box.ts'
import type { Pdfium } from '#parsing/documents/pdf/engine/pdfium.ts'

export interface Font {
  /** In points, as it is seen. */
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  /** Without the mark of a part: `Helvetica-Bold`. */
  readonly name: string
  /** Its letters are pictures: stars, arrows, bullets. */
  readonly dingbats: boolean
}

export interface Glyph extends Box {
  readonly text: string
  readonly baseline: number
  readonly font: Font
  /** Text that runs from bottom to top or the like. */
  readonly turned: boolean
  /** A blank that the file does not have: PDFium writes one where letters stand apart. */
  readonly isMadeUp: boolean
}

/** A straight line that is drawn, thin boxes among them. */
export interface Rule extends Box {
  readonly horizontal: boolean
  /** The edge of a box that is filled and has no line around it, as the ground of a cell or of a row. */
  readonly ground?: boolean
}

/** Where a picture of the file is drawn. */
export interface PictureBox extends Box {
  /** Its pointer, as long as the page is open. */
  readonly object: number
}

export interface PageContent {
  readonly width: number
  readonly height: number
  /** In the order of the file, which is that of reading in most lines. A line feed stands where PDFium ends a line. */
  readonly glyphs: readonly (Glyph | '\n')[]
  readonly rules: readonly Rule[]
  /** Small drawings as wide as they are high, such as the bullets that a program draws. */
  readonly dots: readonly Box[]
  readonly pictures: readonly PictureBox[]
  /** True where letters or lines were left out because the page has too many. */
  readonly cut: boolean
}

const MAX_GLYPHS = 200_000
const MAX_OBJECTS = 50_000
const MAX_RULES = 10_000
const MAX_FORM_DEPTH = 6
/** The scratch space: the largest thing that PDFium writes there is a font name. */
const SCRATCH_BYTES = 512
const [PATH, IMAGE, FORM] = [2, 3, 5]
const FIXED_PITCH = 1
const ITALIC = 64
const FORCE_BOLD = 262_144
const BOLD_WEIGHT = 600
const MAX_RULE_WIDTH = 3
const MIN_RULE_LENGTH = 8
/** In points: what may be the bullet of a text of any size, on slides as well. */
const [MIN_DOT, MAX_DOT] = [1, 24]
/** Of its longer side. */
const MAX_DOT_DIFFERENCE = 0.25
/** A shape of more edges is no thin box. */
const MAX_EDGES = 8
type Matrix = readonly [number, number, number, number, number, number]
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

export function readPageContent(pdfium: Pdfium, page: number): PageContent {
  const scratch = pdfium.allocate(SCRATCH_BYTES)
  try {
    const shown = shownAs(pdfium, page, scratch)
    const { glyphs, cut } = readGlyphs(pdfium, page, scratch, shown)
    const drawings = readDrawings(pdfium, page, scratch, shown.matrix)
    return {
      width: pdfium.call.FPDF_GetPageWidthF(page),
      height: pdfium.call.FPDF_GetPageHeightF(page),
      glyphs,
      rules: drawings.rules,
      dots: drawings.dots,
      pictures: drawings.pictures,
      cut: cut || drawings.cut,
    }
  } finally {
    pdfium.free(scratch)
  }
}

/** How the page is turned and moved before it is seen: what PDFium gives is before that. */
interface Shown {
  readonly matrix: Matrix
  /** Quarters of a turn, clockwise. */
  readonly quarters: number
}

function shownAs({ call, float }: Pdfium, page: number, scratch: number): Shown {
  const quarters = call.FPDFPage_GetRotation(page) & 3
  if (call.FPDF_GetPageBoundingBox(page, scratch) === 0) return { matrix: IDENTITY, quarters: 0 }
  const [left, top, right, bottom] = [
    float(scratch),
    float(scratch + 4),
    float(scratch + 8),
    float(scratch + 12),
  ]
  const turns: readonly Matrix[] = [
    [1, 0, 0, 1, -left, -bottom],
    [0, -1, 1, 0, -bottom, right],
    [-1, 0, 0, -1, right, top],
    [0, 1, -1, 0, top, -left],
  ]
  return { matrix: turns[quarters] ?? IDENTITY, quarters }
}

function readGlyphs(
  pdfium: Pdfium,
  page: number,
  scratch: number,
  { matrix, quarters }: Shown,
): { glyphs: (Glyph | '\n')[]; cut: boolean } {
  const { call, double, float } = pdfium
  const text = call.FPDFText_LoadPage(page)
  if (text === 0) return { glyphs: [], cut: false }
  const glyphs: (Glyph | '\n')[] = []
  const fonts = new Map<number, Font>()
  const count = call.FPDFText_CountChars(text)
  try {
    for (let at = 0; at < Math.min(count, MAX_GLYPHS); at += 1) {
      const code = call.FPDFText_GetUnicode(text, at)
      if (code === 10 || code === 13) {
        if (glyphs.at(-1) !== '\n') glyphs.push('\n')
        continue
      }
      const starts = glyphs.length === 0 || glyphs.at(-1) === '\n'
      const letter = letterOf(code, call.FPDFText_IsHyphen(text, at) === 1, starts)
      if (letter === '' || call.FPDFText_GetLooseCharBox(text, at, scratch) === 0) continue
      // A rectangle of PDFium is left, top, right, bottom.
      const box = moved(
        {
          left: float(scratch),
          top: float(scratch + 4),
          right: float(scratch + 8),
          bottom: float(scratch + 12),
        },
        matrix,
      )
      call.FPDFText_GetCharOrigin(text, at, scratch, scratch + 8)
      const [, baseline] = apply(matrix, double(scratch), double(scratch + 8))
      const object = call.FPDFText_GetTextObject(text, at)
      let font = fonts.get(object)
      if (font === undefined) {
        font = fontOf(pdfium, text, at, scratch)
        fonts.set(object, font)
      }
      const turned = Math.cos(call.FPDFText_GetCharAngle(text, at) + (quarters * Math.PI) / 2) < Math.SQRT1_2
      const isMadeUp = code === 32 && call.FPDFText_IsGenerated(text, at) === 1
      const shownLetter = font.dingbats && code > 32 ? '•' : letter
      glyphs.push({ text: shownLetter, ...box, baseline, font, turned, isMadeUp })
    }
  } finally {
    call.FPDFText_ClosePage(text)
  }
  return { glyphs, cut: count > MAX_GLYPHS }
}

/**
 * A hyphen at the end of a line is a soft one. A sign without a meaning is a bullet at the start of a line, and nothing
 * elsewhere.
 */
function letterOf(code: number, isHyphen: boolean, starts: boolean): string {
  if (isHyphen || code === 0xad) return '\u00ad'
  if (code < 32) return starts ? '•' : ''
  if (code === 0xfffe || code === 0xffff || code > 0x10ffff) return ''
  return String.fromCodePoint(code)
}

function fontOf({ call, float, read }: Pdfium, text: number, at: number, scratch: number): Font {
  const length = call.FPDFText_GetFontInfo(text, at, scratch + 8, SCRATCH_BYTES - 8, scratch)
  const flags = new DataView(read(scratch, 4).buffer).getInt32(0, true)
  const name =
    length > 1 && length <= SCRATCH_BYTES - 8
      ? Buffer.from(read(scratch + 8, length - 1)).toString('latin1')
      : ''
  const nominal = call.FPDFText_GetFontSize(text, at)
  const scaled = call.FPDFText_GetMatrix(text, at, scratch) !== 0
  const [a, b, c, d] = [float(scratch), float(scratch + 4), float(scratch + 8), float(scratch + 12)]
  const scale = scaled ? Math.sqrt(Math.abs(a * d - b * c)) : 1
  const size = Math.round(nominal * (scale > 0 ? scale : 1) * 10) / 10
  const weight = call.FPDFText_GetFontWeight(text, at)
  return {
    size: size > 0 ? size : 1,
    bold:
      weight >= BOLD_WEIGHT ||
      (flags > 0 && (flags & FORCE_BOLD) !== 0) ||
      /bold|black|heavy|semibold|demi/i.test(name),
    italic: (flags > 0 && (flags & ITALIC) !== 0) || /italic|oblique/i.test(name),
    mono: (flags > 0 && (flags & FIXED_PITCH) !== 0) || /mono|courier|consolas|typewriter/i.test(name),
    name: name.replace(/^[A-Z]{6}\+/, ''),
    dingbats: /dingbat|wingdings|webdings/i.test(name),
  }
}

function readDrawings(
  pdfium: Pdfium,
  page: number,
  scratch: number,
  shown: Matrix,
): Pick<PageContent, 'rules' | 'dots' | 'pictures' | 'cut'> {
  const { call, float, read } = pdfium
  const int = (pointer: number): number => new DataView(read(pointer, 4).slice().buffer).getInt32(0, true)
  const rules: Rule[] = []
  const dots: Box[] = []
  const pictures: PictureBox[] = []
  const budget = { left: MAX_OBJECTS }
  const boundsOf = (object: number): Box | null =>
    call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0
      ? null
      : {
          left: float(scratch),
          bottom: float(scratch + 4),
          right: float(scratch + 8),
          top: float(scratch + 12),
        }
  const matrixOf = (object: number): Matrix =>
    call.FPDFPageObj_GetMatrix(object, scratch) === 0
      ? IDENTITY
      : [
          float(scratch),
          float(scratch + 4),
          float(scratch + 8),
          float(scratch + 12),
          float(scratch + 16),
          float(scratch + 20),
        ]
  const visit = (object: number, outer: Matrix, depth: number): void => {
    budget.left -= 1
    if (object === 0 || budget.left < 0) return
    const type = call.FPDFPageObj_GetType(object)
    if (type === FORM && depth < MAX_FORM_DEPTH) {
      const matrix = times(matrixOf(object), outer)
      const count = call.FPDFFormObj_CountObjects(object)
      for (let at = 0; at < count && budget.left > 0; at += 1)
        visit(call.FPDFFormObj_GetObject(object, at), matrix, depth + 1)
      return
    }
    const bounds = type === PATH || type === IMAGE ? boundsOf(object) : null
    if (bounds === null) return
    const box = moved(bounds, outer)
    if (type === PATH && isDot(box) && dots.length < MAX_RULES) dots.push(box)
    if (type === IMAGE) pictures.push({ ...box, object })
    else if (rules.length < MAX_RULES) addRules(object, bounds, times(matrixOf(object), outer), outer)
  }
  const addRules = (object: number, bounds: Box, matrix: Matrix, outer: Matrix): void => {
    const rule = ruleOf(moved(bounds, outer))
    if (rule !== null) {
      rules.push(rule)
      return
    }
    const count = Math.min(call.FPDFPath_CountSegments(object), MAX_RULES - rules.length, budget.left)
    budget.left -= Math.max(0, count)
    const ground = call.FPDFPath_GetDrawMode(object, scratch, scratch + 4) !== 0 && int(scratch + 4) === 0
    let [x, y] = [0, 0]
    let [startX, startY] = [0, 0]
    let edges: Rule[] = []
    const add = (toX: number, toY: number): void => {
      const line = ruleOf(boxOf(x, y, toX, toY))
      if (line !== null) edges.push(ground ? { ...line, ground } : line)
    }
    const flush = (): void => {
      // A thin box is a line, whatever it is drawn with.
      const thin = ground && edges.length > 0 && edges.length <= MAX_EDGES ? ruleOf(around(edges)) : null
      rules.push(...(thin === null ? edges : [thin]))
      edges = []
    }
    for (let at = 0; at < count; at += 1) {
      const segment = call.FPDFPath_GetPathSegment(object, at)
      if (call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4) === 0) continue
      const [toX, toY] = apply(matrix, float(scratch), float(scratch + 4))
      const type = call.FPDFPathSegment_GetType(segment)
      if (type === 2) {
        flush()
        ;[startX, startY] = [toX, toY]
      } else if (type === 0) add(toX, toY)
      ;[x, y] = [toX, toY]
    }
    if (count > 2) add(startX, startY)
    flush()
  }
  const count = call.FPDFPage_CountObjects(page)
  for (let at = 0; at < count && budget.left > 0; at += 1) visit(call.FPDFPage_GetObject(page, at), shown, 0)
  return { rules, dots, pictures, cut: budget.left <= 0 }
}

function isDot({ left, right, bottom, top }: Box): boolean {
  const [width, height] = [right - left, top - bottom]
  return (
    Math.min(width, height) >= MIN_DOT &&
    Math.max(width, height) <= MAX_DOT &&
    Math.abs(width - height) <= MAX_DOT_DIFFERENCE * Math.max(width, height)
  )
}

const boxOf = (x1: number, y1: number, x2: number, y2: number): Box => ({
  left: Math.min(x1, x2),
  right: Math.max(x1, x2),
  bottom: Math.min(y1, y2),
  top: Math.max(y1, y2),
})

const around = (edges: readonly Box[]): Box => ({
  left: Math.min(...edges.map(({ left }) => left)),
  right: Math.max(...edges.map(({ right }) => right)),
  bottom: Math.min(...edges.map(({ bottom }) => bottom)),
  top: Math.max(...edges.map(({ top }) => top)),
})

/** Null for a box that is no line. */
function ruleOf(box: Box): Rule | null {
  const [width, height] = [box.right - box.left, box.top - box.bottom]
  if (height <= MAX_RULE_WIDTH && width >= MIN_RULE_LENGTH) return { ...box, horizontal: true }
  if (width <= MAX_RULE_WIDTH && height >= MIN_RULE_LENGTH) return { ...box, horizontal: false }
  return null
}

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

const times = (inner: Matrix, outer: Matrix): Matrix => {
  const [a, b, c, d, e, f] = inner
  const [g, h, i, j, k, l] = outer
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

function moved({ left, bottom, right, top }: Box, matrix: Matrix): Box {
  const [x1, y1] = apply(matrix, left, bottom)
  const [x2, y2] = apply(matrix, right, top)
  return boxOf(x1, y1, x2, y2)
}
