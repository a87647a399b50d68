/**
 * Vitest runs this before each test file of `npm test`. Its imports run once in a process: to load three
 * files for each test file would take 4 % of the time of all tests.
 */
import './property-seed.ts'
import './quick-passwords.ts'
import { beginFile } from './file-process.ts'

beginFile()
