// Which names mean the same: the fields that callers ask for, and what schema.org, Open Graph and shops call them.

/** Letters that are no others with a mark: a name in ASCII writes them so. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** `date_published`, `datePublished` and `Date published:` alike; `Förändring` is `forandring`. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/[ßæøœłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
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
  return key
    .replace(BIBLIOGRAPHIC, '')
    .replace(/^(?:(?:og|twitter|article|product|books?|profile|video|music|schema|foaf):|@)/i, '')
}

/** Highwire Press, Dublin Core, PRISM, EPrints and bepress: statements of a page about the work that it is about. */
const BIBLIOGRAPHIC = /^(?:dc|dcterms|dcmi|prism|eprints|(?:bepress_)?citation)[._:]/i

/** Whether a key is of one of these vocabularies. */
export function isBibliographic(key: string): boolean {
  return BIBLIOGRAPHIC.test(key)
}

/**
 * Groups of names with one meaning, schema.org's own first; a path leads into the parts of a thing. The groups hold
 * what the vocabularies themselves define as equal or as parts, and the words that programmers use for them.
 */
const GROUPS: readonly (readonly string[])[] = `
  name title headline productName itemName
  description summary abstract shortDescription excerpt subtitle teaser synopsis lead standfirst
  articleBody body content text reviewBody contentHtml fullText message
  url link permalink canonicalUrl canonical pageUrl href webUrl offers.url
  image images imageUrl imageUrls photo photos photoUrl picture pictures thumbnailUrl thumbnail primaryImageOfPage imageSrc featuredImage featured heroImage cover coverImage coverUrl poster posterUrl avatar
  author authors byline creator writer writtenBy authorName postedBy askedBy submittedBy createdBy reviewer reviewerName
  publisher publisherName siteName site isPartOf sourceOrganization
  datePublished publishedAt published publishDate publicationDate publishedDate publishedTime publishedOn pubDate postedAt datePosted postedDate postedOn askedAt uploadDate uploadedAt uploadedOn uploaded addedAt dateAdded dateCreated createdAt created releaseDate releasedAt released firstPublishedAt issued dateIssued onlineDate date
  dateModified modifiedAt modified updatedAt updated updatedOn dateUpdated lastUpdated modifiedTime updatedTime updateDate lastModified lastUpdate lastBuildDate revised
  price offers.price offers.priceSpecification.price offers.lowPrice priceAmount amount salePrice currentPrice priceValue lowPrice priceRange.min
  priceCurrency currency currencyCode offers.priceCurrency offers.priceSpecification.priceCurrency price.currency salaryCurrency baseSalary.currency
  lowPrice minPrice priceFrom priceMin offers.lowPrice
  highPrice maxPrice priceTo priceMax offers.highPrice
  availability offers.availability inStock stock stockStatus isAvailable available availabilityStatus
  itemCondition condition offers.itemCondition
  priceValidUntil offers.priceValidUntil
  seller offers.seller vendor merchant soldBy store shop dealer
  offers offer variants prices
  sku productId productID articleNumber itemNumber offers.sku retailerItemId identifier.value identifier
  gtin gtin13 gtin8 gtin12 gtin14 ean ean13 upc barcode isbn
  mpn manufacturerPartNumber modelNumber partNumber
  isbn isbn13 isbn10
  brand brandName manufacturer make
  model modelName
  color colour
  category categories articleSection section productCategory genre genres recipeCategory applicationCategory topic
  keywords tags tag newsKeywords topics labels subject
  inLanguage language lang locale contentLanguage
  ratingValue rating aggregateRating.ratingValue averageRating ratingAverage stars score reviewRating.ratingValue starRating.ratingValue starRating
  ratingCount aggregateRating.ratingCount aggregateRating.reviewCount numberOfRatings ratingsCount votes numRatings
  reviewCount aggregateRating.reviewCount aggregateRating.ratingCount numberOfReviews reviewsCount numReviews totalReviews commentCount
  bestRating aggregateRating.bestRating maxRating reviewRating.bestRating
  review reviews customerReviews
  comment comments replies
  commentCount replyCount answerCount numberOfComments numberOfReplies
  upvoteCount upvotes likes likeCount score votes
  downvoteCount downvotes dislikes
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
  dayOfWeek day weekday days
  priceRange priceLevel
  logo logoUrl publisher.logo
  sameAs socials socialLinks socialProfiles profiles
  startDate startsAt start startTime eventDate begin dtstart startDateTime hasCourseInstance.startDate
  endDate endsAt end endTime dtend endDateTime hasCourseInstance.endDate
  doorTime doorsAt doors doorsOpen
  location venue place jobLocation locationName
  organizer organiser host
  performer performers artists artist byArtist lineup
  eventStatus status
  eventAttendanceMode attendanceMode
  hiringOrganization company employer companyName organization organisation
  title jobTitle position role
  employmentType jobType contractType
  jobLocationType remote isRemote workplaceType
  baseSalary salary baseSalary.value baseSalary.value.value pay compensation estimatedSalary
  salaryMin minSalary baseSalary.value.minValue baseSalary.minValue
  salaryMax maxSalary baseSalary.value.maxValue baseSalary.maxValue
  salaryUnit salaryPeriod baseSalary.value.unitText baseSalary.unitText
  validThrough expiresAt applicationDeadline deadline closingDate closesAt expires
  experienceRequirements experience
  recipeIngredient ingredients ingredient
  recipeInstructions instructions steps directions method preparation step
  recipeYield servings yield serves portions
  totalTime duration readyIn timeRequired runtime length readingTime
  prepTime preparationTime
  cookTime cookingTime performTime
  recipeCuisine cuisine servesCuisine
  calories nutrition.calories kcal
  director directors directedBy
  actor actors cast starring
  workPresented film movie
  contentUrl videoUrl mediaUrl embedUrl src downloadUrl fileUrl
  audio audioFile associatedMedia enclosure
  encodingFormat fileFormat format mimeType contentType bookFormat
  contentSize fileSize size
  distribution downloads files resources attachments
  partOfSeries series show podcast partOfTVSeries
  seasonNumber season partOfSeason.seasonNumber
  episodeNumber episodeNo
  numberOfPages pages pageCount
  bookEdition edition
  journalTitle journal publicationName periodicalTitle
  volume volumeNumber
  issue issueNumber
  firstPage startPage startingPage pageStart
  lastPage endPage endingPage pageEnd
  institution dissertationInstitution technicalReportInstitution
  floorSize area livingArea size floorArea
  numberOfRooms rooms roomCount
  numberOfBedrooms bedrooms beds
  numberOfBathroomsTotal bathrooms baths
  mileageFromOdometer mileage odometer
  vehicleIdentificationNumber vin
  fuelType fuel
  vehicleTransmission transmission gearbox
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
  license licence licenseUrl rights
  isAccessibleForFree isFree free
  caption imageCaption
  breadcrumb breadcrumbs breadcrumb.itemListElement
  itemListElement items results entries list elements
  hasMenuSection menuSections sections hasMenu.hasMenuSection menu.hasMenuSection
  hasMenuItem menuItems dishes items
  hasPart parts chapters
  question questions mainEntity faq faqs
  answer acceptedAnswer acceptedAnswer.text suggestedAnswer
  suggestedAnswer otherAnswers answers
  courseMode mode hasCourseInstance.courseMode deliveryMode
  instructor teacher hasCourseInstance.instructor
  numberOfItems total totalItems totalCount totalResults itemCount resultCount
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

/**
 * Names that a caller gives to what vocabularies hold in a wider field, which does not mean the narrower thing
 * elsewhere: an author may be the developer, a developer is not asked for as the author.
 */
const ASKED: readonly (readonly string[])[] = `
  developer: author creator publisher
  maker: manufacturer brand
  uploader: author creator
  episode: episodeNumber
  channel: author
  contactEmail: contactPoint.email creator.contactPoint.email publisher.contactPoint.email creator.email publisher.email
  contactPhone supportPhone: contactPoint.telephone telephone
  bookingUrl ticketUrl ticketsUrl buyUrl: offers.url url
  profileUrl detailUrl detailsUrl productUrl articleUrl eventUrl jobUrl website websiteUrl homepage: url
  audioUrl: associatedMedia.contentUrl audio.contentUrl audio.url enclosure.url contentUrl audio
  pdf pdfLink: pdfUrl
  soldOut isSoldOut outOfStock: availability offers.availability
  year: vehicleModelDate modelDate productionDate
  year publicationYear yearPublished publishedYear publishYear releaseYear: datePublished publicationDate publishDate published date dateCreated copyrightYear issued
  foundingYear foundedYear yearFounded: foundingDate
  birthYear: birthDate
  modelYear: vehicleModelDate modelDate productionDate
  topic subject: headline
  otherAnswers: suggestedAnswer
  institution university school: dissertationInstitution
  organiser host: organizer
  host: partOfSeries.author author
  city: jobLocation.address.addressLocality
  provider: provider hasCourseInstance.provider
  id jobId reference referenceNumber externalId: identifier.value identifier
  amenities facilities: amenityFeature
  features: featureList amenityFeature additionalProperty
  menu menuUrl: hasMenu
  protein: nutrition.proteinContent
  fat: nutrition.fatContent
  carbs carbohydrates: nutrition.carbohydrateContent
  sugar: nutrition.sugarContent
  fiber: nutrition.fiberContent
  rank ranking: position
  breadcrumbs breadcrumb: itemListElement
  studio: productionCompany
  label: recordLabel name
  name title: label
  contentRating ageRating: contentRating typicalAgeRange
  fileSize size: contentSize fileSize
  related relatedArticles relatedPosts relatedProducts similar: related isRelatedTo isSimilarTo relatedLink
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
const add = (name: string, paths: readonly NamePath[]): void => {
  const folded = foldName(name)
  const known = related.get(folded) ?? []
  const isNew = (path: NamePath): boolean =>
    (path.length > 1 || path[0] !== folded) && !known.some((each) => each.join('.') === path.join('.'))
  related.set(folded, [...known, ...paths.filter(isNew)])
}
const pathOf = (name: string): NamePath => {
  const [first = '', ...others] = name.split('.').map(foldName)
  return [first, ...others]
}
for (const group of GROUPS) {
  const paths = group.map(pathOf)
  for (const name of group) if (!name.includes('.')) add(name, paths)
}
for (const line of ASKED) {
  const end = line.findIndex((word) => word.endsWith(':'))
  for (const name of line.slice(0, end + 1)) add(name, line.slice(end + 1).map(pathOf))
}

/** Other names for a field, best first; empty for a name that no group has. */
export function relatedNames(folded: string): readonly NamePath[] {
  return related.get(folded) ?? []
}

/** Whether the name means something else in each thing that has it, such as `name` or `url`. */
export function isGeneric(folded: string): boolean {
  return GENERIC.has(folded)
}
