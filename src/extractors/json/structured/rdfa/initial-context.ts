// The names that RDFa knows without a declaration: prefixes and terms (the initial context of RDFa Core 1.1, and of
// ogp.me).

/** What stands before the names of schema.org, however a page writes it. */
export const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org\//i
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
/** The predicate between a thing and its type. */
export const RDF_TYPE = `${RDF}type`
/** The type of a value that is XML. */
export const XML_LITERAL = `${RDF}XMLLiteral`
/** The type of a value that is HTML. */
export const HTML_LITERAL = `${RDF}HTML`
export const XHTML_VOCABULARY = 'http://www.w3.org/1999/xhtml/vocab#'
/** The statement that a page makes of each vocabulary it uses. */
export const USES_VOCABULARY = 'http://www.w3.org/ns/rdfa#usesVocabulary'

/** The prefixes of the initial context that pages use, and those of Open Graph, which many pages never declare. */
export const INITIAL_PREFIXES: ReadonlyMap<string, string> = new Map(
  `
as https://www.w3.org/ns/activitystreams#
cc http://creativecommons.org/ns#
ctag http://commontag.org/ns#
dc http://purl.org/dc/terms/
dc11 http://purl.org/dc/elements/1.1/
dcat http://www.w3.org/ns/dcat#
dcterms http://purl.org/dc/terms/
foaf http://xmlns.com/foaf/0.1/
gr http://purl.org/goodrelations/v1#
ical http://www.w3.org/2002/12/cal/icaltzd#
og http://ogp.me/ns#
org http://www.w3.org/ns/org#
owl http://www.w3.org/2002/07/owl#
prov http://www.w3.org/ns/prov#
qb http://purl.org/linked-data/cube#
rdf ${RDF}
rdfa http://www.w3.org/ns/rdfa#
rdfs http://www.w3.org/2000/01/rdf-schema#
rev http://purl.org/stuff/rev#
schema http://schema.org/
sioc http://rdfs.org/sioc/ns#
skos http://www.w3.org/2004/02/skos/core#
skosxl http://www.w3.org/2008/05/skos-xl#
v http://rdf.data-vocabulary.org/#
vcard http://www.w3.org/2006/vcard/ns#
void http://rdfs.org/ns/void#
wdr http://www.w3.org/2007/05/powder#
xhv ${XHTML_VOCABULARY}
xml http://www.w3.org/XML/1998/namespace
xsd http://www.w3.org/2001/XMLSchema#
twitter https://dev.twitter.com/cards#
fb http://ogp.me/ns/fb#
music http://ogp.me/ns/music#
video http://ogp.me/ns/video#
article http://ogp.me/ns/article#
book http://ogp.me/ns/book#
profile http://ogp.me/ns/profile#`
    .trim()
    .split('\n')
    .map((line): [string, string] => {
      const [prefix = '', address = ''] = line.split(' ', 2)
      return [prefix, address]
    }),
)

/** Words with a meaning without a vocabulary. */
export const INITIAL_TERMS: ReadonlySet<string> = new Set(['describedby', 'license', 'role'])

/** Link types that a page in RDFa 1.0 may use without a prefix (RDFa in XHTML, 9.3). */
export const LINK_TYPES_OF_10: ReadonlySet<string> = new Set(
  (
    'alternate appendix bookmark cite chapter contents copyright first glossary help icon index last license meta next ' +
    'p3pv1 prev role section stylesheet subsection start top up'
  ).split(' '),
)
