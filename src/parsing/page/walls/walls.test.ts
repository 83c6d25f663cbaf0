import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { REAL_PAGES, realPages } from '#test/support/extract/real-pages.ts'
import { skipWithout } from '#test/support/shared-data.ts'
import { verdictOf, WALL_SETS } from '#test/support/walls/wall-sets.ts'

/** Seen, but as another kind of wall or not at all, and why. */
const KNOWN: Readonly<Record<string, string>> = {
  'human challenge': 'captcha: press and hold is both',
  'aws human verification': 'captcha: the title says so',
  woltlab: 'refusal: the board says that access is denied, not that a login would help',
  'button of a shop as served': 'challenge: a button and nothing to solve',
  'access to this page has been denied': 'captcha: the vendor gives its press and hold that title',
  'lost in space': 'page: a joke, and no word of what is missing',
  'cookies of a forum': 'page: the bar on a short page says the same',
  'cookie test of a script': 'empty: nothing but a script, which a browser passes',
  'friendly captcha, spanish': 'captcha: the vendor calls it one, and nothing is to be solved',
  'github pages without a site': 'soft 404: it says both',
  'maintenance italian':
    'page: not its title but a sentence says so, as those of people who maintain things do',
  'dutch maintenance': 'page: likewise',
  'lost property office': 'soft 404: two sentences say that something is not there',
  band: 'refusal: its name is that of one',
  poem: 'soft 404: its page is not found',
  'vpn blog': 'refusal: it says what those of a region do',
  parking: 'placeholder: its domain is parked',
  'members of a magazine': 'page: one sentence below an article is not enough',
}

for (const [written, set] of Object.entries(WALL_SETS)) {
  for (const [kind, walls] of Object.entries(set)) {
    test(`${kind}, ${written}: each is seen as what it is`, () => {
      assert.ok(walls.length > 3)
      const wrong = walls.flatMap(({ name, html }) => {
        const verdict = verdictOf(html, 'https://harbour.test/page')
        return (KNOWN[name]?.split(':')[0] ?? kind) === verdict ? [] : [`${name}: ${verdict}`]
      })
      assert.deepEqual(wrong, [])
    })
  }
}

/** One page of `wcxb` is the page of a bot check; another shows nothing but its consent box. */
const REAL_WALLS = new Map([
  ['0551', 'challenge'],
  ['4650', 'consent'],
])

test('real pages are pages', { skip: skipWithout(REAL_PAGES) }, () => {
  const inSample = (name: string): boolean =>
    (createHash('sha256').update(`walls ${name}`).digest()[0] ?? 0) < 32
  let seen = 0
  const wrong: string[] = []
  for (const { set, name, html, url } of realPages((_, page) => inSample(page) || REAL_WALLS.has(page))) {
    seen += 1
    const verdict = verdictOf(html, url)
    const expected = set === 'wcxb' ? (REAL_WALLS.get(name) ?? 'page') : 'page'
    // Teasers and empty pages are there; the bench lists them.
    if (verdict !== expected && verdict !== 'paywall' && verdict !== 'empty')
      wrong.push(`${set} ${name}: ${verdict}`)
  }
  assert.ok(seen > 100, `${seen} pages`)
  assert.deepEqual(wrong, [])
})
