import { program } from './cli/program.ts'
import { readSettings } from './settings.ts'
import { start } from './start.ts'

/** The program `millrace`: `start` and the commands that work on its data. */
await program({ readSettings, start }).parseAsync()
