import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Command } from 'commander'
import { probeServer } from '../../api/auth/ldap/directory.ts'
import { directoryOptions } from '../../api/auth/ldap/options.ts'
import { Certificates } from '../../ingest/listen/certificates.ts'
import type { TlsSettings } from '../../ingest/listen/settings.ts'
import { lockFile, lockFolder } from '../../metadata/data-folder/folder-lock.ts'
import { MetadataError } from '../../metadata/database/metadata-error.ts'
import { almostFull, type KeptRow, keptSizes } from '../../metadata/repository/quotas.ts'
import { instanceKeyFile } from '../../metadata/secrets/instance-key.ts'
import { metadataFile } from '../../metadata/sqlite/open.ts'
import type { Settings } from '../../schema/settings/settings.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import type { ProgramParts } from '../command/program-parts.ts'
import { configOption, settingsOrExit } from '../command/settings-or-exit.ts'
import { print, printData } from '../terminal/print.ts'
import { archiveCheck } from './archive.ts'
import { dataFolderCheck } from './data-folder.ts'
import { type Check, type Finding, fault, type Installation, ok, warning } from './finding.ts'
import { machineCheck } from './machine.ts'
import { portsCheck } from './ports.ts'
import { serversCheck } from './servers.ts'

/** Maximum wait for SQLite while a running Millrace writes. */
const busyTimeoutMs = 2_000

/** Whether the metadata file is intact and has room, and the instance key for its secrets exists. */
const metadataFileCheck: Check = {
  name: 'metadata',
  async run({ settings }) {
    const { dataDir, postgresUrl, instanceKey } = settings
    const file = metadataFile(dataDir)
    const found: Finding[] = []
    if (postgresUrl !== undefined) found.push(ok('in PostgreSQL'))
    else if (existsSync(file)) found.push(integrityFinding(file), ...quotaWarnings(file, settings))
    else found.push(ok('there is none yet; the first start makes it'))
    const key = instanceKeyFile(dataDir)
    const state = await lstat(key).catch(() => undefined)
    if (state !== undefined && (state.mode & 0o077) !== 0)
      found.push(warning(`others may read ${key}, which decrypts all stored secrets: chmod 600 ${key}`))
    const isKeyNeeded = existsSync(file) && postgresUrl === undefined && instanceKey === undefined
    if (state === undefined && isKeyNeeded)
      found.push(
        fault(`${key} is missing; without it the secrets of ${file} are lost: restore it from a copy`),
      )
    return found
  },
}

/** Whether the servers of the LDAP directory let this service search, and passwords are sent encrypted. */
const directoryCheck: Check = {
  name: 'directory',
  async run({ settings }) {
    const options = directoryOptions(settings)
    if (options === undefined) return []
    const { urls, isEncrypted, serviceAccount } = options
    const plain = urls.filter(url => !isEncrypted && url.toLowerCase().startsWith('ldap:'))
    const identity = serviceAccount === undefined ? 'anonymously' : `as ${serviceAccount.dn}`
    const probed = await Promise.all(
      urls.map(url =>
        probeServer(url, options).then(
          () => ok(`${url} lets this service search ${identity}`),
          error => fault(`the directory ${url} cannot be used: ${thrownText(error)}`),
        ),
      ),
    )
    return [
      ...probed,
      ...plain.map(
        (url): Finding => warning(`${url} is not encrypted (MILLRACE_LDAP_TLS=off): passwords can be read`),
      ),
    ]
  },
}

/** Whether the certificates of https and TLS listeners are usable, and for how long. */
const certificatesCheck: Check = {
  name: 'certificates',
  async run({ settings: { httpTlsCert: cert, httpTlsKey: key }, listeners }) {
    const tlsFiles = new Map<string, TlsSettings>()
    if (cert !== undefined && key !== undefined)
      tlsFiles.set('https', { cert, key, clientCertificates: 'none' })
    if (typeof listeners !== 'string')
      for (const { name, tls } of listeners) if (tls !== undefined) tlsFiles.set(name, tls)
    const found: Finding[] = []
    for (const [name, files] of tlsFiles) {
      const warnings: string[] = []
      try {
        await Certificates.open(files, message => warnings.push(message))
        found.push(
          ...(warnings.length === 0
            ? [ok(`${name}: ${files.cert}`)]
            : warnings.map(text => warning(`${name}: ${text}`))),
        )
      } catch (error) {
        found.push(fault(`${name}: ${thrownText(error)}`))
      }
    }
    return found
  },
}

const checks: readonly Check[] = [
  dataFolderCheck,
  archiveCheck,
  metadataFileCheck,
  machineCheck,
  portsCheck,
  certificatesCheck,
  serversCheck,
  directoryCheck,
]
const levelTexts = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' }

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
          fault(`could not be checked: ${thrownText(error)}`),
        ])
        findings.push(...found.map(finding => ({ check: name, ...finding })))
      }
      if (options.json === true) printData(JSON.stringify({ findings }))
      else for (const { check, level, text } of findings) print(`${levelTexts[level]} ${check}: ${text}`)
      if (findings.some(({ level }) => level === 'fault')) process.exitCode = 1
    })
}

/** The listeners, or why their file is unusable. */
function readListeners(parts: Pick<ProgramParts, 'readListeners'>, settings: Settings) {
  try {
    return parts.readListeners(settings)
  } catch (error) {
    return thrownText(error)
  }
}

/**
 * Whether a Millrace holds the lock of the folder; undefined: the lock cannot be tried. Creates no file: it
 * would belong to the current user, and the service could not open it.
 */
function isRunning(folder: string): boolean | undefined {
  if (!existsSync(lockFile(folder))) return false
  try {
    lockFolder(folder)()
    return false
  } catch (error) {
    return error instanceof MetadataError ? true : undefined
  }
}

/** Whether a SQLite file is intact. */
function integrityFinding(file: string): Finding {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    const [row] = database.prepare('PRAGMA quick_check(1)').all()
    const answer = String(Object.values(row ?? {})[0])
    return answer === 'ok' ? ok(`${file} is sound`) : fault(`${file} is damaged: ${answer}`)
  } catch (error) {
    return fault(`${file} cannot be read: ${thrownText(error)}`)
  }
}

/** Warnings about kinds of objects that come near the maximum that all users may keep of them. */
function quotaWarnings(file: string, { userQuota: user, totalQuota: total }: Settings): Finding[] {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    const rows: KeptRow[] = database
      .prepare('select kind, bytes from kept_bytes')
      .all()
      .map(({ kind, bytes }) => ({ kind: String(kind), bytes: Number(bytes) }))
    return almostFull(keptSizes(rows, { user, total })).map(({ objects, percent, setting }) =>
      warning(`the ${objects} of all users take ${percent} % of what ${setting} allows`),
    )
  } catch {
    // Metadata of an older version; a damaged file has its own finding.
    return []
  }
}
