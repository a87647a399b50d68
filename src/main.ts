import packageFile from '../package.json' with { type: 'json' }
import { program } from './cli/program.ts'
import { listenerSettings } from './listener-settings.ts'
import { readSettings } from './settings.ts'

/** The program `millrace`: `start` and the commands that work on its data, or ask a running one. */
await program({
  version: packageFile.version,
  readSettings,
  readListeners: listenerSettings,
  // The service is a second of loading that no other command needs.
  start: async (...given) => (await import('./start.ts')).start(...given),
}).parseAsync()
