// The words that emoji stand for in a query: `☕`, `🍕 near me`.

const EMOJI = `☕🫖 cafe, 🍕 pizza, 🍔 burger, 🍣🍱 sushi, 🍜 ramen, 🌮🌯 mexican restaurant, 🥙 kebab, 🍝 pasta, 🍗 chicken,
  🥪 sandwich, 🥐🥖🍞 bakery, 🍰🎂🧁 cake shop, 🍩 donut, 🍦🍨🍧 ice cream, 🍺🍻 pub, 🍷 wine bar, 🍸🍹 bar, 🧋 bubble tea,
  🍽🍴 restaurant, 🍟 fast food, 🥩 steak, 🦞🦐 seafood, 🥡 chinese restaurant, 🥗 vegetarian restaurant, 🏨🛏 hotel,
  ⛺🏕 campsite, 🏧 atm, 🏦 bank, 💱 currency exchange, 🏥 hospital, 💊 pharmacy, 🦷 dentist, 👓 optician, 🏪 convenience store,
  🛒 supermarket, 🛍 shop, 👗👚👕 clothes shop, 👟👠👞 shoe shop, 💍💎 jewelry, ⌚ watches, 💐🌹🌷 florist, 📚 bookstore,
  🧸 toy shop, 🎁 gift shop, 💻 computer shop, 📱 mobile phone shop, 🪑🛋 furniture, ⛽ gas station, 🔌 charging station,
  🅿 parking, 🚕🚖 taxi, 🚌 bus stop, 🚉 train station, ✈ airport, ⛴ ferry terminal, 🚲 bike rental, 🚗 car rental,
  🚻🚽🚾 toilet, 🚰 drinking water, 🏛 museum, 🎨 art gallery, 🎬🎥 cinema, 🎭 theatre, 🎰 casino, 🎳 bowling, ⛳ golf course,
  🎾 tennis, ⚽ football, 🏀 basketball, 🏊 swimming pool, 🏋💪 gym, 🧘 yoga, 🏖 beach, 🏞🌳 park, 🎡🎢 theme park, 🐘🦁 zoo,
  🏰 castle, ⛪ church, 🕌 mosque, 🕍 synagogue, 🏫 school, 🎓 university, 📮 post box, 📬 post box, 🏤 post office,
  👮🚓 police station, 🚒 fire station, 💇 hairdresser, 💈 barber, 💅 nail salon, 💆 massage, 🐶🐱🐾 pet shop, 🔑 locksmith,
  🧺 laundry, ♻ recycling, 🚬 tobacco shop`

let words: ReadonlyMap<string, string> | undefined

/** The text with words in the place of emoji; those without a word are left out. */
export function withoutEmoji(text: string): string {
  return text.replace(/\p{Extended_Pictographic}[\uFE0F\u200D\p{Emoji_Modifier}]*/gu, (emoji) => {
    words ??= readWords()
    const word = words.get(String.fromCodePoint(emoji.codePointAt(0) ?? 0))
    return word === undefined ? ' ' : ` ${word} `
  })
}

function readWords(): ReadonlyMap<string, string> {
  return new Map(
    EMOJI.split(',').flatMap((entry) => {
      const [emoji = '', ...word] = entry.trim().split(' ')
      return Array.from(emoji, (one) => [one, word.join(' ')] as const)
    }),
  )
}
