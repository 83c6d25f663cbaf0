// The thirty-eighth and the thirty-ninth list: short lines in thirteen and in five languages, over the extracts and towns of several countries, each
// written before any of its lines was tried, by somebody who had read nothing of the reading of queries.

type WorldQuery = readonly [world: string, query: string, truth: string]

/** `query => truth`, one a line, by the extract or the town that it is typed in. */
type LinesByWorld = Readonly<Record<string, string>>

function queriesOf(lines: LinesByWorld): readonly WorldQuery[] {
  return Object.entries(lines).flatMap(([world, text]) =>
    text.split('\n').flatMap((line): WorldQuery[] => {
      const [query, truth] = line.split(' => ')
      return query === undefined || truth === undefined ? [] : [[world, query, truth]]
    }),
  )
}

export const THIRTYEIGHTH = queriesOf({
  usa: `
nail salon open late => beauty=nails or shop=nails
weed => shop=cannabis
brewpub dog friendly => microbrewery=yes and dog=yes
drive thru pharmacy => amenity=pharmacy and drive_through=yes
send money to mexico => amenity=money_transfer
off leash dog area => any: leisure=dog_park
restroom with baby changing => any: amenity=toilets and changing_table=yes
place to print documents => shop=copyshop
kids swim lessons => sport=swimming
vet for my cat => amenity=veterinary
nightclub 21+ => amenity=nightclub
steak house => cuisine=steak_house
vegetarian options => diet:vegetarian=yes|only or diet:vegan=yes|only
parking garage downtown => any: amenity=parking and parking=multi-storey|underground
lock smith => craft=locksmith or shop=locksmith`,
  harrisburg: `
golf course tee time => leisure=golf_course
car insurance office => office=insurance or shop=insurance
mexican restarant => cuisine=mexican|tex-mex
movie theatre => amenity=cinema
middle school => amenity=school and name~middle
little league baseball fields => any: sport=baseball
places to eat burgers => cuisine=burger or name~burger
home improvement stores => shop=doityourself|hardware`,
  liechtenstein: `
trampoline => leisure=trampoline|trampoline_park
nursing home => social_facility=nursing_home or amenity=nursing_home
fishing pier => man_made=pier
kläranlage => any: man_made=wastewater_plant
velo reparieren => shop=bicycle
gemeindeverwaltung triesen => amenity=townhall and name~triesen
polizeiposten => amenity=police
pfadiheim => amenity=scout_hut
aussichtsturm => name~aussichtsturm or name~lookout or tower:type=observation
weingut besuchen => craft=winery
büromaterial => shop=stationery
autopneu wechseln => shop=tyres
psychiater => healthcare:speciality=psychiatry
skatepark => any: sport=skateboard
pferde reiten => leisure=horse_riding or sport=equestrian
kaffeebohnen => shop=coffee or shop=coffee beans
shops that take bitcoin => payment:bitcoin=yes
glutenfrei essen => diet:gluten_free=yes|only
draussen sitzen restaurant => amenity=restaurant and outdoor_seating=yes
kinderspielplatz balzers => any: leisure=playground`,
  monaco: `
go karting => sport=karting
defibrilator => any: emergency=defibrillator
public elevator => any: highway=elevator
bench to sit down => any: amenity=bench
super car dealers => shop=car
réparation scooter => shop=motorcycle|motorcycle_repair
ou jouer à la pétanque => any: sport=boules
ping pong => any: sport=table_tennis
club de plongee => sport=scuba_diving
école de danse => amenity=dancing_school or name~danse
permis de conduire auto ecole => amenity=driving_school
ambassade d'italie => name~ambassade and name~italie
chocolaterie => shop=chocolate or name~chocolaterie
fromager => shop=cheese
borne incendie => any: emergency=fire_hydrant
cabine téléphonique => any: amenity=telephone
radiologie => healthcare:speciality=radiology
palais de justice => amenity=courthouse
opéra => amenity=theatre and name~opera
fresque murale => any: artwork_type=mural
sac à crottes chien distributeur => any: vending=excrement_bags
horodateur parking => any: vending=parking_tickets
magasin bio => organic=yes|only or shop=supermarket and name~bio
embarquement croisière => amenity=ferry_terminal
théatres => amenity=theatre
douche publique plage => any: amenity=shower
consolato => office=diplomatic and diplomatic=consulate or office=diplomatic and name~consulat
commissariato => amenity=police
orologi => shop=watches
giardino zoologico => tourism=zoo
mercato => amenity=marketplace
toilets near larvotto beach => any: amenity=toilets
hotel 4 etoiles monte carlo => tourism=hotel and stars=4`,
  japan: `
coin lockers => any: amenity=luggage_locker
牛丼 => cuisine=beef_bowl
整骨院 => name=ひまわり接骨院
パチンコ屋 => gambling=pachinko
釣具店 => shop=fishing
不動産屋 => shop=estate_agent or office=estate_agent
古本屋 => shop=books and second_hand=only
ネットカフェ => amenity=internet_cafe
喫煙所 => any: amenity=smoking_area
旅館 => hotel=ryokan
おむつ替え => any: changing_table=yes
車椅子 トイレ => any: amenity=toilets and wheelchair=yes
灯台 => man_made=lighthouse
wifiのあるカフェ => amenity=cafe and internet_access=wlan`,
  egypt: `
dive center => amenity=dive_centre or shop=scuba_diving or office=company and sport=scuba_diving
russian consulate => office=diplomatic and country=ru
صرافة => amenity=bureau_de_change
كشري => cuisine=koshary|koshari
حضانة اطفال => amenity=kindergarten|childcare
تصوير مستندات => shop=copyshop
معمل تحاليل => healthcare=laboratory
جزار => shop=butcher
تذاكر طيران => office=airline or shop=travel_agency
عطار => shop=spices
ملاهي مائية => leisure=water_park
محل عصير => cuisine=juice
ترزي => craft=tailor or shop=tailor
فندق خمس نجوم => tourism=hotel and stars=5`,
  turkey: `
turkish bath => amenity=public_bath or name~bath
rent a scooter => amenity=motorcycle_rental or name~scooter
ferry to greece => amenity=ferry_terminal
halı saha => any: leisure=pitch or name~hal
tekel bayi => shop=alcohol
döviz bürosu => amenity=bureau_de_change
dalış => shop=scuba_diving or sport=scuba_diving
emanet bagaj => amenity=luggage_locker
antik kent => historic=archaeological_site
baklava => name~baklava or shop=pastry|confectionery
otogaz => fuel:lpg=yes
evcil hayvan hastanesi => amenity=veterinary
havuzlu oteller => tourism=hotel and swimming_pool=yes|outdoor`,
  germany: `
kieferorthopäde => healthcare:speciality=orthodontics
kinderkrippe unter 3 => amenity=childcare
offener bücherschrank => any: amenity=public_bookcase
paket abholen packstation => any: amenity=parcel_locker|post_office
tretboot mieten => amenity=boat_rental
altglas container => any: recycling:glass=yes or recycling:glass_bottles=yes
altkleider => any: recycling:clothes=yes
sparkasse geldautomat => any: amenity=atm and brand~sparkasse or amenity=atm and name~sparkasse or atm=yes and brand~sparkasse
behinderten wc => any: amenity=toilets and wheelchair=yes
hundewiese => any: leisure=dog_park
bio supermarkt => shop=supermarket and organic=yes|only
gelnägel machen lassen => beauty=nails
arbeitsamt => office=government and government=employment_agency
rechtsanwalt => office=lawyer
passbilder => any: shop=photo or amenity=photo_booth or craft=photographer
raucherkneipe => amenity=pub|bar and smoking=yes
schwäbisch essen => cuisine=swabian
zugbahnhof => railway=station`,
  italy: `
gelato senza glutine => amenity=ice_cream and diet:gluten_free=yes
pizza al taglio => name~taglio
bancomat intesa => any: amenity=atm and operator~intesa or atm=yes and name~intesa
lavasecco => shop=dry_cleaning
ricarica auto elettrica enel x => any: amenity=charging_station and operator~enel
stabilimento balneare => leisure=beach_resort
copia chiavi => service:key_cutting=yes or shop=locksmith or craft=key_cutter|locksmith
albergo con piscina => tourism=hotel and swimming_pool=yes`,
  spain: `
restaurante chino para llevar => cuisine=chinese and takeaway=yes|only
churros con chocolate => cuisine=churro
sellar el paro => office=employment_agency
agencia tributaria hacienda => government=tax
pasar la itv => amenity=vehicle_inspection
reciclar aceite usado => any: recycling:cooking_oil=yes or recycling:waste_oil=yes
duplicado de llaves => service:key_cutting=yes or shop=locksmith or craft=key_cutter|locksmith
loteria navidad => shop=lottery
arreglo de pantalones => shop=tailor or craft=tailor
cajero euronet => any: amenity=atm and operator~euronet
clases de yoga => sport=yoga
pistas padel => any: sport=padel
albergue barato => tourism=hostel
todo a cien => shop=variety_store
fisio => healthcare=physiotherapist
parada taxis => any: amenity=taxi
mesquita => religion=muslim
hotel con aparcamiento => tourism=hotel and parking=yes`,
  brazil: `
trocar dinheiro => amenity=bureau_de_change
tirar xerox => shop=copyshop or service:copy=yes
posto com gnv => fuel:cng=yes
aula de surf => amenity=surf_school or leisure=sports_centre and sport=surfing
manicure => beauty=nails
banho e tosa => pet_grooming=yes or shop=pet_grooming
gás de cozinha => shop=gas
açai => cuisine=acai or name~acai
musica ao vivo => live_music=yes
mirante por do sol => tourism=viewpoint
faculdade => amenity=college|university
costureira => craft=dressmaker|tailor or shop=tailor`,
  netherlands: `
fiets stallen => any: amenity=bicycle_parking
fietspomp => any: amenity=bicycle_repair_station|compressed_air or service:bicycle:pump=yes
sloep huren => amenity=boat_rental
patatje halen => cuisine=friture
pannenkoeken eten => cuisine=pancake
kringloopwinkels => shop=charity|second_hand
kinderspeelparadijs => leisure=indoor_play
grof vuil wegbrengen => recycling_type=centre
molens => man_made=windmill
rolstoeltoegankelijk hotel => tourism=hotel and wheelchair=yes
p+r terrein => any: park_ride=*
gratis wc => any: amenity=toilets and fee=no
camperplek => tourism=caravan_site
cafe met buitenterras => amenity=cafe|pub|bar and outdoor_seating=yes`,
  poland: `
kantor wymiany walut => amenity=bureau_de_change
dorobić klucz => craft=key_cutter|locksmith or shop=locksmith
bar mleczny => name~mleczny
lodowisko => leisure=ice_rink
zdjecia do dowodu => any: shop=photo or amenity=photo_booth or craft=photographer
stacja lpg => fuel:lpg=yes
siłownia na powietrzu => any: leisure=fitness_station
urzad skarbowy => government=tax
cerkiew => denomination=orthodox
weganskie jedzenie => diet:vegan=yes|only
wieża widokowa => tower:type=observation
sklep ukraiński => origin=ua
restauracja z ogródkiem => amenity=restaurant and outdoor_seating=yes`,
  china: `
网吧 => amenity=internet_cafe
唱歌 => amenity=karaoke_box
五星级酒店 => stars=5 and tourism=hotel
中医 => healthcare:speciality=traditional_chinese_medicine
打羽毛球 => any: sport=badminton
足疗 => shop=massage
领事馆 => office=diplomatic
民宿 => tourism=guest_house
有wifi的咖啡店 => amenity=cafe and internet_access=wlan`,
  russia: `
банкомат сбербанк => any: amenity=atm and operator=сбербанк or atm=yes and brand=сбербанк or atm=yes and operator=пао сбербанк
баня => leisure=sauna
грузинская кухня => cuisine=georgian
пункт выдачи заказов => shop=outpost or brand=ozon
сдать анализы => healthcare=laboratory
детская поликлиника => amenity=clinic and healthcare:speciality=paediatrics
памятник ленину => name=в. и. ленину
сшить платье ателье => craft=tailor|dressmaker or shop=tailor
детский стоматолог => healthcare:speciality=paediatric_dentistry
гостиница с вайфаем => tourism=hotel and internet_access=wlan`,
})

export const THIRTYNINTH = queriesOf({
  uk: `
fish n chips eat in => cuisine=fish_and_chips
house clearance second hand furniture => shop=second_hand and description~furniture
dump for household waste => recycling_type=centre
polish shop => origin=poland or name~polski
soft play => leisure=indoor_play
phone box library => any: amenity=public_bookcase
tent pitch campsite => tourism=camp_site
working mens club => club=social or amenity=social_club
holiday cottage => tourism=chalet|apartment
train to york => railway=station
doctors surgery for my baby => amenity=doctors
arcade games => leisure=amusement_arcade
building society => amenity=bank and name~building
key cutter => craft=key_cutter or service:key_cutting=yes or shop=locksmith`,
  france: `
consigne bagages gare => amenity=luggage_locker
pneu vélo crevé => shop=bicycle and service:bicycle:repair=yes or shop=bicycle
gonfler pneus => any: amenity=compressed_air|bicycle_repair_station
distributeur de pain => any: vending=bread
surgelés => shop=frozen_food
arrêt de tram => any: railway=tram_stop
prise de sang => healthcare=laboratory
e85 => any: fuel:e85=yes
point relais mondial relay => any: brand~mondial
jouer aux fléchettes => sport=darts
charcuterie => shop=butcher and name~charcuterie or shop=deli
crédit agricole distributeur => any: amenity=atm and operator~credit or atm=yes and name~credit or amenity=bank and name~credit`,
  mexico: `
estética canina => shop=pet_grooming
tortillería => shop=tortilla or name~tortilleria
agua purificada => shop=water
acta de nacimiento => government=register_office
escuela de español => amenity=language_school
pintura comex => name~comex
artesanías => shop=craft
pediatra para mi hijo => healthcare:speciality=paediatrics
taxi al aeropuerto => amenity=taxi
muebles a medida carpintero => craft=carpenter`,
  sweden: `
kallbad => leisure=sauna
panta burkar => any: vending=bottle_return
besiktning bil => amenity=vehicle_inspection
glasskiosk => amenity=ice_cream
gästhamn => leisure=marina
utegym => any: leisure=fitness_station
växla pengar => amenity=bureau_de_change
läkare för barn => amenity=doctors|clinic
båt till finland => amenity=ferry_terminal
gym över 18 => leisure=fitness_centre`,
  liechtenstein: `
sternwarte oder aussichtspunkt => any: tourism=viewpoint
eheringe => shop=jewelry
theaterkarten kleinkunst => amenity=theatre
hausbau architekt => office=architect
abfall entsorgen => any: amenity=recycling|waste_disposal
kinderhort ab 3 jahren => any: amenity=childcare|kindergarten
parkuhr => any: vending=parking_tickets`,
  monaco: `
coiffeur pour mon fils => shop=hairdresser
bus pour menton => any: highway=bus_stop
louer une perceuse => shop=tool_hire
objets d'art antiquaire => shop=antiques|art
bateau à vendre => shop=boat
ou boire un verre de vin => amenity=bar|pub`,
  harrisburg: `
sell my old books => shop=books
tax return help => name~jackson or office=tax_advisor|accountant
sausage butcher => shop=butcher
pet doctor => amenity=veterinary
breakfast pancakes => cuisine=pancake|breakfast or name~waffle`,
})

/** The made-up towns that the two lists are typed in. */
export const TYPED_IN_TOWNS = [
  'brazil',
  'china',
  'egypt',
  'france',
  'germany',
  'italy',
  'japan',
  'mexico',
  'netherlands',
  'poland',
  'russia',
  'spain',
  'sweden',
  'turkey',
  'uk',
  'usa',
] as const
