// The screenshot extractor: a picture of a page, whole or in part, in one file or in tiles, compared with an earlier one.
import { defineExtractor } from '#extract/define-extractor.ts'
import { checkRequest } from './check-request.ts'
import { ScreenshotData, ScreenshotInput } from './options.ts'

export default defineExtractor({
  name: 'screenshot',
  version: '1.0.0',
  summary: 'A picture of a page, whole or in part.',
  operations: {
    extract: {
      summary: 'Take a picture of a page.',
      input: ScreenshotInput,
      output: ScreenshotData,
      pool: 'browser',
      batch: false,
      example: { request: { url: 'https://example.org/', fullPage: true, format: 'webp' } },
      raw: {
        mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
        contentOf({ artifacts }) {
          const [only, ...others] = artifacts.filter(({ kind }) => kind === 'screenshot' || kind === 'tile')
          return only === undefined || others.length > 0
            ? {
                missing: `Raw is one picture, and the page took ${artifacts.length}; \`maxHeightPx\` may be higher.`,
              }
            : { artifactId: only.id }
        },
      },
    },
  },
  async checkInput(input) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has passed the schema of the operation
    checkRequest(input as ScreenshotInput)
  },
  load: () => import('./extract.ts'),
})
