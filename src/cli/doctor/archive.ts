import { access, constants, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { thrownText } from '../../schema/thrown-text.ts'
import type { S3Location } from '../../storage/clients/s3/location.ts'
import { hasty, S3Client } from '../../storage/clients/s3/s3-client.ts'
import { archiveLocation } from '../../storage/store/archive/archive-settings.ts'
import { type Check, type Finding, fault, ok, warning } from './finding.ts'

const mebibyte = 1024 ** 2
/** Archived days are written beside the existing ones: with less free space the next day may not fit. */
const lowSpaceBytes = 1024 * mebibyte

/** Whether the archive can be used, and a folder has space. No finding without an archive. */
export const archiveCheck: Check = {
  name: 'archive',
  async run({ settings }) {
    const { dataDir } = settings
    const archive = archiveLocation(settings)
    if (archive === undefined) return []
    if (typeof archive !== 'string') return [await bucketFinding(archive)]
    const state = await stat(archive).catch(() => undefined)
    if (state === undefined)
      return [warning(`${archive} does not exist: mount its disk, or the next start creates the folder`)]
    if (!state.isDirectory()) return [fault(`${archive} is not a folder`)]
    try {
      await access(archive, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      return [fault(`${archive} cannot be written: ${thrownText(error)}`)]
    }
    const { bsize, bavail } = await statfs(archive)
    const free = bsize * bavail
    const text = `${archive}: ${Math.floor(free / mebibyte)} MiB are free`
    const isInside = !path.relative(path.resolve(dataDir), path.resolve(archive)).startsWith('..')
    return [
      free < lowSpaceBytes ? warning(`${text}: days stay in the store when it is full`) : ok(text),
      ...(isInside ? [warning(`${archive} is in the data folder: it does not free that disk`)] : []),
    ]
  },
}

/** Whether the key can list the place. A start needs this only if the place was never read. */
async function bucketFinding(location: S3Location): Promise<Finding> {
  try {
    const client = new S3Client(location)
    for await (const _ of client.list(location.prefix, hasty)) break
    return ok(`${client.name}: the key can list it`)
  } catch (error) {
    return warning(`${thrownText(error)}: days stay in the store until it can be used`)
  }
}
