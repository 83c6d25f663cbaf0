// The web of the learning experiment: four languages, twelve templates with contacts, 300 without.
export const WEB = {
  seed: 'lab',
  languages: ['de', 'en', 'fr', 'es'],
  templates: 3,
  junk: 300,
  links: 10,
} as const
