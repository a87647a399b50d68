import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { instanceKeyFile } from '../../metadata/secrets/instance-key.ts'
import { metadataFile } from '../../metadata/sqlite/open.ts'
import { type Check, type Finding, fault, ok, reasonOf, warning } from './finding.ts'

/** Waits this long while a running Millrace writes. */
const busyTimeoutMs = 2_000

/** Whether the metadata file is intact, and the instance key for its secrets exists. */
export const metadataFileCheck: Check = {
  name: 'metadata',
  async run({ settings: { dataDir, postgresUrl, instanceKey } }) {
    const file = metadataFile(dataDir)
    const found: Finding[] = []
    if (postgresUrl !== undefined) found.push(ok('in PostgreSQL'))
    else if (existsSync(file)) found.push(soundness(file))
    else found.push(ok('there is none yet; the first start makes it'))
    const key = instanceKeyFile(dataDir)
    const state = await lstat(key).catch(() => undefined)
    if (state !== undefined && (state.mode & 0o077) !== 0)
      found.push(warning(`others may read ${key}, which opens all stored secrets: chmod 600 ${key}`))
    const isKeyNeeded = existsSync(file) && postgresUrl === undefined && instanceKey === undefined
    if (state === undefined && isKeyNeeded)
      found.push(
        fault(`${key} is not there; without it the secrets of ${file} are lost: put it back from a copy`),
      )
    return found
  },
}

function soundness(file: string): Finding {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    const [row] = database.prepare('PRAGMA quick_check(1)').all()
    const answer = String(Object.values(row ?? {})[0])
    return answer === 'ok' ? ok(`${file} is sound`) : fault(`${file} is damaged: ${answer}`)
  } catch (error) {
    return fault(`${file} cannot be read: ${reasonOf(error)}`)
  }
}
