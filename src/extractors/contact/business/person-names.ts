// Texts that are the names of people.

const TITLES =
  /^(?:(?:herrn?|frau|mr|mrs|ms|m|mme|monsieur|madame|sig|sig\.ra|sr|sra|dr|prof|dipl|mag|ing|avv|dott|rer|med|dent|jur|phil|nat|pol|h\.? ?c|ra|rain|stb|wp|mba|msc|bsc|ll\.?m|kfm|kffr|betriebswirt|volkswirt)(?:\.|\b)(?:-?(?:ing|kfm|kffr|betriebsw|psych|inf)\.?)?\s?){1,6}/iu
/** `Anna-Lena van der Berg`, `José M. García López`. */
const NAME =
  /^\p{Lu}[\p{Ll}'’]{1,20}(?:-\p{Lu}[\p{Ll}'’]{1,20})?(?:\s\p{Lu}\.)?(?:\s(?:von|van|de|del|della|di|da|dos|der|den|zu|zum|la|le|el|al|ter|ten|af)){0,3}(?:\s\p{Lu}(?:[\p{Ll}'’]{1,25}|[\p{Ll}'’]{0,3}\p{Lu}[\p{Ll}'’]{1,20})(?:-\p{Lu}[\p{Ll}'’]{1,20})?){1,3}$/u
/** A headline begins with one; in a name they stand inside. */
const ARTICLE = /^(?:Der|Die|Das|Den|Ein|Eine|Le|La|Les|El|Los|Il|Lo|De|Het|Zum|Zur)\s/u
/** Two capitalised words that are no name. */
const NO_NAME =
  /(?:^|\s)(?:gmbh|mbh|kg|ohg|gbr|ag|ug|se|ev|ltd|limited|llc|inc|corp|sarl|sas|srl|spa|bv|nv|ab|as|oy|team|kontakt|contact|about|home|news|service|services|impressum|imprint|datenschutz|privacy|policy|terms|unsere?|our|the|und|and|for|für|mit|amtsgericht|registergericht|handelsregister|umsatzsteuer|straße|strasse|street|road|weg|platz|telefon|phone|fax|email|adresse|address|öffnungszeiten|hours|gruppe|group|verlag|media|studio|university|universität|institut|school|schule|januar|februar|march|april|june|july|august|september|october|oktober|november|dezember|december|monday|montag|new|york|los|angeles|san|francisco|more|mehr|read|learn|view|all|see|get|free)(?:\s|$)/iu

/** Whether a line is the name of a person and nothing else. */
export function isPersonName(line: string): boolean {
  if (line.length > 60 || line.length < 5) return false
  const bare = line.replace(TITLES, '')
  return NAME.test(bare) && !ARTICLE.test(bare) && !NO_NAME.test(bare.replace(/[-.]/g, ' '))
}

/** The names of a list: `Dr. Anna Berg, Jan Maier und Eva Kurz`, without what follows in brackets. */
export function namesIn(text: string): string[] {
  return text
    .slice(0, 200)
    .replace(/\([^()]{0,80}\)/g, '')
    .split(/\s?(?:,|;|\/|&|\||\s[–-]\s|\s(?:und|and|et|e|y|en|i|og|och)\s)\s?/)
    .map((part) => part.trim())
    .filter(isPersonName)
    .slice(0, 10)
    .map((part) =>
      part.replace(TITLES, (title) =>
        /dr|prof|dipl|mag/i.test(title) ? title.replace(/^(?:herrn?|frau)\s/i, '') : '',
      ),
    )
}
