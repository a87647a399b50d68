import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { MetadataError } from '../database/metadata-error.ts'
import { createFile } from './create-file.ts'

/**
 * The random id of a data folder, made at its first use. A node is identified by it and not by its name, so
 * that the spool in the folder and the node's counts in the metadata stay together.
 */
export function openFolderId(folder: string): string {
  const file = path.join(folder, 'folder.id')
  if (!existsSync(file)) createFile(file, `${randomUUID()}\n`)
  const id = readFileSync(file, 'utf8').trim()
  if (/^[0-9a-f-]{36}$/.test(id)) return id
  throw new MetadataError(
    `The file ${file} does not hold the id of the data folder. Put it back from a copy.`,
  )
}
