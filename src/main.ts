import { program } from './cli/program.ts'
import { listenerSettings } from './listener-settings.ts'
import { readSettings } from './settings.ts'
import { start, version } from './start.ts'

/** The program `millrace`: `start` and the commands that work on its data. */
await program({ version, readSettings, readListeners: listenerSettings, start }).parseAsync()
