import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const pattern = /^[0-9a-f-]{36}$/

/** The holder of the store's lock on servers: names the data folder, which one process uses at a time. */
export function storeOwner(folder: string): string {
  const file = path.join(folder, 'store-owner')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (pattern.test(known)) return known
  const owner = randomUUID()
  writeFileSync(file, `${owner}\n`, { mode: 0o600, flush: true })
  return owner
}
