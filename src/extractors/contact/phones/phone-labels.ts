// Words that stand before a number and say what it is: a phone, a fax, or something else.

/** By language, as pages write them. `*` is any ending: `telefon*` is also `Telefonszám` and `telefonní`. */
const PHONE_WORDS = [
  'tel tél tels tlf tlfno tfno tlph telf telp tel/fax telefon* telèfon* telephone* téléphone* telefoon* telefono* teléfono* telefone* telepon*',
  'ph phone phones fon fone ring sms ruf rufnummer bel anruf zentrale durchwahl hotline helpline infoline infolinia infolinka infolinie',
  'call calling text dial freephone freecall tollfree landline office mob mobil mobile mobiel handy cell cellphone cellulare cel celular móvil',
  'portable natel gsm hp wa whatsapp cep kom komórka komórkowy mobilní mobilný mobiltelefon* matkapuhelin* puh puhelin* vaihde växel',
  'sími tālr tālrunis contact contacto kontakt switchboard standard central centralita conmutador pbx telemóvel telemovel talian',
  'τηλ τηλέφων* κιν κινητό тел телефон* моб мобильный мобільний gsm đt sđt điện\\sthoại di\\sđộng',
  'هاتف الهاتف تليفون تلفون موبايل جوال الجوال اتصل تلفن موبایل טלפון טל נייד फोन मोबाइल दूरभाष',
].join(' ')
const FAX_WORDS =
  'fx fax faxnummer fax-nr telefax* faks* telefaks* télécopie* télécopieur* φαξ факс* فاكس الفاكس فکس نمابر פקס'
/** Of languages that are written without blanks: they may follow another word at once. */
const JOINED_PHONE =
  '電話|电话|電話番号|電話號碼|热线|熱線|专线|專線|手机|手機|携帯|대표전화|전화번호|전화|연락처|휴대폰|โทรศัพท์|โทร|มือถือ|☎|☏|📞|📱|✆|🕿'
const JOINED_FAX = '传真|傳真|ファックス|ファクス|ファクシミリ|팩스|แฟกซ์|โทรสาร|📠|🖷'

const wordsOf = (text: string): string => text.split(' ').join('|').replaceAll('*', '\\p{L}{0,12}')

/** After the word: `us on`, `(office)`, `for bookings:`, `number`, marks. */
const BETWEEN =
  '(?:\\s(?:us|now|today|free|me|toll[\\s-]?free)){0,2}(?:\\s(?:on|at|under|unter))?[^\\p{L}\\d]{0,8}' +
  '(?:\\(?\\p{L}{2,12}\\)[^\\p{L}\\d]{0,4}|(?<=[^\\p{L}])(?:\\p{L}{1,12}\\s){0,2}\\p{L}{1,12}\\s?:\\s?)?(?:(?:nr|no|nº|n°|nummer|number|番号|号码|號碼)[^\\p{L}\\d]{0,4})?$'
const LABEL = new RegExp(
  `(?:(?:^|[^\\p{L}])(${wordsOf(PHONE_WORDS)}|${wordsOf(FAX_WORDS)})|(${JOINED_PHONE}|${JOINED_FAX}))${BETWEEN}`,
  'iu',
)
const FAX = new RegExp(`^(?:f|${wordsOf(FAX_WORDS)}|${JOINED_FAX})$`, 'iu')
/** `(303) 555-0100 (fax)` */
const FAX_BEHIND = /^\s{0,2}(?:\((?:tele)?fax\)|(?:tele)?fax\s{0,3}$)/i
/** `T 030 …`, `F: 030 …`, but not the end of a name. */
const LETTER = /(?:^|[\s|,;(•·])([tf])(?:\s{0,2}[.:|]|\s{1,2}|\s[\u2010-\u2015-]\s)\s{0,2}$/iu
/** `m +49 171 …`, `p: 555 …`: letters that are more often something else. */
const RARER_LETTER = /(?:^|[\s|,;])[mpd]\s?[:.]\s?$/iu

/** What other numbers are called. */
const NO_PHONE =
  /(?:(?:bestell|auftrag|rechnung|invoice|artikel|order|konto|account|steuer|kunden|customer|ticket|tracking|serien|serial|modell?|koordinat|coordinat|lizenz|licen[sc]e|regist|version|referen|mitglied|member|vorgang|akten|vertrag|pedido|factura|commande|facture|ordine|fattura|bankgiro|plusgiro)\p{L}{0,14}|(?:^|[^\p{L}])(?:isbn|issn|iban|bic|swift|kto|blz|art|sku|ean|gtin|upc|mpn|vat|ust(?:-?id)?|uid|tva|iva|p\.?\s?iva|nif|nipc|cif|dni|rut|ruc|nit|rfc|cuit|cnpj|cpf|cep|gstin|pan|siret|siren|rcs|kvk|btw|mwst|tax|hr[ab]|zvr|abn|acn|cin|nip|regon|krs|pesel|i[cč]o?|di[cč]|org\.?|cvr|oib|cui|inn|mst|инн|кпп|огрн|р\/с|єдрпоу|афм|αφμ|lat|lng|lon|gps|build|ip|doi|pmid|zip|plz|postcode|r[eé]f|id|code|part|item|lot|style|case|docket|patent|permit|file|batch|form|grant)|ח\.?פ|号|號|统一编号|統一編號|邮编|郵編|등록번호|qq)[^\p{L}\d]{0,6}(?:(?:nr|no|nummer|number|zahl|n°)[^\p{L}\d]{0,6})?$/iu

/** The word that calls what follows a phone or a fax; null where there is none. `before` is the end of a text. */
export function phoneLabel(before: string): string | null {
  const [, word, joined] = LABEL.exec(before) ?? []
  return word ?? joined ?? LETTER.exec(before)?.[1] ?? (RARER_LETTER.test(before) ? 'm' : null)
}

export const isFaxLabel = (label: string): boolean => FAX.test(label)
/** Whether what follows a number calls it a fax. */
export const isFaxBehind = (after: string): boolean => FAX_BEHIND.test(after)
export const isOtherNumber = (before: string): boolean => NO_PHONE.test(before)
