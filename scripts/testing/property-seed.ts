/**
 * One seed for every property test, so that a first run anywhere draws the same cases as ours. `npm run
 * test:deep` sets MILLRACE_SEED to a new one and prints it; a case that it finds becomes a row of a table
 * beside the property.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.MILLRACE_SEED ?? 1) })
