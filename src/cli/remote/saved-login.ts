import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { hasErrorCode } from '../../schema/error-code.ts'

/** The stored login for the commands of one user on this machine. */
const SavedLogin = Type.Object({
  /** Only the origin. */
  url: Type.String(),
  token: Type.String(),
  /** The login created the token, and the logout revokes it. */
  isOwn: Type.Boolean(),
})
export type SavedLogin = Static<typeof SavedLogin>

/** Path of the stored login. */
export function loginFile(): string {
  const { XDG_CONFIG_HOME: given } = process.env
  // The XDG base directory specification says to ignore a relative path.
  const folder = given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.config')
  return path.join(folder, 'millrace', 'login.json')
}

/** The stored login; undefined without one. Throws an Error if others can read the file, or it is damaged. */
export function readLogin(file = loginFile()): SavedLogin | undefined {
  let written: string
  try {
    // Windows has no such mode bits.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Error(`${file} may be read by others: chmod 600 it, and revoke its token if they did.`)
    written = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
  let login: unknown
  try {
    login = JSON.parse(written)
  } catch {}
  if (!Value.Check(SavedLogin, login)) throw new Error(`${file} is damaged: log in again.`)
  return login
}

/** Stores a login in place of an earlier one. The file is never readable by other users. */
export function saveLogin(login: SavedLogin, file = loginFile()): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(temporary, file)
}

export function removeLogin(file = loginFile()): void {
  rmSync(file, { force: true })
}
