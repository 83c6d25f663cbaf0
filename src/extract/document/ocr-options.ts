// The options about OCR, the same for every extractor that reads documents.
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'

export const OcrFields = {
  ocr: Type.Optional(
    Words(['auto', 'never', 'force'], {
      default: 'auto',
      description:
        '`auto` reads pages that hold pictures and no text by OCR where the service has it, and names them in ' +
        '`needsOcr` where not. `force` reads every page of a PDF by OCR.',
    }),
  ),
  ocrLanguages: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z_-]{1,19}$' }), {
      maxItems: 10,
      description: 'The languages that OCR looks for: `de`, or as the engine calls them, `deu`.',
      examples: [['en']],
    }),
  ),
}
