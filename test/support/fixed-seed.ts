// Random tests make the same values in each run: a run fails for what was changed, and never by chance.
import fc from 'fast-check'

/** Another number makes other values: `TEST_SEED=7 npm run test:unit`. */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1) })
