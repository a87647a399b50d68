import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** The login that is kept for the commands of one user of this machine. */
const SavedLogin = Type.Object({
  /** The origin alone. */
  url: Type.String(),
  token: Type.String(),
  /** The token was made by the login, and is revoked by the logout. */
  isOwn: Type.Boolean(),
})
export type SavedLogin = Static<typeof SavedLogin>

/** Where it is kept. */
export function loginFile(): string {
  const { XDG_CONFIG_HOME: given } = process.env
  // A relative path there is to be ignored (XDG base directory specification).
  const folder = given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.config')
  return path.join(folder, 'millrace', 'login.json')
}

/** The kept login; undefined without one. Throws an Error when others may read the file, or when it is damaged. */
export function readLogin(file = loginFile()): SavedLogin | undefined {
  let written: string
  try {
    // Windows has no such bits.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Error(`${file} may be read by others: chmod 600 it, and revoke its token if they did.`)
    written = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  }
  let login: unknown
  try {
    login = JSON.parse(written)
  } catch {}
  if (!Value.Check(SavedLogin, login)) throw new Error(`${file} is damaged: log in again.`)
  return login
}

/** Keeps a login in place of an earlier one, readable by this user only from the first moment on. */
export function saveLogin(login: SavedLogin, file = loginFile()): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const made = `${file}.${process.pid}`
  rmSync(made, { force: true })
  writeFileSync(made, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(made, file)
}

export function removeLogin(file = loginFile()): void {
  rmSync(file, { force: true })
}
