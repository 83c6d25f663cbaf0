// The image extractor: lists the images of a page, says what a file is by its content, keeps it, changes it.
import { defineExtractor } from '#extract/define-extractor.ts'
import { ImageData, ImageInput } from '#extractors/image/request/options.ts'

export default defineExtractor({
  name: 'image',
  version: '1.0.0',
  summary: 'The images of a page or one image: what they are, where they stand, what they hold.',
  operations: {
    extract: {
      summary: 'List, inspect or download images.',
      input: ImageInput,
      output: ImageData,
      pool: 'http',
      batch: true,
      example: { request: { url: 'https://example.org/gallery', mode: 'inspect', minWidthPx: 200 } },
      raw: {
        mediaTypes: ['image/*'],
        contentOf({ artifacts }) {
          const [only, ...others] = artifacts
          return only === undefined || others.length > 0
            ? {
                missing: `Raw is one image, and ${artifacts.length} were kept: ask for \`mode: download\` and \`maxImages: 1\`.`,
              }
            : { artifactId: only.id }
        },
      },
    },
  },
  load: () => import('./extract.ts'),
})
