// Words that lead to the name of an author, or follow it, in the languages of most of the web.

/** A name may follow right behind: `By Ada Lovelace`, `von Ada Lovelace`. */
export const LEADS: readonly string[] = [
  'by|written by|words by|text by|story by|posted by|published by|reported by|authored by|reviewed by|contributed by|a recipe by|recipe by|guest post by|interview by|essay by', // en
  'von|geschrieben von|verfasst von|text von|ein beitrag von|ein gastbeitrag von|ein rezept von|aufgezeichnet von|veröffentlicht von', // de
  'par|écrit par|rédigé par|publié par|posté par|texte de|un texte de|une recette de|recette de|propos recueillis par|un article de', // fr
  'por|escrito por|publicado por|texto de|un texto de|redactado por|texto por|una receta de', // es, pt
  'di|a cura di|scritto da|pubblicato da|testo di|testi di|un articolo di|una ricetta di', // it
  'door|geschreven door|tekst door|geplaatst door|een recept van', // nl
  'av|af|skriven av|skrevet av|skrevet af|text av|tekst av|tekst af|publicerad av|publisert av', // sv, nb, da
  'kirjoittanut', // fi
  'napisał|napisała|opracował|opracowała|przygotował|przygotowała|przez', // pl
  'napsal|napsala|napísal|napísala|připravil|připravila', // cs, sk
  'írta', // hu
  'scris de|articol de|postat de|publicat de|escrit per', // ro, ca
  'подготовил|подготовила|написал|написала|записал|записала|беседовал|беседовала', // ru
  'підготував|підготувала|написав|написала', // uk
  'piše|napisao|napisala|пише', // hr, sr
  'γράφει ο|γράφει η|γράφει|από τον|από την|γράφουν', // el
  'oleh|ditulis oleh|dilaporkan oleh', // id, ms
  'viết bởi|bởi', // vi
  'كتب|كتبت|كتبه|بقلم|إعداد|تأليف|بواسطة', // ar
  'نوشته‌ی|نوشتهٔ|نوشته|به قلم|نگارش', // fa
  'מאת|נכתב על ידי', // he
  'โดย|เขียนโดย', // th
]

/** Names of a field, which a colon, another element or another line parts from the name: `Text: Ada Lovelace`. */
export const LABELS: readonly string[] = [
  'author|authors|words|text|story|writer|byline|reporter|written', // en
  'autor|autorin|autoren|autor/in|bericht|interview|verfasser|verfasserin', // de
  'auteur|auteure|auteurs|autrice|texte|textes|rédaction et texte|journaliste', // fr
  'autor|autora|autores|texto|textos|reportaje|redactor|redactora', // es, pt
  'reportagem|redação|redacción', // pt
  'autore|autrice|autori|testo|testi', // it
  'auteur|tekst|schrijver', // nl
  'författare|skribent|reporter|forfatter|skribent|journalist|forfattere', // sv, nb, da
  'kirjoittaja|teksti|toimittaja|kirjoittajat', // fi
  'autor|autorka|autorzy|autorem', // pl
  'autoři|autori|text', // cs, sk
  'szerző|szerzők|szöveg|cikkíró', // hu
  'autori|articol', // ro
  'автор|авторы|авторка|автори|автор текста|автор статьи|автор материала|текст|корреспондент', // ru, uk, bg
  'аутор|tekst', // sr, hr
  'κείμενο|κείμενα|συντάκτης|συντάκτρια|συγγραφέας|αρθρογράφος|ρεπορτάζ', // el
  'yazan|yazar|haber|yazı|muhabir|metin', // tr
  'penulis|reporter|wartawan', // id
  'tác giả|bài viết|bài', // vi
  'الكاتب|الكاتبة|المؤلف|المحرر الصحفي|نص', // ar
  'نویسنده|نگارنده|متن|خبرنگار', // fa
  'כתב|כתבה|כותב|כותבת|טקסט|מחבר|מחברת', // he
  'लेखक|लेखिका|रिपोर्टर|द्वारा', // hi
  'লেখক|প্রতিবেদক', // bn
  'ผู้เขียน|เรื่อง|ผู้แต่ง|นักข่าว', // th
  '文|執筆|著者|筆者|取材・文|文責|ライター|執筆者|投稿者|作成者|記事', // ja
  '作者|记者|記者|撰文|撰稿|采写|文字|本报记者|採訪|采访', // zh
  '글|기자|작성자|저자|글쓴이|취재', // ko
]

/** Behind a name they say that it is the author's. */
export const AFTER: readonly string[] = [
  'penulis|wartawan|autor|autora|auteur|autore|forfatter|författare|szerző|yazar|author|writer|автор|journalist',
  '기자|특파원|記者|记者',
]

/** In a group of capitalised words they end the name, or say that there is none. */
export const NO_PERSON = new Set(
  (
    'staff editor editors writer reporter correspondent contributor contributing columnist journalist managing ' +
    'senior chief associate guest special photo photos photography foto fotos photograph photographer image images ' +
    'video published updated posted reviewed edited fact-checked share follow read more view all shop ask request top ' +
    'best january february march april june july august september october november december monday tuesday wednesday ' +
    'thursday friday saturday sunday min minutes comments'
  ).split(' '),
)

/** Names that programs give to whoever installed them. */
export const NO_NAME =
  /^(?:admin(?:istrat(?:or|eur|ore|or(?:a)?))?|webmaster|web ?master|root|user|wordpress|default|unknown|anonymous|guest|super ?user|superadmin|author|authors|editor|test|demo|wp-?admin|siteadmin|n\/?a)\d{0,3}$|^(?:view|see|read|show|all|more|about|author|request|coming|ask)\b.*\b(?:posts?|articles?|stories|profile|spotlight|bio|insights|authors?|demo|soon|question)$/i

/** Between the names of two authors. */
export const AND = 'and|und|et|y|e|i|og|och|ja|és|și|si|a|en|и|та|і|й|και|ve|dan|và|&|\\+|و|ו'
