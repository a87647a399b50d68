/**
 * Preloaded into the processes of `npm run test:stress`: operations on files, requests and answers end later
 * by a random time, now and then. A test that depends on their order fails sooner or later.
 */
import fs from 'node:fs'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

/** Kept, since tests replace it. */
const timer = setTimeout
const maxFileMs = 15
const maxRequestMs = 25
const maxAnswerMs = 30

/** Waits for up to `maxMs` milliseconds in a part of all calls. */
function late(chance, maxMs) {
  return Math.random() < chance ? new Promise(resolve => timer(resolve, Math.random() * maxMs)) : undefined
}

function delay(object, names, chance, maxMs) {
  for (const name of names) {
    const original = object[name]
    object[name] = async function (...given) {
      await late(chance, maxMs)
      const result = await original.apply(this, given)
      await late(chance, maxMs)
      return result
    }
  }
}

delay(
  fs.promises,
  [
    ...['access', 'appendFile', 'copyFile', 'link', 'lstat', 'mkdir', 'open', 'readdir', 'readFile'],
    ...['rename', 'rm', 'stat', 'truncate', 'unlink', 'writeFile'],
  ],
  0.3,
  maxFileMs,
)
const handle = await fs.promises.open('/dev/null')
delay(
  Object.getPrototypeOf(handle),
  ['datasync', 'read', 'stat', 'sync', 'truncate', 'write', 'writev'],
  0.1,
  maxFileMs,
)
await handle.close()
delay(globalThis, ['fetch'], 0.3, maxRequestMs)
syncBuiltinESMExports()

const { end } = http.ServerResponse.prototype
const ending = new WeakSet()
http.ServerResponse.prototype.end = function (...given) {
  if (ending.has(this) || Math.random() > 0.3) return end.apply(this, given)
  ending.add(this)
  timer(() => end.apply(this, given), Math.random() * maxAnswerMs)
  return this
}
