// The beta distribution: what is believed of a rate after so many hits and misses.

/** Both above 0. Hits are added to `alpha`, misses to `beta`. */
export interface Beta {
  readonly alpha: number
  readonly beta: number
}

export const betaMean = ({ alpha, beta }: Beta): number => alpha / (alpha + beta)

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const
const TINY = 1e-300
const EPSILON = 1e-15
/** Its number of steps grows with the square root of the parameters: enough for ten million trials. */
const MAX_STEPS = 20_000
/** Each halves the interval: the last bit of a number between 0 and 1. */
const BISECTIONS = 60

/** Lanczos' approximation with g = 7, right to 15 digits above 0.5. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const base = x - 1
  const sum = LANCZOS.reduce((total, value, at) => total + value / (base + at + 1), 0.9999999999998099)
  const t = base + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (base + 0.5) * Math.log(t) - t + Math.log(sum)
}

/** The probability of a rate up to `x`: the regularized incomplete beta function, by its continued fraction (Lentz). */
export function betaCdf(x: number, { alpha: a, beta: b }: Beta): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast on this side only.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, { alpha: b, beta: a })
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a),
  )
  const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value)
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= MAX_STEPS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < EPSILON) break
  }
  return front * fraction
}

/** The rate that the true one is below with probability `p`. */
export function betaQuantile(p: number, distribution: Beta): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2
    if (betaCdf(middle, distribution) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A rate drawn from the distribution. `random` answers numbers from 0 up to 1. */
export function betaSample({ alpha, beta }: Beta, random: () => number): number {
  const hits = gammaSample(alpha, random)
  return hits / (hits + gammaSample(beta, random))
}

/** Marsaglia and Tsang, 2000. */
function gammaSample(shape: number, random: () => number): number {
  if (shape < 1) return gammaSample(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    // Box and Muller.
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}
