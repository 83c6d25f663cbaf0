// Words that say what is done to a thing (sold, mended, lent, charged, washed), in families, and where that is done.
import { searchFold } from '#kit/text/search-text.ts'

/** Heads that may stand for one another. */
export interface HeadFamily {
  /** The kinds that are meant where only the word beside the head goes with them. */
  readonly kinds: RegExp
  /** By the kind that sells a thing: where that is done to it which the head says. */
  readonly instead?: Readonly<Record<string, readonly string[]>>
  /** By language: those that the table is likely to have, then the others, folded. */
  readonly heads: readonly (readonly string[])[]
}

const TRADE = /^(?:shop|craft|office)\//
/** What is broken is repaired where it is sold, unless a map has a word for its repair. */
const REPAIR = `assistência, repair, repairs, repairing, fix, fixing, fixed, mend, mending, reparieren, réparer, reparar, arreglar, riparare,
  aggiustare, consertar, arrumar, repareren, maken, naprawić, naprawiać, serwisant, reparation, reparera, laga, tamir, tamirat, tamirci,
  починить, отремонтировать, 直す, 修, 수리, 고치기, 고치는, 고칠, मरम्मत, रिपेयर, service, servicing, reparatur, reparaturen, wartung, réparation, réparations, dépannage, reparación,
  reparaciones, arreglo, riparazione, riparazioni, assistenza, conserto, consertos, reparação, reparatie, reparaties, naprawa,
  serwis, ремонт, 修理, 维修, تصليح, صيانة, tamiri, tamircisi`
const MENDED_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/mobile_phone': ['group/phone_repair'],
  'shop/computer': ['group/computer_repair'],
  'shop/electronics': ['craft/electronics_repair'],
  'shop/hifi': ['craft/electronics_repair'],
  'shop/appliance': ['craft/electronics_repair', 'shop/appliance'],
  'shop/shoes': ['craft/shoemaker', 'shop/shoe_repair'],
  'shop/watches': ['craft/watchmaker', 'craft/clockmaker'],
  'shop/jewelry': ['craft/jeweller', 'shop/jewelry'],
  'shop/clothes': ['shop/tailor', 'craft/tailor', 'craft/dressmaker'],
  'group/clothing': ['shop/tailor', 'craft/tailor', 'craft/dressmaker'],
  'shop/car': ['shop/car_repair'],
  'shop/car_parts': ['shop/car_repair'],
  'shop/motorcycle': ['shop/motorcycle_repair'],
  'shop/bicycle': ['shop/bicycle'],
  'shop/furniture': ['craft/upholsterer', 'craft/carpenter', 'craft/joiner', 'craft/cabinet_maker'],
  'shop/musical_instrument': ['craft/musical_instrument', 'shop/musical_instrument'],
  'shop/bed': ['craft/upholsterer'],
  'shop/bag': ['craft/shoemaker', 'shop/shoe_repair', 'shop/leather'],
  'amenity/telephone': ['group/phone_repair'],
  'craft/plumber': ['craft/plumber'],
  'craft/roofer': ['craft/roofer'],
  'craft/hvac': ['craft/hvac'],
  'craft/electronics_repair': ['craft/electronics_repair'],
  'craft/glaziery': ['craft/glaziery', 'shop/glaziery', 'craft/window_construction'],
  'shop/tailor': ['shop/tailor', 'craft/tailor', 'craft/dressmaker'],
  'amenity/clock': ['craft/watchmaker', 'craft/clockmaker', 'shop/watches'],
}
/** How a thing is that has to be repaired. */
const BROKEN = `broken, cracked, leaking, leaky, leak, blocked, clogged, kaputt, defekt, kaputtes, kaputter, tropft, verstopft, undicht, cassé, cassée, en panne, bouché, fuite,
  roto, rota, rotos, averiado, estropeado, atascado, rotto, rotta, guasto, otturato, perde, quebrado, quebrada, estragado, vazando, entupido, kapot, kapotte, lekt, lekkend,
  lekkage, verstopt, zepsuty, zepsuta, cieknie, zapchany, trasig, trasigt, läcker, bozuk, bozuldu, kırık, damlıyor, сломан, сломался, сломалась, разбит, течет, протекает,
  засор, 壊れた, 故障, 水漏れ, 詰まり, 坏了, 漏水, 堵了, 고장, 깨짐, 누수, معطل, مكسور, تسريب, खराब, टूटा`
/** Parts of a thing, and how it is treated (`dry clean`, `assistência técnica`): they say nothing of where that is done. */
const PARTS = `dry, técnica, battery, batteries, screen, display, glass, strap, sole, soles, heel, heels, zip, zipper, chain, brakes, keyboard, strings, akku, batterie, bildschirm, riemen,
  sohle, sohlen, absatz, absätze, reißverschluss, kette, bremsen, tastatur, écran, verre, bracelet, semelle, semelles, talon, talons, fermeture, chaîne, freins, pantalla, batería,
  pila, correa, suela, suelas, cadena, frenos, batteria, schermo, vetro, cinturino, suole, tacchi, catena, freni, cerniera, bateria, tela, pulseira, sola, salto, corrente, batterij,
  scherm, bandje, zolen, hakken, rits, ketting, bateria, baterii, ekran, ekranu, szybka, szybki, pasek, zamek, аккумулятор, аккумулятора, экран, экрана, стекла, батарейка, батарейки,
  ремешок, 画面, 液晶, バッテリー, 電池, ガラス, 电池, 屏幕, 배터리, 액정, 화면, بطارية, شاشة, बैटरी, स्क्रीन, batteri, skärm, pil, ekranı`
/** What is lent for money. */
const HIRE = `rent, hire, rental, rentals, renting, lease, verleih, vermietung, mieten, leihen, ausleihen, miete, location, louer, location de,
  alquiler, alquilar, renta, rentar, arriendo, noleggio, noleggiare, affitto, affittare, aluguel, aluguer, alugar, locação, verhuur, huren,
  huur, wypożyczalnia, wypożyczyć, wynajem, uthyrning, hyra, kiralama, kiralık, kirala, прокат, аренда, взять напрокат, تأجير, استئجار, إيجار,
  レンタル, 貸し, 租赁, 出租, 租, 대여, 렌탈, किराए पर, किराये पर`
const HIRED_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/car': ['amenity/car_rental'],
  'shop/bicycle': ['amenity/bicycle_rental'],
  'shop/boat': ['amenity/boat_rental'],
  'shop/ski': ['shop/ski'],
  'shop/motorcycle': ['amenity/motorcycle_rental', 'shop/motorcycle_rental'],
  'shop/doityourself': ['shop/tool_hire'],
  'shop/storage_rental': ['shop/storage_rental'],
}
/** What else is done with things where they are sold or made. */
const DONE = `make, made, making, get, copy, copying, copied, duplicate, cut, cutting, change, changing, replace, replacement, install, installation,
  fitting, order, refaire, faire, copie, copier, changer, remplacer, remplacement, poser, pose, commander, machen, nachmachen,
  wechseln, tauschen, austausch, einbauen, einbau, bestellen, anfertigen, hacer, copiar, copia, cambiar, cambio, instalar, instalación,
  encargar, fare, copiare, duplicare, duplicato, cambiare, sostituire, sostituzione, installare, ordinare, fazer, trocar, troca, instalação, encomendar, bijmaken, vervangen, wisselen, installeren, zrobić, dorobić, wymiana, wymienić, montaż,
  zamówić, yaptırmak, değişimi, değiştirme, montajı, сделать, заменить, замена, установка, установить, заказать, изготовление, byta, göra,
  kopiera, beställa, 交換, 取付, 作成, 更换, 安装, 定制, 교체, 설치, 제작, 주문, 복사, बनवाना, बदलना, تركيب, تغيير, بيع, نسخ`
/** Who takes what people no longer need. */
const SELL = `sell, verkaufen, loswerden, ankauf, vendre, revendre, rachat, vender, revender, compro, vendere, rivendere, verkopen, sprzedać, skup, sälja, продать,
  скупка, продати, satmak, 買取, 売りたい, 回收, 팔기, 매입, बेचना`
const SOLD_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/jewelry': ['shop/gold_buyer', 'shop/pawnbroker', 'shop/jewelry'],
  'shop/gold_buyer': ['shop/gold_buyer', 'shop/pawnbroker', 'shop/jewelry'],
  'shop/watches': ['shop/pawnbroker', 'shop/watches'],
  'shop/mobile_phone': ['shop/second_hand', 'shop/pawnbroker', 'shop/mobile_phone'],
  'shop/computer': ['shop/second_hand', 'shop/pawnbroker', 'shop/computer'],
  'shop/electronics': ['shop/second_hand', 'shop/pawnbroker'],
  'shop/clothes': ['shop/second_hand'],
  'group/clothing': ['shop/second_hand'],
  'shop/shoes': ['shop/second_hand'],
  'shop/furniture': ['shop/second_hand'],
  'shop/toys': ['shop/second_hand'],
}
/** What is filled with electricity. */
const CHARGE = `charge, charging, charger, recharge, recharging, laden, aufladen, recharger, recharge, cargar, recargar, carga, recarga, ricaricare,
  ricarica, carregar, recarregar, carregamento, opladen, bijladen, laden, naładować, ładować, ładowanie, ładowania, doładować, зарядить, заряжать,
  зарядка, заряджання, зарядити, ladda, laddning, şarj, şarj etme, 充電, 充電する, 充电, 충전, 충전하기, 충전소, شحن, चार्ज, चार्जिंग`
const CHARGED_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/car': ['amenity/charging_station'],
  'amenity/charging_station': ['amenity/charging_station'],
}
/** What is made to measure. */
const BUILD = `build, building, built, bauen, anfertigen, construire, fabriquer, construir, fabricar, costruire, fabbricare, bouwen, zbudować, построить, сделать, bygga,
  yaptırmak, 作る, 定做, 제작`
const BUILT_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/furniture': ['craft/carpenter', 'craft/joiner', 'craft/cabinet_maker'],
  'shop/clothes': ['shop/tailor', 'craft/tailor', 'craft/dressmaker'],
}
/** Who treats animals. */
const SICK = `sick, ill, injured, hurt, vomiting, limping, krank, verletzt, malade, blessé, enfermo, enferma, herido, malato, malata, ferito, doente, ferido, ziek, gewond,
  chory, chora, ranny, болеет, заболел, заболела, больная, больной, hasta, yaralı, sjuk, skadad, 病気, けが, 生病, 受伤, 아파요, 아파, مريض, बीमार`
/** Where a vehicle is left. */
const PARK = `park, parking, parken, abstellen, parkplatz, parkplätze, stellplatz, stellplätze, parkhaus, garer, stationner, stationnement, places de parking,
  aparcar, aparcamiento, estacionar, estacionamiento, parcheggio, parcheggi, parcheggiare, estacionamento, parqueamento, parkeren, parkeerplaats, stalling,
  zaparkować, parkować, miejsca parkingowe, parkowanie, парковка, стоянка, припарковать, парковки, parkera, parkering, park yeri, otopark, 駐車場, 停める, とめる, 停车, 停车场,
  주차, 주차장, موقف, مواقف, पार्किंग`
const PARKED_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/car': ['amenity/parking'],
  'shop/bicycle': ['amenity/bicycle_parking'],
  'shop/motorcycle': ['amenity/motorcycle_parking'],
  'shop/caravan': ['tourism/caravan_site'],
  'tourism/caravan_site': ['tourism/caravan_site'],
}
/** What is made clean. */
const WASH = `wash, washing, clean, cleaned, dry clean, dry cleaned, waschen, reinigen, wäsche, laver, lavage, lavar, lavado, lavare, lavaggio, lavagem, wassen, wasstraat, umyć, myć, mycie, myjnia, pranie,
  помыть, мойка, мыть, стирка, tvätta, tvätt, yıkama, yıkatmak, 洗う, 洗濯, 洗, 清洗, 세차, 세탁, غسيل, غسل, धोना, धुलाई`
const WASHED_AT: Readonly<Record<string, readonly string[]>> = {
  'shop/car': ['amenity/car_wash'],
  'shop/clothes': ['shop/laundry'],
  'shop/tailor': ['shop/dry_cleaning'],
  'shop/carpet': ['craft/cleaning', 'craft/carpet_cleaner', 'shop/dry_cleaning'],
  'shop/pet': ['shop/pet_grooming'],
}
/** Whose hair is cut. */
const GROOM = `groom, groomer, grooming, haircut, trim, trimming, frisör, friseur, trimmen, scheren, pflege, toilettage, toiletteur, coiffeur, peluquería, peluquero,
  toelettatura, parrucchiere, tosa, banho e tosa, trimsalon, trimster, kapper, strzyżenie, fryzjer, стрижка, груминг, грумер, trimning, klippa, tıraş, kuaför,
  tıraşı, トリミング, トリマー, 美容, 美容院, 미용, 미용실, حلاقة, ग्रूमिंग`
/** Who has animals without an owner. */
const ADOPT = `adopt, adopting, adoption, rescue, adoptieren, adopter, adoptar, adopción, adottare, adozione, adotar, adoção, adopteren, adoptie, adoptować, adopcja,
  adoptera, взять, приютить, sahiplenme, sahiplenmek, 里親, 領養, 领养, 입양, تبني, गोद लेना`
/** What animals eat and need. */
const FEED = `food, feed, treats, toys, litter, futter, leckerli, spielzeug, nourriture, croquettes, litière, jouets, comida, pienso, juguetes, cibo, mangime, crocchette, giochi, ração,
  brinquedos, voer, voeding, eten, karma, pokarm, zabawki, корм, еда, игрушки, mat, foder, maması, yemi, フード, 餌, おもちゃ, 粮, 食品, 玩具, 사료, 먹이, 간식, طعام,
  اكل, खाना`

/** What is laid and put in by a craftsman. */
const LAY = `lay, laying, fit, fitted, fitter, fitters, verlegen, verlegung, legen, einbauen, montieren, poser, pose, poseur, colocar, colocación, colocador, posare, posa, posatore, montare, montaggio,
  assentar, colocação, assentador, leggen, plaatsen, układanie, układać, kłaść, lägga, läggning, укладка, уложить, döşeme, döşetmek, 張り替え, 施工, 铺设, 시공`
const LAID_BY: Readonly<Record<string, readonly string[]>> = {
  'shop/flooring': ['craft/floorer', 'craft/parquet_layer'],
  'craft/floorer': ['craft/floorer', 'craft/parquet_layer'],
  'shop/carpet': ['craft/floorer'],
  'shop/tiles': ['craft/tiler'],
  'craft/tiler': ['craft/tiler'],
}
/** Where somebody looks after animals. */
const MIND = `boarding, kennel, kennels, daycare, day care, sitter, sitters, sitting, minder, pension, betreuung, tagesstätte, tagesbetreuung, garderie, crèche, garde, guardería, residencia, pensione, asilo,
  creche, hospedagem, opvang, dagopvang, oppas, opieka, dagis, передержка, pansiyonu, 保育園, 寄养`

const TEACHING =
  /^(?:amenity\/[^+]*(?:school|training|dojo)|leisure\/(?:dance|horse_riding|swimming_pool|water_park)|education\/|sport\/)/

/** The first: where a thing is sold. */
export const FAMILIES: readonly HeadFamily[] = [
  {
    kinds: TRADE,
    heads: [
      `shop, store, dealer, agency, company, service, shops, stores, dealers, dealership, retailer, retailers, seller, sellers,
       merchant, merchants, supplier, suppliers, supplies, supply, outlet, parlour, parlor, parlours, parlors, specialist,
       specialists, companies, firm, firms, contractor, contractors, services, agencies, agent, agents, broker, brokers,
       studio, studios, salon, salons, workshop, business, maker, makers`,
      `geschäft, laden, firma, händler, handlung, markt, fachgeschäft, geschäfte, läden, firmen, handlungen, handel, märkte,
       bude, buden, unternehmen, betrieb, betriebe, dienst, dienste, service, büro, büros, agentur, agenturen, studio,
       studios, salon, salons, verkauf, werkstatt, werkstätten, zentrum, center, haus, häuser, ausstatter, ausrüster, spezialist, spezialisten, experte,
       experten, profi, meister, meisterbetrieb, anbieter, studios, verleger, leger, monteur, bauer, bau, versand`,
      `winkel, zaak, handel, bedrijf, winkels, zaken, handelaar, bedrijven, boer, maker, kantoor, salon, studio, specialist, specialisten, specialiste, expert, monteur, handelaren, groothandel, centrum`,
      `magasin, boutique, agence, magasins, boutiques, agences, vendeur, marchand, marchands, entreprise, entreprises, société,
       cabinet, cabinets, service, services, atelier, salon, centre`,
      `tienda, agencia, tiendas, agencias, comercio, empresa, empresas, servicio, servicios, estudio, taller, local, casa`,
      `negozio, agenzia, negozi, agenzie, bottega, ditta, impresa, imprese, studio, servizio, servizi, rivendita, vendita`,
      `loja, agência, lojas, agências, empresa, empresas, serviço, serviços, casa, estúdio`,
      `sklep, firma, biuro, sklepy, firmy, biura, salon, salony, zakład, zakłady, usługi, punkt`,
      `магазин, салон, магазины, салоны, фирма, фирмы, услуги, студия, бюро, агентство, мастерская, лавка, точка`,
      `магазин, салон, магазини, салони, фірма, послуги, студія, бюро, агентство, майстерня`,
      `محل, متجر, مكتب, شركة, محلات, مركز, ورشة`,
      `店, 屋, ショップ, 専門店, 屋さん, 販売店`,
      `店, 商店, 行, 公司, 专卖店, 铺`,
      `mağazası, dükkanı, salonu, bürosu, firması, servisi, malzemeleri, ürünleri, aksesuar`,
      `affär, butik, handel, firma, affärer, butiker, verkstad, service, specialist, firman, företag, tillbehör, utrustning, artiklar, byrå`,
      `가게, 매장, 전문점, 집, 용품, 용품점, 업체, 사무실, 센터`,
      `दुकान, स्टोर, शॉप, वाला, सामान`,
      `kauppa, liike, myymälä`,
      `butik, butikk, forretning, handel, forhandler`,
      `bolt, üzlet, szaküzlet, kereskedés`,
      `obchod, prodejna, krám, predajňa`,
      `magazin, prăvălie`,
      `trgovina, prodavaonica, dućan`,
      `κατάστημα, μαγαζί`,
      `botiga, botigues`,
      `toko, kedai`,
      `cửa hàng, tiệm, quán`,
      `חנות, חנויות`,
      // What goes with a thing is sold where the thing is.
      `shop, store, gear, equipment, accessories, goods, products`,
      `geschäft, laden, zubehör, bedarf, ausrüstung, artikel, waren`,
      `winkel, zaak, benodigdheden, spullen, artikelen, accessoires`,
      `magasin, boutique, matériel, articles, accessoires, équipement, fournitures, produits`,
      `tienda, artículos, accesorios, material, equipo, productos`,
      `negozio, articoli, accessori, attrezzatura, prodotti`,
      `loja, artigos, acessórios, produtos, materiais`,
      `sklep, akcesoria, artykuły, sprzęt`,
      `магазин, товары, принадлежности, аксессуары`,
      `محل, مستلزمات, لوازم, أدوات`,
      `店, 用品, 用具, 器材, 配件`,
    ].map(listed),
  },
  { kinds: TRADE, instead: MENDED_AT, heads: [listed(REPAIR), listed(BROKEN)] },
  { kinds: TRADE, heads: [listed(DONE)] },
  { kinds: TRADE, instead: SOLD_AT, heads: [listed(SELL)] },
  { kinds: /_(?:rental|hire)$/, instead: HIRED_AT, heads: [listed(HIRE)] },
  { kinds: /^amenity\/charging_station$/, instead: CHARGED_AT, heads: [listed(CHARGE)] },
  { kinds: /^craft\/carpenter$/, instead: BUILT_AT, heads: [listed(BUILD)] },
  { kinds: /^amenity\/veterinary$/, instead: { 'shop/pet': ['amenity/veterinary'] }, heads: [listed(SICK)] },
  { kinds: /_parking$/, instead: PARKED_AT, heads: [listed(PARK)] },
  { kinds: /^amenity\/car_wash$/, instead: WASHED_AT, heads: [listed(WASH)] },
  { kinds: /^shop\/pet_grooming$/, instead: { 'shop/pet': ['shop/pet_grooming'] }, heads: [listed(GROOM)] },
  {
    kinds: /^amenity\/animal_shelter$/,
    instead: { 'shop/pet': ['amenity/animal_shelter'] },
    heads: [listed(ADOPT)],
  },
  { kinds: /^shop\/pet$/, instead: { 'shop/pet': ['shop/pet'] }, heads: [listed(FEED)] },
  {
    kinds: /^amenity\/animal_boarding$/,
    instead: { 'shop/pet': ['amenity/animal_boarding'] },
    heads: [listed(MIND)],
  },
  { kinds: /^craft\/(?:floorer|tiler)$/, instead: LAID_BY, heads: [listed(LAY)] },
  {
    kinds: TEACHING,
    heads: [
      'school, schools, academy, academies, lessons, lesson, classes, class, course, courses, teacher, teachers, training',
      'schule, schulen, kurs, kurse, unterricht, stunden, akademie',
      'school, les, lessen, cursus, cursussen, scholen',
      'école, écoles, cours, leçons, académie',
      'escuela, escuelas, academia, academias, clases, curso, cursos',
      'scuola, scuole, corso, corsi, lezioni, accademia',
      'escola, escolas, aulas, curso, cursos, academia',
      'szkoła, szkoły, kurs, kursy, lekcje, nauka',
      'школа, школы, курсы, уроки',
      'مدرسة, معهد, تعليم',
      '教室, スクール, 学校',
      '学校, 培训, 课程',
    ].map(listed),
  },
]

/** Folded words that a thing may have beside it where something is done to it. */
export const PART_WORDS: ReadonlySet<string> = new Set(listed(PARTS))

/** The words of a list, folded. */
export function listed(text: string): string[] {
  return text.split(',').map(searchFold)
}
