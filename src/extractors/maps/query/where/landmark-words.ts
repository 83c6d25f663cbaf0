// Words for what people say that something is near to: by themselves they name no kind that many look for, or another one than is
// meant behind a word for where (`rynek`, `the waterfront`, `la central`).
import { searchFold } from '#kit/text/search-text.ts'
import { sharedStems } from './case-forms.ts'

/** Tags of landmarks (`key/value`), and the words for them by themselves, in many languages. */
const WORDS: readonly (readonly [tags: string, words: string])[] = [
  [
    'railway/station railway/halt',
    `station, train station, railway station, bahnhof, hauptbahnhof, gare, estación, estación de tren, estação, stazione, station, centraal station,
     dworzec, dworzec kolejowy, dworzec pkp, dworzec główny, stacja, stacja kolejowa, nádraží, vlakové nádraží, hlavní nádraží, stanica, železničná stanica,
     kolodvor, željeznički kolodvor, postaja, železniška postaja, železnička stanica, pályaudvar, vasútállomás, állomás, gară, gara,
     гара, вокзал, железнодорожный вокзал, ж д вокзал, жд вокзал, залізничний вокзал, станция, станція, железничка станица, вокзала,
     stationen, järnvägsstation, järnvägsstationen, tågstation, centralstation, centralstationen, banegård, banegården, stasjon, stasjonen, jernbanestasjon, togstasjon,
     rautatieasema, juna-asema, asema, raudteejaam, geležinkelio stotis, stotis, dzelzceļa stacija, stacija, σταθμός τρένου, σταθμός, σιδηροδρομικός σταθμός,
     istasyon, tren istasyonu, gar, محطة القطار, محطة, محطة القطارات, תחנת הרכבת, תחנת רכבת, ریلوے اسٹیشن, रेलवे स्टेशन, स्टेशन, stasiun, stasiun kereta, ga, ga tàu, nhà ga, 駅, 车站, 火车站, 車站, 火車站, 역, 기차역, สถานีรถไฟ`,
  ],
  [
    'amenity/bus_station',
    `bus station, bus terminal, coach station, busbahnhof, zob, gare routière, central, central camionera, central de autobuses, terminal de autobuses, estación de autobuses,
     terminal de buses, rodoviária, terminal rodoviário, estação rodoviária, stazione degli autobus, autostazione, autogara, busstation, dworzec autobusowy, dworzec pks,
     autobusové nádraží, autobusová stanica, autobusni kolodvor, avtobusna postaja, аутобуска станица, autóbusz-pályaudvar, buszpályaudvar, buszállomás, autogară,
     автовокзал, автостанция, автостанція, автогара, rutebilstation, bussterminal, busstasjon, linja-autoasema, bussijaam, autobusų stotis, autoosta,
     κτελ, σταθμός λεωφορείων, otogar, محطة الحافلات, תחנה מרכזית, bus stand, बस स्टैंड, बस अड्डा, terminal bus, bến xe, 汽车站, 客运站, バスターミナル, 버스터미널, 터미널, บขส, สถานีขนส่ง`,
  ],
  [
    'leisure/marina landuse/harbour harbour/yes industrial/port landuse/port amenity/ferry_terminal',
    `harbour, harbor, port, marina, docks, dock, quay, hafen, yachthafen, vieux port, port de plaisance, puerto, puerto deportivo, porto, cais, haven, jachthaven, port, przystań, marina,
     přístav, prístav, luka, pristanište, pristanišče, kikötő, portul, пристанище, порт, пристань, гавань, марина, причал, лука, hamn, hamnen, småbåtshamn, havn, havnen, satama, venesatama,
     sadam, uostas, osta, λιμάνι, μαρίνα, liman, iskele, rıhtım, ميناء, الميناء, المرفأ, נמל, הנמל, pelabuhan, dermaga, cảng, bến tàu, 港, 漁港, 港口, 码头, 항구, 항, 부두, ท่าเรือ`,
  ],
  [
    'natural/beach leisure/beach_resort',
    `beach, beachfront, strand, plage, playa, praia, spiaggia, pláž, plajă, плаж, пляж, плажа, strand, stranden, ranta, uimaranta, rand, paplūdimys,
     pludmale, παραλία, plaj, شاطئ, الشاطئ, חוף, समुद्र तट, बीच, pantai, bãi biển, 浜, 海滩, 沙滩, 해변, 해수욕장, หาด, ชายหาด`,
  ],
  [
    'natural/coastline natural/beach',
    `seafront, seaside, sea, ocean, oceanfront, shore, waterfront, promenade, meer, mer, bord de mer, front de mer, mar, malecón, orla, beira mar, calçadão, mare, lungomare,
     zee, boulevard, morze, moře, more, obala, tengerpart, tenger, marea, море, havet, meri, jūra, θάλασσα, sahil, deniz, البحر, הים, biển, 海, 海岸, 海辺, 海沿い, 海边, 바다, 바닷가, ทะเล`,
  ],
  [
    'waterway/river waterway/canal water/river water/canal',
    `river, riverside, riverfront, riverbank, canal, fluss, flussufer, rivière, fleuve, canal, quais, río, ribera, rio, fiume, canale, joen, rivier, kanaal, gracht, rzeka, kanał, bulwar, bulwary, řeka, rieka, rijeka, reka, kanal,
     folyó, râu, река, річка, канал, flod, floden, å, ån, älven, elv, elva, joki, jõgi, upė, upe, ποτάμι, nehir, ırmak, نهر, النهر, נהר, नदी, sungai, sông, 川, 河, 河边, 江边, 강, 강변, แม่น้ำ, ริมน้ำ`,
  ],
  [
    'natural/water',
    `lake, lakeside, lakefront, pond, lagoon, reservoir, see, seeufer, teich, lac, étang, lago, laguna, lagoa, laghetto, meer, plas, jezioro, zalew, jezero, jazero, rybník, tó, tónál, tavon, tóparton, tópart, balaton, lac, езеро, озеро, водохранилище, пруд, став, ставок,
     sjö, sjön, sø, søen, innsjø, järvi, lampi, järv, ežeras, ezers, λίμνη, göl, بحيرة, البحيرة, אגם, झील, तालाब, danau, hồ, 湖, 池, 湖边, 호수, 저수지, ทะเลสาบ, บึง`,
  ],
  [
    'place/square',
    `square, main square, town square, city square, village green, market square, plaza, plaza mayor, plaza principal, plaza de armas, zócalo, jardín principal, parque central, platz, hauptplatz, marktplatz, place, grand place, place du marché,
     piazza, piazza principale, praça, praça central, praça da matriz, plein, marktplein, grote markt, rynek, stary rynek, plac, náměstí, námestie, trg, glavni trg, tér, főtér, piața, piață, piata centrală, площад, площадь, площа, ринок майдан, майдан, трг,
     torg, torget, stortorget, torv, torvet, tori, kauppatori, väljak, raekoja plats, aikštė, laukums, πλατεία, meydan, ساحة, الساحة, ميدان, כיכר, הכיכר, चौक, alun-alun, alun alun, quảng trường, 広場, 广场, 廣場, 광장, ลานคนเมือง`,
  ],
  [
    'man_made/pier',
    `pier, jetty, wharf, seebrücke, landungsbrücke, jetée, muelle, píer, molhe, pontile, molo, steiger, mólo, móló, пирс, мол, brygga, bryggan, brygge, laituri, kai, molas, mols, προβλήτα, iskele, مرسى, 桟橋, 栈桥, 선착장, ท่าน้ำ`,
  ],
  [
    'man_made/lighthouse',
    'lighthouse, leuchtturm, phare, faro, farol, vuurtoren, latarnia, latarnia morska, maják, svjetionik, svetilnik, világítótorony, far, маяк, фар, fyr, fyren, fyrtårn, majakka, tuletorn, švyturys, bāka, φάρος, deniz feneri, fener, منارة, מגדלור, mercusuar, hải đăng, 灯台, 灯塔, 등대, ประภาคาร',
  ],
  [
    'man_made/bridge',
    `bridge, old bridge, brücke, alte brücke, pont, puente, ponte, brug, most, híd, pod, мост, міст, bro, bron, broen, silta, sild, tiltas, tilts, γέφυρα, köprü, جسر, الجسر, גשר, पुल, jembatan, cầu, 橋, 桥, 大桥, 다리, สะพาน`,
  ],
  [
    'historic/castle historic/fort historic/city_gate historic/citywalls',
    `castle, palace, fort, fortress, citadel, city walls, old gate, schloss, burg, festung, stadtmauer, château, forteresse, citadelle, remparts, castillo, alcázar, fortaleza, muralla, murallas, castelo, forte, castello, rocca, fortezza, mura,
     kasteel, fort, stadsmuur, zamek, pałac, twierdza, hrad, zámek, zámok, pevnost, hradby, dvorac, tvrđava, kaštel, grad, trdnjava, vár, kastély, erőd, castel, cetate, замък, крепост, замок, кремль, крепость, дворец, палац, фортеця, тврђава,
     slott, slottet, borg, borgen, fästning, fæstning, festning, linna, linnoitus, loss, pilis, pils, κάστρο, φρούριο, kale, saray, قلعة, القلعة, קלעה, מצודה, किला, महल, benteng, istana, thành cổ, 城, 城跡, 城堡, 古城, 성, 궁, ปราสาท, วัง`,
  ],
  [
    'leisure/park',
    'park, city park, stadtpark, parc, parque, parco, plantsoen, park, parku, парк, parken, puisto, parkas, parks, πάρκο, حديقة, الحديقة, הפארק, פארק, पार्क, taman, công viên, 公園, 公园, 공원, สวนสาธารณะ',
  ],
  [
    'religion/christian',
    `church, cathedral, basilica, minster, kirche, dom, kathedrale, münster, église, cathédrale, basilique, iglesia, catedral, basílica, parroquia, igreja, catedral, matriz, igreja matriz, chiesa, duomo, cattedrale, basilica, kerk, kathedraal,
     kościół, katedra, bazylika, kostel, katedrála, chrám, kostol, dóm, crkva, katedrala, cerkev, stolnica, templom, székesegyház, bazilika, biserică, catedrală, църква, катедрала, церковь, храм, собор, церква, костел, црква,
     kyrka, kyrkan, domkyrkan, kirke, kirken, domkirken, kirkko, tuomiokirkko, kirik, bažnyčia, katedra, baznīca, katedrāle, εκκλησία, kilise, كنيسة, כנסייה, चर्च, gereja, nhà thờ, 教会, 教堂, 교회, 성당, โบสถ์`,
  ],
  [
    'amenity/townhall',
    `town hall, city hall, rathaus, mairie, hôtel de ville, ayuntamiento, presidencia municipal, prefeitura, câmara municipal, municipio, comune, gemeentehuis, stadhuis, ratusz, urząd miasta, radnice, radnica, gradska vijećnica, občina, városháza, primărie, община, мэрия, ратуша, администрация, мерія,
     rådhus, rådhuset, stadshuset, kaupungintalo, raekoda, savivaldybė, rotušė, rātsnams, δημαρχείο, belediye, belediye binası, البلدية, בית העירייה, balai kota, ủy ban, 市役所, 区役所, 町役場, 市政府, 시청, 구청, เทศบาล, ศาลากลาง`,
  ],
  [
    'shop/mall shop/department_store',
    `mall, shopping mall, shopping centre, shopping center, einkaufszentrum, centre commercial, centro comercial, shopping, centro commerciale, winkelcentrum, galeria handlowa, centrum handlowe, obchodní centrum, nákupní centrum, nákupné centrum, trgovački centar, nakupovalno središče, bevásárlóközpont, centru comercial,
     мол, торговый центр, тц, трц, торговий центр, тржни центар, köpcentrum, gallerian, storcenter, kjøpesenter, kauppakeskus, kaubanduskeskus, prekybos centras, tirdzniecības centrs, εμπορικό κέντρο, avm, alışveriş merkezi, مول, المول, קניון, הקניון, मॉल, mal, trung tâm thương mại, ショッピングモール, 商场, 购物中心, 쇼핑몰, 백화점, ห้าง`,
  ],
  [
    'amenity/marketplace',
    `market, market hall, street market, markt, markthalle, marché, halles, les halles, mercado, mercado municipal, tianguis, feira, mercato, targ, targowisko, hala targowa, bazar, tržnice, tržiště, tržnica, tržište, pijaca, piac, vásárcsarnok, piața agroalimentară, пазар, рынок, базар, ринок, пијаца,
     saluhall, marknad, torvehallerne, kauppahalli, turg, turgus, tirgus, λαϊκή, αγορά, pazar, çarşı, سوق, السوق, שוק, השוק, बाजार, बाज़ार, pasar, chợ, 市場, 市场, 夜市, 시장, ตลาด`,
  ],
  [
    'leisure/stadium',
    'stadium, arena, football ground, stadion, fußballstadion, stade, estadio, estádio, stadio, štadion, стадион, стадіон, арена, arenan, staadion, stadionas, stadions, στάδιο, γήπεδο, stadyum, stat, ملعب, אצטדיון, स्टेडियम, sân vận động, スタジアム, 体育场, 경기장, สนามกีฬา',
  ],
  [
    'amenity/university amenity/college',
    'university, campus, college, uni, universität, hochschule, université, fac, faculté, universidad, facultad, universidade, faculdade, università, universiteit, uniwersytet, politechnika, uczelnia, univerzita, sveučilište, fakultet, univerza, egyetem, universitate, университет, університет, вуз, институт, універ, universitet, universitetet, yliopisto, ülikool, universitetas, universitāte, πανεπιστήμιο, üniversite, جامعة, الجامعة, אוניברסיטה, האוניברסיטה, विश्वविद्यालय, universitas, kampus, đại học, 大学, 大學, 대학교, 대학, มหาวิทยาลัย',
  ],
  [
    'amenity/hospital',
    'hospital, krankenhaus, klinikum, spital, hôpital, chu, hospital, ospedale, ziekenhuis, szpital, nemocnice, nemocnica, bolnica, bolnišnica, kórház, spitalul, болница, больница, лікарня, госпиталь, sjukhus, sjukhuset, sygehus, hospitalet, sykehus, sykehuset, sairaala, haigla, ligoninė, slimnīca, νοσοκομείο, hastane, مستشفى, المستشفى, בית חולים, अस्पताल, rumah sakit, bệnh viện, 病院, 医院, 병원, โรงพยาบาล',
  ],
  [
    'aeroway/aerodrome aeroway/terminal',
    'airport, flughafen, aéroport, aeropuerto, aeroporto, luchthaven, vliegveld, lotnisko, letiště, letisko, zračna luka, letališče, aerodrom, repülőtér, reptér, aeroport, летище, аэропорт, аеропорт, flygplats, flygplatsen, lufthavn, lufthavnen, flyplass, flyplassen, lentokenttä, lentoasema, lennujaam, oro uostas, lidosta, αεροδρόμιο, havalimanı, havaalanı, مطار, المطار, שדה התעופה, हवाई अड्डा, एयरपोर्ट, bandara, sân bay, 空港, 机场, 공항, สนามบิน',
  ],
  [
    'tourism/museum',
    'museum, musée, museo, museu, muzeum, muzej, múzeum, muzeu, музей, museet, museo, muuseum, muziejus, muzejs, μουσείο, müze, متحف, מוזיאון, संग्रहालय, bảo tàng, 博物館, 美術館, 博物馆, 박물관, พิพิธภัณฑ์',
  ],
  [
    'amenity/theatre',
    'theatre, theater, opera, opera house, oper, théâtre, opéra, teatro, schouwburg, teatr, divadlo, kazalište, gledališče, színház, teatru, театър, театр, teatern, teatteri, teater, teatras, teātris, θέατρο, tiyatro, مسرح, תיאטרון',
  ],
]

const tagsOf = new Map<string, readonly string[]>()
for (const [tags, words] of WORDS)
  for (const word of words.split(','))
    tagsOf.set(searchFold(word), [...new Set([...(tagsOf.get(searchFold(word)) ?? []), ...tags.split(' ')])])

/** Articles, also the one that Arabic and Hebrew write with the word. */
const ARTICLE =
  /^(?:(?:the|der|die|das|dem|den|des|le|la|les|l|el|los|las|il|lo|o|os|a|as|az|de|het) |ال|ה)(?=.{3})/u

/** `beach` of `the beach`. */
export function bareWord(phrase: string): string {
  return phrase.replace(ARTICLE, '')
}

/** The tags (`railway/station`) of the landmarks that a folded phrase is a word for; none for any other phrase. */
export function landmarkTags(phrase: string): readonly string[] {
  return tagsOf.get(phrase) ?? tagsOf.get(bareWord(phrase)) ?? []
}

/** The word for a landmark that a folded phrase is, in its case by itself (`dworca`: `dworzec`); null for any other phrase. */
export function landmarkWord(phrase: string, isAlone = false): string | null {
  if (landmarkTags(phrase).length > 0) return phrase
  let [found, longest]: [string | null, number] = [null, 0]
  for (const word of tagsOf.keys()) {
    const shared = word.startsWith(phrase.slice(0, 2)) ? sharedStems(phrase, word, isAlone) : 0
    if (shared > longest || (shared === longest && word.length < (found?.length ?? 0)))
      [found, longest] = [word, shared]
  }
  return found
}
