import assert from 'node:assert/strict'
import { test } from 'node:test'
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
