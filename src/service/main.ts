import packageFile from '../../package.json' with { type: 'json' }
import { program } from '../cli/program.ts'
import { configuredListeners } from './settings/configured-listeners.ts'
import { readSettings } from './settings/settings.ts'

/** The program `millrace`: `start`, and commands that work on its data or call a running service. */
await program({
  version: packageFile.version,
  readSettings,
  readListeners: configuredListeners,
  // Loading the service takes a second, which no other command needs.
  start: async (...given) => (await import('./start.ts')).start(...given),
}).parseAsync()
