// The keys of OpenStreetMap that make an element a place.

/** DESIGN.md section 7; the most specific first. */
export const PLACE_KEYS = ['amenity', 'shop', 'tourism', 'leisure', 'craft', 'office', 'healthcare'] as const
