import { access, constants, open, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { thrownText } from '../../schema/thrown-text.ts'
import { type Check, type Finding, fault, ok, warning } from './finding.ts'

const mebibyte = 1024 ** 2
/** Warns if free space is below this multiple of MILLRACE_DISK_FLOOR. */
const lowSpaceFactor = 4
/** A synced write that takes longer gets a warning: batches wait for it. Disks usually take milliseconds. */
const slowSyncMs = 200
/** File systems (statfs(2)) with unreliable locks and syncs. */
const remoteFileSystems = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
])
const fileSystemInMemory = 0x01021994

/** Whether the data folder is usable: owner, modes, free space, and the time of a synced write. */
export const dataFolderCheck: Check = {
  name: 'data folder',
  async run({ settings: { dataDir, diskFloor }, isRunning }) {
    const state = await stat(dataDir).catch(() => undefined)
    if (state === undefined) return [await creationFinding(dataDir)]
    if (!state.isDirectory()) return [fault(`${dataDir} is not a folder`)]
    const found: Finding[] = []
    if (isRunning === undefined)
      found.push(warning(`${dataDir}: its lock cannot be tried, so a Millrace may be running`))
    else {
      const use = isRunning ? 'in use by a running Millrace' : 'not in use: no Millrace runs'
      found.push(ok(`${dataDir}, ${use}`))
    }
    if (state.uid !== process.getuid?.())
      found.push(
        fault(
          `${dataDir} belongs to user ${state.uid}, but you are user ${process.getuid?.()}: run it as its owner`,
        ),
      )
    if ((state.mode & 0o022) !== 0)
      found.push(warning(`others can write to ${dataDir}: chmod go-rwx ${dataDir}`))
    const { type, bsize, bavail } = await statfs(dataDir)
    const remote = remoteFileSystems.get(type)
    if (remote !== undefined)
      found.push(fault(`${dataDir} is on ${remote}, whose locks and syncs are not reliable`))
    if (type === fileSystemInMemory)
      found.push(warning(`${dataDir} is in memory, and empty after a restart of the machine`))
    const free = bsize * bavail
    const text = `${Math.floor(free / mebibyte)} MiB are free; below ${diskFloor / mebibyte} MiB (MILLRACE_DISK_FLOOR) no events are accepted`
    if (free < diskFloor) found.push(fault(text))
    else found.push(free < lowSpaceFactor * diskFloor ? warning(text) : ok(text))
    found.push(await writeFinding(dataDir))
    return found
  },
}

/** Whether the data folder, which does not exist, can be created. */
async function creationFinding(folder: string): Promise<Finding> {
  let parent = path.dirname(folder)
  let state = await stat(parent).catch(() => undefined)
  while (state === undefined && parent !== path.dirname(parent)) {
    parent = path.dirname(parent)
    state = await stat(parent).catch(() => undefined)
  }
  if (state?.isDirectory() !== true) return fault(`${folder} cannot be created: ${parent} is not a folder`)
  return await access(parent, constants.W_OK).then(
    () => ok(`${folder} does not exist yet; the first start creates it`),
    error => fault(`${folder} does not exist and cannot be created: ${thrownText(error)}`),
  )
}

/** Whether a file can be written to the data folder, and how long its sync takes. */
async function writeFinding(folder: string): Promise<Finding> {
  const file = path.join(folder, `doctor-${process.pid}`)
  const since = performance.now()
  try {
    const written = await open(file, 'wx', 0o600)
    try {
      await written.write(Buffer.alloc(4_096))
      await written.sync()
    } finally {
      await written.close()
      await rm(file)
    }
  } catch (error) {
    return fault(`${folder} cannot be written: ${thrownText(error)}`)
  }
  const ms = Math.round(performance.now() - since)
  const text = `a synced write takes ${ms} ms`
  return ms > slowSyncMs ? warning(`${text}; senders wait this long for each batch`) : ok(text)
}
