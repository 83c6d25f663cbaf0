import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from './published-date.ts'

test('a day is read in the languages of its months, in any order that says which part is what', () => {
  for (const [text, day] of [
    ['Published: 2024-03-09 10:15', '2024-03-09'],
    ['By Ann Lee • March 9th, 2024', '2024-03-09'],
    ['Sept. 9 2021', '2021-09-09'],
    ['9 août 2023', '2023-08-09'],
    ['1er févr. 2020', '2020-02-01'],
    ['9. März 2022', '2022-03-09'],
    ['9 de dezembro de 2019', '2019-12-09'],
    ['Опубликовано 9 мая 2018', '2018-05-09'],
    ['9 października 2017', '2017-10-09'],
    ['09.03.2024', '2024-03-09'],
  ] as const)
    assert.equal(dayIn(text), day, text)
})

test('no day is read where one is in doubt, or is none', () => {
  for (const text of [
    'Room 12 of 2024 seats',
    'anyMarch 9, 20245',
    '31 February 2024',
    'March 2024',
    '09/03/2024',
    '9 martians 1850',
  ])
    assert.equal(dayIn(text), null, text)
})
