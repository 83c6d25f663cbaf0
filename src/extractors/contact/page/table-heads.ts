// The columns of tables that hold phone numbers: their head stands far above them.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { rowCells, tableRows } from '#parsing/html/table-rows.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

const PHONE =
  /^(?:tel|tél|tlf|telf|tlm|phone|telephone|phone number|mobile|telefon|telefonnummer|telefono|teléfono|telefone|téléphone|telefoon|telèfon|telemóvel|móvil|cellulare|handy|portable|mobil|durchwahl|rufnummer|puhelin|sími|τηλέφωνο|τηλ|κινητό|телефон|тел|telepon|điện thoại|電話|電話番号|电话|전화|전화번호|โทรศัพท์|הטלפון|טלפון|هاتف)(?:nr|s|i|os|es|α)?\.?(?: ?(?:\/|and|und|e|y|et) ?\p{L}{2,12})?:?$/iu
const FAX = /^(?:tele)?fax|^télécopie|^φαξ|^факс|^faks/iu
const MAX_TABLES = 100
const MAX_CELLS = 5_000
const MAX_HEAD = 60

/** By the order of a cell: the sign for a phone or the word for a fax, as for an icon. */
export function phoneCells({ all }: HtmlDocument): ReadonlyMap<number, string> {
  const words = new Map<number, string>()
  let tables = 0
  for (const element of all) {
    if (element.name === 'td') {
      const word = wordOf(attribute(element, 'data-label') ?? attribute(element, 'data-title') ?? '')
      if (word !== '') words.set(element.order, word)
    }
    if (element.name !== 'table' || tables >= MAX_TABLES) continue
    tables += 1
    const rows: HtmlElement[][] = []
    let cells = 0
    for (const row of tableRows(element)) {
      if (cells > MAX_CELLS) break
      const own = rowCells(row)
      cells += own.length
      rows.push(own)
    }
    const [head = [], ...rest] = rows
    const heads = head.map((cell) => wordOf(lineText(cell, MAX_HEAD)))
    for (const row of rest) {
      const isFax = row[0] !== undefined && FAX.test(lineText(row[0], MAX_HEAD))
      for (const [at, cell] of row.entries()) {
        const word = heads[at] ?? ''
        if (word !== '') words.set(cell.order, isFax ? ' fax ' : word)
      }
    }
  }
  return words
}

function wordOf(head: string): string {
  const text = head.trim()
  return FAX.test(text) ? ' fax ' : PHONE.test(text) ? ' ☎ ' : ''
}
