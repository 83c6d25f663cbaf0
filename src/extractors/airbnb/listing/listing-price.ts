// The price of a listing for the dates of the page, or why there is none.
import { attribute, rawText, type HtmlElement } from '#parsing/html/html-node.ts'
import { isHidden, isShown } from '#parsing/html/visible-elements.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import type { JsonObject } from '#parsing/json/json-value.ts'
import {
  isDisplayPrice,
  readDisplayPrice,
  type PriceContext,
} from '#extractors/airbnb/price/display-price.ts'
import { amountsIn } from '#extractors/airbnb/price/money.ts'
import type { PriceReason, StayPrice } from '#extractors/airbnb/price/price-type.ts'
import type { PageState } from '#extractors/airbnb/state/page-state.ts'
import { flagAt, firstOf, textAt } from '#extractors/airbnb/state/payload-fields.ts'
import type { ListingObjects } from './listing-objects.ts'

const MAX_TEXTS = 200

/** One of the two is null. */
export function readListingPrice(
  objects: ListingObjects,
  page: PageState,
): { readonly price: StayPrice | null; readonly priceReason: PriceReason | null } {
  const booking = objects.sections
    .filter(({ type }) => type.startsWith('BOOK_IT'))
    .map(({ section }) => section)
  const price =
    firstOf(objects.all.filter(isDisplayPrice), (each) => readDisplayPrice(each, page)) ??
    shownPrice(page.document, page)
  if (price !== null) return { price, priceReason: null }
  if (page.checkIn === null) return { price, priceReason: 'dates_required' }
  return { price, priceReason: booking.some(isUnavailable) ? 'unavailable' : 'not_on_page' }
}

function isUnavailable(section: JsonObject): boolean {
  return (
    flagAt(section, 'available', 'isAvailable') === false ||
    textAt(section, 'localizedUnavailabilityMessage', 'unavailabilityMessage') !== null
  )
}

/** The price in the booking box of a page that its scripts have filled: an amount, what it is for, and its breakdown. */
function shownPrice({ all }: HtmlDocument, context: PriceContext): StayPrice | null {
  const box = all.find((element) => attribute(element, 'data-section-id')?.startsWith('BOOK_IT_SIDEBAR'))
  if (box === undefined) return null
  const texts = leafTexts(box)
  const isMoney = (text: string): boolean =>
    amountsIn(text, context).some(({ currency }) => currency !== null)
  const at = texts.findIndex(isMoney)
  const main = texts[at]
  if (main === undefined) return null
  const next = texts[at + 1]
  const items = texts.slice(at + 1).flatMap((text, index, rest) => {
    const amount = rest[index + 1]
    const isLine = amount !== undefined && isMoney(amount) && amountsIn(amount, context).length === 1
    return isLine && text !== next ? [{ description: text, priceString: amount }] : []
  })
  return readDisplayPrice(
    {
      primaryLine: { price: main, qualifier: next !== undefined && !isMoney(next) ? next : null },
      explanationData: { priceDetails: [{ items }] },
    },
    context,
  )
}

/** The texts that a reader sees, each once where it is repeated for screen readers. */
function leafTexts(root: HtmlElement): string[] {
  const texts: string[] = []
  const stack: HtmlElement[] = [root]
  for (let element = stack.pop(); element !== undefined && texts.length < MAX_TEXTS; element = stack.pop()) {
    for (const child of element.children) {
      const text = child.kind === 'text' ? rawText(child, 200).trim() : ''
      if (text !== '' && texts.at(-1) !== text) texts.push(text)
    }
    for (const child of element.children.toReversed())
      if (child.kind === 'element' && isShown(child) && !isHidden(child)) stack.push(child)
  }
  return texts
}
