// The forms in which a document is given.

export const DOCUMENT_FORMS = ['md', 'json', 'html', 'text', 'chunks'] as const
export type DocumentForm = (typeof DOCUMENT_FORMS)[number]
