import path from 'node:path'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('../../src/service/main.ts', import.meta.url))

/**
 * The program that scenarios start: the bundle that `npm run test:system` makes like `npm pack`, or the
 * sources.
 */
export const programFile = process.env.TEST_PROGRAM ? path.resolve(process.env.TEST_PROGRAM) : sources

/** Part of the command line of the engine process: in the sources, and in the bundle. */
export const engineFiles = ['engine/process.ts', 'storage-clients-engine-process.js']
