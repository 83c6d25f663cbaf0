import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roleAfter, roleBefore } from './date-words.ts'
import { daysIn, plainDateText } from './find-days.ts'

const read = (text: string, language: string | null, dayFirst: boolean | null = null): string =>
  daysIn(plainDateText(text), { language, dayFirst })
    .map(({ day }) => day)
    .join(' ')

test('a day is found in the months, numerals, eras and orders of the language of the page', () => {
  for (const [language, text, days] of [
    ['en', 'May 4th, 2026', '2026-05-04'],
    ['de', 'Dienstag, 5. März 2024, 14:30 Uhr', '2024-03-05'],
    ['de-AT', 'am 7. Jänner 2025', '2025-01-07'],
    ['fr', 'le 1er févr. 2026', '2026-02-01'],
    ['es', '18 de marzo de 2026', '2026-03-18'],
    ['ca', '3 d’abril de 2025', '2025-04-03'],
    ['pt', '2 de dezembro de 2025', '2025-12-02'],
    ['it', '12 settembre 2025', '2025-09-12'],
    ['nl', '9 mrt. 2025', '2025-03-09'],
    ['sv', 'den 30 oktober 2024', '2024-10-30'],
    ['da', 'd. 7. maj 2026, kl. 12.10', '2026-05-07'],
    ['fi', '6. toukokuuta 2025', '2025-05-06'],
    ['pl', '3 października 2025 r.', '2025-10-03'],
    ['cs', '8. července 2025', '2025-07-08'],
    ['hr', '4. listopada 2025.', '2025-10-04'],
    ['hu', '2026. március 11.', '2026-03-11'],
    ['lt', '2025 m. kovo 11 d.', '2025-03-11'],
    ['lv', '2025. gada 11. maijs', '2025-05-11'],
    ['tr', '10 Mart 2026, Salı', '2026-03-10'],
    ['ru', '12 мая 2026 г.', '2026-05-12'],
    ['uk', '24 лютого 2026', '2026-02-24'],
    ['el', '22 Μαρτίου 2026', '2026-03-22'],
    ['vi', 'ngày 5 tháng 5 năm 2026', '2026-05-05'],
    ['id', '17 Agustus 2025', '2025-08-17'],
    ['he', '5 במאי 2026', '2026-05-05'],
    ['ar', '١٣ مايو ٢٠٢٦', '2026-05-13'],
    ['ar', '٧ أيار ٢٠٢٥', '2025-05-07'],
    ['hi', '५ मई २०२६', '2026-05-05'],
    ['th', '5 กุมภาพันธ์ 2569', '2026-02-05'],
    ['th', '๕ มี.ค. ๒๕๖๘', '2025-03-05'],
    ['ja', '令和8年5月20日（水）', '2026-05-20'],
    ['ja', '平成31年4月1日', '2019-04-01'],
    ['ja', '令和元年１０月１日', '2019-10-01'],
    ['ja', 'R8.5.20', '2026-05-20'],
    ['zh-Hant-TW', '115年4月22日', '2026-04-22'],
    ['zh-TW', '民國114年12月1日', '2025-12-01'],
    ['zh-TW', '114-12-01', '2025-12-01'],
    ['zh', '2026年03月27日 08:41', '2026-03-27'],
    ['ko', '2026. 5. 7. 10:22', '2026-05-07'],
    ['ko', '2026년 5월 7일', '2026-05-07'],
    // The language of the template is not that of the text.
    ['en', '22 Μαρτίου 2026', '2026-03-22'],
    [null, '3 września 2025', '2025-09-03'],
  ] as const)
    assert.equal(read(text, language), days, `${language}: ${text}`)
})

test('which number is the day is asked of the page, and where it does not say the day is unknown', () => {
  assert.equal(read('03/04/2026', 'en', true), '2026-04-03')
  assert.equal(read('03/04/2026', 'en', false), '2026-03-04')
  assert.equal(read('03/04/2026', 'en', null), '')
  assert.equal(read('25/12/2025', 'en', null), '2025-12-25')
  assert.equal(read('12/25/2025', 'en', true), '2025-12-25')
  assert.equal(read('09.03.2024', 'en', null), '2024-03-09')
})

test('no day is found where one is in doubt, or is none', () => {
  for (const text of [
    'Room 12 of 2024 seats',
    '31 February 2024',
    'March 2024',
    '9 martians 1950',
    'version 2024.1.2.3',
    '192.168.2024.1',
    'tel. 030/12/2024/77',
    '1-800-2024-05',
    '3 for 2, 2025 prices',
    'Psalm 23 4 2021',
    '5 listopads 2024',
    '12:30 May 2024',
    '2024/25',
    'ISO 8601-2019',
    '4 May 1899',
    '4 May 2999',
    '114-12-01',
    '13/13/2024',
    'May 32, 2024',
    '2569年',
  ])
    assert.equal(read(text, 'en'), '', text)
})

test('the word nearest to a date says what it is', () => {
  for (const [text, role] of [
    ['Published on ', 'published'],
    ['Veröffentlicht: ', 'published'],
    ['Stand: ', 'updated'],
    ['standard ', null],
    ['Zuletzt geändert am ', 'updated'],
    ['Mis à jour le ', 'updated'],
    ['Publié le 4 mai, mis à jour le ', 'updated'],
    ['Дата публикации: ', 'published'],
    ['Обновлено ', 'updated'],
    ['最終更新日：', 'updated'],
    ['掲載日:', 'published'],
    ['발행일 ', 'published'],
    ['آخر تحديث: ', 'updated'],
    ['Son güncelleme: ', 'updated'],
    ['Application deadline: ', 'other'],
    ['Copyright © ', 'other'],
    ['© Museo. Scheda aggiornata il ', 'updated'],
    ['Joined: ', 'other'],
    ['今天是', 'other'],
    ['By Ada Lovelace, ', null],
  ] as const)
    assert.equal(roleBefore(text), role, text)
  assert.equal(roleAfter('に更新'), 'updated')
  assert.equal(roleAfter('tarihinde yayınlandı, güncellendi'), 'published')
})

test('the time of a long line grows with its length only', () => {
  for (const part of ['4 May ', '2026-', '1/2/', '令和', '5. maja '])
    assert.deepEqual(daysIn(plainDateText(part.repeat(20_000)), { language: 'en', dayFirst: null }), [])
})
