// What pages in other languages call common fields: the labels of definition lists and the heads of tables, by the
// name that vocabularies have for the field. A word of two languages may mean two fields.
import { foldName } from './field-names.ts'
import { plainWords } from './plain-words.ts'

const LABELS = `
name: Name|Bezeichnung|Nom|Nombre|Nome|Naam|Namn|Navn|Nimi|Nazwa|Pełna nazwa|Název|Jméno|Név|Nume|Ad|Adı|Название|Наименование|Имя|Назва|Όνομα|名前|名称|氏名|名稱|姓名|이름|명칭|الاسم
title: Titel|Titre|Título|Titolo|Tittel|Tytuł|Titul|Cím|Titlu|Başlık|Заголовок|Название|Τίτλος|タイトル|題名|书名|標題|标题|제목|العنوان
description: Beschreibung|Description|Descripción|Descrizione|Descrição|Omschrijving|Beschrijving|Beskrivning|Beskrivelse|Kuvaus|Opis|Popis|Leírás|Descriere|Açıklama|Описание|Περιγραφή|説明|概要|描述|简介|설명|الوصف
author: Autor|Autorin|Verfasser|Verfasserin|Auteur|Autrice|Autora|Autore|Författare|Forfatter|Tekijä|Kirjoittaja|Autorzy|Szerző|Yazar|Автор|Συγγραφέας|著者|作者|저자|글쓴이|المؤلف
publisher: Verlag|Herausgeber|Éditeur|Editorial|Editor|Editore|Casa editrice|Editora|Uitgever|Uitgeverij|Förlag|Utgivare|Forlag|Udgiver|Utgiver|Kustantaja|Wydawca|Wydawnictwo|Vydavatel|Nakladatel|Kiadó|Editură|Yayınevi|Yayıncı|Издательство|Издатель|Видавництво|Εκδότης|出版社|発行者|出版者|출판사|الناشر
datePublished: Veröffentlicht|Veröffentlicht am|Veröffentlichungsdatum|Erscheinungsdatum|Erschienen|Publié le|Date de publication|Date de parution|Paru le|Fecha de publicación|Publicado|Publicado el|Data di pubblicazione|Pubblicato|Pubblicato il|Data de publicação|Publicado em|Gepubliceerd|Publicatiedatum|Publicerad|Publiceringsdatum|Utgivningsdatum|Publiceret|Udgivet|Udgivelsesdato|Publisert|Utgivelsesdato|Julkaistu|Data publikacji|Opublikowano|Data wydania|Datum vydání|Vydáno|Publikováno|Megjelenés|Közzététel|Data publicării|Yayın tarihi|Дата публикации|Опубликовано|Дата выхода|Дата публікації|Ημερομηνία δημοσίευσης|公開日|発行日|発売日|出版日|出版日期|发布日期|发布时间|發布日期|게시일|발행일|출간일|تاريخ النشر
dateModified: Aktualisiert|Zuletzt aktualisiert|Letzte Aktualisierung|Stand|Mis à jour|Mis à jour le|Dernière mise à jour|Mise à jour|Actualizado|Última actualización|Fecha de actualización|Aggiornato|Ultimo aggiornamento|Atualizado|Última atualização|Atualizado em|Bijgewerkt|Laatst bijgewerkt|Uppdaterad|Senast uppdaterad|Opdateret|Sidst opdateret|Oppdatert|Sist oppdatert|Päivitetty|Aktualizacja|Zaktualizowano|Ostatnia aktualizacja|Aktualizováno|Frissítve|Actualizat|Güncelleme|Son güncelleme|Обновлено|Дата обновления|Оновлено|Ενημερώθηκε|更新日|最終更新|最終更新日|更新时间|更新日期|更新時間|업데이트|수정일|تاريخ التحديث
date: Datum|Date|Fecha|Data|Dato|Päivämäärä|Päiväys|Dátum|Tarih|Дата|Ημερομηνία|日付|年月日|日期|날짜|일자|التاريخ
startDate: Beginn|Startdatum|Anfang|Début|Date de début|Inicio|Fecha de inicio|Inizio|Data inizio|Data di inizio|Início|Data de início|Begin|Aanvang|Start|Startdato|Alkaa|Alkamispäivä|Początek|Rozpoczęcie|Data rozpoczęcia|Začátek|Zahájení|Datum zahájení|Datum začátku|Kezdés|Kezdete|Început|Başlangıç|Başlangıç tarihi|Начало|Дата начала|Початок|Έναρξη|開始日|開始|开始时间|开始日期|開始日期|시작일|시작
endDate: Ende|Enddatum|Fin|Date de fin|Fecha de fin|Fine|Data fine|Data di fine|Fim|Término|Data de término|Einde|Einddatum|Slut|Slutdatum|Slutdato|Slutt|Päättyy|Koniec|Data zakończenia|Zakończenie|Konec|Befejezés|Vége|Sfârșit|Bitiş|Bitiş tarihi|Окончание|Дата окончания|Кінець|Λήξη|終了日|終了|结束时间|结束日期|結束日期|종료일|종료
validThrough: Bewerbungsfrist|Frist|Abgabefrist|Einsendeschluss|Date limite|Date limite de candidature|Clôture|Fecha límite|Plazo|Cierre|Scadenza|Prazo|Data limite|Sluitingsdatum|Deadline|Sista ansökningsdag|Sista dag|Ansøgningsfrist|Søknadsfrist|Tilbudsfrist|Hakuaika päättyy|Määräaika|Termin składania ofert|Uzávěrka|Határidő|Jelentkezési határidő|Termen limită|Son başvuru tarihi|Срок подачи|Крайний срок|Προθεσμία|締切|締切日|応募締切|申込期限|截止日期|截止时间|마감일|마감
price: Preis|Prix|Tarif|Precio|Prezzo|Preço|Prijs|Pris|Hinta|Cena|Ár|Preț|Fiyat|Fiyatı|Цена|Стоимость|Ціна|Τιμή|価格|値段|料金|税込価格|价格|價格|售价|가격|요금|السعر
priceCurrency: Währung|Devise|Monnaie|Moneda|Divisa|Valuta|Moeda|Valuutta|Waluta|Měna|Pénznem|Para birimi|Валюта|Νόμισμα|通貨|货币|貨幣|통화
availability: Verfügbarkeit|Disponibilité|Disponibilidad|Disponibilità|Disponibilidade|Beschikbaarheid|Tillgänglighet|Lagerstatus|Tilgængelighed|Saatavuus|Dostępność|Dostupnost|Elérhetőség|Disponibilitate|Stok durumu|Наличие|Наявність|Διαθεσιμότητα|在庫|库存|庫存|재고
status: Status|Zustand|Statut|État|Estado|Stato|Situação|Tila|Stav|Állapot|Stare|Durum|Статус|Состояние|Κατάσταση|状態|状况|状态|狀態|상태
sku: Artikelnummer|Artikel-Nr|Art-Nr|Bestellnummer|Produktnummer|Référence|Réf|Referencia|Ref|Codice articolo|Codice prodotto|Código|Código do produto|Artikelnr|Varenummer|Varenr|Tuotenumero|Tuotekoodi|Numer katalogowy|Kod produktu|Kód produktu|Katalogové číslo|Cikkszám|Cod produs|Ürün kodu|Артикул|Код товара|Код товару|Κωδικός|商品番号|品番|型番|商品编号|货号|상품번호
gtin: EAN|GTIN|Barcode|Strichcode|Code-barres|Código de barras|Codice a barre|Streckkod|Stregkode|Strekkode|Viivakoodi|Kod kreskowy|Čárový kód|Vonalkód|Barkod|Штрихкод|Штрих-код|バーコード|条形码|條碼|바코드
brand: Marke|Hersteller|Marque|Fabricant|Marca|Fabricante|Merk|Märke|Varumärke|Mærke|Merke|Merkki|Valmistaja|Marka|Producent|Značka|Výrobce|Márka|Gyártó|Brand|Üretici|Бренд|Марка|Производитель|Виробник|Μάρκα|ブランド|メーカー|品牌|厂商|廠牌|브랜드|제조사|الماركة
model: Modell|Modèle|Modelo|Modello|Model|Malli|Модель|Μοντέλο|モデル|机型|型号|型號|모델|모델명
color: Farbe|Couleur|Color|Colore|Cor|Kleur|Färg|Farve|Farge|Väri|Kolor|Barva|Szín|Culoare|Renk|Цвет|Колір|Χρώμα|色|カラー|颜色|顏色|색상|اللون
weight: Gewicht|Poids|Peso|Vikt|Vægt|Vekt|Paino|Waga|Hmotnost|Súly|Tömeg|Greutate|Ağırlık|Вес|Масса|Вага|Βάρος|重量|重さ|무게|중량|الوزن
height: Höhe|Hauteur|Altura|Alto|Altezza|Hoogte|Höjd|Højde|Høyde|Korkeus|Wysokość|Výška|Magasság|Înălțime|Yükseklik|Высота|Висота|Ύψος|高さ|高度|높이
width: Breite|Largeur|Anchura|Ancho|Larghezza|Largura|Breedte|Bredd|Bredde|Leveys|Szerokość|Šířka|Szélesség|Lățime|Genişlik|Ширина|Πλάτος|幅|宽度|寬度|너비
size: Größe|Taille|Tamaño|Talla|Dimensione|Taglia|Tamanho|Grootte|Maat|Storlek|Størrelse|Koko|Rozmiar|Velikost|Méret|Mărime|Boyut|Beden|Размер|Розмір|Μέγεθος|サイズ|尺寸|大小|크기|사이즈
fileSize: Dateigröße|Taille du fichier|Tamaño del archivo|Dimensione file|Tamanho do arquivo|Bestandsgrootte|Filstorlek|Filstørrelse|Tiedostokoko|Rozmiar pliku|Velikost souboru|Fájlméret|Dosya boyutu|Размер файла|ファイルサイズ|文件大小|檔案大小|파일 크기
material: Material|Matière|Matériau|Materiale|Materiaal|Materiaali|Materiał|Materiál|Anyag|Malzeme|Материал|Матеріал|Υλικό|素材|材質|材料|材质|소재
category: Kategorie|Rubrik|Catégorie|Categoría|Categoria|Categorie|Kategori|Luokka|Kategoria|Kategória|Категория|Категорія|Κατηγορία|カテゴリ|カテゴリー|分類|类别|分类|類別|카테고리|분류|الفئة
genre: Genre|Género|Genere|Gênero|Gatunek|Žánr|Műfaj|Tür|Жанр|Είδος|ジャンル|类型|類型|장르
keywords: Schlagwörter|Schlagworte|Stichwörter|Mots-clés|Mots clés|Palabras clave|Etiquetas|Parole chiave|Palavras-chave|Trefwoorden|Onderwerp|Nyckelord|Nøgleord|Emneord|Nøkkelord|Avainsanat|Asiasanat|Słowa kluczowe|Klíčová slova|Kulcsszavak|Cuvinte cheie|Anahtar kelimeler|Etiketler|Ключевые слова|Ключові слова|Λέξεις-κλειδιά|キーワード|タグ|关键词|關鍵字|标签|키워드|태그
inLanguage: Sprache|Langue|Idioma|Lingua|Língua|Taal|Språk|Sprog|Kieli|Język|Jazyk|Nyelv|Limba|Dil|Язык|Мова|Γλώσσα|言語|语言|語言|언어|اللغة
telephone: Telefon|Telefonnummer|Tel|Téléphone|Teléfono|Telefono|Telefone|Telefoon|Telefoonnummer|Puhelin|Puhelinnumero|Numer telefonu|Telefonní číslo|Telefonszám|Телефон|Τηλέφωνο|電話|電話番号|电话|联系电话|전화|전화번호|الهاتف
faxNumber: Fax|Telefax|Télécopie|Faksi|Факс|Φαξ|ファックス|传真|傳真|팩스
email: E-Mail|Mail|E-Mail-Adresse|Courriel|Adresse e-mail|Correo|Correo electrónico|Posta elettronica|E-post|E-postadress|Sähköposti|Adres e-mail|Adresa e-mail|E-mail cím|E-posta|Электронная почта|Почта|Електронна пошта|Ηλεκτρονικό ταχυδρομείο|メール|メールアドレス|邮箱|电子邮件|電子郵件|이메일|البريد الإلكتروني
url: Webseite|Website|Internet|Homepage|Site web|Site internet|Sitio web|Página web|Sito|Sito web|Site|Webbplats|Hemsida|Hjemmeside|Nettside|Nettsted|Verkkosivu|Kotisivu|Strona|Strona internetowa|Strona www|Web|Webové stránky|Weboldal|Honlap|Web sitesi|Сайт|Веб-сайт|Ιστοσελίδα|ホームページ|ウェブサイト|网站|網站|官网|홈페이지|웹사이트|الموقع
address: Adresse|Anschrift|Dirección|Indirizzo|Endereço|Morada|Adres|Adress|Osoite|Adresa|Cím|Adresă|Адрес|Адреса|Διεύθυνση|住所|所在地|地址|주소|العنوان
streetAddress: Straße|Rue|Calle|Via|Rua|Straat|Gata|Gade|Gateadresse|Katuosoite|Ulica|Ulice|Utca|Stradă|Sokak|Улица|Вулиця|Οδός|街道
postalCode: PLZ|Postleitzahl|Code postal|Código postal|CAP|CEP|Postcode|Postnummer|Postinumero|Kod pocztowy|PSČ|Irányítószám|Cod poștal|Posta kodu|Индекс|Почтовый индекс|Поштовий індекс|ΤΚ|郵便番号|邮编|邮政编码|郵遞區號|우편번호
addressLocality: Ort|Stadt|Wohnort|Ville|Commune|Ciudad|Localidad|Municipio|Città|Comune|Cidade|Localidade|Município|Plaats|Stad|Woonplaats|Ort|By|Sted|Poststed|Kaupunki|Paikkakunta|Kunta|Miasto|Miejscowość|Město|Obec|Város|Település|Oraș|Localitate|Şehir|Город|Населённый пункт|Місто|Πόλη|市区町村|都市|城市|도시|المدينة
addressRegion: Bundesland|Kanton|Région|Département|Provincia|Comunidad|Regione|Estado|Provincie|Län|Fylke|Maakunta|Województwo|Kraj|Megye|Județ|İl|Bölge|Область|Регион|Край|Περιφέρεια|都道府県|省份|지역|시도
addressCountry: Land|Staat|Pays|País|Paese|Nazione|Maa|Kraj|Země|Stát|Ország|Țară|Ülke|Страна|Країна|Χώρα|国|国家|國家|국가|الدولة
location: Standort|Arbeitsort|Veranstaltungsort|Lieu|Emplacement|Ubicación|Lugar|Luogo|Sede|Local|Localização|Locatie|Vestiging|Plats|Placering|Paikka|Sijainti|Miejsce|Lokalizacja|Místo|Helyszín|Hely|Locație|Konum|Yer|Место|Местоположение|Место проведения|Місце|Τοποθεσία|場所|会場|勤務地|地点|地點|位置|장소|위치|الموقع
openingHours: Öffnungszeiten|Horaires|Horaires d'ouverture|Heures d'ouverture|Horario|Horario de apertura|Orari|Orario|Orari di apertura|Horário|Horário de funcionamento|Openingstijden|Openingsuren|Öppettider|Åbningstider|Åpningstider|Aukioloajat|Godziny otwarcia|Otevírací doba|Nyitvatartás|Çalışma saatleri|Часы работы|Режим работы|Ωράριο|営業時間|营业时间|營業時間|영업시간|ساعات العمل
dayOfWeek: Tag|Wochentag|Jour|Día|Giorno|Dia|Dag|Veckodag|Ugedag|Ukedag|Päivä|Viikonpäivä|Dzień|Den|Nap|Zi|Gün|День|День недели|Ημέρα|曜日|星期|요일
time: Zeit|Uhrzeit|Heure|Hora|Ora|Orario|Tijd|Tid|Tidspunkt|Aika|Kello|Godzina|Czas|Čas|Idő|Időpont|Saat|Время|Час|Ώρα|時間|時刻|时间|時間|시간
duration: Dauer|Laufzeit|Durée|Duración|Durata|Duração|Duur|Varighet|Varighed|Längd|Speltid|Kesto|Czas trwania|Délka|Trvání|Időtartam|Hossz|Süre|Длительность|Продолжительность|Тривалість|Διάρκεια|再生時間|上映時間|所要時間|时长|時長|시간|상영시간
year: Jahr|Baujahr|Erscheinungsjahr|Année|Año|Anno|Ano|Jaar|Jaar van uitgave|År|Utgivningsår|Udgivelsesår|Vuosi|Rok|Rok wydania|Rok vydání|Év|An|Anul|Yıl|Год|Год издания|Год выпуска|Рік|Έτος|年|発行年|出版年|年份|연도|السنة
numberOfPages: Seiten|Seitenzahl|Umfang|Pages|Nombre de pages|Páginas|Número de páginas|Pagine|Numero di pagine|Pagina's|Omvang|Aantal pagina's|Sidor|Sidantal|Antal sidor|Sider|Sidetal|Sidetall|Sivumäärä|Sivuja|Liczba stron|Stron|Počet stran|Oldalszám|Oldalak száma|Număr de pagini|Sayfa sayısı|Страниц|Количество страниц|Сторінок|Σελίδες|ページ数|页数|頁數|쪽수|페이지 수
isbn: ISBN|ISBN-13
callNumber: Signatur|Cote|Signatura|Collocazione|Plaatskenmerk|Opställning|Opstilling|Hyllyluokka|Sygnatura|Jelzet|Шифр|請求記号|索书号|청구기호
edition: Auflage|Édition|Edición|Edizione|Edição|Druk|Upplaga|Udgave|Utgave|Painos|Wydanie|Vydání|Kiadás|Ediția|Baskı|Издание|Έκδοση|版
version: Version|Versión|Versione|Versão|Versie|Versio|Wersja|Verze|Verzió|Versiune|Sürüm|Версия|Версія|Έκδοση|バージョン|版本|버전|الإصدار
license: Lizenz|Licence|Licencia|Licenza|Licença|Licentie|Licens|Lisens|Lisenssi|Licencja|Licence|Licenc|Licență|Lisans|Лицензия|Ліцензія|Άδεια|ライセンス|许可证|授權|라이선스
operatingSystem: Betriebssystem|Système d'exploitation|Sistema operativo|Sistema operacional|Besturingssysteem|Operativsystem|Käyttöjärjestelmä|System operacyjny|Operační systém|Operációs rendszer|İşletim sistemi|Операционная система|対応OS|操作系统|作業系統|운영체제
director: Regie|Regisseur|Regisseurin|Réalisateur|Réalisation|Directeur|Director|Dirección|Regia|Regista|Direção|Diretor|Realização|Regissör|Regi|Instruktør|Ohjaaja|Ohjaus|Reżyser|Reżyseria|Režie|Režisér|Rendező|Regizor|Yönetmen|Режиссёр|Режиссер|Режисер|Σκηνοθέτης|監督|导演|導演|감독|المخرج
actor: Besetzung|Darsteller|Schauspieler|Acteurs|Distribution|Reparto|Actores|Attori|Cast|Interpreti|Elenco|Acteurs|Skådespelare|Rollista|Skuespillere|Medvirkende|Näyttelijät|Obsada|Aktorzy|Herci|Hrají|Szereplők|Distribuție|Oyuncular|В ролях|Актёры|Актеры|Актори|Ηθοποιοί|出演|出演者|キャスト|主演|演员|演員|출연|الممثلون
company: Firma|Unternehmen|Arbeitgeber|Firmenname|Entreprise|Société|Employeur|Raison sociale|Empresa|Compañía|Razón social|Azienda|Società|Ragione sociale|Companhia|Bedrijf|Bedrijfsnaam|Werkgever|Företag|Arbetsgivare|Virksomhed|Arbejdsgiver|Bedrift|Arbeidsgiver|Yritys|Työnantaja|Pracodawca|Przedsiębiorstwo|Společnost|Zaměstnavatel|Cég|Cégnév|Companie|Angajator|Şirket|İşveren|Компания|Работодатель|Организация|Компанія|Роботодавець|Εταιρεία|会社|会社名|企業名|公司|公司名称|企业|회사|회사명|الشركة
baseSalary: Gehalt|Lohn|Vergütung|Salaire|Rémunération|Salario|Sueldo|Stipendio|Retribuzione|Salário|Salaris|Lön|Løn|Lønn|Palkka|Wynagrodzenie|Plat|Mzda|Fizetés|Bér|Salariu|Maaş|Зарплата|Заработная плата|Μισθός|給与|月給|年収|时薪|薪资|薪水|급여|연봉|الراتب
employmentType: Anstellungsart|Beschäftigungsart|Arbeitszeit|Vertragsart|Type de contrat|Contrat|Tipo de contrato|Jornada|Tipo di contratto|Contratto|Contracttype|Dienstverband|Anställningsform|Ansættelsesform|Stillingstype|Työsuhde|Rodzaj umowy|Wymiar pracy|Typ úvazku|Foglalkoztatás|Çalışma şekli|Тип занятости|Занятость|雇用形態|工作性质|고용형태
vatId: USt-IdNr|USt-ID|Umsatzsteuer-Identifikationsnummer|UID-Nummer|N° TVA|Numéro de TVA|TVA intracommunautaire|NIF|CIF|Partita IVA|P.IVA|BTW-nummer|Momsregistreringsnummer|CVR|CVR-nummer|ALV-numero|NIP|DIČ|Adószám|Vergi no|ИНН|ΑΦΜ|統一編號|사업자등록번호
registerNumber: Registernummer|Handelsregister|Handelsregisternummer|HRB|Numéro RCS|SIREN|SIRET|Registro mercantil|Numero REA|KvK|KvK-nummer|Organisationsnummer|Org.nr|Organisasjonsnummer|Y-tunnus|KRS|IČO|Cégjegyzékszám|ОГРН|ΓΕΜΗ|法人番号|统一社会信用代码
registerCourt: Registergericht|Amtsgericht|Greffe|Tribunal|Tribunale|Sąd rejestrowy
foundingDate: Gegründet|Gründung|Gründungsjahr|Fondée en|Date de création|Fondation|Fundación|Fundada|Fondazione|Anno di fondazione|Fundação|Opgericht|Oprichting|Grundat|Stiftet|Grundlagt|Perustettu|Data założenia|Rok założenia|Data rejestracji|Založeno|Alapítva|Kuruluş|Основана|Дата основания|Дата регистрации|Ίδρυση|設立|設立日|創業|成立日期|成立时间|설립일
numberOfEmployees: Mitarbeiter|Mitarbeiterzahl|Beschäftigte|Effectif|Nombre de salariés|Empleados|Dipendenti|Funcionários|Werknemers|Medewerkers|Anställda|Antal anställda|Ansatte|Antal ansatte|Henkilöstö|Liczba pracowników|Zatrudnienie|Počet zaměstnanců|Alkalmazottak|Angajați|Çalışan sayısı|Сотрудников|Количество сотрудников|従業員数|员工人数|직원수
position: Position|Platz|Rang|Pos|Pl|Place|Puesto|Posición|Posizione|Posição|Plaats|Placering|Plassering|Sija|Sijoitus|Miejsce|Pozycja|Pořadí|Helyezés|Loc|Sıra|Место|Місце|Θέση|順位|排名|名次|순위|#
team: Mannschaft|Verein|Équipe|Club|Equipo|Squadra|Equipe|Ploeg|Elftal|Lag|Hold|Joukkue|Drużyna|Klub|Tým|Mužstvo|Csapat|Echipă|Takım|Команда|Клуб|Ομάδα|チーム|球队|球隊|팀
points: Punkte|Pkt|Points|Pts|Puntos|Punti|Pontos|Punten|Poäng|Point|Poeng|Pisteet|Punkty|Body|Pont|Puncte|Puan|Очки|О|Бали|Βαθμοί|勝点|積分|积分|승점
played: Spiele|Sp|Matchs joués|J|Partidos|PJ|Partite|Giocate|Jogos|Gespeeld|Wedstrijden|Matcher|Kampe|Kamper|Ottelut|Mecze|Zápasy|Mérkőzés|Meciuri|Oynanan|Игры|Матчи|Αγώνες|試合|场次|경기
won: Siege|Victoires|Victorias|Ganados|Vittorie|Vinte|Vitórias|Gewonnen|Vinster|Sejre|Seire|Voitot|Zwycięstwa|Wygrane|Výhry|Győzelem|Victorii|Galibiyet|Победы|Выигрыши|Перемоги|Νίκες|勝|胜|승
drawn: Unentschieden|Nuls|Empates|Pareggi|Nulle|Gelijk|Oavgjorda|Uafgjorte|Uavgjort|Tasapelit|Remisy|Remízy|Döntetlen|Egaluri|Beraberlik|Ничьи|Нічиї|Ισοπαλίες|引分|分|平|무
lost: Niederlagen|Défaites|Derrotas|Perdidos|Sconfitte|Perse|Verloren|Förluster|Nederlag|Tap|Tappiot|Porażki|Przegrane|Prohry|Vereség|Înfrângeri|Mağlubiyet|Поражения|Поразки|Ήττες|敗|负|패
goals: Tore|Buts|Goles|Reti|Gol|Gols|Doelpunten|Mål|Maalit|Bramki|Gole|Góly|Gólok|Goluri|Goller|Голы|Мячи|Голи|Γκολ|得点|进球|득점
result: Ergebnis|Résultat|Score|Resultado|Risultato|Uitslag|Resultat|Tulos|Wynik|Výsledek|Eredmény|Rezultat|Sonuç|Результат|Счёт|Αποτέλεσμα|結果|スコア|比分|结果|결과
home: Heim|Domicile|Local|Casa|Thuis|Hemma|Hjemme|Koti|Gospodarze|Domácí|Hazai|Gazde|Ev sahibi|Хозяева|ホーム|主队|홈
away: Gast|Auswärts|Extérieur|Visitante|Ospite|Trasferta|Fora|Uit|Borta|Ude|Borte|Vieras|Goście|Hosté|Vendég|Oaspeți|Deplasman|Гости|アウェイ|客队|원정
quantity: Menge|Anzahl|Quantité|Cantidad|Quantità|Quantidade|Aantal|Antal|Antall|Määrä|Ilość|Liczba|Množství|Počet|Mennyiség|Cantitate|Miktar|Adet|Количество|Кількість|Ποσότητα|数量|個数|數量|수량
population: Einwohner|Bevölkerung|Population|Habitants|Población|Habitantes|Popolazione|Abitanti|População|Inwoners|Bevolking|Folkmängd|Invånare|Befolkning|Indbyggere|Innbyggere|Väestö|Asukasluku|Ludność|Liczba mieszkańców|Obyvatel|Počet obyvatel|Népesség|Lakosság|Populație|Nüfus|Население|Населення|Πληθυσμός|人口|인구
area: Fläche|Wohnfläche|Superficie|Surface|Surface habitable|Superficie útil|Área|Oppervlakte|Woonoppervlakte|Yta|Boarea|Areal|Boligareal|Pinta-ala|Asuinpinta-ala|Powierzchnia|Plocha|Terület|Alapterület|Suprafață|Alan|Площадь|Площа|Εμβαδόν|面積|专有面積|面积|면적
rooms: Zimmer|Räume|Pièces|Nombre de pièces|Habitaciones|Locali|Vani|Quartos|Divisões|Kamers|Aantal kamers|Rum|Antal rum|Værelser|Rom|Antall rom|Huoneita|Pokoje|Liczba pokoi|Pokoje|Szobák|Szobák száma|Camere|Oda sayısı|Комнат|Количество комнат|Кімнат|Δωμάτια|間取り|部屋数|房间|방
bedrooms: Schlafzimmer|Chambres|Nombre de chambres|Dormitorios|Camere da letto|Dormitórios|Slaapkamers|Sovrum|Soveværelser|Soverom|Makuuhuoneet|Sypialnie|Ložnice|Hálószobák|Dormitoare|Yatak odası|Спальни|Спальни|Спальні|Υπνοδωμάτια|寝室|卧室|침실
bathrooms: Badezimmer|Bäder|Salles de bain|Baños|Bagni|Banheiros|Casas de banho|Badkamers|Badrum|Badeværelser|Bad|Kylpyhuoneet|Łazienki|Koupelny|Fürdőszobák|Băi|Banyo|Санузлы|Ванные|Μπάνια|浴室|卫生间|욕실
mileage: Kilometerstand|Laufleistung|Kilométrage|Kilometraje|Kilómetros|Chilometraggio|Chilometri|Quilometragem|Quilómetros|Mätarställning|Miltal|Kilometer|Kilometrit|Mittarilukema|Przebieg|Najeto|Tachometr|Futott km|Kilometraj|Kilometre|Пробег|Пробіг|Χιλιόμετρα|走行距離|里程|表显里程|주행거리
fuelType: Kraftstoff|Kraftstoffart|Treibstoff|Carburant|Énergie|Combustible|Alimentazione|Carburante|Combustível|Brandstof|Bränsle|Drivmedel|Brændstof|Drivstoff|Polttoaine|Käyttövoima|Paliwo|Rodzaj paliwa|Palivo|Üzemanyag|Combustibil|Yakıt|Yakıt tipi|Топливо|Тип топлива|Паливо|Καύσιμο|燃料|燃料类型|연료
transmission: Getriebe|Boîte de vitesses|Boîte|Caja de cambios|Cambio|Câmbio|Caixa|Transmissie|Versnellingsbak|Växellåda|Gearkasse|Girkasse|Vaihteisto|Skrzynia biegów|Převodovka|Váltó|Sebességváltó|Cutie de viteze|Vites|Vites tipi|КПП|Коробка передач|Трансмиссия|Κιβώτιο|ミッション|变速箱|변속기
rating: Bewertung|Note|Évaluation|Valoración|Puntuación|Valutazione|Voto|Avaliação|Beoordeling|Betyg|Vurdering|Arvosana|Arvio|Ocena|Hodnocení|Értékelés|Evaluare|Puan|Рейтинг|Оценка|Оцінка|Βαθμολογία|評価|评分|評分|평점|التقييم
teacher: Dozent|Dozentin|Lehrer|Kursleitung|Enseignant|Formateur|Professeur|Profesor|Docente|Insegnante|Professor|Instrutor|Lærer|Lärare|Underviser|Opettaja|Prowadzący|Wykładowca|Lektor|Vyučující|Oktató|Eğitmen|Преподаватель|Викладач|講師|讲师|老師|강사
level: Niveau|Stufe|Nivel|Livello|Nível|Nivå|Taso|Poziom|Úroveň|Szint|Seviye|Уровень|Рівень|Επίπεδο|レベル|级别|难度|레벨
ingredients: Zutaten|Ingrédients|Ingredientes|Ingredienti|Ingrediënten|Ingredienser|Ainekset|Składniki|Suroviny|Přísady|Hozzávalók|Ingrediente|Malzemeler|Ингредиенты|Інгредієнти|Υλικά|材料|食材|재료|المكونات
recipeYield: Portionen|Portions|Raciones|Porciones|Porzioni|Porções|Porties|Personen|Portioner|Porsjoner|Annokset|Porcje|Liczba porcji|Porce|Adag|Porții|Porsiyon|Порции|Количество порций|Порцій|Μερίδες|人数|人分|份量|인분
prepTime: Vorbereitungszeit|Zubereitungszeit|Temps de préparation|Préparation|Tiempo de preparación|Tempo di preparazione|Preparazione|Tempo de preparo|Bereidingstijd|Voorbereidingstijd|Förberedelsetid|Forberedelsestid|Valmistusaika|Czas przygotowania|Doba přípravy|Előkészítés|Timp de preparare|Hazırlama süresi|Время подготовки|準備時間|准备时间|준비시간
cookTime: Kochzeit|Backzeit|Garzeit|Temps de cuisson|Cuisson|Tiempo de cocción|Tempo di cottura|Cottura|Tempo de cozimento|Kooktijd|Oventijd|Tillagningstid|Tilberedningstid|Koketid|Steketid|Kypsennysaika|Paistoaika|Czas gotowania|Czas pieczenia|Doba vaření|Főzési idő|Sütési idő|Timp de gătire|Pişirme süresi|Время приготовления|調理時間|烹饪时间|조리시간
institution: Institution|Einrichtung|Hochschule|Établissement|Institución|Istituto|Ateneo|Instituição|Instelling|Lärosäte|Institusjon|Oppilaitos|Uczelnia|Instytucja|Instituce|Intézmény|Kurum|Учреждение|Ίδρυμα|機関|机构|기관
phase: Phase|Etappe|Étape|Etapa|Fase|Vaihe|Etap|Etapa|Этап
buy: Ankauf|Geldkurs|Achat|Compra|Acquisto|Aankoop|Köp|Køb|Kjøp|Osto|Kupno|Kurs kupna|Nákup|Vétel|Cumpărare|Alış|Покупка|Купівля|Αγορά|買取|买入|買入
sell: Verkauf|Briefkurs|Vente|Venta|Venda|Vendita|Verkoop|Sälj|Salg|Myynti|Sprzedaż|Kurs sprzedaży|Prodej|Eladás|Vânzare|Satış|Продажа|Продаж|Πώληση|販売|卖出|賣出
departure: Abfahrt|Abflug|Départ|Salida|Partenza|Partida|Vertrek|Avgång|Afgang|Avgang|Lähtö|Odjazd|Wyjazd|Odlot|Odjezd|Indulás|Plecare|Kalkış|Отправление|Відправлення|Αναχώρηση|出発|发车|出发|출발
arrival: Ankunft|Arrivée|Llegada|Arrivo|Chegada|Aankomst|Ankomst|Saapuminen|Przyjazd|Przylot|Příjezd|Érkezés|Sosire|Varış|Прибытие|Прибуття|Άφιξη|到着|到达|도착
platform: Gleis|Bahnsteig|Voie|Quai|Vía|Andén|Binario|Plataforma|Spoor|Spår|Spor|Raide|Peron|Nástupiště|Vágány|Путь|Платформа|Αποβάθρα|のりば|站台|승강장
floor: Etage|Stockwerk|Étage|Planta|Piso|Piano|Andar|Verdieping|Våning|Etasje|Kerros|Piętro|Podlaží|Patro|Emelet|Etaj|Kat|Этаж|Поверх|Όροφος|階|楼层|층
energyClass: Energieeffizienzklasse|Energieklasse|Classe énergie|DPE|Clase energética|Certificado energético|Classe energetica|Classe energética|Energielabel|Energiklass|Energimærke|Energimerking|Energialuokka|Klasa energetyczna|Energetická třída|Energiatanúsítvány|Clasa energetică|Enerji sınıfı|Класс энергоэффективности|能効
yearBuilt: Baujahr|Année de construction|Año de construcción|Anno di costruzione|Ano de construção|Bouwjaar|Byggår|Byggeår|Rakennusvuosi|Rok budowy|Rok výstavby|Építés éve|Anul construcției|İnşa yılı|Год постройки|Рік побудови|築年月|建筑年代|建成年份
power: Leistung|Puissance|Potencia|Potenza|Potência|Vermogen|Effekt|Hestekræfter|Teho|Moc|Výkon|Teljesítmény|Putere|Güç|Мощность|Потужність|Ισχύς|出力|功率|출력
doors: Türen|Portes|Puertas|Porte|Portas|Deuren|Dörrar|Døre|Dører|Ovet|Drzwi|Liczba drzwi|Dveře|Ajtók|Uși|Kapı|Двери|Πόρτες|ドア数|车门数
capital: Stammkapital|Grundkapital|Capital social|Capitale sociale|Kapitaal|Aktiekapital|Selskabskapital|Osakepääoma|Kapitał zakładowy|Základní kapitál|Jegyzett tőke|Sermaye|Уставный капитал|資本金|注册资本|자본금
ceo: Geschäftsführer|Geschäftsführung|Vertreten durch|Gérant|Dirigeant|Représentant légal|Administrador|Amministratore|Rappresentante legale|Gerente|Bestuurder|Verkställande direktör|VD|Direktør|Daglig leder|Toimitusjohtaja|Prezes|Prezes zarządu|Jednatel|Ügyvezető|Administrator|Genel müdür|Генеральный директор|Директор|代表者|代表取締役|法定代表人|대표|대표자
translator: Übersetzer|Übersetzung|Traducteur|Traduction|Traductor|Traducción|Traduttore|Traduzione|Tradutor|Tradução|Vertaler|Översättare|Oversætter|Oversetter|Suomentaja|Kääntäjä|Tłumacz|Przekład|Překladatel|Překlad|Fordító|Traducător|Çevirmen|Переводчик|Перекладач|Μεταφραστής|訳者|翻訳者|译者|譯者|역자
remarks: Bemerkung|Bemerkungen|Anmerkung|Hinweis|Remarque|Remarques|Observaciones|Notas|Note|Osservazioni|Observações|Opmerking|Opmerkingen|Anmärkning|Bemærkning|Merknad|Huomautus|Uwagi|Poznámka|Megjegyzés|Observații|Notlar|Примечание|Примечания|Примітка|Σημειώσεις|備考|备注|備註|비고
code: Code|Kürzel|Kennung|Código|Codice|Kod|Kód|Koodi|Cod|Kode|Код|Κωδικός|コード|代码|代碼|코드
unit: Einheit|Unité|Unidad|Unità|Unidade|Eenheid|Enhet|Enhed|Yksikkö|Jednostka|Jednotka|Egység|Unitate|Birim|Единица|Одиниця|Μονάδα|単位|单位|單位|단위
amount: Betrag|Summe|Montant|Importe|Importo|Valor|Bedrag|Belopp|Beløb|Beløp|Summa|Kwota|Částka|Összeg|Sumă|Tutar|Сумма|Сума|Ποσό|金額|金额|금액
reference: Aktenzeichen|Geschäftszeichen|Referenz|Référence|Referencia|Riferimento|Referência|Kenmerk|Referentie|Referens|Diarienummer|Sagsnummer|Sagsnr|Saksnummer|Viite|Diaarinumero|Sygnatura|Numer sprawy|Spisová značka|Ügyszám|Referință|Referans|Номер дела|参照番号|文号|案號|참조번호
type: Art|Typ|Type|Tipo|Soort|Slag|Tyyppi|Rodzaj|Druh|Típus|Tip|Tür|Тип|Вид|Τύπος|種類|タイプ|种类|種類|종류|유형|النوع
`

/** Folded labels without joining words, each with the names of what it may mean. */
const CONCEPTS = new Map<string, string[]>()
for (const line of LABELS.trim().split('\n')) {
  const at = line.indexOf(':')
  const concept = foldName(line.slice(0, at))
  for (const label of line.slice(at + 1).split('|')) {
    const key = labelKey(label)
    const known = CONCEPTS.get(key) ?? []
    if (key !== '' && key !== concept && !known.includes(concept)) CONCEPTS.set(key, [...known, concept])
  }
}

/** A label as one folded word: `Date de publication` is `datepublication`. */
export function labelKey(label: string): string {
  return plainWords(label).join('')
}

/** The names, folded, of what a label of another language may mean, best first. */
export function conceptsOf(key: string): readonly string[] {
  return CONCEPTS.get(key) ?? []
}
