// One picture has one name in all its sizes; different pictures have different ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureName } from './picture-name.ts'

const SAME: readonly [name: string, ...addresses: string[]][] = [
  [
    'old-crane',
    'https://a.test/up/Old-Crane.jpg',
    '/up/old-crane-1024x683.webp?v=2',
    '//b.test/old-crane@2x.png',
  ],
  [
    'old-crane',
    'https://a.test/old-crane-scaled-640x480.jpg',
    'old-crane_800w.jpg',
    'Old%2Dcrane_grande.jpg',
  ],
  [
    'old-crane',
    '/_next/image?url=%2Fup%2Fold-crane.jpg&w=640',
    'https://a.test/fit/640x/https://b.test/old-crane.jpg',
  ],
  ['berth-7/main', 'https://a.test/berth-7/main.jpg', '/x/berth-7/main-300x300.jpg'],
]
for (const [name, ...addresses] of SAME)
  for (const address of addresses)
    test(`${address} is ${name}`, () => {
      assert.equal(pictureName(address), name)
    })

test('numbers tell the pictures of a folder apart', () => {
  assert.notEqual(pictureName('https://a.test/berth/1.jpg'), pictureName('https://a.test/berth/2.jpg'))
})

test('an address without a file has no name', () => {
  for (const address of ['https://a.test/', 'http://[', 'x'.repeat(5_000), '/7.jpg'])
    assert.equal(pictureName(address), null)
})

test('escapes that are none are read as they stand', () => {
  assert.equal(pictureName('https://a.test/crane%zz-north.jpg'), 'crane%zz-north')
})
