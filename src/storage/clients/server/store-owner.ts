import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A UUID. */
const ownerPattern = /^[0-9a-f-]{36}$/

/**
 * The name under which this process holds the store's lock on servers (store-lock.ts). It is kept in the data
 * folder, which one process uses at a time, so that the next process has the same name.
 */
export function storeOwner(folder: string): string {
  const file = path.join(folder, 'store-owner')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (ownerPattern.test(known)) return known
  const owner = randomUUID()
  writeFileSync(file, `${owner}\n`, { mode: 0o600, flush: true })
  return owner
}
