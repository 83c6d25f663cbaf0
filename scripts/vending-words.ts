// Reads place-words/vending-words.txt: what machines are called by what they sell, `milk vending machine` and `Milchautomat` from one line.

const FORMS = /^([a-z]{2}): /
const THINGS = /^([a-z][a-z_ -]+): /

/** What one of the kinds of machines is called. */
export interface MachineWord {
  readonly word: string
  readonly id: string
}

/** `lines`: the text of the file. */
export function vendingWords(lines: string): readonly MachineWord[] {
  const forms = new Map<string, readonly string[]>()
  const words: MachineWord[] = []
  for (const line of lines.split('\n')) {
    const [head = '', rest = ''] = line.startsWith('#') ? [] : line.split(/: (.*)/)
    if (FORMS.test(line)) forms.set(head, rest.split(', '))
    else if (THINGS.test(line))
      for (const { language, things } of rest.split('; ').map(ofOneLanguage))
        for (const value of head.split(' '))
          for (const thing of things)
            for (const form of forms.get(language) ?? [])
              words.push({
                word: form.replace('*', thing),
                id: `amenity/vending_machine+vending/${value}`,
              })
  }
  return words
}

function ofOneLanguage(text: string): { readonly language: string; readonly things: readonly string[] } {
  return { language: text.slice(0, 2), things: text.slice(3).split(', ') }
}
