import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { lockFile, lockFolder } from '../../metadata/data-folder/folder-lock.ts'
import { MetadataError } from '../../metadata/database/metadata-error.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { configOption } from '../command/config-option.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { settingsOrExit } from '../command/settings-or-exit.ts'
import { print, printData } from '../terminal/print.ts'
import { certificatesCheck } from './certificates.ts'
import { dataFolderCheck } from './data-folder.ts'
import { directoryCheck } from './directory.ts'
import { type Check, type Finding, fault, type Installation, reasonOf } from './finding.ts'
import { machineCheck } from './machine.ts'
import { metadataFileCheck } from './metadata-file.ts'
import { portsCheck } from './ports.ts'
import { serversCheck } from './servers.ts'

const checks: readonly Check[] = [
  dataFolderCheck,
  metadataFileCheck,
  machineCheck,
  portsCheck,
  certificatesCheck,
  serversCheck,
  directoryCheck,
]
const marks = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' }

/**
 * `millrace doctor`: checks everything that can keep a service from starting or from storing what it
 * receives. Exits with 1 if there is a fault.
 */
export function doctorCommand(parts: Pick<ProgramParts, 'readSettings' | 'readListeners'>): Command {
  return new Command('doctor')
    .description(
      'check settings, data folder, ports, certificates, servers, the directory and the machine; changes nothing',
    )
    .addOption(configOption())
    .option('--json', 'one JSON object: a list of {check, level, text}')
    .action(async (options: { config?: string; json?: boolean }) => {
      const settings = settingsOrExit(parts, options.config)
      const installation: Installation = {
        settings,
        listeners: readListeners(parts, settings),
        isRunning: isRunning(settings.dataDir),
      }
      const findings: (Finding & { check: string })[] = []
      for (const { name, run } of checks) {
        const found = await run(installation).catch(error => [
          fault(`could not be looked at: ${reasonOf(error)}`),
        ])
        findings.push(...found.map(finding => ({ check: name, ...finding })))
      }
      if (options.json === true) printData(JSON.stringify({ findings }))
      else for (const { check, level, text } of findings) print(`${marks[level]} ${check}: ${text}`)
      if (findings.some(({ level }) => level === 'fault')) process.exitCode = 1
    })
}

function readListeners(parts: Pick<ProgramParts, 'readListeners'>, settings: Settings) {
  try {
    return parts.readListeners(settings)
  } catch (error) {
    return reasonOf(error)
  }
}

/** Creates no file: it would belong to the current user, and the service could not open it. */
function isRunning(folder: string): boolean | undefined {
  if (!existsSync(lockFile(folder))) return false
  try {
    lockFolder(folder)()
    return false
  } catch (error) {
    return error instanceof MetadataError ? true : undefined
  }
}
