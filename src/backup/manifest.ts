import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Compile } from 'typebox/compile'
import { migrations } from '../metadata/migrations/all.ts'
import { hasErrorCode } from '../schema/error-code.ts'
import { type BackupManifest, backupFormat, BackupManifest as Shape } from '../schema/store/backup.ts'
import { isObject } from '../schema/text/json-object.ts'
import { newestVersion } from '../storage/store/tables/migrate.ts'
import { BackupError } from './backup-error.ts'

const name = 'manifest.json'
const checksumName = 'manifest.sha256'
const shape = Compile(Shape)

/** The folder with the files of a backup, in the layout of a data folder. */
export function dataOf(backup: string): string {
  return path.join(backup, 'data')
}

/** Writes the manifest, synced, and its checksum in the format of `sha256sum`. */
export async function writeManifest(backup: string, manifest: BackupManifest): Promise<void> {
  const text = `${JSON.stringify(manifest)}\n`
  await writeSynced(path.join(backup, name), text)
  await writeSynced(path.join(backup, checksumName), `${sha256(text)}  ${name}\n`)
}

/** Reads a manifest. Throws a BackupError if it is missing, damaged, or of a newer Millrace. */
export async function readManifest(backup: string): Promise<BackupManifest> {
  const file = path.join(backup, name)
  const text = await readFile(file, 'utf8').catch(error => {
    if (!hasErrorCode(error, 'ENOENT') && !hasErrorCode(error, 'ENOTDIR')) throw error
    throw new BackupError(`${backup} is no complete backup: ${file} is missing.`)
  })
  const checksum = await readFile(path.join(backup, checksumName), 'utf8').catch(() => '')
  if (!checksum.startsWith(`${sha256(text)} `))
    throw new BackupError(`${file} is damaged: its checksum is not that of ${checksumName}.`)
  const content: unknown = JSON.parse(text)
  if (isObject(content) && Number(content.format) > backupFormat)
    throw new BackupError(
      `${backup} was made by Millrace ${content.version} in format ${content.format}; this one reads up to ${backupFormat}. Use the newer one.`,
    )
  // A path with a part `..` could write outside of the restored folder.
  if (
    !shape.Check(content) ||
    content.files.some(({ path }) => path.split('/').some(part => /^\.\.?$/.test(part)))
  )
    throw new BackupError(`${file} is no manifest of a backup.`)
  return content
}

/** Throws a BackupError if a newer Millrace made the tables: this one would refuse the restored folder. */
export function requireKnownTables(backup: string, { version, tables }: BackupManifest): void {
  const { events, metadata } = tables
  if (events <= newestVersion() && metadata in migrations) return
  throw new BackupError(
    `${backup} was made by Millrace ${version}, whose tables (events ${events}, metadata ${metadata}) this one does not know (events ${newestVersion()}, metadata ${Object.keys(migrations).at(-1)}). Use the newer one.`,
  )
}

async function writeSynced(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile(text)
  await handle.sync()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
