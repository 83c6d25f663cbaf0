// What is written in several ways in scripts without spaces, and what only looks like it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { characterPairs, holdsRun } from './character-pairs.ts'
import { scriptFold, withKatakanaMeant, withoutThaiTones, withPlainHan } from './script-variants.ts'

test('characters of Taiwan, Hong Kong and Japan become those of China, kana become large hiragana', () => {
  assert.equal(withPlainHan('臺灣麥當勞沢'), '台湾麦当劳泽')
  assert.equal(scriptFold('松ヶ丘ラーメン'), scriptFold('松ケ丘らーめん'))
  for (const text of ['cafe', 'кафе', '', 'ร้าน', '카페']) assert.equal(scriptFold(text), text)
  assert.equal(withoutThaiTones('โต้รุ่ง'), 'โตรุง')
})

test('what looks like katakana is katakana beside it, and itself elsewhere', () => {
  for (const [typed, meant] of [
    ['コンビ二', 'コンビニ'],
    ['スーパ一', 'スーパー'],
    ['力ラオケ', 'カラオケ'],
    ['夕クシー', 'タクシー'],
  ] as const)
    assert.equal(withKatakanaMeant(typed), meant)
  const plain =
    '二丁目 八百屋 工場 入口 力うどん 夕食 一番街 へび公園 りんご 八王子 十二社 口腔外科 東口 べっぷ 二子玉川 三八 卜部 人力車 一力 国道二号'
  for (const text of plain.split(' ')) assert.equal(withKatakanaMeant(text), text)
})

test('a run is held between words, not within one', () => {
  for (const [name, run] of [
    ['汐浜市立病院', '市立病院'],
    ['麺屋 潮', '麺屋潮'],
    ['イオンモール汐浜', 'イオン'],
    ['할매돼지국밥', '국밥'],
    ['臺大醫院', '台大医院'],
  ] as const)
    assert.equal(holdsRun(name, run), true, name)
  for (const [name, run] of [
    ['東京都庁', '京都'],
    ['マックスバリュ', 'マック'],
    ['ジャパン屋台村', 'パン屋'],
    ['青波', ''],
  ] as const)
    assert.equal(holdsRun(name, run), false, name)
  assert.deepEqual(characterPairs('麺屋 潮'), characterPairs('麺屋潮'))
  assert.deepEqual(characterPairs('hotel post'), [])
})
