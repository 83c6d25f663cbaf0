// Counts the pages of a PDF that Chromium wrote: its page tree is plain text, unlike the content of its pages.

/** How Chromium (Skia) begins a node of the page tree. */
const NODE = /\/Type \/Pages\s\/Count (\d{1,9})\b/g

/** The `/Count` of the root of the page tree (ISO 32000-2, 7.7.3), which is the largest; null when there is none. */
export function countPages(pdf: Uint8Array): number | null {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const counts = [...text.matchAll(NODE)].map(([, count]) => Number(count))
  const largest = counts.reduce((a, b) => Math.max(a, b), 0)
  return largest === 0 ? null : largest
}
