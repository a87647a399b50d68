/** Vitest runs this before each file of `npm run test:system`; see every-file.ts. */
import './property-seed.ts'
import { beginFile } from './file-process.ts'

beginFile()
