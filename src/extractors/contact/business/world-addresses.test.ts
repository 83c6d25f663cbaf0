import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readContacts } from '#extractors/contact/evidence/read-contacts.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'

const of = (html: string, country: string) =>
  readContacts(parseHtml(html), { url: 'https://firm.org/', siteDomain: null, country })
const addressesIn = (html: string, country: string): string[] =>
  of(html, country).addresses.map(({ value: { postalCode, city } }) => `${postalCode} | ${city}`)

test('addresses as the post of each country writes them', () => {
  for (const [country = '', html = '', found = ''] of [
    ['JP', '<p>〒604-8571 京都府京都市中京区寺町通御池上る488</p>', '604-8571 | 京都府京都市中京区'],
    ['TW', '<p>地址:40341台中市西區民權路99號</p>', '40341 | 台中市西區'],
    ['KR', '<p>(우) 04524 서울특별시 중구 세종대로 110</p>', '04524 | 서울특별시 중구'],
    [
      'TH',
      '<p>ที่อยู่ 12/3 ถนนนิมมาน ตำบลสุเทพ อำเภอเมือง จังหวัดเชียงใหม่ 50200</p>',
      '50200 | อำเภอเมือง จังหวัดเชียงใหม่',
    ],
    ['TH', '<p>99 Moo 5, Tambon Rawai, Phuket 83130, Thailand</p>', '83130 | Phuket'],
    ['TR', '<p>Cumhuriyet Mah. Gazi Cad. No: 12/A Kat: 3, 35210 Konak / İzmir</p>', '35210 | Konak / İzmir'],
    [
      'BR',
      '<p>Rua Augusta, 1500 – Consolação, São Paulo – SP, CEP 01304-001</p>',
      '01304-001 | São Paulo – SP',
    ],
    ['MX', '<p>Calle Hidalgo No. 45, Centro, C.P. 76000, Querétaro, Qro.</p>', '76000 | Querétaro, Qro'],
    ['AE', '<p>Office 305, Al Saqr Tower, Sheikh Zayed Road, Dubai, P.O. Box 11222</p>', '11222 | Dubai'],
    ['IN', '<p>14-B, Park Street,</p><p>Kolkata - 700 016</p>', '700 016 | Kolkata'],
    ['ZA', '<p>27 Church Street, Paarl, 7646</p>', '7646 | Paarl'],
    ['IE', '<p>Rose Cottage, Main Street, Dingle, Co. Kerry, V92 X9Y8</p>', 'V92 X9Y8 | Dingle, Co. Kerry'],
    ['US', '<p>88 Palm Avenue</p><p>Naples, Florida 34102</p>', '34102 | Naples'],
    ['CA', '<p>12 Bay Street, Halifax, Nova Scotia B3H 1A1</p>', 'B3H 1A1 | Halifax'],
    ['AU', '<p>3/18 Smith Street, Fitzroy Vic 3065</p>', '3065 | Fitzroy'],
    ['GB', '<p>3 Stocks Hill, Derby DE1 1AA</p>', 'DE1 1AA | Derby'],
  ])
    assert.deepEqual(addressesIn(html, country), [found], html)
})

test('what has such codes or places and is no address', () => {
  for (const [country = '', html = ''] of [
    ['JP', '<p>電話 045-123-4567 横浜市中区</p>'],
    ['JP', '<p>商品番号 123-4567 の在庫</p>'],
    ['TW', '<p>統一編號 24536806 號碼 110</p>'],
    ['KR', '<p>서울 지하철 2호선 20241 번 버스</p>'],
    ['TH', '<p>สินค้า 12 รายการ ราคา 12345 บาท</p>'],
    ['TR', '<p>Sipariş No: 12345 35210 adet ürün</p>'],
    ['TR', '<p>Fatura No: 1234, 35210 TL tutarındadır</p>'],
    ['BR', '<p>Pedido 12345-678, entregue em São Paulo</p>'],
    ['BR', '<p>Rua calma, sem saída, perto do parque</p>'],
    ['MX', '<p>Folio 12345, Centro, 76000 visitas</p>'],
    ['AE', '<p>We look after 88 towers in Dubai, Abu Dhabi and Al Ain.</p>'],
    ['AE', '<p>Shop online, delivery in Dubai</p>'],
    ['IN', '<p>Bookings grew to 411 026 last year in Pune - 411 026 visitors</p>'],
    ['IN', '<p>Order 700016 shipped</p>'],
    ['ZA', '<p>12 rooms, opened in Paarl, March, 2019</p>'],
    ['ZA', '<p>Winner of the Cape Award, 2021</p>'],
    ['IE', '<p>Model V92 X9Y8 in stock</p>'],
    ['US', '<p>Visit Florida 32320 times</p>'],
    ['AU', '<p>Founded in Victoria 1998</p>'],
    ['DE', '<p>〒 und 12 Rosen, 1500 Stück</p>'],
  ])
    assert.deepEqual(addressesIn(html, country), [], html)
})

test('numbers of companies of more countries, also below their word', () => {
  for (const [html = '', id = '', wrong = ''] of [
    ['<p>統一編號:04595257</p>', '04595257', '<p>統一編號:04595258</p>'],
    ['<p>HST No. 12302 6635 RT0001</p>', '123026635RT0001', '<p>HST No. 12302 6636 RT0001</p>'],
    ['<p>VAT No. 980 7806 84</p>', 'GB980780684', '<p>VAT No. 980 7806 85</p>'],
    [
      '<table><tr><td>法人番号</td><td>5835678256246</td></tr></table>',
      '5835678256246',
      '<p>法人番号</p><p>5835678256247</p>',
    ],
    ['<p>登録番号 T5835678256246</p>', 'T5835678256246', '<p>登録番号 T5835678256247</p>'],
    ['<p>TRN 100 1234 5678 0003</p>', '100123456780003', '<p>TRN 200 1234 5678 0003</p>'],
    ['<p>MERSİS No: 0123-4567-8901-2345</p>', '0123456789012345', '<p>MERSİS No: 1123-4567-8901-2345</p>'],
    ['<p>Reg. No. 2011/123456/07</p>', '2011/123456/07', '<p>Case 2011/123456/07</p>'],
    ['<p>PAN: AAACR5055K</p>', 'AAACR5055K', '<p>PAN: ABCPR5055K</p>'],
    ['<p>zapsaná v rejstříku, oddíl C, vložka 4321</p>', 'C 4321', '<p>oddíl hraček, vložka 4321</p>'],
    ['<p>orgnr 556188–8404</p>', '5561888404', '<p>orgnr 556188–8405</p>'],
  ]) {
    assert.deepEqual(
      of(html, 'DE').companyIds.map(({ value }) => value.value),
      [id],
      html,
    )
    assert.deepEqual(of(wrong, 'DE').companyIds, [], wrong)
  }
})
