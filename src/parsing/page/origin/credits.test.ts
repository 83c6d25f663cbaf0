import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditsIn, isOnlyNames } from './credits.ts'

test('the author of a line is who is credited with its text, in the languages of most of the web', () => {
  for (const [line, names] of [
    ['By Ada Lovelace | 4 May 2026', 'Ada Lovelace'],
    ['By\tAda Lovelace\tand\tBen Kern\t· Published 4 May', 'Ada Lovelace, Ben Kern'],
    ['By Ada Lovelace, Ben Kern and Cy Young', 'Ada Lovelace, Ben Kern, Cy Young'],
    ['By Ada Lovelace, Example Town', 'Ada Lovelace'],
    ['By ADA LOVELACE, Example Wire', 'Ada Lovelace'],
    ['Posted on 4 May 2026 by Ada Lovelace', 'Ada Lovelace'],
    ['By Ada Lovelace in London', 'Ada Lovelace'],
    ['by\tAda\t· 4 May', 'Ada'],
    ['Von Katrin Möller\tFoto: Jens Ahrend', 'Katrin Möller'],
    ['Foto: Jens Ahrend, Text: Katrin Möller', 'Katrin Möller'],
    ['Text und Fotos: Ute Kern', 'Ute Kern'],
    ['Par Élodie Garnier-Roux (avec AFP)', 'Élodie Garnier-Roux'],
    ['Texto:\tLucía Barrios\t/ Fotografías: Andoni Etxarri', 'Lucía Barrios'],
    ['Pubblicato il 8 novembre 2025 da Rosa Neri', 'Rosa Neri'],
    ['Tekst: Jan van der Berg • leestijd 3 min', 'Jan van der Berg'],
    ['Af Mette Krog og Jonas Lund', 'Mette Krog, Jonas Lund'],
    ['Autor: Raluca Dobre | Sursa: Agerpress', 'Raluca Dobre'],
    ['Автор: Светлана Гурьева. Редактор: Иван Петров', 'Светлана Гурьева'],
    ['Κείμενο: Δέσποινα Καλέργη και Μανώλης Βιτσαράς', 'Δέσποινα Καλέργη, Μανώλης Βιτσαράς'],
    ['Haber: Nilgün Aksoy\tKaynak: DHA', 'Nilgün Aksoy'],
    ['Ratna Pertiwi,\tPenulis', 'Ratna Pertiwi'],
    ['מאת נועה ברקאי | צילום: איתי שגב', 'נועה ברקאי'],
    ['كتبت: هدى المنصوري', 'هدى المنصوري'],
    ['记者：周晓岚 通讯员：陈立', '周晓岚'],
    ['文／佐藤健', '佐藤健'],
    ['윤서진 기자 sjyoon@news.example', '윤서진'],
  ] as const)
    assert.equal(creditsIn(line).join(', '), names, line)
})

test('nobody is credited by pictures, translations, editors, agencies, places and sentences', () => {
  for (const line of [
    'Foto: Ben Kern',
    'Photo by Ben Kern',
    'Photograph: Dale Orwin',
    'Bayu Saputro,\tEditor',
    'Traduit de l’anglais par Julien Caradec',
    'Illustration: Mina Sato',
    'Edited by Walter Gold',
    'by the editors',
    'By AFP',
    'By 4 May 2026',
    'By bus and train',
    'Von der Redaktion',
    'Par exemple',
    'Di solito si semina in autunno',
    'Por la mañana llovió',
    'Source: Reuters',
    'Quelle: Deutsche Presse',
    '来源：江海日报',
    '责任编辑：刘敏',
    'Editor: Jane Roe',
    'Text size: Large Small',
    'Stand by me',
    'Written in Python',
  ])
    assert.deepEqual(creditsIn(line), [], line)
  for (const text of ['Contact us', 'Ada Lovelace writes here', 'London', 'Top Ten Lists', '2026'])
    assert.equal(isOnlyNames(text), false, text)
  assert.equal(isOnlyNames('Ada Lovelace'), true)
})
