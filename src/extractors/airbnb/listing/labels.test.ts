// The short texts of a listing in the languages of the site.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicies } from './policies.ts'
import { readRatingLabel } from './rating.ts'
import { readRooms } from './rooms.ts'

test('rooms, beds and bathrooms in many languages', () => {
  for (const [line, guests, bedrooms, beds, baths] of [
    ['4 guests · 2 bedrooms · 3 beds · 1.5 baths', 4, 2, 3, 1.5],
    ['16+ guests · Studio · 1 bed · Half-bath', 16, 0, 1, 0.5],
    ['4 Gäste · 2 Schlafzimmer · 3 Betten · 1 Badezimmer', 4, 2, 3, 1],
    ['4 voyageurs · 2 chambres · 3 lits · 1,5 salle de bain', 4, 2, 3, 1.5],
    ['4 huéspedes · 2 dormitorios · 3 camas · 1,5 baños', 4, 2, 3, 1.5],
    ['4 ospiti · 2 camere da letto · 3 letti · 2 bagni', 4, 2, 3, 2],
    ['4 hóspedes · 2 quartos · 3 camas · 1 banheiro', 4, 2, 3, 1],
    ['4 gasten · 2 slaapkamers · 3 bedden · 1 badkamer', 4, 2, 3, 1],
    ['4 gäster · 2 sovrum · 3 sängar · 1 badrum', 4, 2, 3, 1],
    ['4 gości · 2 sypialnie · 3 łóżka · 1 łazienka', 4, 2, 3, 1],
    ['4 гостя · 2 спальни · 3 кровати · 1 ванная', 4, 2, 3, 1],
    ['4 misafir · 2 yatak odası · 3 yatak · 1 banyo', 4, 2, 3, 1],
    ['ゲスト4人 · 寝室2室 · ベッド3台 · バスルーム1室', 4, 2, 3, 1],
    ['게스트 4명 · 침실 2개 · 침대 3개 · 욕실 1개', 4, 2, 3, 1],
    ['4位房客 · 2间卧室 · 3张床 · 1间卫生间', 4, 2, 3, 1],
    // Words of no language that is known here, in the order of the site.
    ['4 aa · 2 bb · 3 cc · 1.5 dd', 4, 2, 3, 1.5],
    ['Dedicated workspace · Rental unit in Bedford · ★4.9', null, null, null, null],
  ] as const) {
    assert.deepEqual(readRooms([line]), { guests, bedrooms, beds, baths }, line)
  }
})

test('ratings in the words of a card', () => {
  for (const [text, overall, count] of [
    ['4.86 (245)', 4.86, 245],
    ['4,8 (1.204)', 4.8, 1204],
    ['5.0 out of 5 average rating,  7 reviews', 5, 7],
    ['평점 4.75점(5점 만점), 후기 24개', 4.75, 24],
    ['Note moyenne de 4,91 sur 5, 132 commentaires', 4.91, 132],
    ['4.9 out of 5 average rating', 4.9, null],
  ] as const) {
    assert.deepEqual(readRatingLabel(text), { overall, count }, text)
  }
  for (const text of ['New', 'New place to stay', '', '0 (0)', '2027'])
    assert.equal(readRatingLabel(text), null, text)
})

test('the times of a house, by its words and as clocks show them', () => {
  const timesOf = (...titles: string[]) => {
    const { checkInTime, checkOutTime } = readPolicies([{ houseRules: titles.map((title) => ({ title })) }])
    return [checkInTime, checkOutTime]
  }
  assert.deepEqual(timesOf('Check-in: 3:00\u202fPM - 12:00\u202fAM', 'Checkout before 10:00\u202fAM'), [
    '15:00',
    '10:00',
  ])
  assert.deepEqual(timesOf('Check-in nach 15:00 Uhr', 'Check-out vor 11:00 Uhr', 'Ruhezeit: 22:00 - 8:00'), [
    '15:00',
    '11:00',
  ])
  assert.deepEqual(timesOf('Arrivée après 16h', 'Départ avant 11h'), ['16:00', '11:00'])
  assert.deepEqual(timesOf('チェックイン可能時間：15:00以降', 'チェックアウト時間：10:00まで'), [
    '15:00',
    '10:00',
  ])
  assert.deepEqual(timesOf('8 guests maximum', 'Self check-in with lockbox'), [null, null])
})
