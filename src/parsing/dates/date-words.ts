// Words that say what a date beside them is: a publication, an update, or neither.

/** What a date is by the words beside it. */
export type DateRole = 'published' | 'updated' | 'other'

/**
 * In lower case, by language. `word` stands alone, `word*` begins one; scripts that write without blanks, and those that put
 * small words before others, have them anywhere.
 */
const WORDS: Readonly<Record<DateRole, readonly string[]>> = {
  published: [
    'publish*|posted|pub date|issued|date added|submitted|asked|date of publication|first appeared', // en
    'veröffentlich*|erschienen|publiziert|online seit|eingestellt|erstellt|erstveröffentlich*|datum der meldung', // de
    'publié*|publication|mis en ligne|paru|parution|posté*|rédigé le|créé le', // fr
    'publicad*|publicaci*|publica el|subido', // es
    'pubblicat*|pubblicazione|inserito|postato', // it
    'publicaç*|postado|publicat*', // pt, ca, ro
    'gepubliceerd|geplaatst|publicatiedatum|gepost|geschreven op', // nl
    'publicera*|publicerings*|inlagd', // sv
    'publiser*|offentliggjort|udgivet|oprettet|lagt ud', // nb, da
    'julkaistu|julkaisu*', // fi
    'opublikowan*|data publikacji|dodano|data dodania|publikacja', // pl
    'publikov*|zveřejn*|vydáno|vloženo|přidáno|zverejn*|pridané', // cs, sk
    'megjelen*|közzététel*|közzétéve|publikálva|feladva|feltöltve|létrehozva', // hu
    'postat|publicare|adăugat', // ro
    'опубликован*|дата публикации|размещено|публикация|добавлено', // ru
    'опублікован*|дата публікації|розміщено|публікація', // uk
    'публикуван*|публикувана|објављено|објавено', // bg, sr, mk
    'objavljen*|objavio|objavil*', // hr, bs, sr, sl
    'δημοσιεύ*|δημοσίευση|ημερομηνία δημοσίευσης|αναρτήθηκε', // el
    'yayın*|yayım*|giriş tarihi|oluşturulma|eklenme', // tr
    'dipublikasikan|diterbitkan|terbit|tayang|diposting|dimuat|diterbit*', // id, ms
    'avaldatud|publicēt*|paskelbt*|publikuota', // et, lv, lt
    'đăng|ngày đăng|xuất bản|đăng lúc', // vi
    'نُشر|نشر|النشر|تاريخ النشر|نشرت', // ar
    'منتشر|انتشار|تاریخ انتشار', // fa
    'שפורסם|פורסם|תאריך פרסום|פורסמה', // he
    'प्रकाशित|प्रकाशन|प्रकाशन तिथि', // hi, mr
    'প্রকাশ', // bn
    'เผยแพร่|ลงวันที่|โพสต์|วันที่ประกาศ|วันที่ลงข่าว', // th
    '公開|掲載|投稿|発行|配信|発表|登録日', // ja
    '发布|發布|发表|發表|刊登|張貼|上架|发文|發佈|发稿|公布日期', // zh
    '입력|등록|게시|작성일|발행|기사입력|승인', // ko
  ],
  updated: [
    'updat*|modif*|last changed|last change|last edited|edited|as of|last revision|lastmod|amended|page last', // en
    'aktualisier*|stand|zuletzt|letzte änderung|geändert|bearbeitet|überarbeitet', // de
    'mis à jour|mise à jour|modifié*|dernière modification|màj|actualisé*', // fr
    'actualiza*|última modificación|modificad*|última actualización|editado', // es
    'aggiornat*|aggiornamento|ultima modifica|modificat*', // it
    'atualiza*|última atualização|alterado|modificação|última alteração|actualitzat', // pt, ca
    'bijgewerkt|gewijzigd|laatst|geüpdatet|wijziging|aangepast|laatste update', // nl
    'uppdatera*|senast ändrad|ändrad|senast granskad', // sv
    'oppdatert|sist endret|sist oppdatert|endret|opdater*|senest ændret|ændret|sidst redigeret|redigert', // nb, da
    'päivite*|muokattu|päivitys', // fi
    'aktualiz*|zmodyfikowan*|ostatnia zmiana|data modyfikacji|ostatnio|zmieniono|edytowan*', // pl, cs, sk
    'upraven*|změněno|poslední změna|změna', // cs, sk
    'frissítve|módosít*|frissítés|utolsó módosítás', // hu
    'actualizat|actualizare|ultima actualizare', // ro
    'обновлен*|изменен*|дата обновления|последнее изменение|редакция от|отредактирован*|обновлён*|изменён*', // ru
    'оновлен*|змінен*|останні зміни|відредагован*', // uk
    'обновен*|актуализиран*|последна промяна|ажурирано|измењено', // bg, sr
    'ažuriran*|zadnja izmjena|izmijenjeno|posodobljen*|zadnja sprememba|ažurirano', // hr, sr, sl
    'ενημερώθηκε|ενημέρωση|τελευταία ενημέρωση|τροποποι*', // el
    'güncell*|son güncelleme|değiştiril*|son değişiklik', // tr
    'diperbarui|diperbaharui|pembaruan|terakhir diubah|perbarui|diubah|dikemas kini', // id, ms
    'uuendatud|muudetud|atjaunot*|atnaujint*', // et, lv, lt
    'cập nhật|chỉnh sửa|sửa đổi', // vi
    'تحديث|آخر تحديث|تعديل|حُدّث', // ar
    'به‌روزرسانی|بروزرسانی|به روز رسانی|ویرایش|آخرین', // fa
    'עודכן|עדכון אחרון|עדכון|שונה', // he
    'अपडेट|अद्यतन|संशोधित', // hi
    'আপডেট|হালনাগাদ', // bn
    'ปรับปรุง|อัปเดต|อัพเดท|แก้ไข', // th
    '更新|改訂|改定|修正|最終変更|最終更新', // ja
    '修改|最后编辑|最後修改|最后修订|修订于|修訂', // zh
    '수정|업데이트|최종수정|갱신', // ko
  ],
  other: [
    'expir*|deadline|valid*|until|due|received|accepted|event*|starts|ends|joined|member since|born|died|founded|since', // en
    'established|copyright|released|release date|comment*|today|retrieved|accessed|next|last visit|archive*|apply by|closing|closes|opens', // en
    'when|replied|reply*|review*|revised|premiere*|in force|effective|until|registered|recorded|collected|photo*', // en
    'it is currently|now|current date|show date|tour*|arrival|departure|taken on|first edition|born on|last login', // en
    'heute|termin*|frist|bis|gültig|bewerbungsschluss|einsendeschluss|beginn|wann|ab|seit|mitglied|geboren|gegründet', // de
    'kommentar*|antwort*|abgerufen|eingegangen|foto|aufgenommen|stichtag|datum der veranstaltung|nächste*|letzter besuch', // de
    'aujourd hui|nous sommes le|quand|date limite|jusqu au|arrêté*|décret*|né le|fondé*|inscrit*|commentaire*|valable', // fr
    'consulté|reçu|accepté|membre|débute|loi|clôture', // fr
    'hoy|cuándo|fecha límite|plazo|hasta|nacid*|comentario*|válid*|desde|recibido|aceptado|inscripción|decreto|ley|cierre', // es
    'oggi|quando|scadenza|entro|fino al|nato|nata|commento|commenti|decreto|legge|ricevuto|accettato|iscritto', // it
    'hoje|prazo|até|nascido|comentário*|válido|inscrições|recebido|aceito|aceite', // pt
    'vandaag|wanneer|deadline|tot|geboren|reactie*|geldig|uiterlijk|sluitingsdatum|lid sinds', // nl
    'idag|när|senast den|född|giltig|sista ansökningsdag|kommentarer|medlem', // sv
    'i dag|når|frist|søknadsfrist|ansøgningsfrist|født|gyldig|hvornår|tilmeldingsfrist|kommentarer', // nb, da
    'tänään|milloin|viimeistään|syntynyt|kommentti|hakuaika|voimassa', // fi
    'dziś|dzisiaj|dziś jest|kiedy|termin*|do dnia|ważn*|urodzon*|komentarz*|dołączył*|rejestracja', // pl
    'dnes|dnes je|kdy|kedy|uzávěrka|narozen*|platnost|komentář*|registrace', // cs, sk
    'mikor|határidő*|jelentkezési határidő|született|hozzászólás*|érvényes', // hu
    'astăzi|azi|când|termen*|născut|comentariu|valabil', // ro
    'сегодня|когда|срок*|родился|комментари*|действует|дедлайн|зарегистрирован*|дата проведения|регистрация', // ru
    'сьогодні|коли|термін*|народився|коментар*|дедлайн|зареєстрован*', // uk
    'днес|danas|данас', // bg, hr, sr
    'σήμερα|πότε|προθεσμία|έως|γεννήθηκε|σχόλι*', // el
    'bugün|son başvuru|son tarih|yorum*|doğum|ne zaman|etkinlik', // tr
    'hari ini|kapan|batas*|hingga|lahir|komentar', // id
    'hôm nay|hạn|khi nào|bình luận|sinh', // vi
    'اليوم|موعد|تعليق|ينتهي|حتى', // ar
    'امروز|مهلت|دیدگاه', // fa
    'היום|מועד|תגובה|תוקף|עד', // he
    'आज|अंतिम तिथि|टिप्पणी', // hi
    'วันนี้|หมดเขต|ความคิดเห็น|ตั้งแต่วันที่|ถึงวันที่', // th
    '開催|締切|期限|今日|本日|コメント|撮影|受付|期間|開始|終了|生年|取得|施行', // ja
    '今天|今日|截止|评论|評論|活动时间|活動日期|有效|开始|结束|施行', // zh
    '오늘|마감|댓글|행사|접수|기간|개최', // ko
  ],
}

interface Needle {
  readonly text: string
  readonly role: DateRole
}

const NEEDLES: readonly Needle[] = (['published', 'updated', 'other'] as const).flatMap((role) =>
  WORDS[role].flatMap((line) => line.split('|').map((word) => ({ text: needleOf(word), role }))),
)

/** What a reader looks for in ` words between blanks `. */
function needleOf(word: string): string {
  // Thai and all that follows it in Unicode, Arabic and Hebrew put letters before a word.
  if (/^[\u0590-\u08ff\u0e00-\uffff]/.test(word)) return word
  return word.endsWith('*') ? ` ${word.slice(0, -1)}` : ` ${word} `
}

/** By the word that stands last in the text, which is nearest to the date behind it; null where no word tells. */
export function roleBefore(text: string): DateRole | null {
  return roleIn(text, (at, best) => at > best, -1)
}

/** As `roleBefore`, for the words behind a date: the first is the nearest. */
export function roleAfter(text: string): DateRole | null {
  return roleIn(text, (at, best) => at < best, Number.MAX_SAFE_INTEGER)
}

function roleIn(
  text: string,
  isNearer: (end: number, best: number) => boolean,
  farthest: number,
): DateRole | null {
  if (!/[^\s\d.,:;|()[\]•·*/–—-]/.test(text)) return null
  const words = ` ${text
    .toLowerCase()
    .replace(/[©ⓒ]|\(c\)/g, ' copyright ')
    .replace(/[\s\d.,:;|()[\]<>"'’“”*•·/–—_-]+/g, ' ')} `
  let best = farthest
  let length = 0
  let role: DateRole | null = null
  for (const needle of NEEDLES) {
    const at = farthest < 0 ? words.lastIndexOf(needle.text) : words.indexOf(needle.text)
    if (at < 0) continue
    // Of two at one place the longer says more: `date of publication`.
    if (isNearer(at, best) || (at === best && needle.text.length > length)) {
      best = at
      length = needle.text.length
      role = needle.role
    }
  }
  return role
}
