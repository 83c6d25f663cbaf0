// Which names mean the same: the fields that callers ask for, and what schema.org, Open Graph and shops call them.

/** `date_published`, `datePublished` and `Date published:` alike. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The words of a name: `authorName` and `author_name` are `author`, `name`. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/**
 * The name of a key without the vocabulary before it: `og:image:width` is `image:width`, `http://schema.org/name` is
 * `name`, `product:price:amount` is `price:amount`, `@type` is `type`.
 */
export function bareKey(key: string): string {
  if (/^https?:/i.test(key)) return key.replace(/^.*[/#]/, '')
  // Cards name accounts there, not people and sites.
  if (/^twitter:(?:site|creator)$/i.test(key)) return key
  return key.replace(
    /^(?:(?:og|twitter|article|product|book|profile|video|music|schema|dc|dcterms|foaf):|@)/i,
    '',
  )
}

/**
 * Groups of names with one meaning, schema.org's own first; a path leads into the parts of a thing. The groups hold
 * what the vocabularies themselves define as equal or as parts, and the words that programmers use for them.
 */
const GROUPS: readonly (readonly string[])[] = `
  name title headline productName itemName label
  description summary abstract shortDescription excerpt subtitle teaser
  articleBody body content text reviewBody contentHtml fullText
  url link permalink canonicalUrl canonical pageUrl href webUrl offers.url
  image images imageUrl imageUrls photo photos photoUrl picture pictures thumbnailUrl thumbnail primaryImageOfPage imageSrc
  author authors byline creator writer writtenBy authorName
  publisher publisherName siteName site isPartOf sourceOrganization
  datePublished publishedAt published publishDate publicationDate publishedDate publishedTime publishedOn pubDate postedAt datePosted postedDate uploadDate dateCreated createdAt releaseDate releasedAt date
  dateModified modifiedAt modified updatedAt updated lastUpdated modifiedTime updatedTime lastModified lastBuildDate
  price offers.price offers.priceSpecification.price offers.lowPrice priceAmount amount salePrice currentPrice priceValue lowPrice priceRange.min
  priceCurrency currency currencyCode offers.priceCurrency offers.priceSpecification.priceCurrency price.currency salaryCurrency baseSalary.currency
  lowPrice minPrice priceFrom priceMin offers.lowPrice
  highPrice maxPrice priceTo priceMax offers.highPrice
  availability offers.availability inStock stock stockStatus isAvailable available availabilityStatus
  itemCondition condition offers.itemCondition
  priceValidUntil offers.priceValidUntil
  seller offers.seller vendor merchant soldBy store shop
  offers offer variants prices
  sku productId productID articleNumber itemNumber offers.sku retailerItemId identifier
  gtin gtin13 gtin8 gtin12 gtin14 ean ean13 upc barcode isbn
  mpn manufacturerPartNumber modelNumber partNumber
  isbn isbn13 isbn10
  brand brandName manufacturer make
  model modelName
  color colour
  category categories articleSection section productCategory genre genres recipeCategory applicationCategory topic
  keywords tags tag newsKeywords topics labels
  inLanguage language lang locale contentLanguage
  ratingValue rating aggregateRating.ratingValue averageRating ratingAverage stars score reviewRating.ratingValue starRating.ratingValue starRating
  ratingCount aggregateRating.ratingCount aggregateRating.reviewCount numberOfRatings ratingsCount votes numRatings
  reviewCount aggregateRating.reviewCount aggregateRating.ratingCount numberOfReviews reviewsCount numReviews totalReviews commentCount
  bestRating aggregateRating.bestRating maxRating reviewRating.bestRating
  review reviews customerReviews
  telephone phone phoneNumber tel phones telephoneNumber contactPoint.telephone
  email emails mail emailAddress contactPoint.email
  faxNumber fax
  address location.address postalAddress adr fullAddress
  streetAddress street address.streetAddress addressLine1 addressLine location.address.streetAddress
  postalCode postcode zip zipCode plz address.postalCode location.address.postalCode
  addressLocality city town locality address.addressLocality location.address.addressLocality jobLocation.address.addressLocality
  addressRegion region state province county address.addressRegion location.address.addressRegion
  addressCountry country countryName countryCode address.addressCountry location.address.addressCountry
  latitude lat geo.latitude location.geo.latitude coordinates.latitude location.latitude
  longitude lng lon long geo.longitude location.geo.longitude coordinates.longitude location.longitude
  openingHours hours openingHoursSpecification businessHours openHours
  priceRange priceLevel
  logo logoUrl publisher.logo
  sameAs socials socialLinks socialProfiles profiles
  startDate startsAt start startTime eventDate begin dtstart startDateTime
  endDate endsAt end endTime dtend endDateTime
  location venue place jobLocation locationName
  organizer organiser host
  performer performers artists artist byArtist lineup
  eventStatus status
  hiringOrganization company employer companyName organization organisation
  title jobTitle position role
  employmentType jobType contractType
  baseSalary salary baseSalary.value baseSalary.value.value pay compensation estimatedSalary
  validThrough expiresAt applicationDeadline deadline closingDate expires
  recipeIngredient ingredients ingredient
  recipeInstructions instructions steps directions method preparation step
  recipeYield servings yield serves portions
  totalTime duration readyIn timeRequired runtime length
  prepTime preparationTime
  cookTime cookingTime performTime
  recipeCuisine cuisine servesCuisine
  calories nutrition.calories kcal
  director directors directedBy
  actor actors cast starring
  contentUrl videoUrl mediaUrl embedUrl src downloadUrl
  numberOfPages pages pageCount
  bookEdition edition
  floorSize area livingArea size floorArea
  numberOfRooms rooms roomCount
  numberOfBedrooms bedrooms beds
  numberOfBathroomsTotal bathrooms baths
  worksFor affiliation employer
  givenName firstName forename
  familyName lastName surname
  birthDate dateOfBirth born bday
  legalName registeredName
  vatID vatId vatNumber ustId
  taxID taxId taxNumber
  foundingDate founded foundedAt established
  numberOfEmployees employees employeeCount
  softwareVersion version
  operatingSystem os platform
  license licence licenseUrl
  caption imageCaption
  breadcrumb breadcrumbs breadcrumb.itemListElement
  itemListElement items results entries list elements
  question questions mainEntity faq faqs
  answer acceptedAnswer acceptedAnswer.text suggestedAnswer
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

/** Names that everything on a page has: the one of another thing must not be taken for the one that is missing. */
const GENERIC = new Set(
  `name title headline label description summary url link href image images photo id type text value content body date
  email telephone phone author status start end length size version position role host site location items sameAs logo
  ratingValue rating datePublished dateCreated publisher review reviews`
    .split(/\s+/)
    .map(foldName),
)

/** A name as a path of folded names. */
export type NamePath = readonly [string, ...string[]]

const related = new Map<string, NamePath[]>()
for (const group of GROUPS) {
  const paths = group.map((name): NamePath => {
    const [first = '', ...others] = name.split('.').map(foldName)
    return [first, ...others]
  })
  for (const name of group) {
    if (name.includes('.')) continue
    const folded = foldName(name)
    const known = related.get(folded) ?? []
    related.set(folded, [...known, ...paths.filter((path) => path.length > 1 || path[0] !== folded)])
  }
}

/** Other names for a field, best first; empty for a name that no group has. */
export function relatedNames(folded: string): readonly NamePath[] {
  return related.get(folded) ?? []
}

/** Whether the name means something else in each thing that has it, such as `name` or `url`. */
export function isGeneric(folded: string): boolean {
  return GENERIC.has(folded)
}
